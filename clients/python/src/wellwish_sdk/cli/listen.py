"""`ww listen`: forwards events to a receiver on this machine, signed like the webhooks of the service."""

import secrets
import signal
import ssl
import threading
import time
from base64 import b64encode
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Annotated, Any, Final, Literal, get_args
from urllib.parse import urlsplit

import httpx2
import msgspec
from cyclopts import Parameter
from standardwebhooks import Webhook

from wellwish_sdk import Wellwish, errors, params
from wellwish_sdk.cli import profiles
from wellwish_sdk.cli.call import Call, Common, connected, request
from wellwish_sdk.cli.console import say
from wellwish_sdk.cli.profiles import Profile
from wellwish_sdk.cli.values import UsageError
from wellwish_sdk.core import Input

_EVENTS: Final = Call("GET", "/api/events", "list")
_TYPES: Final[tuple[str, ...]] = get_args(params.Type)
_POLL_S: Final = 1.0
_CALL_S: Final = 15.0  # like the deliveries of the service
_FIRST_WAIT_S: Final = 0.5
_LONGEST_WAIT_S: Final = 5.0
# A development proxy reports that the receiver is down (RFC 9110 section 15.6).
_DOWN: Final = frozenset({502, 503, 504})

Event = dict[str, Any]


@dataclass(frozen=True)
class _Receiver:
    http: httpx2.Client
    url: str
    secret: str
    payload: str


@dataclass
class _Interrupts:
    """Turns Ctrl-C into KeyboardInterrupt, immediately or at the end of a delivery.

    Otherwise the next start would repeat the interrupted delivery. A second Ctrl-C interrupts it
    nevertheless. Presses are remembered, because Python drops an exception that a signal handler raises in a
    finalizer.
    """

    pressed: int = 0
    is_deferred: bool = False

    def press(self, *_: object) -> None:
        self.pressed += 1
        if self.pressed > 1 or not self.is_deferred:
            raise KeyboardInterrupt

    def check(self) -> None:
        if self.pressed:
            raise KeyboardInterrupt

    def sleep(self, seconds: float) -> None:
        self.check()
        time.sleep(seconds)

    @contextmanager
    def deferred(self) -> Generator[None]:
        self.is_deferred = True
        try:
            yield
        finally:
            self.is_deferred = False
        self.check()


@contextmanager
def _interrupts() -> Generator[_Interrupts]:
    interrupts = _Interrupts()
    if threading.current_thread() is not threading.main_thread():  # only the main thread handles signals
        yield interrupts
        return
    former = signal.signal(signal.SIGINT, interrupts.press)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, former)


def listen(
    *,
    forward_to: Annotated[str, Parameter(help="URL of the receiver, such as http://localhost:3000/hook.")],
    events: Annotated[
        list[str] | None,
        Parameter(
            negative=(), help="Type to forward, such as contribution.created or card.\\*. Default: all."
        ),
    ] = None,
    after: Annotated[
        str | None, Parameter(help="ID of the last event that was received. Default: only new events.")
    ] = None,
    payload: Annotated[
        Literal["full", "thin"],
        Parameter(help="`thin`: only IDs of the event and card; `full`: also the event's data."),
    ] = "full",
    skip_verify: Annotated[
        bool, Parameter(negative=(), show_default=False, help="Accept any certificate from the receiver.")
    ] = False,
    common: Common = Common(),  # noqa: B008 - frozen
) -> None:
    """Forward events to a receiver on this machine, in order, until Ctrl-C.

    Each event is posted with the headers and the body of a webhook, signed with a secret that the command
    prints and keeps in the profile. While the receiver does not respond, the event is retried.
    """
    url = _checked(forward_to)
    _check_types(events or [])
    profile = profiles.chosen(common.profile)
    verify = ssl.create_default_context()
    if skip_verify:
        verify.check_hostname, verify.verify_mode = False, ssl.CERT_NONE
    with (
        connected(common) as client,
        httpx2.Client(timeout=_CALL_S, trust_env=False, verify=verify) as http,
    ):
        last = after or _newest(client)
        receiver = _Receiver(http, url, _secret(profile), payload)
        say(f"Forwarding events from {profile.base_url} to {url}. Press Ctrl-C to stop.")
        say(f"Signing secret: {receiver.secret}")
        try:
            with _interrupts() as interrupts:
                for event in _follow(client, last, interrupts):
                    attempts, delivered = 0, not _is_chosen(event, events)
                    while not delivered:
                        attempts += 1
                        with interrupts.deferred():
                            delivered = _deliver(receiver, event, attempts, as_json=common.as_json)
                            last = event["id"] if delivered else last
                        if not delivered:
                            interrupts.sleep(min(_FIRST_WAIT_S * 2 ** (attempts - 1), _LONGEST_WAIT_S))
                    last = event["id"]
        except KeyboardInterrupt:
            say(f"\nStopped. To continue from here: --after {last}" if last else "\nStopped.")
            raise


