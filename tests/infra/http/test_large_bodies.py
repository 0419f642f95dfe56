"""Large JSON bodies: they mean the same as small ones, and delay no other request."""

import json
import secrets
from collections.abc import Callable, Iterator

import httpx2
import pytest

from tests import make, probed
from tests.infra.http.test_bad_input import is_problem
from tests.media import files
from tests.probed import TRIES, WORST_S
from tests.world import Person
from wellwish.base.errors import MalformedJson
from wellwish.groups.group import MAX_MEMBERS
from wellwish.infra.http.large_json import LARGE_BYTES
from wellwish.infra.http.read import parse
from wellwish.media.drawing import MAX_ALL_POINTS, MAX_STROKES

pytestmark = pytest.mark.anyio
JSON = {"Content-Type": "application/json"}
MEDIA_BYTES = 26_600_000


def filled(head: bytes, item: bytes, size: int) -> bytes:
    """Returns a list of as many items as fit, after the head."""
    return head + b",".join([item] * ((size - len(head)) // (len(item) + 1))) + b"]}"


def _of_members(size: int) -> bytes:
    return b"{" + b",".join(b'"%d":0' % number for number in range(size // 13)) + b"}"


def _escaped_file() -> bytes:
    return json.dumps(files.body("photo", secrets.token_bytes(19_000_000))).replace("/", "\\/").encode()


GROUPS = "/api/groups"
MEMBERS, TEXT, STROKES = b'{"name":"x","members":[', b'{"content":"', b'{"kind":"drawing","strokes":['
# The path (for media, only its last part) and the body. Each test makes its body, because all of them take
# 200 MB.
BODIES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a group of 256 KiB of empty members": (
        GROUPS,
        lambda: filled(MEMBERS, b"{}", 262_000),
    ),
    "a group of 2 MiB of empty members": (
        GROUPS,
        lambda: filled(MEMBERS, b"{}", 2_097_000),
    ),
    "a group of 2 MiB of unknown lists": (GROUPS, lambda: filled(b'{"name":"x","x":[', b"[]", 2_097_000)),
    "media of numbers": ("media", lambda: filled(STROKES, b"0", MEDIA_BYTES)),
    "media of lists": ("media", lambda: filled(STROKES, b"[]", MEDIA_BYTES)),
    "media of members": ("media", lambda: _of_members(MEDIA_BYTES)),
    "media of short texts": ("media", lambda: filled(STROKES, b'""', MEDIA_BYTES)),
    "media of one text of escapes": ("media", lambda: TEXT + b"\\u0041" * (MEDIA_BYTES // 6) + b'"}'),
    "media of one text of quotes": ("media", lambda: TEXT + b'\\"' * (MEDIA_BYTES // 2) + b'"}'),
    "media of one text of backslashes": ("media", lambda: TEXT + b"\\\\" * (MEDIA_BYTES // 2) + b'"}'),
    "media of an escaped file": ("media", _escaped_file),
}


async def send(person: Person, content: bytes, path: str = "/api/cards", **headers: str) -> httpx2.Response:
    return await person.request("POST", path, content=content, headers={**JSON, **headers})


def padded(size: int) -> bytes:
    """Returns members whose texts are longer than any that a small body can hold."""
    return b'"pad": "' + b"QUJD" * (size // 4) + b'"'


LONG = padded(200_000)
LONGER = padded(20_000_000)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"{%b}" % LONG, id="a text"),
        pytest.param(b"{%b}" % LONG.replace(b"J", rb"\/"), id="escaped slashes"),
        pytest.param(b"{%b}" % LONG.replace(b"J", b"\\u00e9"), id="escapes"),
        pytest.param(b"{%b}" % LONG.replace(b"J", b'\\\\\\"'), id="backslashes and quotes"),
        pytest.param(b"{%b}" % LONG.replace(b"J", "é".encode()), id="beyond ASCII"),
        pytest.param(
            b'{"a": [%b, {"b": {%b}}], "c": 1.5}' % (LONG[7:], LONG), id="texts in lists and objects"
        ),
        pytest.param(b'{%b, "a": "\\\\", "b": "x\\"y"}' % LONG, id="escapes after a text"),
        pytest.param(b"{%b: 1, %b}" % (LONG[7:], LONG), id="a long name"),
        pytest.param(b"  {%b}\n" % LONG.replace(b"Q", b" "), id="spaces"),
        pytest.param(b'{"a": [' + b"1.5, null, true, " * 8_000 + b"{}]}", id="many values"),
    ],
)
def test_parses_large_bodies_like_small_ones(content: bytes) -> None:
    assert len(content) > LARGE_BYTES
    assert parse(content) == json.loads(content)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b'{"a": 1, %b, "a": 2}' % LONG, id="around a text"),
        pytest.param(b"{%b, %b}" % (LONG, LONG), id="the long member"),
        pytest.param(b'{%b, "\\u0070ad": 1}' % LONG, id="escaped after a text"),
        pytest.param(b"{%b: 1, %b \n: 2}" % (LONG[7:], LONG[7:]), id="a long name"),
        pytest.param(
            b"{%b: 1, %b: 2}" % (LONG[7:], LONG[7:].replace(b"Q", rb"\u0051")), id="long and escaped"
        ),
        pytest.param(b'{%b, "x": {"a": 1, "b": [], "a": 2}}' % LONG, id="nested after a text"),
        pytest.param(b'{"x": [[{"a": 1, "a": 1}]], %b}' % LONG, id="in a list before a text"),
        pytest.param(b'{"x": {%b, "a": 1, "a": 1}}' % LONG, id="next to a nested text"),
        pytest.param(b'{"x": 1, %b, "x": 2}' % LONGER, id="around 20 MB"),
        pytest.param(b'{%b, "x": [{"y": 1, "y": 2}]}' % LONGER, id="in a list after 20 MB"),
        pytest.param(b'{%b, "\\u0070ad": 1}' % LONGER, id="escaped after 20 MB"),
    ],
)
def test_refuses_a_member_twice_in_a_large_body(content: bytes) -> None:
    with pytest.raises(MalformedJson, match="two members"):
        parse(content)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"{%b" % LONG, id="cut after a text"),
        pytest.param(b"{%b}" % LONG[:-1], id="cut within a text"),
        pytest.param(b"{%b}" % LONG.replace(b"QUJD", b"QU\nD", 1), id="a line break in a text"),
        pytest.param(b"{%b}" % LONG.replace(b"QUJD", b"QU\x00D", 1), id="NUL in a text"),
        pytest.param(b"{%b}" % LONG.replace(b"QUJD", b"QU\xffD", 1), id="invalid UTF-8 in a text"),
        pytest.param(b"{%b}" % LONG.replace(b"QUJD", rb"Q\xD", 1), id="an invalid escape"),
        pytest.param(b"{%b %b}" % (LONG, LONG), id="no comma"),
        pytest.param(b'{%b, "x": NaN}' % LONG, id="NaN"),
        pytest.param(b'{%b, "x": %b}' % (LONG, b"[" * 16 + b"]" * 16), id="17 levels"),
        pytest.param(b"{%b} {}" % LONG, id="two values"),
    ],
)
def test_refuses_invalid_json_in_a_large_body(content: bytes) -> None:
    with pytest.raises(MalformedJson):
        parse(content)


