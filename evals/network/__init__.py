"""The network measured: one answer over several researchers, against what one of them gives."""
