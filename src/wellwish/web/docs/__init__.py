"""The home page and the API reference."""
