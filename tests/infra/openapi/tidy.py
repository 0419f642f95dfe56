"""Placeholders for values that differ between two runs, so that their examples are equal."""

import hashlib
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from wellwish.base import clock

BASE_URL = "https://wellwish.example"
_BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"
_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ID = re.compile(r"\b([a-z]{2,5})_[0-7][0-9a-hjkmnp-tv-z]{25}\b")
_SECRET = re.compile(r"\b(wwk_test|wwk|wwr|wws|wwt|whsec)_[0-9A-Za-z+/=]{20,}")
_LINK = re.compile(r"(/(?:[a-z]{1,3}|media|report/\w+/\w+)/)[0-9A-Za-z_-]{22}\b")
_LOGO = re.compile(r"(/logos/[a-z0-9_]+/)[0-9a-f]{32}/[0-9a-f]{16}")
_SIGNATURE = re.compile(r"[A-Za-z0-9+/]{86}==")
_KEY_ID = re.compile(r'(?<="key_id":")[0-9a-f]{16}')
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
BEGIN = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)  # of the recorded run, because pages contain its date


def _letters(alphabet: str, seed: str, count: int) -> str:
    number = int.from_bytes(hashlib.sha512(seed.encode()).digest())
    letters: list[str] = []
    for _ in range(count):
        number, rest = divmod(number, len(alphabet))
        letters.append(alphabet[rest])
    return "".join(letters)


class Tidy:
    """Replaces each value unique to a run with the same placeholder everywhere."""

    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self._seen: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._now = clock.now()

    def __call__(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self._member(name, each) for name, each in value.items()}
        if isinstance(value, list):
            return [self(each) for each in value]
        return self._text(value) if isinstance(value, str) else value

    def _member(self, name: str, value: Any) -> Any:
        if name == "next_cursor" and value is not None:
            return _letters(_BASE62, "cursor", 44)
        if name == "expires_in":
            return 3600
        if name == "key_id" and value is not None:
            return "0123456789abcdef"
        if name == "sha256":
            return "0123456789abcdef" * 4
        return self(value)

    def _text(self, text: str) -> str:
        text = text.replace(self._base_url, BASE_URL)
        text = _ID.sub(self._id, text)
        text = _SECRET.sub(self._secret, text)
        text = _LINK.sub(self._link, text)
        text = _LOGO.sub(rf"\g<1>{'0123456789abcdef' * 2}/{'0123456789abcdef'}", text)
        text = _SIGNATURE.sub(_letters(_BASE62, "signature", 86) + "==", text)
        text = _KEY_ID.sub("0123456789abcdef", text)
        return _TIME.sub(self._time, text)

    def _stand_in(self, real: str, kind: str, made: Any) -> str:
        if real not in self._seen:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            self._seen[real] = made(f"{kind} {self._counts[kind]}")
        return self._seen[real]

    def _id(self, found: re.Match[str]) -> str:
        prefix = found[1]
        if prefix == "tpl":  # the catalogue's IDs never change
            return found[0]
        return self._stand_in(
            found[0], prefix, lambda seed: f"{prefix}_01m7z4t0{_letters(_BASE32, seed, 18)}"
        )

    def _secret(self, found: re.Match[str]) -> str:
        # Shorter than a real one, so that secret scanners find no valid checksum in it.
        return self._stand_in(found[0], found[1], lambda seed: f"{found[1]}_{_letters(_BASE62, seed, 32)}")

    def _link(self, found: re.Match[str]) -> str:
        return self._stand_in(found[0], "link", lambda seed: found[1] + _letters(_BASE62, seed, 22))

    def _time(self, found: re.Match[str]) -> str:
        instant = datetime.fromisoformat(found[0])
        ahead = round((instant - self._now).total_seconds() / 60)
        if abs(ahead) > 3 * 24 * 60 and found[0].endswith(".000Z"):  # a value from the request
            return found[0]
        # Rounded to minutes, so that two runs give equal times.
        return f"{BEGIN + timedelta(minutes=max(ahead, 0)):%Y-%m-%dT%H:%M:%S}.000Z"
