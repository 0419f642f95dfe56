"""The data stored about a person, accessible to that person without an account."""
