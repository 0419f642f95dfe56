"""Wellwish on the operator's PostgreSQL server: migrate, doctor, create an account, serve, and refusals."""

import asyncio
import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import asyncpg
import pytest

from tests.commands import Ended, wellwish
from tests.fakes import smtp
from tests.journeys.test_readme import wait_for
from tests.listening import free_port
from wellwish.infra.db import unsafe_settings
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster
from wellwish.keepsake import scripts

pytestmark = pytest.mark.process

INSTALL = Path(__file__).resolve().parents[2] / "docs/operate/install.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A durable server that Wellwish knows only by its URLs."""
    with Cluster(tmp_path_factory.mktemp("server") / "pg") as cluster:
        yield cluster


@pytest.fixture
def environment(server: Cluster, tmp_path: Path) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": server.dsn(RUNTIME),
        "WELLWISH_OWNER_DATABASE_URL": server.dsn(OWNER),
        "WELLWISH_SECRET_KEY": "ab" * 32,
        "WELLWISH_DATA_DIR": str(tmp_path / "data"),
        "WELLWISH_PORT": str(free_port()),
        "WELLWISH_LOG_LEVEL": "error",
    }


def doctor(environment: dict[str, str]) -> Ended:
    """Runs the doctor with the machine's clock, which the doctor compares with the database server's."""
    with patch("wellwish.cli.doctor_database.clock.now", lambda: datetime.now(UTC)):
        return wellwish(environment, "doctor")


def test_serves_an_account_from_the_operators_server(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scripts, "find_missing", list)  # the fonts of the machine

    # One command runs as a process, the others in this process.
    command = [sys.executable, "-P", "-m", "wellwish", "serve"]
    before = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert before.returncode == 1
    assert "Run `wellwish migrate`" in before.stderr

    migrated = wellwish(environment, "migrate")
    assert migrated.returncode == 0
    assert migrated.stderr.startswith("Creating the schema\nApplied ")
    mute = doctor(environment)
    assert mute.returncode == 1
    assert "No mail server is configured" in mute.stderr
    mail = {"WELLWISH_POSTMARK_TOKEN": "token", "WELLWISH_MAIL_FROM": "cards@example.org"}
    assert "WELLWISH_POSTAL_ADDRESS" in doctor({**environment, **mail}).stderr
    healthy = {**environment, **mail, "WELLWISH_POSTAL_ADDRESS": "Example Ltd, 1 High Street, London"}
    told = doctor(healthy)
    assert (told.returncode, told.stderr.splitlines()[-1]) == (0, "No problems found.")
    assert [line.partition(":")[0] for line in told.stderr.splitlines()[:-1]] == ["Unused"] * 3

    made = wellwish(
        environment,
        "account",
        "create",
        "--name",
        "Acme",
        "--email",
        "a@acme.example",
        "--cards",
        "3",
        "--json",
    )
    account = json.loads(made.stdout)
    assert set(account) >= {"account_id", "api_key", "client_secret", "bundle_purchase_id"}

    with subprocess.Popen(command, env=environment) as process:
        try:
            base = f"http://localhost:{environment['WELLWISH_PORT']}"
            wait_for(f"{base}/readyz")
            headers = {"x-api-key": account["api_key"], "x-client-secret": account["client_secret"]}
            exchange = urllib.request.Request(
                f"{base}/account/api-access/token", method="POST", headers=headers
            )
            with urllib.request.urlopen(exchange, timeout=10) as answer:
                token = json.load(answer)["access_token"]
            listing = urllib.request.Request(
                f"{base}/api/bundle-purchases/available", headers={"Authorization": f"Bearer {token}"}
            )
            with urllib.request.urlopen(listing, timeout=10) as answer:
                listed = json.load(answer)["data"]
            assert [each["bundle_purchase_id"] for each in listed] == [account["bundle_purchase_id"]]
        finally:
            process.terminate()
            assert process.wait(30) == 0


