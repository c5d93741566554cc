"""The memory: one tamper-evident trace per run, and every byte of content by its hash."""
