"""Shared parts of all pages: layout, forms, cookies, languages, styles and static files."""
