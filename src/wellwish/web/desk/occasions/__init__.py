"""Occasions at the desk: the rules that create cards, and the calendar of their cards."""
