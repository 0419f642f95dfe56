"""The export of a whole account: reads what its owner sees, with the lists of the API."""
