"""Counts with their noun, in the singular or the plural."""


def counted(count: int, noun: str) -> str:
    """Returns ``1 job`` or ``1,000 jobs``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
