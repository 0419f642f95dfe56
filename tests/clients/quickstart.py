"""The expected result of the quickstart by any client: a signed card and its webhook."""

from typing import Any, Final

from tests.webhooks.receivers import Message, Receiver
from tests.webhooks.steps import deliver_due
from tests.world import World

FACTS: Final[dict[str, list[dict[str, Any]]]] = {
    "cards": [
        {
            "title": "Happy birthday, Maya",
            "sender": "Priya and friends",
            "add_money": "everyone",
            "currency": "EUR",
            "recipient": "Maya",
        }
    ],
    "invitations": [
        {"delivery_type": "email", "delivery_id": "jonas@example.com", "message": "Sign before Friday"}
    ],
    "admins": [{"email": "sam@example.com", "invite_contributors": True}],
    "contributions": [{"name": "Jonas", "note_text": "Many more, Maya!"}],
    "messages": [
        {"kind": "admin_added", "recipient": "sam@example.com"},
        {"kind": "invitation", "recipient": "jonas@example.com"},
        {"kind": "resend", "recipient": "jonas@example.com"},
    ],
    "bundles": [{"cards_used": 1}],
    "events": [
        {"type": "card.created"},
        {"type": "card_admin.added"},
        {"type": "contribution.created"},
        {"type": "invitation.created"},
        {"type": "invitation.resent"},
    ],
}
_QUERIES: Final = {
    "cards": "select c.title, c.sender, c.add_money, c.currency, r.name as recipient from cards c "
    "join recipients r on r.card_id = c.id where c.account_id = $1",
    "invitations": "select delivery_type, delivery_id, message from invitations where account_id = $1",
    "admins": "select email, invite_contributors from card_admins where account_id = $1",
    "contributions": "select name, note_text from contributions where account_id = $1",
    "messages": "select kind, recipient from messages where account_id = $1 order by kind",
    "bundles": "select cards_used from bundle_purchases where account_id = $1",
    "events": "select type from events where account_id = $1 and type <> 'invitation.sent' order by type",
}


async def check(world: World, receiver: Receiver) -> Message:
    """Compares alice's records with `FACTS`, delivers the webhook of the signature, and returns it."""
    await deliver_due(world)
    found = {
        name: [dict(each) for each in await world.owner.fetch(query, world.alice.account_id)]
        for name, query in _QUERIES.items()
    }
    assert found == FACTS, found
    (message,) = receiver.messages
    card_id = await world.owner.fetchval("select id from cards where account_id = $1", world.alice.account_id)
    assert (message.json["type"], message.json["data"]["card_id"]) == ("contribution.created", card_id)
    return message
