"""Movements: money as people look at it, in files for bookkeepers and in a chart of a card's days."""
