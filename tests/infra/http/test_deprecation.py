"""A made-up operation and made-up fields that are deprecated."""

from collections.abc import AsyncGenerator
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Annotated, Any, Final

import httpx2
import pytest
from msgspec import Meta, Struct

from tests.infra.http.test_bad_input import STRICT, faults
from tests.world import Person, World
from wellwish import app
from wellwish.auth.credentials.authenticate import bearer
from wellwish.infra import openapi
from wellwish.infra.http import Body, Page, Query, Route, line
from wellwish.infra.http.deprecation import NOTICE, Deprecated
from wellwish.routes import OPERATIONS

SINCE, SUNSET = date(2026, 9, 1), date(2027, 9, 1)
OLD: Final = Deprecated(SINCE, "Use `GET /api/cards`.", SUNSET)
FIELD: Final = Deprecated(date(2026, 10, 1), "Use `colour`.", date(2027, 6, 1))
ENDLESS: Final = Deprecated(date(2026, 11, 1), "Use `before`.")


class Paint(Struct, frozen=True, kw_only=True):
    """A paint."""

    colour: Annotated[str, line(40, "Colour.")]
    shade: Annotated[str, Meta(description="Shade."), FIELD]


class NewPaint(Body, frozen=True, kw_only=True):
    """A new paint."""

    colour: Annotated[str, line(40, "Colour.")] | None = None
    shade: Annotated[str, line(40, "Shade."), FIELD] | None = None


class PaintQuery(Query, frozen=True, kw_only=True):
    """The filters."""

    until: Annotated[str, line(40, "Until."), ENDLESS] | None = None


async def create_paint(new: NewPaint) -> Paint:
    """Mixes a paint."""
    return Paint(colour=new.colour or "red", shade=new.shade or "dark")


async def list_paints(query: PaintQuery) -> Page[Paint]:
    """Lists paints."""
    del query
    return Page(data=[Paint(colour="red", shade="dark")], has_more=True, next_cursor="x")


# The document names operations by their modules.
create_paint.__module__ = "wellwish.groups.create"
list_paints.__module__ = "wellwish.groups.list"
ROUTES: Final = (
    Route("POST", "/api/paints", create_paint, 201, bearer),
    Route("GET", "/api/paints", list_paints, 200, bearer, deprecated=OLD),
)


@pytest.fixture
async def paints(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[httpx2.AsyncClient]:
    monkeypatch.setattr(app, "OPERATIONS", (*OPERATIONS, *ROUTES))
    transport = httpx2.ASGITransport(app.application(world.services))
    base_url = world.services.settings.base_url
    async with httpx2.AsyncClient(transport=transport, base_url=base_url) as client:
        client.headers["Authorization"] = f"Bearer {await world.alice.exchange()}"
        yield client


def when(answer: httpx2.Response) -> tuple[date | None, date | None]:
    """Returns the days of ``Deprecation`` and ``Sunset``, which are midnight UTC."""
    since, ends = answer.headers.get("Deprecation"), answer.headers.get("Sunset")
    began = None if since is None else datetime.fromtimestamp(int(since.removeprefix("@")), UTC)
    ended = None if ends is None else parsedate_to_datetime(ends)
    assert {each.hour for each in (began, ended) if each is not None} <= {0}
    return (None if began is None else began.date(), None if ended is None else ended.date())


async def test_an_operation_says_so_in_headers(paints: httpx2.AsyncClient) -> None:
    answer = await paints.get("/api/paints")
    assert when(answer) == (SINCE, SUNSET)
    assert answer.headers["Deprecation"].startswith("@")  # a date of RFC 9651
    links = answer.headers.get_list("Link")
    assert [each.partition("; ")[2] for each in links] == [
        'rel="next"',
        'rel="deprecation"; type="text/html"',
    ]
    guide = links[1].partition(">")[0].removeprefix("<")
    assert (await paints.get(guide)).status_code == 200
    assert "warnings" not in answer.json()
    # A refusal has the header, too.
    refused = await paints.get("/api/paints?unknown=1")
    assert (refused.status_code, when(refused)) == (422, (SINCE, SUNSET))


async def test_a_field_says_so_in_headers_and_warnings(paints: httpx2.AsyncClient) -> None:
    answer = await paints.post("/api/paints", json={"shade": "light"})
    assert (answer.status_code, when(answer)) == (201, (FIELD.since, FIELD.sunset))
    [warning] = answer.json()["warnings"]
    assert (warning["pointer"], warning["code"]) == ("/shade", "deprecated")
    assert warning["detail"] == "Deprecated since 2026-10-01. It ends on 2027-06-01. Use `colour`."
    assert answer.headers["Wellwish-Warnings"] == "1"
    # It is still valid, also for a client that prefers strict.
    strict = await paints.post("/api/paints", json={"shade": "light"}, headers=STRICT)
    assert (strict.status_code, strict.json()["shade"]) == (201, "light")
    # The controls: another field, and null, which is the same as none.
    for body in ({"colour": "blue"}, {"shade": None}):
        plain = await paints.post("/api/paints", json=body)
        assert (when(plain), "warnings" in plain.json()) == ((None, None), False)
        assert "Link" not in plain.headers


async def test_the_earliest_of_several_dates_applies(paints: httpx2.AsyncClient) -> None:
    answer = await paints.get("/api/paints?until=now")
    assert when(answer) == (SINCE, SUNSET)
    assert [each["pointer"] for each in answer.json()["warnings"]] == ["?until"]


async def test_the_document_says_so() -> None:
    document: dict[str, Any] = openapi.document(ROUTES)
    mixes, lists = document["paths"]["/api/paints"]["post"], document["paths"]["/api/paints"]["get"]
    assert (lists["deprecated"], "deprecated" in mixes) == (True, False)
    assert lists["description"].startswith(OLD.says)
    [until] = [each for each in lists["parameters"] if each.get("name") == "until"]
    assert until["deprecated"] is True
    for name in ("NewPaint", "Paint"):
        fields = document["components"]["schemas"][name]["properties"]
        assert (fields["shade"]["deprecated"], "deprecated" in fields["colour"]) == (True, False)
        assert fields["shade"]["description"].endswith(FIELD.says)


async def test_control_this_release_announces_no_deprecation(alice: Person) -> None:
    """The control: the operations of this release."""
    answer = await alice.get("/api/cards")
    assert when(answer) == (None, None)
    assert faults(await alice.get("/api/events?unknown=1")) == {"?unknown": "unknown_parameter"}


def test_a_sunset_leaves_the_notice_that_the_guide_promises() -> None:
    with pytest.raises(ValueError, match="180 days"):
        Deprecated(SINCE, "Use another.", SINCE + NOTICE - timedelta(days=1))
    assert Deprecated(SINCE, "Use another.", SINCE + NOTICE)
