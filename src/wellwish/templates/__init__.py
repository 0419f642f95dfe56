"""Templates: card designs."""
