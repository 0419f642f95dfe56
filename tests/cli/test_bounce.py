"""`wellwish bounce` handles one bounce mail from a mail server's pipe."""

import io
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from tests.commands import Ended, environment, wellwish
from tests.delivery.test_read_bounces import ADDRESS, Bouncing, invited, state
from tests.delivery.test_read_bounces import bouncing as bouncing  # noqa: PLC0414 - a fixture of another folder
from tests.fakes import dsn

pytestmark = pytest.mark.anyio


def pipe(given: dict[str, str], raw: bytes, *words: str) -> Ended:
    """Runs the command with the mail on standard input."""
    stdin: Any = SimpleNamespace(buffer=io.BytesIO(raw))
    with patch("sys.stdin", stdin):
        ended = wellwish(given, "bounce", *words)
    assert stdin.buffer.read() == b""  # a mail server takes a closed pipe as an error
    return ended


@pytest.fixture
def given(clone: tuple[str, str], bouncing: Bouncing) -> dict[str, str]:
    settings = bouncing.world.services.settings
    return environment(clone) | {
        "WELLWISH_SECRET_KEY": settings.secret_key.hex(),
        "WELLWISH_BOUNCES_ADDRESS": ADDRESS,
    }


async def test_bounces_the_invitation(bouncing: Bouncing, given: dict[str, str]) -> None:
    made = await invited(bouncing, bouncing.world.alice)
    raw = dsn.postfix(bouncing.sender, "ana@example.com") + b"x" * 1_000_000
    for _ in range(2):
        assert pipe(given, raw).returncode == 0
    assert await state(bouncing.world.alice, made) == ("bounced", "no_such_mailbox")


async def test_takes_the_recipient_from_the_mail_server(bouncing: Bouncing, given: dict[str, str]) -> None:
    made = await invited(bouncing, bouncing.world.alice)
    raw = dsn.postfix("postmaster@example.org", "ana@example.com")
    assert pipe(given, raw).returncode == 0
    assert (await state(bouncing.world.alice, made))[0] == "sent"  # the control
    assert pipe(given, raw, "--recipient", bouncing.sender).returncode == 0
    assert (await state(bouncing.world.alice, made))[0] == "bounced"


async def test_drops_other_mails(bouncing: Bouncing, given: dict[str, str]) -> None:
    for raw in (b"", dsn.automatic_reply(ADDRESS), b"\xff" * 1000):
        assert pipe(given, raw).returncode == 0


async def test_the_mail_server_keeps_the_mail_while_the_database_is_away(given: dict[str, str]) -> None:
    away = given | {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
    assert pipe(away, dsn.postfix(ADDRESS, "ana@example.com")).returncode == 75
