"""Money of a card, the provider, and bundles."""