def test_takes_the_most_points_and_members_that_are_valid() -> None:
    point = [1_123.456789012345, 823.456789012345, 0.123456789012345]
    stroke = {"ink": "charcoal", "width": 12, "points": [point] * (MAX_ALL_POINTS // MAX_STROKES)}
    member = {
        "name": "Ana, Countess of Somewhere",
        "email": f"{'a' * 60}@example.com",
        "phone": "+4915112345678",
    }
    for body in ({"kind": "drawing", "strokes": [stroke] * MAX_STROKES}, {"members": [member] * MAX_MEMBERS}):
        assert parse(json.dumps(body).encode()) == body


@pytest.mark.parametrize("what", [name for name, (path, _) in BODIES.items() if path == "media"])
async def test_refuses_media_of_anything_but_one_long_text(alice: Person, what: str) -> None:
    answer = await send(alice, BODIES[what][1](), f"/api/cards/{(await make.card(alice))['id']}/media")
    if what == "media of an escaped file":
        is_problem(answer, 415, "media_not_accepted")  # random bytes
    else:
        is_problem(answer, 413, "body_too_large")


async def test_takes_a_photo_with_escaped_slashes(alice: Person) -> None:
    """PHP's JSON encoder escapes slashes."""
    path = f"/api/cards/{(await make.card(alice))['id']}/media"
    content = files.photo(900, 900, "PNG", compress_level=0)
    body = json.dumps(files.body("photo", content)).replace("/", rb"\/".decode())
    assert len(body) > LARGE_BYTES
    assert (await send(alice, body.encode(), path)).status_code == 201


async def test_a_key_belongs_to_all_of_a_large_body(alice: Person) -> None:
    path = f"/api/cards/{(await make.card(alice))['id']}/media"
    body = files.body("photo", files.photo(300, 300, "PNG", compress_level=0))
    first = await alice.post(path, body, headers={"Idempotency-Key": "one"})
    again = await alice.post(path, body, headers={"Idempotency-Key": "one"})
    assert (first.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert first.content == again.content
    other = await alice.post(path, body | {"description": "x"}, headers={"Idempotency-Key": "one"})
    is_problem(other, 422, "idempotency_key_reused")


_BY_BODY = """
import sys, httpx2
url, token, key = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": key}
print(httpx2.post(url, content=sys.stdin.buffer.read(), headers=headers, timeout=120).status_code)
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a demo in another process."""
    with probed.serving(tmp_path_factory.mktemp("served")) as url:
        yield url


@pytest.mark.load
@pytest.mark.parametrize("what", sorted(BODIES))
async def test_probes_are_answered_while_a_body_is_read(served: str, what: str) -> None:
    path, content = BODIES[what][0], BODIES[what][1]()
    with httpx2.Client(base_url=served) as client:
        token, card = probed.token_and_card(client)
    path = f"/api/cards/{card['id']}/media" if path == "media" else path

    async def send() -> None:
        status = await probed.sent(_BY_BODY, served + path, token, secrets.token_hex(8), content=content)
        assert status in (413, 415, 422)

    worst = [await probed.worst(served, send()) for _ in range(TRIES)]
    print(f"\n{what}: worst /livez {', '.join(f'{each * 1000:.0f}' for each in worst)} ms")
    assert min(worst) <= WORST_S
