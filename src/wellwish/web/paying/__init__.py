"""The pages of a payment: the way to the provider and back, and the sandbox provider's own page."""
