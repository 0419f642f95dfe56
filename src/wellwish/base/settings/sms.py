"""SMS carriers in the settings: one URL with account, token and sender for each."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qsl, unquote

from phonenumbers import SUPPORTED_REGIONS

from wellwish.base.settings.loopback import LOOPBACK_HOSTS
from wellwish.base.settings.split import split

_WEIGHT: Final = 50  # percent; carriers of equal weight are tried in the order of the setting
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9.-]{0,62}")
# E.164, a short code, a name (3GPP TS 23.040: 11 characters), or the ID of a Twilio messaging service.
_SENDER: Final = re.compile(r"\+[0-9]{7,15}|[A-Za-z0-9 ]{1,11}|MG[0-9a-f]{32}")


@dataclass(frozen=True)
class SmsProvider:
    """An account at an SMS carrier. The carrier with the greatest weight is tried first."""

    name: str
    url: str
    sid: str
    token: str = field(repr=False)
    sender: str
    weight: int = _WEIGHT


def read(address: str) -> SmsProvider:
    """Returns the carrier of ``https://SID:TOKEN@api.twilio.com?from=%2B15005550006``.

    Raises ValueError; its message contains no part of the address.
    """
    parts = split(address)
    if (
        parts.scheme not in ("https", "http")
        or not parts.hostname
        or not parts.username
        or not parts.password
    ):
        raise ValueError("must look like https://SID:TOKEN@api.twilio.com?from=%2B15005550006")
    if parts.scheme == "http" and parts.hostname not in LOOPBACK_HOSTS:
        raise ValueError("would send its token unencrypted; use https")
    # A literal plus is not a space here: phone numbers start with a plus, and no sender starts with a space.
    given = dict(parse_qsl(parts.query.replace("+", "%2B"), keep_blank_values=True))
    sender, weight = given.pop("from", ""), given.pop("weight", str(_WEIGHT))
    name = given.pop("name", parts.hostname.replace(":", "-"))
    if _SENDER.fullmatch(sender) is None:
        raise ValueError(
            "must have ?from= with a number such as +15005550006, a name of up to 11 characters, or MG..."
        )
    if given or not weight.isdecimal() or not 0 <= int(weight) <= 100 or _NAME.fullmatch(name) is None:
        raise ValueError("can have only the parameters from=, weight= (0 to 100) and name= (lower case)")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = "" if parts.port is None else f":{parts.port}"
    return SmsProvider(
        name=name,
        url=f"{parts.scheme}://{host}{port}{parts.path.rstrip('/')}",
        sid=unquote(parts.username),
        token=unquote(parts.password),
        sender=sender,
        weight=int(weight),
    )


def read_all(addresses: str) -> tuple[tuple[SmsProvider, ...], list[str]]:
    """Returns the carriers of space-separated addresses, and a sentence for each fault."""
    found: list[SmsProvider] = []
    faults: list[str] = []
    for position, address in enumerate(addresses.split(), start=1):
        try:
            found.append(read(address))
        except ValueError as error:
            faults.append(f"address {position} {error}")
    twice = [name for name, times in Counter(each.name for each in found).items() if times > 1]
    faults += [
        f"two carriers are named {name}; give them different names, such as &name=second" for name in twice
    ]
    return tuple(found), faults


def countries(codes: str) -> tuple[frozenset[str], str]:
    """Returns the countries of codes separated by spaces or commas, and the unknown codes."""
    listed = codes.upper().replace(",", " ").split()
    return frozenset(listed), " ".join(each for each in listed if each not in SUPPORTED_REGIONS)
