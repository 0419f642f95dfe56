"""Groups: an account's saved lists of people, invited at once."""
