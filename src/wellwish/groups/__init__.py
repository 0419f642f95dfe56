"""Groups: saved lists of people or chat channels that can be invited together."""
