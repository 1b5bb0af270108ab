"""An MCP server for language models: the tables of a site over its API, rules, and games of bots.

The room needs the extra `mcp`; docs/mcp.md describes its tools.
"""
