"""The MCP shell around any researcher: one tool, one contract, two transports."""
