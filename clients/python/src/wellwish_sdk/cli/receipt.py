"""`ww receipt verify`: checks the signature of a receipt of an erasure."""

from base64 import b64decode, b64encode, urlsafe_b64decode
from pathlib import Path
from typing import Annotated, Any, Final

import httpx2
import msgspec
from cyclopts import App, Parameter

from wellwish_sdk.cli import console, profiles
from wellwish_sdk.cli.values import UsageError

_PATH: Final = "/.well-known/wellwish-keys.json"
_LONGEST: Final = 1024 * 1024  # bytes of a file

receipt: Final = App(name="receipt", help="Receipts of erasures.")


class Receipt(msgspec.Struct):
    text: str
    signature: str
    key_id: str


class _Erasure(msgspec.Struct):
    receipt: Receipt


class _Key(msgspec.Struct):
    kid: str
    x: str


class _Keys(msgspec.Struct):
    keys: list[_Key]


@receipt.command
def verify(
    file: Annotated[Path, Parameter(name="FILE", help="An erasure or its receipt, as JSON.")],
    /,
    *,
    keys: Annotated[
        Path | None, Parameter(help="File with the public keys. Default: those of the profile's server.")
    ] = None,
    profile: Annotated[str | None, Parameter(help="Profile to use. Default: the last `ww login`.")] = None,
) -> None:
    """Check that the server has signed exactly this receipt, and print it.

    Exits with the status 2 if the receipt was changed or its key is unknown.
    """
    found = _read(file)
    known = msgspec.json.decode(keys.read_bytes() if keys else _fetched(profile), type=_Keys)
    key = next((each for each in known.keys if each.kid == found.key_id), None)
    if key is None:
        raise UsageError(f"The server has no key {found.key_id}.")
    if not is_valid(key.x, found):
        raise UsageError("The signature is not valid: this receipt was changed.")
    console.lines(msgspec.json.decode(found.text, type=dict[str, Any]))
    console.say("The signature is valid.")


def is_valid(public_key: str, found: Receipt) -> bool:
    """``public_key`` is that of a JSON Web Key (RFC 8037). Raises UsageError if a package is missing."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ModuleNotFoundError as error:
        raise UsageError("This needs an extra: pip install 'wellwish-sdk[cli]'") from error
    try:
        signature = b64decode(found.signature, validate=True)
        padded = public_key + "=" * (-len(public_key) % 4)
        public = Ed25519PublicKey.from_public_bytes(urlsafe_b64decode(padded))
        public.verify(signature, found.text.encode())
    except (InvalidSignature, ValueError):
        return False
    # Other spellings of the same bytes are changes, too.
    return b64encode(signature).decode() == found.signature


def _read(file: Path) -> Receipt:
    try:
        content = file.read_bytes()[:_LONGEST]
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    for kind in (_Erasure, Receipt):
        try:
            found = msgspec.json.decode(content, type=kind)
        except msgspec.MsgspecError:
            continue
        return found.receipt if isinstance(found, _Erasure) else found
    raise UsageError(f"{file} is neither a completed erasure nor a receipt.")


def _fetched(profile: str | None) -> bytes:
    url = profiles.chosen(profile).base_url.rstrip("/") + _PATH
    try:
        return httpx2.get(url, timeout=30).raise_for_status().content
    except httpx2.HTTPError as error:
        raise UsageError(f"{url} could not be read: {type(error).__name__}") from error
