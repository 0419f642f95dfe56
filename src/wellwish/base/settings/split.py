"""Split a URL of a setting."""

from urllib.parse import SplitResult, urlsplit


def split(url: str) -> SplitResult:
    """Raises ValueError; its message has no part of the URL, which may contain a password."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise ValueError(
            "cannot be read as a URL; encode special characters of a password, such as # as %23"
        ) from None
    return parts
