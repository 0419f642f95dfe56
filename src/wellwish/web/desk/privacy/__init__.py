"""The data stored about a person, shown to them without an account."""