def _checked(url: str) -> str:
    given = url if "://" in url else f"http://{url}"
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"--forward-to: {url} is not a URL such as http://localhost:3000/hook.")
    return given


def _check_types(patterns: list[str]) -> None:
    """Raises UsageError if a pattern matches no type, for example because it is misspelled."""
    for each in patterns:
        if not any(fnmatchcase(known, each) for known in _TYPES):
            [nearest] = get_close_matches(each, _TYPES, n=1, cutoff=0)
            raise UsageError(f"--events: there is no type {each}. The nearest is {nearest}.")


def _secret(profile: Profile) -> str:
    """The profile's secret, generated at first use and kept, so that the receiver is configured only once."""
    if profile.webhook_secret:
        return profile.webhook_secret
    # Standard Webhooks: 24 to 64 random bytes.
    made = "whsec_" + b64encode(secrets.token_bytes(32)).decode()
    profiles.keep(profile, webhook_secret=made)
    return made


def _newest(client: Wellwish) -> str | None:
    found = request(client, _EVENTS, {}, Input(query={"limit": 1}))["data"]
    return found[0]["id"] if found else None


def _follow(client: Wellwish, after: str | None, interrupts: _Interrupts) -> Iterator[Event]:
    """Yields events as they happen, indefinitely, and survives outages of the server."""
    away = False
    while True:
        try:
            page = request(client, _EVENTS, {}, Input(query={"order": "asc", "after": after, "limit": 200}))
        except (errors.ConnectionFailed, errors.Unavailable, errors.RateLimited) as error:
            if not away:
                say(f"{error}\nRetrying until the server is back.")
            away = True
            interrupts.sleep(_LONGEST_WAIT_S)
            continue
        if away:
            say("The server is back.")
        away = False
        for event in page["data"]:
            yield event
            after = event["id"]
        if not page["data"]:
            interrupts.sleep(_POLL_S)


def _is_chosen(event: Event, patterns: list[str] | None) -> bool:
    return patterns is None or any(fnmatchcase(event["type"], each) for each in patterns)


def _deliver(receiver: _Receiver, event: Event, attempt: int, *, as_json: bool) -> bool:
    """Posts the event once and prints the status. Returns False if the receiver does not respond."""
    body = message(event, receiver.payload)
    try:
        response = receiver.http.post(receiver.url, content=body, headers=_headers(receiver, event, body))
        reason = f"status {response.status_code}" if response.status_code in _DOWN else ""
    except httpx2.HTTPError as error:
        reason = str(error) or type(error).__name__
    else:
        if not reason:
            _print(event, response.status_code, attempt, as_json=as_json)
    if reason and attempt == 1:
        say(f"{receiver.url} does not respond: {reason}. Retrying {event['type']} {event['id']}.")
    return not reason


def message(event: Event, payload: str) -> bytes:
    """The body of a webhook for the event: the same bytes that the service sends."""
    data = {"event_id": event["id"], "card_id": event["card_id"]}
    data |= event["data"] if payload == "full" else {}
    head = {"type": event["type"], "timestamp": event["created_at"], "test": event.get("test", False)}
    return msgspec.json.encode({**head, "data": data})


def _headers(receiver: _Receiver, event: Event, body: bytes) -> dict[str, str]:
    """Headers with a new signature for each attempt: receivers refuse times more than five minutes off."""
    now = datetime.now(UTC)
    return {
        "content-type": "application/json",
        "user-agent": "Wellwish/ww",
        "webhook-id": event["id"],
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(receiver.secret).sign(event["id"], now, body.decode()),
    }


def _print(event: Event, status: int, attempts: int, *, as_json: bool) -> None:
    if as_json:
        line = {"event_id": event["id"], "type": event["type"], "status": status, "attempts": attempts}
        print(msgspec.json.encode(line).decode(), flush=True)
    else:
        print(f"{event['created_at']}  {event['type']}  {event['id']}  {status}", flush=True)
