"""Other people's MCP tools against our servers: the inspector, and the conformance suite."""
