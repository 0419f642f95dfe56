"""Odd but harmless files, each with the picture or sound that must come out. Scripts make them all."""
