"""The media settings: file storage, virus scanner, and download of music and logos."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import SplitResult, urlsplit

from wellwish.base.settings.loopback import LOOPBACK_HOSTS
from wellwish.base.settings.split import split

_CLAMD_PORT: Final = 3310  # clamd.conf, TCPSocket


@dataclass(frozen=True)
class Bucket:
    """A bucket with the S3 API; without a key, the machine's role is used."""

    name: str
    prefix: str = ""
    region: str = "us-east-1"
    endpoint: str | None = None
    key: str | None = field(default=None, repr=False)
    secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Clamd:
    """A clamd virus scanner: a host and port, or the path of a socket."""

    host: str | None = None
    port: int = _CLAMD_PORT
    path: str | None = None


@dataclass(frozen=True)
class MediaSettings:
    """The media settings. Defaults: files in the data folder, no virus scanner, no downloads."""

    bucket: Bucket | None = None
    clamd: Clamd | None = None
    fetch: bool = False


def read(given: Mapping[str, str | None]) -> tuple[MediaSettings, list[str]]:
    """Returns the settings, and a sentence for each fault. No sentence contains a secret."""
    faults: list[str] = []
    bucket = _bucket(given, faults)
    clamd = _clamd(given["WELLWISH_CLAMD"], faults)
    fetch = given["WELLWISH_FETCH_MEDIA"] or "0"
    if fetch not in ("0", "1"):
        faults.append(f"WELLWISH_FETCH_MEDIA must be one of 0, 1, not {fetch!r}")
    return MediaSettings(bucket, clamd, fetch == "1"), faults


def _bucket(given: Mapping[str, str | None], faults: list[str]) -> Bucket | None:
    url = given["WELLWISH_MEDIA_URL"]
    if url is None:
        return None
    parts = _split(url)
    if parts.scheme != "s3" or not parts.netloc or "@" in parts.netloc or parts.query or parts.fragment:
        faults.append("WELLWISH_MEDIA_URL must look like s3://bucket or s3://bucket/folder")
    key, secret = given["WELLWISH_MEDIA_KEY"], given["WELLWISH_MEDIA_SECRET"]
    if (key is None) != (secret is None):
        faults.append("WELLWISH_MEDIA_KEY and WELLWISH_MEDIA_SECRET must be set together or not at all")
    endpoint = given["WELLWISH_MEDIA_ENDPOINT"]
    if endpoint is not None:
        at = _split(endpoint)
        if at.scheme not in ("http", "https") or not at.hostname:
            faults.append("WELLWISH_MEDIA_ENDPOINT must be an https URL")
        elif at.scheme == "http" and at.hostname not in LOOPBACK_HOSTS:
            faults.append("WELLWISH_MEDIA_ENDPOINT must use https unless it is a loopback address")
    return Bucket(
        name=parts.netloc,
        prefix=parts.path.strip("/"),
        region=given["WELLWISH_MEDIA_REGION"] or "us-east-1",
        endpoint=endpoint,
        key=key,
        secret=secret,
    )


def _clamd(url: str | None, faults: list[str]) -> Clamd | None:
    if url is None:
        return None
    parts = _split(url)
    port = parts.port or _CLAMD_PORT
    if parts.scheme == "unix" and parts.path and not parts.netloc:
        return Clamd(path=parts.path)
    if parts.scheme == "tcp" and parts.hostname and not parts.path.strip("/"):
        return Clamd(host=parts.hostname, port=port)
    faults.append("WELLWISH_CLAMD must look like tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl")
    return None


def _split(url: str) -> SplitResult:
    """Returns empty parts if the URL cannot be parsed."""
    try:
        return split(url)
    except ValueError:
        return urlsplit("")
