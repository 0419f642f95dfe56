"""Spans for an OpenTelemetry collector, with the extra ``otel``.

This module is imported only if WELLWISH_OTLP_URL is set. A thread exports the spans. While the collector is
unavailable, spans are dropped; requests and jobs are not affected.
"""

import logging
import threading
import time
from typing import Any, Final

import structlog
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import NonRecordingSpan, SpanContext, SpanKind, Status, StatusCode, TraceFlags
from opentelemetry.trace import Span as SdkSpan
from opentelemetry.trace.propagation import set_span_in_context

from wellwish import __version__
from wellwish.base.settings import Settings
from wellwish.base.trace import Attributes, Kind, Span, Trace

_EXPORT_S: Final = 3.0
_STOP_S: Final = 5.0  # well below the 30 s of a shutdown
_QUEUE: Final = 4096
_BATCH: Final = 512
_EVERY_MS: Final = 2000
_LOG_EVERY_S: Final = 60.0  # while the collector is unavailable, every batch fails
_LOGGER: Final = "opentelemetry"
_KINDS: Final[dict[Kind, SpanKind]] = {
    "server": SpanKind.SERVER,
    "client": SpanKind.CLIENT,
    "consumer": SpanKind.CONSUMER,
}
log: Final = structlog.get_logger("wellwish.otel")


class _OtelSpan(Span):
    __slots__ = ("_span",)
    recorded = True

    def __init__(self, span: SdkSpan) -> None:
        context = span.get_span_context()
        # Level 2 has a second flag, for random IDs.
        super().__init__(
            Trace(f"{context.trace_id:032x}", f"{context.span_id:016x}", int(context.trace_flags) & 1)
        )
        self._span = span

    def set(self, attributes: Attributes) -> None:
        self._span.set_attributes(dict(attributes))

    def fail(self, error: str) -> None:
        self._span.set_attribute("error.type", error)
        self._span.set_status(Status(StatusCode.ERROR))

    def end(self) -> None:
        self._span.end()


class OpenTelemetry:
    """The exporter of a process."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("wellwish", __version__)

    def start(self, name: str, kind: Kind, parent: Trace | None, attributes: Attributes) -> Span:
        context = _context(parent, is_remote=kind == "server")
        return _OtelSpan(self._tracer.start_span(name, context, _KINDS[kind], dict(attributes)))

    def record(
        self, name: str, parent: Trace, started_ns: int, attributes: Attributes, error: str | None
    ) -> None:
        made = self._tracer.start_span(
            name, _context(parent), SpanKind.CLIENT, dict(attributes), start_time=started_ns
        )
        if error is not None:
            made.set_attribute("error.type", error)
            made.set_status(Status(StatusCode.ERROR))
        made.end()

    def stop(self) -> None:
        """Sends the remaining spans, and gives up after five seconds."""
        stopping = threading.Thread(target=self._provider.shutdown, daemon=True)
        stopping.start()
        stopping.join(_STOP_S)


def connect(settings: Settings) -> OpenTelemetry:
    """Returns an exporter to the collector of the settings; nothing is sent yet."""
    telemetry = settings.telemetry
    exporter = OTLPSpanExporter(
        endpoint=f"{telemetry.otlp_url}/v1/traces", headers=dict(telemetry.otlp_headers), timeout=_EXPORT_S
    )
    provider = TracerProvider(
        sampler=ParentBased(TraceIdRatioBased(telemetry.trace_share)),
        resource=Resource({"service.name": "wellwish", "service.version": __version__}),
        shutdown_on_exit=False,
    )
    provider.add_span_processor(
        BatchSpanProcessor(
            exporter, max_queue_size=_QUEUE, schedule_delay_millis=_EVERY_MS, max_export_batch_size=_BATCH
        )
    )
    library = logging.getLogger(_LOGGER)
    if not library.handlers:  # otherwise the library would write plain lines to standard error
        library.addHandler(_Failures())
        library.propagate = False
    return OpenTelemetry(provider)


class _Failures(logging.Handler):
    """Logs the module of a failure, at most once a minute, but not its message, which can contain URLs."""

    _logged_at = -_LOG_EVERY_S

    def emit(self, record: logging.LogRecord) -> None:
        now = time.monotonic()
        if record.levelno >= logging.WARNING and now - self._logged_at >= _LOG_EVERY_S:
            self._logged_at = now
            log.warning("spans not exported", module=record.module)


def _context(parent: Trace | None, *, is_remote: bool = False) -> Context:
    if parent is None:
        return Context()
    ids: Any = SpanContext(
        int(parent.trace_id, 16), int(parent.span_id, 16), is_remote, TraceFlags(parent.flags)
    )
    return set_span_in_context(NonRecordingSpan(ids), Context())
