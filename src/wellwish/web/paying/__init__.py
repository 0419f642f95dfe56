"""The pages of a payment: redirects to the provider and back, and the sandbox provider's page."""
