"""The mirror: cases, scorers and runs that measure the whole."""
