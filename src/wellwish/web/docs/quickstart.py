"""The quickstart as calls: a card, an invitation, an admin and a signature."""

from typing import Final

from wellwish.infra.openapi.examples import Example

# Pairs of an operation and its example. IDs refer to earlier records.
STEPS: Final = (
    ("bundle_purchases.list_available", Example(query={"limit": 1})),
    ("templates.list", Example(query={"occasion": "birthday", "limit": 1})),
    (
        "cards.create",
        Example(
            request={
                "title": "Happy birthday, Maya",
                "sender": "Priya and friends",
                "recipient": "Maya",
                "template_id": "tpl_",
                "bundle_purchase_id": "bp_",
                "collection": {"add_money": "everyone", "currency": "EUR"},
            }
        ),
    ),
    (
        "invitations.create",
        Example(
            request={
                "card_id": "card_",
                "message": "Sign before Friday",
                "invitees": [{"delivery_type": "email", "delivery_id": "jonas@example.com"}],
            }
        ),
    ),
    ("invitations.list", Example(query={"limit": 1})),
    ("invitations.resend", Example(request={"invite_id": "inv_"})),
    (
        "card_admins.create",
        Example(
            request={
                "card_id": "card_",
                "email": "sam@example.com",
                "privilege": {"invite_contributors": True},
            }
        ),
    ),
    ("contributions.create", Example(request={"name": "Jonas", "note": {"text": "Many more, Maya!"}})),
)
