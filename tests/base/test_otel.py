"""Spans for OpenTelemetry: their content, and no delays if the collector is unavailable."""

import logging
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx2
import pytest
import structlog
from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from structlog.testing import capture_logs

from tests.listening import free_port
from tests.outside import outside
from tests.webhooks.receivers import receiving
from tests.world import Person, World
from wellwish.app import application, build_services
from wellwish.base import otel, trace
from wellwish.base.otel import OpenTelemetry, connect
from wellwish.base.settings import Settings, SettingsError, load
from wellwish.base.settings.telemetry import TelemetrySettings
from wellwish.cli import checks
from wellwish.infra.jobs import Worker, enqueue

pytestmark = [pytest.mark.anyio, pytest.mark.process]

ID, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


@pytest.fixture
def memory() -> Iterator[InMemorySpanExporter]:
    exporter, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.use(OpenTelemetry(provider))
    yield exporter
    trace.use(None)


@asynccontextmanager
async def client(world: World) -> AsyncGenerator[httpx2.AsyncClient]:
    """A client of a process whose connections were opened with the exporter active."""
    services = build_services(world.services.settings, world.services.db._dsn, outside())
    app = application(services)
    transport = httpx2.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as made,
    ):
        yield made
        trace.use(None)  # closing the services would stop it


def found(memory: InMemorySpanExporter, trace_id: str) -> list[ReadableSpan]:
    spans = memory.get_finished_spans()
    return [each for each in spans if each.context and f"{each.context.trace_id:032x}" == trace_id]


async def test_records_a_request_and_its_statements(
    memory: InMemorySpanExporter, world: World, alice: Person
) -> None:
    token = alice.token or await alice.exchange()
    headers = {"Authorization": f"Bearer {token}", "traceparent": f"00-{ID}-{PARENT}-01"}
    async with client(world) as made:
        answer = await made.get("/api/cards", headers=headers, params={"q": "Zanzibar"})
        assert answer.status_code == 200
        await made.get("/api/cards", headers=headers | {"traceparent": f"00-{ID[::-1]}-{PARENT}-00"})
    spans = found(memory, ID)
    assert not found(memory, ID[::-1]), "the caller does not record"
    (request,) = [each for each in spans if each.kind == SpanKind.SERVER]
    assert request.name == "GET /api/cards"
    assert request.parent is not None
    assert f"{request.parent.span_id:016x}" == PARENT
    assert dict(request.attributes or {}) == {
        "http.request.method": "GET",
        "http.route": "/api/cards",
        "http.response.status_code": 200,
    }
    statements = [each for each in spans if each.kind == SpanKind.CLIENT]
    assert {"BEGIN", "SELECT", "COMMIT"} <= {each.name for each in statements}
    assert request.context is not None
    for each in statements:
        assert each.parent is not None
        assert each.parent.span_id == request.context.span_id
        assert each.start_time is not None
        assert each.end_time is not None
        assert each.start_time <= each.end_time
    told = "".join(each.to_json() for each in spans)
    for secret in ("Zanzibar", alice.account_id, alice.user_id, alice.email, token):
        assert secret not in told
    assert "Zanzibar" in str(answer.request.url), "the control"


async def test_marks_a_failed_request(memory: InMemorySpanExporter, world: World, alice: Person) -> None:
    token = alice.token or await alice.exchange()
    headers = {"traceparent": f"00-{ID}-{PARENT}-01", "Authorization": f"Bearer {token}"}
    async with client(world) as made:
        await world.owner.execute("alter table access_tokens rename to gone")
        try:
            answer = await made.get("/api/cards", headers=headers)
        finally:
            await world.owner.execute("alter table gone rename to access_tokens")
        assert (await made.get("/api/cards", headers={"traceparent": f"00-{ID[::-1]}-{PARENT}-01"})).is_error
    assert answer.status_code == 500
    (request,) = [each for each in found(memory, ID) if each.kind == SpanKind.SERVER]
    assert request.status.status_code == StatusCode.ERROR
    assert "UndefinedTableError" in [(each.attributes or {}).get("error.type") for each in found(memory, ID)]
    assert not [each for each in found(memory, ID) if each.events], "the texts of errors contain values"
    (refused,) = [each for each in found(memory, ID[::-1]) if each.kind == SpanKind.SERVER]
    assert refused.status.status_code != StatusCode.ERROR


async def test_records_a_job_and_its_calls(memory: InMemorySpanExporter, world: World) -> None:
    async with receiving("ok") as receiver:

        async def call(services: Any, args: dict[str, Any]) -> None:
            await services.net.call("POST", receiver.url, headers={}, body=b"{}")

        async def fail(services: Any, args: dict[str, Any]) -> None:
            raise RuntimeError("Zanzibar")

        async with world.services.db.transaction() as tx:
            await enqueue(tx, "tests.call", [{}])
            await enqueue(tx, "tests.fail", [{}])
        await Worker(world.services.db, world.services, {"tests.call": call, "tests.fail": fail}).drain()
    spans = {each.name: each for each in memory.get_finished_spans()}
    job, made, failed = spans["tests.call"], spans["POST"], spans["tests.fail"]
    assert (job.kind, job.parent, job.status.status_code) == (SpanKind.CONSUMER, None, StatusCode.UNSET)
    assert job.context is not None
    assert made.context is not None
    assert made.parent is not None
    assert (made.context.trace_id, made.parent.span_id) == (job.context.trace_id, job.context.span_id)
    assert (made.attributes or {})["server.address"] == "127.0.0.1"
    sent = f"00-{made.context.trace_id:032x}-{made.context.span_id:016x}-01"
    assert receiver.messages[0].headers["traceparent"] == sent
    assert failed.status.status_code == StatusCode.ERROR
    assert (failed.attributes or {})["error.type"] == "RuntimeError"
    assert "Zanzibar" not in failed.to_json()


