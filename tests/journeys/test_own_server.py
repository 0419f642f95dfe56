"""Wellwish on the operator's PostgreSQL server: migrate, doctor, create an account, serve, and refusals."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import wellwish
from tests.journeys.test_readme import free_port, wait_for
from wellwish.db import unsafe_settings
from wellwish.embedded import OWNER, RUNTIME, Cluster


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


def test_serves_an_account_from_the_operators_server(environment: dict[str, str]) -> None:
    # One command runs as a process, the others in this process.
    command = [sys.executable, "-P", "-m", "wellwish", "serve"]
    before = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert before.returncode == 1
    assert "Run `wellwish migrate`" in before.stderr

    assert wellwish(environment, "migrate").returncode == 0
    mute = wellwish(environment, "doctor")
    assert mute.returncode == 1
    assert "No mail server is configured" in mute.stderr
    mail = {
        "WELLWISH_SMTP_URLS": "smtp://user:secret@mail.example.org",
        "WELLWISH_MAIL_FROM": "cards@example.org",
    }
    assert "WELLWISH_POSTAL_ADDRESS" in wellwish({**environment, **mail}, "doctor").stderr
    postal = {"WELLWISH_POSTAL_ADDRESS": "Example Ltd, 1 High Street, London"}
    assert "No SMS carrier is configured" in wellwish({**environment, **mail, **postal}, "doctor").stderr
    texts = {
        "WELLWISH_SMS_PROVIDERS": "https://AC0:secret@api.twilio.com?from=+15005550006",
        "WELLWISH_SMS_COUNTRIES": "US",
    }
    deaf = wellwish({**environment, **mail, **postal, **texts}, "doctor")
    assert deaf.stderr.startswith("WELLWISH_BOUNCES_ADDRESS is not set")
    bounces = {"WELLWISH_BOUNCES_ADDRESS": "bounce@bounces.example.org"}
    healthy = wellwish({**environment, **mail, **postal, **texts, **bounces}, "doctor")
    assert healthy.stderr == "No problems found.\n"

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


async def test_finds_nothing_wrong_with_a_durable_server(server: Cluster) -> None:
    assert await unsafe_settings(server.dsn(RUNTIME)) == []
