"""Report how many cards the account can still create."""

from msgspec import Struct

from wellwish.assistants.assistant import Assistant
from wellwish.infra.http import Body


class NoInput(Body, frozen=True, kw_only=True):
    pass


class Purchase(Struct, frozen=True):
    name: str
    cards_remaining: int
    expires_at: str | None


class CardsLeft(Struct, frozen=True):
    cards_left: int
    purchases: list[Purchase]


async def cards_left(assistant: Assistant, given: NoInput) -> CardsLeft:
    del given
    found = await assistant.call("GET /api/bundle-purchases/available")
    purchases = [
        Purchase(each["name"], each["cards_remaining"], each["expires_at"]) for each in found["data"]
    ]
    return CardsLeft(sum(each.cards_remaining for each in purchases), purchases)
