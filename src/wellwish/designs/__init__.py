"""Designs of cards and their covers."""
