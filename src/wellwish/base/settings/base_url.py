"""The base URL of all links."""

from urllib.parse import urlsplit

from wellwish.base.idn import is_host
from wellwish.base.settings.loopback import LOOPBACK_HOSTS
from wellwish.base.settings.split import split


def read(given: str | None, port: int) -> tuple[str, list[str]]:
    """Returns the URL without a trailing slash, and its faults."""
    url = (given or f"http://localhost:{port}").rstrip("/")
    try:
        parts = split(url)
    except ValueError:
        parts = urlsplit("")
    sound = is_host(parts.hostname) and not any(each.isspace() for each in url)
    if parts.scheme not in ("http", "https") or not sound or parts.query or parts.fragment:
        return url, [
            "WELLWISH_BASE_URL must be an http or https URL without a query, such as https://cards.example.org"
        ]
    if parts.path:
        own = f"{parts.scheme}://cards.{parts.hostname}"
        return url, [f"WELLWISH_BASE_URL must have no path: use a separate host name, such as {own}"]
    if parts.scheme == "http" and parts.hostname not in LOOPBACK_HOSTS:
        return url, ["WELLWISH_BASE_URL must use https unless it is a loopback address: links contain tokens"]
    return url, []
