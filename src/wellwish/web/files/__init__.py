"""Covers and media, served as files."""
