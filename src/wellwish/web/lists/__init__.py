"""Pasted or uploaded lists of people with addresses, and of cards. Pure functions without I/O."""
