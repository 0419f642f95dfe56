"""Wellwish: group cards, signed by many, opened by one."""

__version__ = "0.1.0"
