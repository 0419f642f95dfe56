"""Bundles: prepaid cards, bought or granted, and used one card at a time."""
