"""The tools of assistants: twelve tasks that call operations, served at ``/mcp`` (decision 48)."""