@pytest.mark.parametrize("command", ["serve", "work", "doctor"])
def test_refuses_a_role_that_row_level_security_does_not_bind(
    environment: dict[str, str], server: Cluster, command: str
) -> None:
    refused = wellwish({**environment, "DATABASE_URL": server.dsn(OWNER)}, command)
    assert refused.returncode == 1
    assert "row-level security does not apply to it" in refused.stderr


@pytest.mark.parametrize("command", ["serve", "work", "doctor"])
def test_refuses_a_server_that_could_lose_what_it_acknowledged(
    environment: dict[str, str], command: str
) -> None:
    # The test server itself, which is fast because it is not durable.
    refused = wellwish({**environment, "DATABASE_URL": os.environ["WELLWISH_TEST_RUNTIME_DSN"]}, command)
    assert refused.returncode == 1
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        assert f"{setting} is off" in refused.stderr


async def test_the_readmes_roles_suffice(server: Cluster, environment: dict[str, str]) -> None:
    """Uses the SQL of the installation guide, with role names that differ from this server's roles."""
    sql = INSTALL.read_text(encoding="utf-8").partition("```sql\n")[2].partition("```")[0]
    for name in ("wellwish_app", "wellwish_owner", "database wellwish"):
        assert name in sql
        sql = sql.replace(name, name.replace("wellwish", "readme"))
    superuser = await asyncpg.connect(server.dsn(OWNER))
    try:
        for statement in filter(None, map(str.strip, sql.split(";"))):
            with suppress(asyncpg.DuplicateObjectError):  # an earlier test may have made the group
                await superuser.execute(statement)
    finally:
        await superuser.close()
    given = environment | {
        "DATABASE_URL": server.dsn("readme_app", "readme"),
        "WELLWISH_OWNER_DATABASE_URL": server.dsn("readme_owner", "readme"),
    }
    migrated = await asyncio.to_thread(wellwish, given, "migrate")
    assert migrated.returncode == 0, migrated.stderr
    told = await asyncio.to_thread(doctor, given)
    (fault,) = [line for line in told.stderr.splitlines() if line.startswith("Error")]
    assert fault.startswith("Error: No mail server is configured")


async def test_the_printed_steps_lead_to_a_healthy_installation(
    server: Cluster, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uses the settings of the installation guide, with the servers of this test."""
    monkeypatch.setattr(scripts, "find_missing", list)  # the fonts of the machine
    printed = INSTALL.read_text(encoding="utf-8").partition("```sh\nexport ")[2].partition("```")[0]
    program = f"export {printed}\nexec env -0"
    command = ["/bin/sh", "-c", program]
    ended = await asyncio.to_thread(subprocess.run, command, capture_output=True, check=True, text=True)
    names = re.findall(r"export ([A-Z_]+)=", f"export {printed}")
    set_by_steps = dict(each.split("=", 1) for each in ended.stdout.split("\0") if each)
    async with smtp.serving(smtp.Post()) as mail:
        given = (
            environment
            | {name: set_by_steps[name] for name in names}
            | {
                "DATABASE_URL": server.dsn(RUNTIME),
                "WELLWISH_OWNER_DATABASE_URL": server.dsn(OWNER),
                "WELLWISH_SECRET_KEY": environment["WELLWISH_SECRET_KEY"],  # of the other tests
                "WELLWISH_SMTP_URLS": f"smtp://127.0.0.1:{mail.port}?tls=none",
            }
        )
        assert (await asyncio.to_thread(wellwish, given, "migrate")).returncode == 0
        told = await asyncio.to_thread(doctor, given)
        assert told.returncode == 0, told.stderr
        for name in (
            "WELLWISH_SECRET_KEY",
            "WELLWISH_SMTP_URLS",
            "WELLWISH_MAIL_FROM",
            "WELLWISH_POSTAL_ADDRESS",
        ):
            assert name in names
            without = await asyncio.to_thread(doctor, given | {name: ""})
            assert without.returncode == 1, f"the control: {name} is needed"


async def test_finds_nothing_wrong_with_a_durable_server(server: Cluster) -> None:
    assert await unsafe_settings(server.dsn(RUNTIME)) == []
