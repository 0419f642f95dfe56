"""Restricted keys: API keys with scopes, which can have an end and be valid in some networks only."""
