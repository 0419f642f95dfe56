"""Every page of the desk needs a session, is never cached, and calls existing operations."""

import re
from pathlib import Path

import pytest
from starlette.requests import Request

from tests.web.desk import furnished
from tests.web.desk.furnished import of_desk
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.base import ids
from wellwish.infra.http import Raw
from wellwish.pages import PAGES
from wellwish.routes import OPERATIONS
from wellwish.web.desk.guard import device_of

pytestmark = pytest.mark.anyio
DESK = Path(__file__).resolve().parents[3] / "src/wellwish/web/desk"
_NAMED = re.compile(r'"((?:GET|POST|PUT|PATCH|DELETE) /[^"]+)"')


@pytest.mark.parametrize("page", of_desk(PAGES), ids=lambda page: f"{page.method} {page.path}")
async def test_needs_a_session(page: Raw, world: World) -> None:
    path = re.sub(r"\{\w+\}", ids.new("card"), page.path)
    visitor = Visitor(world)
    for secret in (None, "nonsense", "x" * 300):
        visitor.cookies = {} if secret is None else {"session": secret}
        answer = await visitor.request(page.method, path, data={} if page.method == "POST" else None)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/sign-in?next=%2F")
        assert answer.headers["Cache-Control"] == "no-store"


async def test_is_never_cached(alice: Person) -> None:
    visitor = await signed_in(alice)
    read = [page.path for page in of_desk(PAGES) if page.method == "GET" and "{" not in page.path]
    assert len(read) >= 4
    for path in read:
        answer = await visitor.open(path)
        status = 400 if path == "/oauth/authorize" else 200  # the page needs a client's authorization request
        assert (answer.status_code, answer.headers["Cache-Control"]) == (status, "no-store")
        assert path.endswith(".csv") or answer.headers["X-Frame-Options"] == "DENY"


def test_every_page_is_attacked_with_its_records_and_actions() -> None:
    """``test_strangers.py`` opens each page with records of ``furnished.py``, which must cover new kinds."""
    found = [page for method in ("GET", "POST") for page in furnished.pages(method)]
    assert {name for page in found for name in furnished.names(page.path)} <= {
        *furnished.RECORDS, "action", "record_id",
    }  # fmt: skip
    assert {page.path for page in found if "{action}" in page.path} == furnished.ACTIONS.keys()


def test_calls_operations_that_exist() -> None:
    operations = {f"{route.method} {route.path}" for route in OPERATIONS}
    named = {name for file in DESK.rglob("*.py") for name in _NAMED.findall(file.read_text(encoding="utf-8"))}
    assert len(named) >= 3
    assert named <= operations


def test_detects_a_page_without_the_guard() -> None:
    async def handler(services: object, request: object) -> None: ...

    handler.__module__ = "wellwish.web.desk.cards"
    assert of_desk([Raw("GET", "/desk/open", handler)])  # type: ignore[arg-type]
    assert not of_desk([Raw("GET", "/sign-in", handler)])  # type: ignore[arg-type]


async def test_shows_no_trace_of_a_session_in_the_log(
    alice: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/desk")
    assert visitor.cookies["session"] not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("agent", "address", "shown"),
    [
        ("(Windows NT 10.0) Chrome/140.0 Edg/140.0", "192.0.2.77", ("Edge · Windows", "192.0.2.0/24")),
        ("(Linux; Android 16) Chrome/140.0", "2001:db8::1", ("Chrome · Android", "2001:db8::/64")),
        ("curl/8.0", "::ffff:192.0.2.7", ("", "192.0.2.0/24")),
        ("", "unix", ("", "")),
    ],
)  # fmt: skip
def test_keeps_little_of_a_device(agent: str, address: str, shown: tuple[str, str]) -> None:
    scope = {"type": "http", "headers": [(b"user-agent", agent.encode())], "client": (address, 1)}
    found = device_of(Request(scope))
    assert (found.agent, found.network) == shown
