"""Parse a form: the limits of its body and its files."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from starlette.requests import Request
from starlette.types import Message

from tests.world import World
from wellwish.base.errors import BodyTooLarge, ForeignForm
from wellwish.web.kit import form, origin
from wellwish.web.kit.multipart import Sizes

pytestmark = pytest.mark.anyio

FILE_BYTES = 10


def request(kind: bytes, chunks: Sequence[bytes]) -> Request:
    """Returns a request without Content-Length; the body arrives in these chunks."""
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    messages.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive() -> Message:
        return messages.pop(0)

    return Request({"type": "http", "method": "POST", "headers": [(b"content-type", kind)]}, receive)


def multipart(files: dict[str, bytes]) -> Request:
    body = b"".join(
        b'--edge\r\nContent-Disposition: form-data; name="%b"; filename="a"\r\n\r\n%b\r\n'
        % (name.encode(), content)
        for name, content in files.items()
    )
    return request(b"multipart/form-data; boundary=edge", [body + b"--edge--\r\n"])


async def read(world: World, **files: bytes) -> dict[str, bytes]:
    sent = await form.read(world.services, multipart(files), "/s/x", Sizes(file=FILE_BYTES))
    try:
        return {name: await file.read() for name in files if (file := sent.file(name)) is not None}
    finally:
        await sent.close()


async def test_each_file_has_the_whole_allowance(world: World) -> None:
    files = {"photo": b"p" * FILE_BYTES, "voice": b"v" * FILE_BYTES}
    assert await read(world, **files) == files


async def test_truncates_a_file_above_the_allowance(world: World) -> None:
    found = await read(world, photo=b"p" * (FILE_BYTES + 1), voice=b"v" * FILE_BYTES)
    assert found == {"photo": b"p" * FILE_BYTES, "voice": b"v" * FILE_BYTES}


async def test_limits_a_body_that_arrives_in_chunks(world: World) -> None:
    kind, chunks = b"application/x-www-form-urlencoded", [b"text=" + b"x" * 5, b"x" * 10, b"x" * 10]
    with pytest.raises(BodyTooLarge):
        await form.read(world.services, request(kind, chunks), "/s/x", Sizes(total=29))
    sent = await form.read(world.services, request(kind, chunks), "/s/x", Sizes(total=30))
    assert sent.text("text") == "x" * 25


async def test_accepts_a_form_from_this_machine_only_when_served_there(world: World) -> None:
    sent = Request({"type": "http", "method": "POST", "headers": [(b"origin", b"http://localhost:8000")]})
    here = replace(world.services.settings, base_url="http://127.0.0.1:8000")
    origin.check(replace(world.services, settings=here), sent)
    elsewhere = replace(here, base_url="http://cards.example.com:8000")
    with pytest.raises(ForeignForm):
        origin.check(replace(world.services, settings=elsewhere), sent)
