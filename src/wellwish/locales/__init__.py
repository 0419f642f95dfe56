"""Locales: the languages of pages and messages."""
