"""Occasions: dates of people for which rules create cards."""
