"""The people of the account and their dates: a list, a page per person, and the import of a list."""
