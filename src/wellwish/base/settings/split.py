"""Split the URL in a setting."""

from urllib.parse import SplitResult, urlsplit


def split(url: str) -> SplitResult:
    """Raises ValueError. Its message contains no part of the URL, which may include a password."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise ValueError(
            "cannot be read as a URL; encode special characters of a password, such as # as %23"
        ) from None
    return parts
