"""Memory use of large, foreign, slow and unfinished forms."""

import asyncio
import dataclasses
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser

from tests import make
from tests.waiting import until
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.app import application
from wellwish.infra.http import Services, Visits
from wellwish.infra.http.body_memory import BodyMemory
from wellwish.web.kit import form, multipart

_FIELD_BYTES: Final = 510 * 1024
_CHUNK: Final = 64 * 1024
_BOUNDARY: Final = "x"


def part(name: str, value: bytes, filename: str = "") -> bytes:
    file = f'; filename="{filename}"' if filename else ""
    head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'
    return head.encode() + value + b"\r\n"


def fields(count: int, size: int = _FIELD_BYTES) -> bytes:
    return b"".join(part(f"field{number}", b"a" * size) for number in range(count))


@dataclass
class Sending:
    """A form whose body never ends, with the response and the number of bytes read."""

    services: Services
    path: str
    headers: dict[str, str]
    body: bytes
    address: str = "203.0.113.9"
    taken: int = 0
    status: int = 0
    answered: dict[str, str] = field(default_factory=dict[str, str])

    async def run(self) -> "Sending":
        """Returns after the response."""
        await application(self.services)(self._scope(), self._receive, self._send)
        return self

    async def _receive(self) -> dict[str, Any]:
        chunk = self.body[self.taken : self.taken + _CHUNK]
        if not chunk:
            await asyncio.Event().wait()
        self.taken += len(chunk)
        return {"type": "http.request", "body": chunk, "more_body": True}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.answered = {name.decode(): value.decode() for name, value in message["headers"]}

    def _scope(self) -> dict[str, Any]:
        given = {"host": "localhost:8080", "content-type": f"multipart/form-data; boundary={_BOUNDARY}"}
        return {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
            "scheme": "http", "path": self.path, "raw_path": self.path.encode(), "query_string": b"",
            "root_path": "", "client": (self.address, 50000), "server": ("localhost", 8080),
            "headers": [(name.encode(), value.encode()) for name, value in (given | self.headers).items()],
        }  # fmt: skip


@dataclass
class Page:
    """A signing page opened in a browser."""

    path: str
    cookie: dict[str, str]
    token: bytes


@pytest.fixture
async def page(world: World) -> Page:
    path = path_of((await make.card(world.alice))["sign_url"])
    visitor = Visitor(world)
    await visitor.open(path)
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    return Page(path, {"cookie": cookie}, part(form.FIELD, visitor.token().encode()))


@pytest.mark.parametrize("where", ["", "/media"])
@pytest.mark.parametrize("first", ["none", "wrong", "second"])
async def test_reads_little_of_a_form_without_a_valid_token_in_front(
    world: World, page: Page, where: str, first: str
) -> None:
    before = {"none": b"", "wrong": part(form.FIELD, b"wrong"), "second": part("text", b"Hi") + page.token}
    body = before[first] + fields(49)
    sent = await Sending(world.services, page.path + where, page.cookie, body).run()
    assert sent.status == 403
    assert sent.answered["connection"] == "close"
    assert sent.taken <= 2 * form.MAX_BYTES


async def test_the_plain_parser_keeps_all_of_it() -> None:
    """The control: a parser with limits only per field and on the number of fields."""

    async def stream() -> AsyncGenerator[bytes]:
        yield fields(49) + f"--{_BOUNDARY}--\r\n".encode()

    headers = Headers({"content-type": f"multipart/form-data; boundary={_BOUNDARY}"})
    data = await MultiPartParser(headers, stream(), max_fields=50, max_part_size=512 * 1024).parse()
    assert sum(len(str(value)) for value in data.values()) == 49 * _FIELD_BYTES


async def test_all_fields_together_have_a_limit(world: World, page: Page) -> None:
    sent = await Sending(world.services, page.path, page.cookie, page.token + fields(49)).run()
    assert sent.status == 413
    assert sent.taken <= multipart.MAX_TEXT_BYTES + 2 * _CHUNK


async def test_a_drawing_fits(world: World) -> None:
    """The control: a single large field fits within the limit."""
    visitor = Visitor(world)
    path = path_of((await make.card(world.alice))["sign_url"])
    await visitor.open(path)
    assert (await visitor.send(path, padding="a" * _FIELD_BYTES)).status_code == 303


