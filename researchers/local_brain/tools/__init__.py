"""Read-only corpus tools for other people's agents, beside `research`."""
