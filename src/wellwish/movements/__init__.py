"""Movements: transfers of money as files for bookkeeping and as a chart per card, and notes as a file."""
