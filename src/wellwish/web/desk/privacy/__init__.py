"""The data stored about a person, which the person can see without an account."""
