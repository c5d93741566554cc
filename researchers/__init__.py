"""The hands: the loop every researcher runs, the Source it needs, and the MCP shell."""