@asynccontextmanager
async def collecting() -> AsyncGenerator[tuple[str, list[ExportTraceServiceRequest], list[str | None]]]:
    """Yields the URL of a collector, the requests and their X-Key headers."""
    taken: list[ExportTraceServiceRequest] = []
    keys: list[str | None] = []

    async def export(request: web.Request) -> web.Response:
        taken.append(ExportTraceServiceRequest.FromString(await request.read()))
        keys.append(request.headers.get("X-Key"))
        return web.Response(body=b"", content_type="application/x-protobuf")

    app = web.Application()
    app.router.add_post("/v1/traces", export)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", taken, keys
    finally:
        await runner.cleanup()


def settings_for(world: World, url: str) -> Settings:
    telemetry = TelemetrySettings(otlp_url=url, otlp_headers=(("X-Key", "secret"),))
    return replace(world.services.settings, telemetry=telemetry)


async def test_exports_to_a_collector_and_finishes_at_the_end(world: World) -> None:
    async with collecting() as (url, taken, keys):
        trace.use(connect(settings_for(world, url)))
        services = build_services(world.services.settings, world.services.db._dsn, outside())
        with trace.span("GET /x", "server"):
            pass
        await services.db.open()
        await services.close()
    assert trace.current() is None
    assert not trace.is_recording()
    assert keys == ["secret"]
    (resource,) = taken[0].resource_spans
    assert {each.key: each.value.string_value for each in resource.resource.attributes}[
        "service.name"
    ] == "wellwish"
    assert [span.name for scope in resource.scope_spans for span in scope.spans] == ["GET /x"]


@pytest.mark.parametrize("hangs", [False, True], ids=["refuses", "hangs"])
async def test_goes_on_without_the_collector(
    hangs: bool, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(otel, "_EXPORT_S", 0.5)
    monkeypatch.setattr(otel, "_STOP_S", 1.0)
    async with receiving("hang") as receiver:
        url = f"http://127.0.0.1:{receiver.port if hangs else free_port()}"
        trace.use(connect(settings_for(world, url)))
        began = time.monotonic()
        for _ in range(otel._QUEUE * 2):  # more than fit
            with trace.span("GET /x", "server"):
                pass
        assert time.monotonic() - began < 30, "no span waits for the collector"
        began = time.monotonic()
        trace.stop()
        assert time.monotonic() - began < 10


def test_logs_failures_once_a_minute_and_never_their_text(monkeypatch: pytest.MonkeyPatch) -> None:
    at = [1000.0]
    monkeypatch.setattr(otel.time, "monotonic", lambda: at[0])
    record = logging.LogRecord("x", logging.ERROR, "exporter.py", 1, "https://key@collector", (), None)
    monkeypatch.setattr(otel, "log", structlog.wrap_logger(None, wrapper_class=structlog.BoundLogger))
    handler = otel._Failures()
    with capture_logs() as logged:
        for at[0] in (1000.0, 1030.0, 1059.0, 1061.0):
            handler.emit(record)
    assert [each["module"] for each in logged] == ["exporter"] * 2
    assert "collector" not in str(logged)


def test_imports_nothing_of_it_when_off() -> None:
    program = (
        "import sys, wellwish.app, wellwish.cli.app; print([n for n in sys.modules if 'opentelemetry' in n])"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"
    control = subprocess.run(
        [sys.executable, "-c", program.replace("wellwish.app,", "wellwish.base.otel,")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert control.stdout.strip() != "[]"


async def test_says_which_packages_are_missing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for(world, "http://localhost:4318")
    assert checks.tracing_faults(settings) == []
    monkeypatch.setattr(checks, "find_spec", lambda _: None)
    assert checks.tracing_faults(settings) == [
        "WELLWISH_OTLP_URL needs the extra `otel`: pip install 'wellwish[otel]'."
    ]
    assert checks.tracing_faults(world.services.settings) == []


def test_reads_the_settings() -> None:
    def telemetry(**given: str) -> TelemetrySettings:
        return load({f"WELLWISH_{name}": value for name, value in given.items()}, make_key=False).telemetry

    assert telemetry() == TelemetrySettings()
    read = telemetry(OTLP_URL="https://collector:4318/", OTLP_HEADERS="a=b%2Cc, Authorization=Bearer%20x")
    assert (read.otlp_url, read.otlp_headers) == (
        "https://collector:4318",
        (("a", "b,c"), ("Authorization", "Bearer x")),
    )
    assert "Bearer" not in repr(read)
    for name, value in (
        ("OTLP_URL", "collector:4318"),
        ("OTLP_URL", "http://[x"),
        ("OTLP_HEADERS", "a"),
        ("OTLP_HEADERS", "a=b%0A"),
        ("TRACE_SHARE", "2"),
        ("TRACE_SHARE", "nan"),
        ("REVISION", "a b"),
    ):
        with pytest.raises(SettingsError, match=f"WELLWISH_{name}"):
            telemetry(**{name: value})
