"""A service that sends texts through carriers on loopback."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from tests import make
from tests.fakes.carrier import FakeCarrier
from tests.world import Person, World
from wellwish.base.settings import Settings

MOBILE = "+447400123456"
COUNTRIES = frozenset({"GB", "US"})


def settings_of(settings: Settings, *fakes: FakeCarrier, **fields: Any) -> Settings:
    """Returns the settings of a service outside demo mode that sends texts through these carriers."""
    given: dict[str, Any] = {
        "demo": False,
        "sms_providers": tuple(each.provider() for each in fakes),
        "sms_countries": COUNTRIES,
        "sms_per_day": 0,
        "messages_per_day": 0,
        "messages_per_day_unproven": 0,
        "requests_per_minute": 0,
        **fields,
    }
    return replace(settings, **given)


@asynccontextmanager
async def texting(
    clone: tuple[str, str], settings: Settings, *fakes: FakeCarrier, **fields: Any
) -> AsyncGenerator[World]:
    """The service on an empty database with alice, bob and mallory."""
    async with World.over(settings_of(settings, *fakes, **fields), *clone) as world:
        await world.empty()
        await world.settle()
        yield world


async def invite(person: Person, *numbers: str, **fields: Any) -> list[dict[str, Any]]:
    """Creates a card and sends invitations to it by SMS."""
    card = await make.card(person, recipient="Maya")
    invitees = [{"delivery_type": "sms", "delivery_id": number} for number in numbers]
    answer = await person.post(
        "/api/cards/invitations", {"card_id": card["card_id"], "invitees": invitees, **fields}
    )
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


async def state(person: Person, made: dict[str, Any]) -> tuple[str, str | None, int]:
    """Returns the status, its reason and the number of sends."""
    person.token = None
    shown = (await person.get(f"/api/cards/invitations/{made['id']}")).json()
    return shown["status"], shown["status_reason"], shown["sent_count"]
