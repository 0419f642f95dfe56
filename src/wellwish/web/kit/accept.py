"""Content negotiation: whether a client prefers HTML, JSON or Markdown (`Accept`)."""

import re

from starlette.requests import Request


def _weights(request: Request) -> dict[str, float]:
    """Returns the weight of each media type that the client accepts (RFC 9110 section 12.5.1)."""
    found: dict[str, float] = {}
    for part in request.headers.get("accept", "").lower().split(","):
        kind, *parameters = [each.strip() for each in part.split(";")]
        weight = next((each[2:] for each in parameters if each.startswith("q=")), "1")
        found[kind] = float(weight) if re.fullmatch(r"[01](\.[0-9]{0,3})?", weight) else 0.0
    return found


def prefers_html(request: Request) -> bool:
    """Returns whether the client prefers HTML to a problem document."""
    weights = _weights(request)
    return weights.get("text/html", 0.0) > max(
        weights.get("application/json", 0.0), weights.get("application/problem+json", 0.0)
    )


def prefers_markdown(request: Request) -> bool:
    """Returns whether the client accepts Markdown with at least the weight of HTML."""
    weights = _weights(request)
    return 0 < weights.get("text/markdown", 0.0) >= weights.get("text/html", 0.0)
