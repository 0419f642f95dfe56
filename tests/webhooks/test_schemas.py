"""Full payloads have one schema for each event in the OpenAPI document, and every delivery follows it."""

import json
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from tests import make
from tests.infra.openapi.journey import travel
from tests.webhooks.receivers import receiving
from tests.webhooks.steps import deliver_due, endpoint
from tests.world import Person, World
from wellwish.contributions.contribution import NoteState
from wellwish.contributions.gift import MoneyStatus
from wellwish.infra import openapi
from wellwish.infra.events import TYPES
from wellwish.infra.openapi import event_data
from wellwish.infra.openapi.webhooks import name_of, sample
from wellwish.reports.report import REASONS
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.anyio

DOCUMENT = openapi.document(OPERATIONS)
SCHEMAS = DOCUMENT["components"]["schemas"]


def check(message: dict[str, Any], *, thin: bool = False) -> None:
    """Validates a message against the schema of its event, without other members. Raises ValidationError."""
    [webhook] = DOCUMENT["webhooks"].values()
    body = webhook["post"]["requestBody"]["content"]["application/json"]["schema"]
    validator(body).validate(message)
    schema = SCHEMAS["ThinEventMessage" if thin else name_of(message["type"])]
    for value, described in ((message, schema), (message["data"], data_of(schema))):
        validator(described | {"unevaluatedProperties": False}).validate(value)


def data_of(schema: dict[str, Any]) -> dict[str, Any]:
    return SCHEMAS[added_by(schema)["data"]["$ref"].rpartition("/")[2]]


def added_by(schema: dict[str, Any]) -> dict[str, Any]:
    """Returns the members that the schema adds to the one that it extends."""
    return schema["allOf"][1]["properties"]


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    given = {**schema, "components": DOCUMENT["components"]}
    return Draft202012Validator(given, format_checker=Draft202012Validator.FORMAT_CHECKER)


def test_every_event_has_a_schema_and_a_full_example() -> None:
    assert set(event_data.MEMBERS) == set(TYPES)
    assert {name_of(kind) for kind in TYPES} == {
        each["$ref"].rpartition("/")[2] for each in SCHEMAS["EventMessage"]["oneOf"]
    }
    assert len({name_of(kind) for kind in TYPES}) == len(TYPES)
    for kind in TYPES:
        check(example_of(kind))


def example_of(kind: str) -> dict[str, Any]:
    return {"type": kind, "timestamp": "2026-11-23T09:00:00.000Z", "test": False, "data": sample(kind)}


def test_the_words_are_those_of_the_records() -> None:
    def words(kind: str, name: str) -> set[str]:
        return set(added_by(data_of(SCHEMAS[name_of(kind)]))[name]["enum"])

    assert words("contribution.created", "status") == set(get_args(NoteState))
    assert words("contribution.created", "money_status") == set(get_args(MoneyStatus))
    assert words("contribution.reported", "reason") == set(REASONS)


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "card.created"},
        {"data": {"event_id": "evt_1"}},
        {"more": 1},
        {"link": "https://cards.example/s/x"},
        {"status": "gone"},
        {"reason": 5},
        {"invite_id": None},
    ],
)
def test_control_other_messages_are_refused(wrong: dict[str, Any]) -> None:
    message = example_of("invitation.bounced")
    check(message)
    changed = json.loads(json.dumps(message))
    (changed if wrong.keys() <= {"type", "data", "more"} else changed["data"]).update(wrong)
    with pytest.raises(ValidationError):
        check(changed)


async def test_every_delivery_of_a_journey_follows_its_schema(world: World) -> None:
    async with receiving() as full, receiving() as thin, receiving() as without_people:
        await endpoint(world.alice, full.url, payload="full", personal_data=True)
        await endpoint(world.alice, without_people.url, payload="full")
        await endpoint(world.alice, thin.url)
        await travel(world)
        for _ in range(3):
            await deliver_due(world)
        received = [(each.json, receiver is thin) for receiver in (full, without_people, thin)
                    for each in receiver.messages]  # fmt: skip
    for message, is_thin in received:
        check(message, thin=is_thin)
    kinds = {message["type"] for message, _ in received}
    assert len(kinds) >= 25, kinds
    assert {"person" in message["data"] for message, is_thin in received if not is_thin} == {True, False}


async def test_a_failed_text_has_its_reason(world: World, alice: Person) -> None:
    card = await make.card(alice)
    async with receiving() as receiver:
        await endpoint(alice, receiver.url, payload="full", personal_data=True)
        invitees = [{"delivery_type": "sms", "delivery_id": "+442079460958"}]
        await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": invitees})
        await world.work()
        await deliver_due(world)
        [failed] = [each.json for each in receiver.messages if each.json["type"] == "invitation.failed"]
    check(failed)
    shown = (await alice.get(f"/api/cards/invitations/{failed['data']['invite_id']}")).json()
    assert failed["data"]["reason"] == shown["status_reason"] is not None
