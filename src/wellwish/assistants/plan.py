"""A plan: the proof that an assistant was shown the effects of a task, and that nothing has changed since.

A plan is a tag over the account, the arguments, the facts and the expiry, so it does not have to be stored.
The transaction that performs the task compares the facts. The plan is also the idempotency key: a repeated
call returns the first result.
"""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import msgspec

from wellwish.assistants.assistant import Assistant
from wellwish.base import clock
from wellwish.infra.http import Body, DryRun, Trial

LIFETIME: Final = timedelta(hours=1)
_FACTS_CHARS: Final = 32  # hexadecimal: 128 bits
_NONCE_BYTES: Final = 4  # distinguishes equal plans created in the same millisecond


class PlanRefusedError(Exception):
    """The plan does not permit the task."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


@dataclass(frozen=True)
class Task:
    """An operation that needs a plan: its arguments, and the facts on which the plan depends."""

    name: str
    operation: str
    request: Callable[[Any], dict[str, Any]]
    facts: Callable[[Trial, DryRun], Any]

    async def show(self, assistant: Assistant, given: Body) -> tuple[dict[str, Any], str]:
        """Returns the response of the dry run, and its plan. Raises the refusals of the operation."""
        seen: list[Any] = []
        shown = await assistant.call(
            self.operation,
            **self.request(given),
            dry_run=True,
            witness=lambda trial, dry_run: seen.append(self.facts(trial, dry_run)),
        )
        return shown, seal(assistant, self.name, given, seen[0])

    async def perform(self, assistant: Assistant, given: Body, plan: str) -> dict[str, Any]:
        """Returns the response. Raises PlanRefusedError, and the refusals of the operation."""
        agreed = opened(assistant, self.name, given, plan)
        return await assistant.call(
            self.operation,
            **self.request(given),
            idempotency_key=plan,
            witness=lambda trial, dry_run: agreed(self.facts(trial, dry_run)),
        )


def seal(assistant: Assistant, task: str, given: Body, facts: Any) -> str:
    """Returns the plan of a task, valid for an hour."""
    until_ms = round((clock.now() + LIFETIME).timestamp() * 1000)
    head = f"{until_ms:x}.{secrets.token_hex(_NONCE_BYTES)}.{_digest(facts)}"
    return f"{head}.{assistant.services.keys.form_tag(*_bound(assistant, task, given, head))}"


def opened(assistant: Assistant, task: str, given: Body, plan: str) -> Callable[[Any], None]:
    """Returns a function that compares the facts and raises PlanRefusedError if they have changed.

    Raises PlanRefusedError for an expired plan, and for a plan of another account or for other arguments.
    """
    head, _, tag = plan.rpartition(".")
    if not assistant.services.keys.is_form_tag(tag, *_bound(assistant, task, given, head)):
        raise PlanRefusedError(
            "plan_invalid",
            "This plan is for another account or other arguments. Request a new plan and show it to "
            "the person you act for.",
        )
    until_ms, _, digest = head.split(".")
    if int(until_ms, 16) < clock.now().timestamp() * 1000:
        raise PlanRefusedError("plan_expired", "This plan is more than an hour old. Request a new one.")

    def agreed(facts: Any) -> None:
        if not secrets.compare_digest(_digest(facts), digest):
            raise changed()

    return agreed


def changed() -> PlanRefusedError:
    return PlanRefusedError(
        "plan_changed",
        "What this plan was based on has changed, so nothing was done. Request a new plan and show it to the "
        "person you act for.",
    )


def _bound(assistant: Assistant, task: str, given: Body, head: str) -> tuple[str, ...]:
    arguments: dict[str, Any] = msgspec.to_builtins(given)
    arguments.pop("plan", None)
    text = msgspec.json.encode(arguments, order="sorted").decode()
    return ("plan of an assistant", assistant.caller.account_id, task, text, head)


def _digest(facts: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(facts, order="sorted")).hexdigest()[:_FACTS_CHARS]
