"""Logs contain no tokens, secrets, links, texts or addresses."""

import io
import json
import re
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from tests import make
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import logs


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Captures the service's log output."""
    written = io.StringIO()
    # pytest replaces standard error before the test begins.
    monkeypatch.setattr(logs, "sys", SimpleNamespace(stderr=written, exc_info=sys.exc_info))
    logs.configure("debug")
    # A module's logger keeps the configuration of its first use.
    for name, module in list(sys.modules.items()):
        if name.startswith("wellwish.") and hasattr(module, "log"):
            monkeypatch.setattr(module, "log", structlog.get_logger(name))
    yield written
    monkeypatch.undo()
    logs.configure("error")


def entries(log: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


async def test_writes_no_secret_of_a_whole_flow(
    log: io.StringIO, world: World, alice: Person, bob: Person
) -> None:
    secret_texts = [
        "Zanzibar",
        "Xylophone",
        "maya@example.com",
        "carol@example.com",
        "+49301234567",
        "topsecret",
    ]
    card = await make.card(
        alice, title="Zanzibar", recipient_email="maya@example.com", extra_data="topsecret", public_read=True,
        recipients=[{"name": "Xylophone", "phone": "+49301234567"}],
    )  # fmt: skip
    await make.admin(alice, card["id"], bob)
    invited = await make.invitations(alice, card["id"], "carol@example.com", message="Xylophone")
    await alice.post("/api/cards", {"title": "Zanzibar"}, key="key-of-zanzibar")
    await alice.get("/api/cards", params={"q": "Zanzibar"})
    await world.client.get("/api/cards", headers={"Authorization": "Bearer wwt_wrongtoken"})
    await world.client.get("/s/" + card["sign_url"].rsplit("/", 1)[-1])
    pair = {"x-api-key": alice.api_key, "x-client-secret": "wws_wrongsecret"}
    await world.client.post("/account/api-access/token", headers=pair)
    pair["x-client-secret"] = alice.client_secret
    rotated = (await world.client.post("/account/api-access/credentials/rotate", headers=pair)).json()
    await world.work()
    text = log.getvalue()
    assert len(entries(log)) >= 8
    links = [card["sign_url"], card["view_url"], card["recipients"][0]["view_url"], invited[0]["link"]]
    for hidden in (
        *secret_texts, alice.token, bob.token, alice.api_key, alice.client_secret, rotated["api_key"],
        rotated["client_secret"], "wwt_wrongtoken", "wws_wrongsecret", "key-of-zanzibar",
        *(link.rsplit("/", 1)[-1] for link in links),
    ):  # fmt: skip
        assert hidden is None or hidden not in text, hidden


async def test_writes_a_line_for_every_request(log: io.StringIO, alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.get(f"/api/cards/{card['id']}?q=x")
    (entry,) = [each for each in entries(log) if each.get("request_id") == answer.headers["Request-Id"]]
    assert entry["path"] == "/api/cards/{card_id}"
    assert (entry["method"], entry["status"], entry["account_id"]) == (
        "GET",
        answer.status_code,
        alice.account_id,
    )
    assert entry["event"] == "request"
    assert entry["ms"] >= 0


async def test_writes_where_a_fault_was_but_not_what_it_said(
    log: io.StringIO, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wellwish.infra.http import page

    def broken(*_: object) -> None:
        raise RuntimeError("Zanzibar")

    for _ in range(2):
        await make.card(alice)
    monkeypatch.setattr(page, "_fingerprint", broken)
    answer = await alice.get("/api/cards?limit=1")
    assert answer.status_code == 500
    (entry,) = [each for each in entries(log) if each["event"] == "request failed"]
    assert entry["request_id"] == answer.headers["Request-Id"]
    assert entry["exception"] == "RuntimeError"
    assert "broken" in entry["raised_at"][-1]
    assert "Zanzibar" not in log.getvalue()


async def test_writes_no_token_of_a_signing_link(log: io.StringIO, world: World, alice: Person) -> None:
    card = await make.card(alice)
    path = path_of(card["sign_url"])
    visitor = Visitor(world)
    await visitor.sign(path, text="Zanzibar", name="Xylophone")
    await visitor.open(f"{path}/signed")
    await visitor.press(f"{path}/mail", email="noor@example.com")
    written = log.getvalue()
    secrets = (path.rpartition("/")[2], "Zanzibar", "Xylophone", "noor@", *visitor.cookies.values())
    assert not [each for each in secrets if each in written]
    assert "/s/{token}" in written


async def test_writes_the_trace_of_a_request(log: io.StringIO, world: World) -> None:
    trace_id = "0af7651916cd43dd8448eb211c80319c"
    for given in (f"00-{trace_id}-b7ad6b7169203331-01", f"00-{trace_id}-zz", None):
        headers = {} if given is None else {"traceparent": given}
        await world.client.get("/livez", headers=headers)
    first, second, third = [entry["trace_id"] for entry in entries(log) if entry["event"] == "request"]
    assert first == trace_id
    assert len({first, second, third}) == 3, "an invalid one begins a new trace"
    assert {len(each) for each in (second, third)} == {32}


def test_writes_any_value_as_json(log: io.StringIO) -> None:
    """A log line must not fail, and it has the time in UTC."""
    structlog.get_logger("wellwish.test").info("odd", half="\ud800", whole="é", large=2**70, kind=io.StringIO)
    structlog.get_logger("wellwish.test").info("plain", kind=io.StringIO, text="é")
    odd, plain = entries(log)
    assert (odd["half"], odd["whole"], odd["large"]) == ("\ud800", "é", 2**70)
    assert (plain["event"], plain["level"], plain["text"]) == ("plain", "info", "é")
    assert plain["kind"] == repr(io.StringIO)
    assert all(
        re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]{8}(\.\d{6})?Z", each["timestamp"]) for each in (odd, plain)
    )
