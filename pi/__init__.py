"""The head: reaches researchers over MCP, and never imports them."""
