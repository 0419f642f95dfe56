"""Personal data that the service keeps about a person, across accounts: exports and erasures."""
