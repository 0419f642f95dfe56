"""The commands for profiles: login, logout, profiles."""

import getpass
import os
import sys
from typing import Annotated, Any, Final

import httpx2
import msgspec
from cyclopts import Parameter

from wellwish_sdk import Wellwish, errors
from wellwish_sdk.cli import console, profiles
from wellwish_sdk.cli.call import Call, request
from wellwish_sdk.cli.console import say
from wellwish_sdk.cli.profiles import DEFAULT, Profile
from wellwish_sdk.cli.values import UsageError
from wellwish_sdk.core import Input

DEMO_URL: Final = "http://localhost:8080"
Named = Annotated[str, Parameter(help="Name of the profile.")]
AsJson = Annotated[
    bool, Parameter("--json", negative=(), show_default=False, help="Print the result as JSON.")
]
_ACCOUNT: Final = Call("GET", "/api/account", "record")


class _Pair(msgspec.Struct):
    api_key: str = ""
    client_secret: str = ""


def login(
    *,
    base_url: Annotated[
        str | None,
        Parameter(help=f"Base URL of the server. Default: `WELLWISH_BASE_URL`, or {DEMO_URL}."),
    ] = None,
    api_key: Annotated[
        str | None,
        Parameter(help="API key (not a secret). Default: `WELLWISH_API_KEY`; if unset, you are prompted."),
    ] = None,
    account: Annotated[
        str, Parameter(help="Customer that a platform acts for with this profile, such as acct_...")
    ] = "",
    profile: Named = DEFAULT,
    demo: Annotated[
        bool, Parameter(negative=(), show_default=False, help="Get a key pair for the demo on this machine.")
    ] = False,
    replace: Annotated[
        bool, Parameter(negative=(), show_default=False, help="Replace a profile whose pair still works.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a key pair and keep it as a profile.

    A profile whose pair still works is replaced only with `--replace`, or after a question in a terminal.
    `--demo` keeps a pair that works.

    The client secret is never an argument: it is read from `WELLWISH_CLIENT_SECRET`, from standard input
    (a line, or the JSON object of a rotation), or prompted for without showing it.
    """
    url = base_url or os.environ.get("WELLWISH_BASE_URL") or DEMO_URL
    stored = profiles.find(profile)
    works = stored is not None and _works(stored)
    if demo and works and stored is not None and stored.base_url == url.rstrip("/"):
        _show(profile, stored, as_json=as_json)
        return
    if demo and works and stored is not None and not replace:
        _check_replaced(profile, stored)
    pair = _demo_pair(url) if demo else _pair(api_key or os.environ.get("WELLWISH_API_KEY") or "")
    made = Profile(
        base_url=url.rstrip("/"),
        api_key=pair.api_key,
        client_secret=pair.client_secret,
        account=account or os.environ.get("WELLWISH_ACCOUNT", ""),
    )
    found = _account(made)
    is_other = stored is not None and (stored.base_url, stored.api_key) != (made.base_url, made.api_key)
    if works and is_other and stored is not None and not replace and not demo:
        _check_replaced(profile, stored)
    profiles.store(profile, made)
    _show(profile, made, found, as_json=as_json)


def _show(name: str, made: Profile, found: dict[str, Any] | None = None, *, as_json: bool) -> None:
    account = _account(made) if found is None else found
    if as_json:
        console.show({"profile": name, "base_url": made.base_url, "account": account}, as_json=True)
    else:
        signed = f"{console.text_of(account.get('name'))} ({account.get('id')})"
        say(f"Signed in to {signed} at {made.base_url}, as profile {name}.")


def _account(profile: Profile) -> dict[str, Any]:
    """The account of a pair. Raises ApiError, ConnectionFailed."""
    with Wellwish(
        profile.api_key, profile.client_secret, base_url=profile.base_url, account=profile.account
    ) as client:
        return request(client, _ACCOUNT, {}, Input())


def _works(profile: Profile) -> bool:
    """Whether the pair may still be valid: only a refusal by its server proves that it is not."""
    try:
        _account(profile)
    except errors.AuthenticationFailed:
        return False
    except errors.WellwishError:
        return True
    return True


def _check_replaced(name: str, stored: Profile) -> None:
    """Raises UsageError unless the user agrees to lose the stored pair."""
    held = f"Profile {name} holds another key pair, for {stored.base_url}."
    if not sys.stdin.isatty():
        raise UsageError(f"{held} Choose another --profile, or replace it with --replace.")
    if input(f"{held} Replace it? [y/N] ").strip().lower() not in ("y", "yes"):
        raise UsageError("Nothing was changed.")


def _pair(api_key: str) -> _Pair:
    """Reads the key pair. Raises UsageError if a half is missing."""
    secret = os.environ.get("WELLWISH_CLIENT_SECRET", "")
    if not secret and not sys.stdin.isatty():
        read = _read_pair(sys.stdin.read().strip())
        api_key, secret = api_key or read.api_key, read.client_secret
    elif sys.stdin.isatty():
        api_key = api_key or input("API key: ").strip()
        secret = secret or getpass.getpass("Client secret (not shown): ").strip()
    if not api_key or not secret:
        missing = "API key: --api-key or WELLWISH_API_KEY" if secret else "client secret: standard input"
        raise UsageError(f"There is no {missing}.")
    return _Pair(api_key, secret)


def _read_pair(text: str) -> _Pair:
    """Parses a JSON object, or two lines with the key and the secret, or the secret only."""
    if text.startswith("{"):
        try:
            return msgspec.json.decode(text, type=_Pair)
        except msgspec.DecodeError as error:
            raise UsageError(f"Standard input is not readable as a key pair: {error}.") from error
    lines = [each.strip() for each in text.splitlines()]
    return _Pair(lines[-2] if len(lines) > 1 else "", lines[-1] if lines else "")


def _demo_pair(base_url: str) -> _Pair:
    """Requests a key pair without credentials, which only a local demo permits. Raises UsageError."""
    try:
        response = httpx2.post(
            f"{base_url.rstrip('/')}/account/api-access/credentials/rotate", trust_env=False
        )
        if response.status_code == 201:
            return msgspec.json.decode(response.content, type=_Pair)
    except (httpx2.InvalidURL, httpx2.UnsupportedProtocol) as error:
        raise UsageError(f"{base_url} is not a base URL, such as {DEMO_URL}.") from error
    except httpx2.HTTPError as error:
        raise errors.ConnectionFailed(
            f"No response from {base_url}: {error}. Start the demo with script/server, or specify its "
            "--base-url."
        ) from error
    except msgspec.DecodeError:
        pass
    raise UsageError(f"{base_url} is not a demo on this machine. Run ww login without --demo.")


def logout(*, profile: Annotated[str | None, Parameter(help="Default: the current one.")] = None) -> None:
    """Forget a profile. Its key pair stays valid: rotate it to end it."""
    say(f"Removed profile {profiles.remove(profile)}.")


def list_profiles(*, as_json: AsJson = False) -> None:
    """List the profiles, without their secrets."""
    found = [
        {"name": each.name, "base_url": each.base_url, "current": each.current} for each in profiles.listed()
    ]
    if as_json:
        console.show({"object": "list", "data": found}, as_json=True)
    elif not found:
        say("There is no profile. Run: ww login")
    for each in [] if as_json else found:
        print(f"{'*' if each['current'] else ' '} {each['name']}  {each['base_url']}")
