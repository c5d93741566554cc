"""What a host is told about this server; the words stand in versioned Markdown files."""
