"""Each mistake of an operator is one sentence, the same in every command that it stops, and in `doctor`."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from tests.cli.mistakes import OF_SETTINGS, OF_THE_DATABASE, Given, Mistake, at, to, user
from tests.commands import environment, wellwish
from tests.conftest import TEMPLATE_DATABASE
from wellwish.cli import launch, process
from wellwish.infra.db import safety

MAIL = {
    "WELLWISH_POSTMARK_TOKEN": "token",
    "WELLWISH_MAIL_FROM": "cards@example.org",
    "WELLWISH_POSTAL_ADDRESS": "Example Ltd, 1 High Street, London",
}
STARTED = "started"
COMMANDS = ("serve", "work", "migrate")


@pytest.fixture(scope="module")
async def owner(clone: tuple[str, str]) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    connection = await asyncpg.connect(clone[0])
    yield connection
    await connection.close()


@pytest.fixture(scope="module")
async def roles(
    owner: "asyncpg.Connection[asyncpg.Record]", database_name: str
) -> AsyncIterator[dict[str, str]]:
    """The names of a database without mistakes, and of a database and two roles that mistakes can change."""
    names = {each: f"{each}_of_{database_name}" for each in ("sound", "database", "app", "owner")}
    yield names
    for each in ("sound", "database"):
        await owner.execute(f"drop database if exists {names[each]} with (force)")
    for each in ("app", "owner"):
        await owner.execute(f"drop role if exists {names[each]}")


async def make(owner: "asyncpg.Connection[asyncpg.Record]", roles: dict[str, str], encoding: str) -> None:
    """Recreates the database and its roles."""
    await owner.execute(f"drop database if exists {roles['database']} with (force)")
    for each, right in (("app", "login in role wellwish_runtime"), ("owner", "login superuser")):
        await owner.execute(f"drop role if exists {roles[each]}")
        await owner.execute(f"create role {roles[each]} {right}")
    kind = f"template {TEMPLATE_DATABASE}"
    if encoding != "UTF8":
        kind = f"encoding '{encoding}' locale 'C' template template0"
    await owner.execute(f"create database {roles['database']} {kind}")


@pytest.fixture(scope="module")
async def sound(
    owner: "asyncpg.Connection[asyncpg.Record]",
    roles: dict[str, str],
    clone: tuple[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Given:
    """Settings without a mistake, on a separate database, since these tests run in any order."""
    await owner.execute(f"create database {roles['sound']} template {TEMPLATE_DATABASE}")
    folder = {"WELLWISH_DATA_DIR": str(tmp_path_factory.mktemp("data"))}
    given = at_database(roles["sound"], environment(clone) | MAIL | folder)
    assert (await asyncio.to_thread(wellwish, given, "jobs", "list")).returncode == 0  # records the key
    return given


def at_database(name: str, given: Given) -> Given:
    return to(f"/{name}", "WELLWISH_OWNER_DATABASE_URL")(to(f"/{name}")(given, Path()), Path())


@pytest.fixture(autouse=True)
def _starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes `serve` and `work` return instead of running, on a server that is not durable."""

    async def work(*_: object) -> None:
        print(STARTED)

    monkeypatch.setattr(safety, "DURABLE_SETTINGS", ())
    monkeypatch.setattr(launch, "serve", lambda *_: print(STARTED))
    monkeypatch.setattr(process, "work", work)


async def findings(given: Given) -> list[tuple[str, str]]:
    ended = await asyncio.to_thread(wellwish, given, "doctor", "--json")
    assert ended.stderr == ""
    found = [(each["level"], each["text"]) for each in json.loads(ended.stdout)]
    assert ended.returncode == int(any(level == "error" for level, _ in found))
    return [each for each in found if "no font on this machine has" not in each[1]]


def sentence(text: str) -> str:
    """Returns the text without the setting that begins it."""
    text = text.removesuffix(".")
    is_of_url = text.startswith(("DATABASE_URL", "WELLWISH_OWNER"))
    return text.partition(": ")[2] if is_of_url else text


