"""One run of schemathesis over the whole API with all phases and checks.

The run covers the document's examples and boundaries, valid and invalid generated requests, and sequences in
which one response supplies the IDs of the next request.
"""

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.hooks import GLOBAL_HOOK_DISPATCHER
from schemathesis.openapi.checks import EnsureResourceAvailability

from tests.fuzz.served import Served
from wellwish.infra import openapi
from wellwish.routes import OPERATIONS

Allow = Callable[[Any, Any], str | None]

_NAMES = (
    "account_id", "template_id", "bundle_purchase_id", "card_id", "invite_id", "card_admin_id", "group_id",
    "contribution_id",
)  # fmt: skip


@dataclass
class Report:
    """The requests sent, their responses, and the failed checks."""

    cases: int = 0
    phases: Counter[str] = field(default_factory=Counter[str])
    statuses: Counter[int] = field(default_factory=Counter[int])
    succeeded: set[str] = field(default_factory=set[str])
    failures: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    allowed: Counter[str] = field(default_factory=Counter[str])
    errors: list[str] = field(default_factory=list[str])

    def text(self) -> str:
        lines = [
            f"{self.cases} cases: {_listed(self.phases)}",
            f"answers: {_listed(self.statuses)}",
            f"allowed: {_listed(self.allowed) or 'none'}",
        ]
        for check, found in self.failures.items():
            lines += [f"{check}: {len(found)}", *(f"  {each}" for each in found[:8])]
        return "\n".join([*lines, *self.errors])


def _listed(counts: Counter[Any]) -> str:
    return ", ".join(f"{what} {count}" for what, count in sorted(counts.items()))


def document() -> dict[str, Any]:
    """Returns the document with closed schemas, so that an undocumented member of a response fails."""
    found = json.loads(openapi.document_text(OPERATIONS))
    schemas = found["components"]["schemas"]
    for schema in schemas.values():
        _merge_bases(schema, schemas)
        if schema.get("type") == "object" and "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return found


def _merge_bases(schema: dict[str, Any], schemas: dict[str, dict[str, Any]]) -> None:
    """Merges the schemas that a schema extends: closed, they would refuse its additional members."""
    for base in schema.pop("allOf", []):
        extended = schemas[base["$ref"].rpartition("/")[2]] if "$ref" in base else base
        _merge_bases(extended, schemas)
        schema["type"] = "object"
        schema["properties"] = {**schema.get("properties", {}), **extended["properties"]}
        schema["required"] = [*schema.get("required", []), *extended.get("required", [])]


def configuration(
    served: Served, *, strict: bool, examples: int, checks: dict[str, Any], seed: int
) -> dict[str, Any]:
    """Returns the configuration of schemathesis; 80 % of the ID parameters take existing IDs."""
    binding = {f"{place}.{name}": name for name in _NAMES for place in ("path", "body")}
    suffixes = [each.removeprefix("inv_") for each in served.ids["invite_id"]]
    ids = {**served.ids, "invite_id_suffix": suffixes}
    binding["path.invite_id_suffix"] = "invite_id_suffix"
    headers = {"Prefer": "handling=strict"} if strict else {}
    return {
        "seed": seed,
        "headers": headers,
        "dictionaries": {name: {"values": values} for name, values in ids.items()},
        "parameters": {
            **{place: {"dictionary": name, "probability": 0.8} for place, name in binding.items()},
        },
        "generation": {"max-examples": examples, "database": "none"},
        "auth": {
            "openapi": {
                "bearer": {"bearer": served.token},
                "api_key": {"api_key": served.pairs[0][0]},
                "client_secret": {"api_key": served.pairs[0][1]},
            }
        },
        "checks": checks,
        "continue-on-failure": True,
        "warnings": False,
    }


def _is_tried(failure: Any, case: Any, tried: set[str]) -> bool:
    """Whether the failure is the absence of a record that only a dry run has returned."""
    named = (case.path_parameters or {}).values()
    return isinstance(failure, EnsureResourceAvailability) and not tried.isdisjoint(named)


