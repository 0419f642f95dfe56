"""Pages opened by links in emails."""