async def check(mistake: Mistake, says: str, given: Given, usual: list[tuple[str, str]]) -> None:
    found = [each for each in await findings(given) if each not in usual]
    # An unreadable setting hides findings that depend on it, and a part that is not set up is no fault.
    told = [each for each in found if each[0] != "unused" or mistake.level == "unused"]
    assert [level for level, _ in told] == [mistake.level], found
    assert says in told[0][1]
    for command in COMMANDS:
        ended = await asyncio.to_thread(wellwish, given, command)
        if command in mistake.refused_by:
            assert ended.returncode == 1, (command, ended)
            line = ended.stderr.splitlines()[-1]
            if command == "migrate" and mistake.migrate_says:
                assert mistake.migrate_says in line
                continue
            assert ended.stderr == f"{line}\n", "one mistake is one error"
            # The name of the URL may differ.
            assert sentence(line) == sentence(told[0][1]), command
        else:
            assert ended.returncode == 0, (command, ended)
            assert STARTED in ended.stdout or command == "migrate"


@pytest.fixture(scope="module")
async def usual(sound: Given) -> list[tuple[str, str]]:
    """What the doctor finds without a mistake: parts that are not set up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(safety, "DURABLE_SETTINGS", ())
        found = await findings(sound)
    assert {level for level, _ in found} <= {"unused"}
    return found


def test_the_table_has_enough_mistakes() -> None:
    assert len(OF_SETTINGS) + len(OF_THE_DATABASE) >= 110


async def test_control_correct_settings_stop_no_command(sound: Given, usual: list[tuple[str, str]]) -> None:
    assert await findings(sound) == usual
    for command in COMMANDS:
        ended = await asyncio.to_thread(wellwish, sound, command)
        assert ended.returncode == 0, ended
        assert STARTED in ended.stdout or command == "migrate"


@pytest.mark.parametrize("name", OF_SETTINGS)
async def test_reports_a_mistake_in_the_settings_in_one_sentence(
    name: str, sound: Given, usual: list[tuple[str, str]], tmp_path: Path
) -> None:
    mistake = OF_SETTINGS[name]
    await check(mistake, mistake.says, mistake.change(sound, tmp_path), usual)


@pytest.mark.parametrize("name", OF_THE_DATABASE)
async def test_reports_a_mistake_in_the_database_in_one_sentence(
    name: str,
    sound: Given,
    usual: list[tuple[str, str]],
    roles: dict[str, str],
    owner: "asyncpg.Connection[asyncpg.Record]",
    clone: tuple[str, str],
) -> None:
    mistake = OF_THE_DATABASE[name]
    await make(owner, roles, mistake.encoding)
    inside = await asyncpg.connect(
        to(f"/{roles['database']}")({"DATABASE_URL": clone[0]}, Path())["DATABASE_URL"]
    )
    try:
        for statement in mistake.sql:
            await (owner if statement.startswith("alter database") else inside).execute(
                statement.format(**roles)
            )
    finally:
        await inside.close()
    given = at_database(roles["database"], sound)
    given = user(roles["app"])(user(roles["owner"], "WELLWISH_OWNER_DATABASE_URL")(given, Path()), Path())
    await check(mistake, mistake.says.format(**roles), given, usual)


OTHERS = {
    "jobs": ("jobs", "list"),
    "accounts": ("account", "list"),
    "create": ("account", "create", "--name", "Acme", "--email", "a@acme.example"),
    "key": ("key", "status"),
    "ledger": ("ledger", "check"),
    "person": ("person", "export", "ana@example.com"),
    "suppressions": ("suppressions", "list"),
    "plan": ("migrate", "--plan"),
    "status": ("status",),
    "backup": ("backup", "{folder}/new"),
}


@pytest.mark.parametrize("name", OTHERS)
async def test_other_commands_end_with_a_sentence_without_the_database(
    name: str, sound: Given, tmp_path: Path
) -> None:
    given = at("127.0.0.1:1")(at("127.0.0.1:1", "WELLWISH_OWNER_DATABASE_URL")(sound, tmp_path), tmp_path)
    words = [word.replace("{folder}", str(tmp_path)) for word in OTHERS[name]]
    ended = await asyncio.to_thread(wellwish, given, *words)
    assert ended.returncode == 1
    said = ended.stdout + ended.stderr
    assert "nothing listens there. Start the server" in said
    assert name == "status" or (said.count("\n") == 1 and "DATABASE_URL, 127.0.0.1:1/" in said)


async def test_a_command_that_writes_names_a_read_only_role(
    sound: Given, roles: dict[str, str], owner: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    await make(owner, roles, "UTF8")
    await owner.execute(f"alter role {roles['app']} set default_transaction_read_only = on")
    given = user(roles["app"])(sound, Path())
    ended = await asyncio.to_thread(wellwish, given, *OTHERS["create"])
    assert ended.returncode == 1
    assert "the database is read-only. Use the primary server, and a role without" in ended.stderr
    assert "Retry-After" not in ended.stderr
