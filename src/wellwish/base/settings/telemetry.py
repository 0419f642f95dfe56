"""The settings of metrics and traces."""

import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit

from wellwish.base.settings.reader import Reader

_TOKEN_CHARACTERS: Final = 32  # 128 bits in hexadecimal
_REVISION: Final = re.compile(r"[0-9A-Za-z._+-]{1,64}")
_HEADER: Final = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\x21-\x7e][\x20-\x7e]*)")


@dataclass(frozen=True)
class TelemetrySettings:
    """Without ``otlp_url``, spans are not recorded. ``trace_share`` applies to traces that start in this
    service.
    """

    otlp_url: str | None = None
    otlp_headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    trace_share: float = 1.0
    revision: str | None = None


def read(reader: Reader) -> TelemetrySettings:
    return TelemetrySettings(
        otlp_url=_otlp_url(reader),
        otlp_headers=_otlp_headers(reader),
        trace_share=reader.number("WELLWISH_TRACE_SHARE", 1.0, float, 0.0, 1.0),
        revision=_revision(reader),
    )


def read_metrics_token(reader: Reader) -> str | None:
    token = reader.text("WELLWISH_METRICS_TOKEN")
    if token is not None and (len(token) < _TOKEN_CHARACTERS or not token.isascii()):
        reader.faults.append(
            f"WELLWISH_METRICS_TOKEN must have {_TOKEN_CHARACTERS} or more characters: openssl rand -hex 32"
        )
    return token


def _otlp_url(reader: Reader) -> str | None:
    url = reader.text("WELLWISH_OTLP_URL")
    if url is None:
        return None
    try:
        split = urlsplit(url)
        sound = split.scheme in ("http", "https") and split.hostname and split.port != 0 and not split.query
    except ValueError:
        sound = False
    if not sound:
        # Never the URL itself, because it can contain a password.
        reader.faults.append(
            "WELLWISH_OTLP_URL must be the URL of a collector, such as http://localhost:4318"
        )
    return url.rstrip("/")


def _otlp_headers(reader: Reader) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    given = reader.text("WELLWISH_OTLP_HEADERS")
    # The format of OTEL_EXPORTER_OTLP_HEADERS: percent-encoded, with commas between headers.
    for position, each in enumerate(given.split(",") if given else (), start=1):
        header = _HEADER.fullmatch(unquote(each.strip()))
        if header is None:
            reader.faults.append(f"WELLWISH_OTLP_HEADERS: header {position} must have the form name=value")
        else:
            found.append((header[1], header[2]))
    return tuple(found)


def _revision(reader: Reader) -> str | None:
    revision = reader.text("WELLWISH_REVISION")
    if revision is not None and _REVISION.fullmatch(revision) is None:
        reader.faults.append(f"WELLWISH_REVISION must be a commit or a name of one, not {revision!r}")
    return revision
