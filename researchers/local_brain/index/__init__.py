"""Where passages are found: the Index protocol and its SQLite implementation."""
