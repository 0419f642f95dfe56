"""Movements: money transfers as bookkeeping files and as charts of cards, and notes as a file."""
