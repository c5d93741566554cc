"""The commands about past runs."""