def campaign(
    served: Served,
    *,
    strict: bool,
    examples: int,
    checks: dict[str, Any],
    allow: Allow,
    only: str | None = None,
    boundaries: bool = True,
    seed: int = 20261121,
) -> Report:
    """Runs all phases over every operation or `only`; `allow` names the rule that permits a failure.

    `boundaries` enables the coverage phase: every limit of the document, from both sides.
    """
    report = Report()
    config = SchemathesisConfig.from_dict(
        {
            **configuration(served, strict=strict, examples=examples, checks=checks, seed=seed),
            "phases": {"coverage": {"enabled": boundaries}},
        }
    )
    schema = schemathesis.openapi.from_dict(document(), config=config)
    schema.config.update(base_url=served.base_url)
    if only is not None:
        schema = schema.include(operation_id=only)
    pairs, numbers = itertools.cycle(served.pairs), itertools.count()
    tried: set[str] = set()  # the IDs that dry runs returned

    def before_call(context: Any, case: Any, kwargs: Any) -> None:
        """Adds values that only a client knows: an unused pair, a fresh idempotency key, the right card."""
        del context, kwargs
        headers = case.headers
        path = case.path_parameters or {}
        if path.get("contribution_id") in served.homes and next(numbers) % 8:
            path["card_id"] = served.homes[path["contribution_id"]]
        if headers and headers.get("x-api-key") == served.pairs[0][0]:
            headers["x-api-key"], headers["x-client-secret"] = next(pairs)
        if headers and case.meta is not None and case.meta.generation.mode.is_positive and next(numbers) % 8:
            key = headers.get("Idempotency-Key", "")
            if 0 < len(key) < 200 and not key.startswith('"'):
                headers["Idempotency-Key"] = f"{key}-{next(numbers)}"
            headers.pop("If-Match", None)
            _put_off(case.body)

    def after_call(context: Any, case: Any, response: Any) -> None:
        del context, case
        if response.status_code == 200 and b'"dry_run"' in response.content:
            tried.add(response.json().get("id"))

    def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
        del context
        why = "a dry run creates nothing" if _is_tried(failure, case, tried) else allow(failure, response)
        if why is not None:
            report.allowed[why] += 1
        return why is None

    schema.hooks.register_hook_with_name(filter_failure, "filter_failure")
    schemathesis.hook(before_call)  # schemathesis registers these hooks globally
    schemathesis.hook(after_call)
    try:
        for event in from_schema(schema).execute():
            _add(report, event)
    finally:
        GLOBAL_HOOK_DISPATCHER.unregister(before_call)
        GLOBAL_HOOK_DISPATCHER.unregister(after_call)
    return report


def _put_off(body: Any) -> None:
    """Moves a past end date into the future; a schema cannot express "in the future"."""
    end = body.get("contribution_end_date") if isinstance(body, dict) else None
    if isinstance(end, str) and re.match("20[0-2][0-9]-", end):
        body["contribution_end_date"] = "2031" + end[4:]


def _add(report: Report, event: Any) -> None:
    if isinstance(event, events.NonFatalError):
        report.errors.append(f"{event.label}: {event.value!r}")
    if isinstance(event, events.FatalError):
        raise event.exception
    if not isinstance(event, events.ScenarioFinished):
        return
    recorder = event.recorder
    report.cases += len(recorder.interactions)
    report.phases[event.phase.value] += len(recorder.interactions)
    for case_id, interaction in recorder.interactions.items():
        if interaction.response is None:
            report.errors.append(f"{recorder.label}: no answer")
            continue
        status = interaction.response.status_code
        report.statuses[status] += 1
        if status < 300 and case_id in recorder.cases:
            label = recorder.cases[case_id].value.operation.label
            # The document names the path of invitations differently, so that no two paths match one URL.
            report.succeeded.add(label.replace("inv_{invite_id_suffix}", "{invite_id}"))
    for case_id, checks in recorder.checks.items():
        for check in checks:
            if check.failure_info is not None:
                case, interaction = recorder.cases[case_id].value, recorder.interactions[case_id]
                text = _described(check.failure_info.failure, case, interaction)
                report.failures.setdefault(check.name, []).append(text)


def _described(failure: Any, case: Any, interaction: Any) -> str:
    answer, request = interaction.response, interaction.request
    said = "" if answer is None else f"{answer.status_code} {answer.text[-300:]}"
    sent = (request.body or b"")[:200]
    why = " ".join(str(failure.message).split())[:200]
    return f"{case.method} {request.uri} {sent!r} -> {said}: {failure.title}: {why}"
