"""The Postman collection: its operations, its token requests, and its IDs of records."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.clients import quickstart
from tests.clients.postman.conftest import PATH, Newman
from tests.clients.test_operations import EXPECTED
from tests.webhooks.receivers import receiving
from tests.world import World
from wellwish_sdk import webhooks

pytestmark = pytest.mark.generated

TOKEN = ("POST", "/account/api-access/token")


class Stub:
    """A server that issues a token and refuses everything else. ``statuses``: of the first requests."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.url = ""
        self.seen: list[tuple[str, str, dict[str, str]]] = []

    @property
    def targets(self) -> list[tuple[str, str]]:
        return [(method, path) for method, path, _ in self.seen]

    def serve(self) -> ThreadingHTTPServer:
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def _respond(self) -> None:
                self.rfile.read(int(self.headers.get("content-length", 0)))
                target = (self.command, self.path.partition("?")[0])
                stub.seen.append((*target, {name.lower(): value for name, value in self.headers.items()}))
                status = 200 if target == TOKEN else stub.statuses.pop(0) if stub.statuses else 418
                body = json.dumps({"access_token": "t", "expires_in": 3600}).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _respond  # noqa: N815 - of the library

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - of the library
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return server


@pytest.fixture
def stub() -> Iterator[Stub]:
    made = Stub()
    server = made.serve()
    made.url = f"http://127.0.0.1:{server.server_port}"
    yield made
    server.shutdown()
    server.server_close()


async def test_reaches_every_operation(newman: Newman, stub: Stub) -> None:
    """Uses ``x`` for each ID, one token, and a unique idempotency key for each POST that accepts one."""
    ids = {each["key"]: "x" for each in newman.collection["variable"]}
    ran = await newman(**ids | {"base_url": stub.url, "api_key": "k", "client_secret": "s"})
    assert not ran.failures
    assert {*stub.targets} == EXPECTED | {TOKEN}, "postman.py lacks or invents an operation"
    tokens = [headers for method, path, headers in stub.seen if (method, path) == TOKEN]
    # The script before the first request sends one of them; the operation itself is the other.
    assert len(tokens) == 2
    keys = [headers["idempotency-key"] for *_, headers in stub.seen if "idempotency-key" in headers]
    assert len(keys) == len(set(keys)) > 30
    for method, path, headers in stub.seen:
        if "x-api-key" in headers:
            assert (headers["x-api-key"], headers["x-client-secret"]) == ("k", "s")
            assert "authorization" not in headers, (method, path)
        else:
            assert (headers["authorization"], headers["prefer"]) == ("Bearer t", "handling=strict"), path


async def test_walks_the_quickstart(newman: Newman, world: World) -> None:
    async with receiving() as receiver:
        endpoint = body_of(newman, "Create a webhook endpoint")
        endpoint["raw"] = json.dumps({"url": receiver.url, "event_types": ["contribution.created"]})
        created = await newman("Create a webhook endpoint", **newman.of(world.alice))
        ran = await newman("Quickstart", **newman.of(world.alice))
        assert not created.failures + ran.failures
        assert [status for _, status in ran.statuses] == [200, 200, 201, 201, 200, 201, 201, 201]
        message = await quickstart.check(world, receiver)
    ((_, _, text),) = created.responses
    assert webhooks.unwrap(message.body, message.headers, json.loads(text)["secret"])


def body_of(newman: Newman, name: str) -> dict[str, Any]:
    """The mutable body of a request in the collection."""
    requests = [item for folder in newman.collection["item"] for item in folder["item"]]
    return next(each["request"]["body"] for each in requests if each["name"] == name)


async def test_every_body_is_json_with_variables_for_ids(newman: Newman) -> None:
    names = {each["key"] for each in newman.collection["variable"]}
    assert len(json.dumps(newman.collection)) < 128 * 1024
    for folder in newman.collection["item"]:
        for item in folder["item"]:
            raw: str = item["request"].get("body", {}).get("raw", "{}")
            assert isinstance(json.loads(raw), dict), item["name"]
            for name, value in json.loads(raw).items():
                assert name not in names or value == f"{{{{{name}}}}}", (item["name"], name)


async def test_gets_another_token_for_another_pair_and_after_a_401(newman: Newman, world: World) -> None:
    """The collection never uses a token for another environment's account."""
    alice = await newman("Retrieve the account", **newman.of(world.alice))
    assert (alice.failures, alice.statuses) == ([], [("Retrieve the account", 200)])
    kept = alice.variables
    assert kept["account_id"] == world.alice.account_id
    bob = await newman("Retrieve the account", **newman.of(world.bob))
    assert bob.variables["account_id"] == world.bob.account_id
    assert bob.variables["access_token"] != kept["access_token"]
    again = await newman("Retrieve the account", **newman.of(world.alice))
    assert (await newman("Retrieve the account", **newman.of(world.alice))).variables == again.variables
    await world.owner.execute("delete from access_tokens")
    ended = await newman("Retrieve the account", **newman.of(world.alice))
    assert ended.statuses == [("Retrieve the account", 401)]
    renewed = await newman("Retrieve the account", **newman.of(world.alice))
    assert renewed.statuses == [("Retrieve the account", 200)]


async def test_says_why_there_is_no_token(newman: Newman, world: World) -> None:
    missing = await newman("Retrieve the account")
    assert missing.responses == []
    assert any("Set the variables api_key and client_secret" in each for each in missing.failures)
    wrong: dict[str, Any] = newman.of(world.alice) | {"client_secret": world.bob.client_secret}
    refused = await newman("Retrieve the account", **wrong)
    assert refused.responses == []
    assert any("No access token: 401" in each and "invalid_client" in each for each in refused.failures)


async def test_keeps_the_pair_that_a_rotation_returns(newman: Newman, world: World) -> None:
    newman.collection["variable"] += [
        {"key": name, "value": value} for name, value in newman.of(world.alice).items()
    ]
    rotated = await newman("Rotate credentials")
    assert rotated.statuses == [("Rotate credentials", 201)]
    assert rotated.variables["api_key"] != world.alice.api_key
    assert (await newman("Retrieve the account")).statuses == [("Retrieve the account", 200)]


async def test_is_linked_from_the_guide_to_start(world: World) -> None:
    page = await world.client.get("/docs/guides/start", headers={"Accept": "text/html"})
    assert f'{PATH}"' in page.text
