"""Bundles: capacity for cards, bought or granted, taken one card at a time."""