@pytest.mark.parametrize(
    "parts",
    [fields(120, 10), b"".join(part("photo", b"a" * 10, f"{number}.png") for number in range(9))],
    ids=["fields", "files"],
)
async def test_parts_have_a_limit(world: World, page: Page, parts: bytes) -> None:
    sent = await Sending(world.services, page.path, page.cookie, page.token + parts).run()
    assert sent.status == 400


async def _until(sendings: Sequence[Sending]) -> None:
    """Waits until each form was read completely or has a response."""
    await until(lambda: all(each.status or each.taken == len(each.body) for each in sendings))


def _limited(world: World, max_bytes: int) -> Services:
    return dataclasses.replace(world.services, body_memory=BodyMemory(max_bytes))


async def _twenty(world: World, page: Page, max_bytes: int) -> tuple[list[Sending], int]:
    """Sends twenty unfinished forms from five addresses. Returns them and the bytes that they occupied."""
    services, body = _limited(world, max_bytes), page.token + fields(2)
    sendings = [
        Sending(services, page.path, page.cookie, body, address=f"203.0.113.{number % 5}")
        for number in range(20)
    ]
    tasks = [asyncio.create_task(each.run()) for each in sendings]
    await _until(sendings)
    held = services.body_memory.total
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert services.body_memory.total == 0  # all bytes are released
    return sendings, held


async def test_twenty_unfinished_forms_hold_no_more_than_the_limit(world: World, page: Page) -> None:
    limit = 8 * 1024 * 1024
    sendings, held = await _twenty(world, page, limit)
    assert 0 < held <= limit
    statuses = {each.status for each in sendings}
    assert 0 in statuses  # some forms still wait
    assert statuses - {0} <= {429, 503}
    refused = [each for each in sendings if each.status]
    assert refused
    assert all(int(each.answered["retry-after"]) > 0 for each in refused)


async def test_without_a_limit_they_hold_everything(world: World, page: Page) -> None:
    """The control."""
    sendings, held = await _twenty(world, page, 0)
    assert {each.status for each in sendings} == {0}
    assert held > 20 * 2 * _FIELD_BYTES


async def test_one_address_leaves_room_for_another(world: World, page: Page) -> None:
    services = _limited(world, 8 * 1024 * 1024)
    body = page.token + fields(2)
    sendings = [Sending(services, page.path, page.cookie, body) for _ in range(20)]
    tasks = [asyncio.create_task(each.run()) for each in sendings]
    await _until(sendings)
    assert {each.status for each in sendings} == {0, 429}
    ended = f"--{_BOUNDARY}--\r\n".encode()
    other = Sending(services, page.path, page.cookie, body + ended, address="198.51.100.7")
    task = asyncio.create_task(other.run())
    await _until([other])
    assert other.status == 0  # still accepted, although it does not end either
    for each in (*tasks, task):
        each.cancel()
    await asyncio.gather(*tasks, task, return_exceptions=True)


async def test_counts_the_signing_before_the_body(world: World, page: Page) -> None:
    settings = dataclasses.replace(world.services.settings, demo=False)
    services = dataclasses.replace(world.services, visits=Visits(0, 1, 0), settings=settings)
    first = Sending(services, page.path, page.cookie, page.token)
    unfinished = asyncio.create_task(first.run())
    await _until([first])
    large = page.token + part("photo", b"a" * 1024 * 1024, "a.png")
    sent = await Sending(services, page.path, page.cookie, large).run()
    upload = await Sending(services, f"{page.path}/media", page.cookie, large).run()
    assert (sent.status, upload.status) == (429, 429)
    assert sent.taken <= 2 * form.MAX_BYTES
    assert upload.taken == 0
    unfinished.cancel()
    await asyncio.gather(unfinished, return_exceptions=True)


async def test_bodies_of_the_api_are_counted_too(world: World) -> None:
    services = _limited(world, 256 * 1024)
    token = await world.alice.exchange()
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    sendings = [Sending(services, "/api/cards", headers, b" " * 60 * 1024) for _ in range(3)]
    tasks = [asyncio.create_task(each.run()) for each in sendings]
    await _until(sendings)
    assert sorted(each.status for each in sendings) == [0, 429, 429]
    for each in tasks:
        each.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert services.body_memory.total == 0
