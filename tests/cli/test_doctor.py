"""`wellwish doctor` finds mistakes, names each one and its fix, and never ends in a traceback."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.commands import environment, wellwish
from tests.world import World
from wellwish.base.settings import Settings
from wellwish.base.settings.bounces import BounceSettings
from wellwish.base.settings.mail import SmtpServer
from wellwish.cli.doctor import font_findings, mail_findings, proxy_findings

Given = dict[str, str]
NO_TEXTS = (
    "No SMS carrier is configured, so SMS invitations stay queued. To send them, set "
    "WELLWISH_SMS_PROVIDERS and WELLWISH_SMS_COUNTRIES."
)
SMTP = (SmtpServer("127.0.0.1", 25, "none"),)
MAIL = {
    "WELLWISH_POSTMARK_TOKEN": "token",
    "WELLWISH_MAIL_FROM": "cards@example.org",
    "WELLWISH_POSTAL_ADDRESS": "Example Ltd, 1 High Street, London",
}


async def findings(given: Given) -> list[tuple[str, str]]:
    """Returns level and text of each finding, and checks the status."""
    ended = await asyncio.to_thread(wellwish, given, "doctor", "--json")
    found = [(each["level"], each["text"]) for each in json.loads(ended.stdout)]
    assert ended.returncode == int(any(level == "error" for level, _ in found))
    assert ended.stderr == ""
    return found


@pytest.fixture
async def given(world: World, clone: tuple[str, str], tmp_path: Path) -> Given:
    """Settings that the doctor finds no fault with, on a server that is fast because it is not durable."""
    found = environment(clone) | MAIL | {"WELLWISH_DATA_DIR": str(tmp_path)}
    await asyncio.to_thread(wellwish, found, "jobs", "list")  # records the key
    return found


async def test_finds_no_fault(given: Given) -> None:
    # Findings about the tests' server and machine, and about a clock that the tests moved.
    known = ("power failure", "clock of the database", "no font on this machine has")
    assert [each for each in await findings(given) if not any(text in each[1] for text in known)] == [
        ("unused", "No bundles are for sale: WELLWISH_BUNDLES is not set."),
        ("unused", NO_TEXTS),
        ("unused", "Bundles cannot be bought: WELLWISH_STRIPE_KEY is not set."),
    ]


def test_names_the_scripts_without_a_font() -> None:
    assert font_findings([]) == []
    [found] = font_findings(["Chinese", "Emoji"])
    assert found.level == "warning"
    assert "has: Chinese, Emoji. On Debian, install fonts-noto-core" in found.text


async def test_reads_a_secret_from_a_file(given: Given, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(given.pop("WELLWISH_SECRET_KEY") + "\n")
    file.chmod(0o600)
    found = await findings(given | {"WELLWISH_SECRET_KEY_FILE": str(file)})
    assert not [text for _, text in found if "SECRET_KEY" in text]


@asynccontextmanager
async def refusing(code: str, message: str) -> AsyncGenerator[int]:
    """A server that rejects each connection (PostgreSQL, 55.7 ErrorResponse) after refusing TLS."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            size = int.from_bytes(await reader.readexactly(4))
            request = await reader.readexactly(size - 4)
            if int.from_bytes(request[:4]) != 80877103:  # SSLRequest
                break
            writer.write(b"N")
        fields = f"SFATAL\0C{code}\0M{message}\0\0".encode()
        writer.write(b"E" + (len(fields) + 4).to_bytes(4) + fields)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (
            "28P01",
            "the server rejects the password. Correct it, and encode special characters, such as # as %23",
        ),
        ("53300", "the server has no free connection (the reason). Raise max_connections or"),
        ("57P03", "the server refuses the connection (the reason). Wait until it has started"),
        ("XX000", "the server reports an error (the reason). Look at its log"),
    ],
)
async def test_says_why_the_server_refuses(code: str, says: str, given: Given) -> None:
    async with refusing(code, "the reason") as port:
        found = await findings(given | {"DATABASE_URL": f"postgresql://app:hidden@127.0.0.1:{port}/wellwish"})
    assert [
        text
        for _, text in found
        if text.startswith(f"DATABASE_URL, 127.0.0.1:{port}/wellwish as app: {says}")
    ]
    assert "hidden" not in str(found)


async def test_names_a_table_that_the_role_cannot_read(world: World, given: Given) -> None:
    await world.owner.execute("revoke select on cards from wellwish_runtime")
    try:
        found = await findings(given)
    finally:
        await world.owner.execute("grant select on cards to wellwish_runtime")
    assert ("error", "The role of DATABASE_URL cannot read cards. Run `wellwish migrate`.") in found


@pytest.mark.parametrize(
    ("change", "undo", "says"),
    [
        (
            "delete from migrations where name = '0061_walls.sql' returning checksum",
            "insert into migrations (name, checksum) values ('0061_walls.sql', $1)",
            "1 migration is missing. Run `wellwish migrate`.",
        ),
        (
            "insert into migrations (name, checksum) values ('9999_contract_x.sql', '-') returning checksum",
            "delete from migrations where checksum = $1",
            "The schema is too new for this version of Wellwish: 9999_contract_x.sql removed what it uses.",
        ),
    ],
)
async def test_needs_no_owner_to_compare_the_schema(
    change: str, undo: str, says: str, world: World, given: Given
) -> None:
    del given["WELLWISH_OWNER_DATABASE_URL"]
    checksum = await world.owner.fetchval(change)
    try:
        assert [text.startswith(says) for _, text in await findings(given)].count(True) == 1
        for command in ("serve", "work"):
            refused = await asyncio.to_thread(wellwish, given, command)
            assert refused.returncode == 1
            assert says in refused.stderr
    finally:
        await world.owner.execute(undo, checksum)


async def test_accepts_a_later_schema_that_only_adds(world: World, given: Given) -> None:
    await world.owner.execute("insert into migrations (name, checksum) values ('9999_more.sql', '-')")
    try:
        assert not [text for _, text in await findings(given) if "migration" in text or "too new" in text]
    finally:
        await world.owner.execute("delete from migrations where name = '9999_more.sql'")


async def test_compares_the_clocks(given: Given, monkeypatch: pytest.MonkeyPatch) -> None:
    late = datetime.now(UTC) - timedelta(seconds=120)
    monkeypatch.setattr("wellwish.cli.doctor_database.clock.now", lambda: late)
    assert [
        text
        for level, text in await findings(given)
        if "s ahead of this machine's" in text and level == "error"
    ]


@pytest.mark.parametrize(
    ("fields", "is_named"),
    [
        ({"smtp_servers": SMTP}, True),
        ({"smtp_servers": SMTP, "bounces": BounceSettings("bounce@example.org")}, False),
        ({"postmark_token": "token"}, False),
        ({}, False),
    ],
)
def test_warns_if_no_setting_collects_bounces(
    settings: Settings, fields: dict[str, Any], is_named: bool
) -> None:
    found = mail_findings(replace(settings, demo=False, **fields))
    assert any("WELLWISH_BOUNCES_ADDRESS" in each.text for each in found) == is_named


@pytest.mark.parametrize(
    ("base_url", "proxies", "finds"),
    [
        ("https://cards.example.org", 0, True),
        ("https://cards.example.org", 1, False),
        ("http://localhost:8080", 0, False),
    ],
)
async def test_warns_of_a_proxy_that_the_settings_do_not_name(
    world: World, base_url: str, proxies: int, finds: bool
) -> None:
    found = proxy_findings(replace(world.services.settings, base_url=base_url, proxies=proxies))
    assert [each.level for each in found] == ["warning"] * finds
