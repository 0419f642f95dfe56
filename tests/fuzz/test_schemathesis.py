"""Generated requests against the whole API on a separate server."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from anyio.to_thread import run_sync

from tests.fakes.stripe import EXAMPLE_ACCOUNT, EXAMPLE_KEY, fake_stripe
from tests.fuzz.allowed import allow, nothing
from tests.fuzz.campaign import Report, campaign
from tests.fuzz.served import Served, furnish
from tests.listening import free_port, listening
from tests.world import World
from wellwish import app
from wellwish.base.settings import Settings
from wellwish.infra.openapi import operation_id
from wellwish.routes import OPERATIONS

pytestmark = [pytest.mark.fuzz, pytest.mark.anyio]

# Without handling=strict the API is lenient by design and may accept invalid requests,
# so these checks look at responses only.
ANSWERS = {
    "enabled": False,
    "not_a_server_error": {"enabled": True},
    "status_code_conformance": {"enabled": True},
    "content_type_conformance": {"enabled": True},
    "response_schema_conformance": {"enabled": True},
    "response_headers_conformance": {"enabled": True},
}
# All checks. 412, 413 and 428 also count as rejections of an invalid request.
ALL = {
    "negative_data_rejection": {
        "expected-statuses": [400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 428],
    },
    # RFC 6585 section 3: a missing precondition is 428.
    "missing_required_header": {"expected-statuses": [400, 401, 403, 404, 406, 415, 422, 428]},
}


@pytest.fixture
async def settings(clone: tuple[str, str], tmp_path: Path) -> Settings:
    """Settings of a server outside demo mode and without rate limits."""
    del clone
    port = free_port()
    return Settings(
        data_dir=tmp_path,
        base_url=f"http://127.0.0.1:{port}",
        secret_key=bytes(range(32)),
        port=port,
        requests_per_minute=0,
        failures_per_minute=0,
        log_level="critical",
    )


@pytest.fixture
async def served(clone: tuple[str, str], settings: Settings) -> AsyncIterator[Served]:
    """The service on a port, with alice's records."""
    async with World.over(settings, *clone) as world:
        await world.empty()
        await world.settle()
        made = await furnish(world, settings.base_url, 300)
    async with fake_stripe() as stripe:
        stripe.keys[EXAMPLE_KEY] = EXAMPLE_ACCOUNT
        with listening(replace(settings, stripe_url=stripe.url), clone[1]):
            yield made


async def run(served: Served, **given: Any) -> Report:
    report = await run_sync(lambda: campaign(served, **given))
    print(f"\n{report.text()}")
    return report


@pytest.mark.parametrize(("examples", "cases"), [(6, 1000), pytest.param(20, 2000, marks=pytest.mark.full)])
async def test_keeps_its_contract_with_strict_clients(served: Served, examples: int, cases: int) -> None:
    report = await run(served, strict=True, examples=examples, checks=ALL, allow=allow)
    assert report.cases >= cases
    assert not report.failures, report.text()
    assert not report.errors
    assert not [status for status in report.statuses if status >= 500]
    missed = {f"{route.method} {route.path}" for route in OPERATIONS} - report.succeeded
    print(f"never successful: {sorted(missed)}")
    # The missed operations depend on the document, from which the seeded requests are drawn.
    assert len(missed) <= len(OPERATIONS) // 20, f"hardly ever reached: {missed}"


@pytest.mark.parametrize(("examples", "cases"), [(20, 600), pytest.param(65, 2000, marks=pytest.mark.full)])
async def test_survives_careless_requests(served: Served, examples: int, cases: int) -> None:
    # The boundaries are the same for both kinds of client and take most of the time.
    report = await run(
        served, strict=False, examples=examples, checks=ANSWERS, allow=nothing, boundaries=False
    )
    assert report.cases >= cases
    assert not report.failures, report.text()
    assert not report.errors
    assert not [status for status in report.statuses if status >= 500]


async def _broken(**_: Any) -> Any:
    raise RuntimeError("seeded")


async def _other(**_: Any) -> Any:
    from wellwish.infra.http import Page

    return Page(data=[{"object": "template", "id": 7}])


@pytest.mark.parametrize(
    ("handler", "check"),
    [(_broken, "not_a_server_error"), (_other, "response_schema_conformance")],
    ids=["raises", "breaks its schema"],
)
async def test_finds_a_seeded_defect(
    clone: tuple[str, str], settings: Settings, monkeypatch: pytest.MonkeyPatch, handler: Any, check: str
) -> None:
    """The control: the checks report a seeded defect."""
    async with World.over(settings, *clone) as world:
        await world.empty()
        await world.settle()
        made = await furnish(world, settings.base_url, 2)
    seeded = [_seeded(route, handler) for route in OPERATIONS]
    monkeypatch.setattr(app, "OPERATIONS", seeded)
    with listening(settings, clone[1]):
        report = await run(made, strict=True, examples=5, checks=ALL, allow=allow, only="templates.list")
    assert check in report.failures


def _seeded(route: Any, handler: Any) -> Any:
    if operation_id(route) != "templates.list":
        return route
    found = replace(route, handler=handler)
    found.__dict__["binding"] = []
    found.__dict__["hints"] = {}
    return found
