"""Modules that depend on neither the HTTP layer nor the database."""
