"""The tools of assistants: eleven tasks that call operations, served at ``/mcp`` (decision 48)."""
