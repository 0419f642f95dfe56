"""Profiles: named key pairs in a file that only its owner can read."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from wellwish_sdk.cli.values import UsageError

DEFAULT: Final = "default"


class Profile(msgspec.Struct, kw_only=True):
    """The key pair of an account.

    ``account``: the customer that it acts for. ``webhook_secret``: the secret with which `ww listen` signs.
    """

    base_url: str
    api_key: str
    client_secret: str
    account: str = ""
    webhook_secret: str | None = None


class _File(msgspec.Struct):
    current: str = DEFAULT
    profiles: dict[str, Profile] = {}


@dataclass(frozen=True)
class Listed:
    name: str
    base_url: str
    current: bool


def path() -> Path:
    """`WELLWISH_PROFILES`, or the path that the XDG Base Directory specification gives."""
    given = os.environ.get("WELLWISH_PROFILES")
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return Path(given) if given else folder / "wellwish" / "profiles.json"


def chosen(name: str | None) -> Profile:
    """The named profile, or the pair of the environment, or the current profile. Raises UsageError."""
    if name is None and (found := _from_environment()) is not None:
        return found
    file = _load()
    wanted = name or os.environ.get("WELLWISH_PROFILE") or file.current
    if wanted not in file.profiles:
        listed = ", ".join(file.profiles)
        known = f"There are: {listed}." if listed else "There is none yet."
        raise UsageError(f"There is no profile {wanted!r}. {known} Run: ww login --profile {wanted}")
    return file.profiles[wanted]


def _from_environment() -> Profile | None:
    names = ("WELLWISH_API_KEY", "WELLWISH_CLIENT_SECRET", "WELLWISH_BASE_URL")
    key, secret, url = (os.environ.get(each, "") for each in names)
    if not key and not secret:
        return None
    if not (key and secret and url):
        raise UsageError(f"Set all of {', '.join(names)}, or neither key nor secret to use a profile.")
    return Profile(
        base_url=url,
        api_key=key,
        client_secret=secret,
        account=os.environ.get("WELLWISH_ACCOUNT", ""),
        webhook_secret=os.environ.get("WELLWISH_WEBHOOK_SECRET") or None,
    )


def listed() -> list[Listed]:
    """All profiles, by name. Raises UsageError."""
    file = _load()
    return [Listed(name, each.base_url, name == file.current) for name, each in sorted(file.profiles.items())]


def find(name: str) -> Profile | None:
    """The profile of this name. Raises UsageError."""
    return _load().profiles.get(name)


def store(name: str, profile: Profile) -> None:
    """Adds or replaces the profile and makes it the current one. Raises UsageError."""
    file = _load()
    file.profiles[name] = profile
    file.current = name
    _save(file)


def remove(name: str | None) -> str:
    """Removes the profile, by default the current one, and returns its name. Raises UsageError."""
    file = _load()
    wanted = name or file.current
    if file.profiles.pop(wanted, None) is None:
        raise UsageError(f"There is no profile {wanted!r}.")
    if file.current == wanted:
        file.current = min(file.profiles, default=DEFAULT)
    _save(file)
    return wanted


def keep(profile: Profile, **changed: str) -> bool:
    """Changes fields of all profiles with this pair. Returns whether any has it. Raises UsageError."""
    file = _load()
    same = [name for name, each in file.profiles.items() if _pair(each) == _pair(profile)]
    for name in same:
        file.profiles[name] = replace(file.profiles[name], **changed)
    if same:
        _save(file)
    return bool(same)


def _pair(profile: Profile) -> tuple[str, str]:
    return profile.base_url, profile.api_key


def _load() -> _File:
    place = path()
    try:
        with place.open("rb") as opened:
            if os.name == "posix" and os.fstat(opened.fileno()).st_mode & 0o077:
                raise UsageError(f"Others can read {place}, which contains secrets. Run: chmod 600 {place}")
            return msgspec.json.decode(opened.read(), type=_File)
    except FileNotFoundError:
        return _File()
    except msgspec.DecodeError as error:
        raise UsageError(f"{place} is not readable: {error}. Correct or delete it.") from error
    except OSError as error:
        raise UsageError(f"Cannot read {place}: {error.strerror}.") from error


def _save(file: _File) -> None:
    """Replaces the file atomically: another `ww` reads the old or the new one."""
    place = path()
    fresh = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(fresh, "wb", opener=_private) as opened:
            opened.write(msgspec.json.format(msgspec.json.encode(file)) + b"\n")
        fresh.replace(place)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise UsageError(f"Cannot write {place}: {error.strerror}.") from error


def _private(name: str, flags: int) -> int:
    return os.open(name, flags | os.O_EXCL, 0o600)
