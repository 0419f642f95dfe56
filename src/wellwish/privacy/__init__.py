"""Personal data that the service keeps about a person: exports and erasures, in one account or in all."""
