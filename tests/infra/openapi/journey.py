"""One call of every operation; the requests and responses are the document's examples."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import httpx2

from tests import make
from tests.contributions import giving
from tests.fakes.stripe import EXAMPLE_ACCOUNT, EXAMPLE_KEY
from tests.infra.openapi.tidy import Tidy
from tests.payments import asking, buying, striped
from tests.world import Person, World
from wellwish.base import clock
from wellwish.delivery import suppression
from wellwish.infra.http import Route
from wellwish.infra.openapi import operation_id
from wellwish.infra.openapi.token import OPERATION_ID as EXCHANGE
from wellwish.routes import OPERATIONS

# A plain picture of 160 by 48 pixels.
_PLAIN = (
    "iVBORw0KGgoAAAANSUhEUgAAAKAAAAAwCAIAAAAZy+Y5AAAAZklEQVR42u3RAQ0AMAjAsHMxiMImBrFBSCdhjc56utu3ALAA"
    "C7AAC7AACzBgARZgARZgARZgwAIswAIswAIswAIMWIAFWIAFWIAFGLAAC7AAC7AACzBgARZgARZgARZgAQYswNreAHAGAZPx"
    "5VJaAAAAAElFTkSuQmCC"
)
Before = Callable[[Route, Person, str, dict[str, Any]], Awaitable[Callable[[httpx2.Response], None] | None]]
ROUTES: dict[str, Route] = {operation_id(route): route for route in OPERATIONS}


class Journey:
    """Calls operations by name and stores their requests and responses."""

    def __init__(self, world: World, before: Before | None = None) -> None:
        self.world = world
        self.before = before
        self.tidy = Tidy(world.services.settings.base_url)
        self.examples: dict[str, Any] = {}

    async def call(
        self,
        name: str,
        *,
        request: Any = None,
        query: dict[str, Any] | None = None,
        by: Person | None = None,
        headers: dict[str, str] | None = None,
        **path: str,
    ) -> Any:
        """Calls the operation in strict mode and stores the example."""
        route, person = ROUTES[name], by or self.world.alice
        target = route.path.format_map(path)
        if route.caller.__name__ == "pair":
            sent = {"x-api-key": person.api_key, "x-client-secret": person.client_secret}
            answer = await self.world.client.request(route.method, target, json=request, headers=sent)
        else:
            sent = {"Prefer": "handling=strict", **(headers or {})}
            given = {"json": request, "params": query, "headers": sent}
            tried = None if self.before is None else await self.before(route, person, target, given)
            answer = await person.request(route.method, target, **given)
            if tried is not None:
                tried(answer)
        assert answer.status_code == route.status, f"{name}: {answer.text}"
        media_type = answer.headers.get("content-type")
        gave = answer.json() if media_type == "application/json" else answer.text
        if media_type == "application/zip":
            gave = "PK"  # its compressed bytes differ between two runs
        given = {"path": path, "query": query or {}, "request": request, "response": gave}
        self.examples[name] = {key: value for key, value in self.tidy(given).items() if value}
        return gave

    async def exchange(self, person: Person) -> None:
        headers = {"x-api-key": person.api_key, "x-client-secret": person.client_secret}
        answer = await self.world.client.post("/account/api-access/token", headers=headers)
        self.examples[EXCHANGE] = {"response": self.tidy(answer.json())}


async def travel(world: World, before: Before | None = None) -> dict[str, Any]:
    """Calls every operation once, successfully. Returns the examples by operation.

    ``before`` sees each request with a token before it is sent, and returns what checks its response.
    """
    journey = Journey(world, before)
    await journey.exchange(world.mallory)
    await journey.call("credentials.rotate", request={"overlap_seconds": 3600}, by=world.mallory)
    await journey.call("credentials.list")
    await _restricted_keys(journey)
    await _test_mode(journey)
    await _members(journey)
    await _platforms(journey)
    purchases = await journey.call("bundle_purchases.list_available")
    await journey.call("bundle_purchases.list", query={"limit": 1})
    await _money(journey)
    await _provider(journey)
    templates = await journey.call("templates.list", query={"occasion": "birthday", "limit": 1})
    await journey.call("locales.list", query={"limit": 1})
    card_id = await _card(journey, purchases["data"][0], templates["data"][0])
    await _media(journey, card_id)
    await _invitations(journey, card_id)
    await _suppressions(journey)
    await _contributions(journey, card_id)
    await journey.call("cards.export_movements", card_id=card_id)
    await journey.call("cards.export_notes", card_id=card_id)
    await journey.call("cards.retrieve_money_chart", card_id=card_id)
    await _groups(journey)
    await _people(journey)
    await _data(journey)
    await _admins(journey, card_id)
    await _states(journey, card_id)
    await journey.call("events.list", query={"limit": 1})
    await journey.call("audit_log.list", query={"limit": 1})
    await journey.call("audit_log.export", query={"action": "session.start"})
    await _webhooks(journey)
    await journey.call("limits.retrieve")
    return journey.examples


async def _restricted_keys(journey: Journey) -> None:
    ends_at = clock.rfc3339(clock.now() + timedelta(days=90))
    request = {"name": "Reports", "scopes": ["cards.read", "money.read"], "networks": ["192.0.2.0/24"]}
    made = await journey.call("restricted_keys.create", request={**request, "expires_at": ends_at})
    await journey.call("restricted_keys.list")
    await journey.call("restricted_keys.delete", restricted_key_id=made["id"])


async def _test_mode(journey: Journey) -> None:
    await journey.call("credentials.create_test", by=journey.world.mallory)
    tester = await journey.world.alice.tester()
    card = await make.card(tester)
    await make.invitations(tester, card["id"], "lena@example.com")
    await journey.world.work()
    await journey.call("test_outbox.list", by=tester, query={"limit": 1})
    await journey.call("test_clock.advance", by=tester, request={"by": "P3D"})
    await journey.world.work()
    await journey.call("test_clock.retrieve", by=tester)


async def _platforms(journey: Journey) -> None:
    by = journey.world.mallory
    sql = "insert into platforms (account_id, created_at) values ($1, now())"
    await journey.world.owner.execute(sql, by.account_id)
    new = {"name": "Birch Ltd", "external_id": "4711", "owner_email": "ines@birch.example"}
    made = await journey.call("accounts.create", request=new, by=by)
    await journey.call("accounts.list", query={"external_id": "4711"}, by=by)
    await journey.call("accounts.retrieve", by=by, account_id=made["id"])
    await journey.call("accounts.update", request={"external_id": "4712"}, by=by, account_id=made["id"])
    columns = "account_id, platform_id, created_at, updated_at"
    sql = f"insert into customers ({columns}) values ($1, $2, now(), now())"
    await journey.world.owner.execute(sql, journey.world.alice.account_id, by.account_id)
    await journey.call("account.retrieve_platform")
    await journey.call("account.update_platform", request={"access": "none"})
    await journey.call("account.leave_platform")


async def _money(journey: Journey) -> None:
    offers = await journey.call("bundles.list", query={"limit": 1})
    made = await journey.call(
        "bundle_purchases.create",
        request={"bundle_id": offers["data"][0]["id"], "currency": "EUR"},
        headers={"Idempotency-Key": "order-4711"},
    )
    await buying.press(journey.world, made["checkout_url"], "succeed")
    await journey.world.work()
    await journey.call("payments.retrieve", payment_id=made["payment_id"])
    refunded = await journey.call(
        "refunds.create",
        payment_id=made["payment_id"],
        headers={"Idempotency-Key": "refund-4711", "If-Match": '"2"'},
        request={"amount": 549},
    )
    await journey.call("refunds.retrieve", refund_id=refunded["id"])
    # Sends the refund before other payments exist, whose jobs could post their transfers before or after it.
    await journey.world.work()
    await _refund_requests(journey)
    await journey.call("payments.list", query={"status": "succeeded", "limit": 1})
    await journey.call("movements.export")


async def _refund_requests(journey: Journey) -> None:
    """Records a cancelled payment and two refund requests of contributors."""
    person = journey.world.alice
    begun = await giving.gives(person, (await giving.card(person))["id"])
    await journey.call("payments.cancel", payment_id=begun["money"]["payment_id"])
    first, second = [await asking.asked(person) for _ in range(2)]
    await journey.call("refund_requests.list", query={"status": "open", "limit": 1})
    await journey.call("refund_requests.retrieve", refund_request_id=first["id"])
    await journey.call(
        "refund_requests.approve",
        refund_request_id=first["id"],
        headers={"Idempotency-Key": "approve-4711"},
    )
    await journey.call(
        "refund_requests.refuse",
        refund_request_id=second["id"],
        request={"note": "We have bought the gift already."},
    )
    await journey.world.work()


async def _provider(journey: Journey) -> None:
    # Runs against the fake Stripe; the keys in the document are not real.
    async with striped.at_stripe(journey.world) as fake:
        fake.keys[EXAMPLE_KEY] = EXAMPLE_ACCOUNT
        await journey.call(
            "payment_provider.update",
            request={
                "provider": "stripe",
                "secret_key": EXAMPLE_KEY,
                "webhook_secret": "whsec_wRNftLajMZNeslQOP6vEPm4iVx5NlZ6z",
            },
        )
        await journey.call("payment_provider.retrieve")
        await journey.call("payment_provider.check")
        await journey.call(
            "payment_provider.update_fees",
            request={"fees": [{"currency": "EUR", "basis_points": 150, "fixed": 25}]},
        )
        await journey.call("payment_provider.delete")


async def _card(journey: Journey, purchase: dict[str, Any], template: dict[str, Any]) -> str:
    made = await journey.call(
        "cards.create",
        request={
            "title": "Happy birthday, Maya",
            "sender": "Priya and friends",
            "template_id": template["template_id"],
            "bundle_purchase_id": purchase["bundle_purchase_id"],
            "recipients": [{"name": "Maya", "email": "maya@example.com", "locale": "en"}],
            "contribution_end_date": "2030-11-28",
            "collection": {
                "add_money": "contributors",
                "see_total": "admins",
                "add_cash": True,
                "currency": "EUR",
            },
            "external_id": "birthdays/2030/maya",
        },
    )
    card_id = made["card_id"]
    await journey.call("cards.list", query={"status": "open", "limit": 1})
    await journey.call("cards.retrieve", card_id=card_id)
    await journey.call("cards.explain_access", card_id=card_id, query={"as": "contributor"})
    await journey.call(
        "cards.update",
        card_id=card_id,
        request={
            "title": "Happy 30th, Maya",
            "contribution_limit": 50,
            "collection": {"see_total": "everyone"},
        },
    )
    return card_id


async def _media(journey: Journey, card_id: str) -> None:
    sent = await journey.call(
        "media.create",
        card_id=card_id,
        request={
            "kind": "drawing",
            "strokes": [{"ink": "berry", "width": 8, "points": [[300, 300], [420, 380], [560, 300]]}],
            "description": "A smile",
        },
    )
    await journey.call("media.retrieve", media_id=sent["id"])
    await journey.call("media.delete", media_id=sent["id"])


async def _invitations(journey: Journey, card_id: str) -> None:
    await journey.call(
        "invitations.check",
        card_id=card_id,
        request={
            "invitees": [
                {"delivery_type": "email", "delivery_id": "jo@example.com", "name": "Jo"},
                {"delivery_type": "email", "delivery_id": "Jo@Example.com"},
                {"delivery_type": "sms", "delivery_id": "020"},
            ],
            "message": "She turns thirty on Friday.",
        },
    )
    invited = await journey.call(
        "invitations.create",
        request={
            "card_id": card_id,
            "invitees": [
                {"delivery_type": "email", "delivery_id": "jo@example.com", "name": "Jo"},
                {"delivery_type": "sms", "delivery_id": "+442079460958"},
            ],
            "title": "Sign Maya's card",
            "message": "She turns thirty on Friday.",
            "reminder": "once",
        },
    )
    await journey.call("invitations.list", card_id=card_id, query={"limit": 1})
    invite_id = invited["data"][0]["invite_id"]
    await journey.call("invitations.retrieve", invite_id=invite_id)
    await journey.call("invitations.resend", request={"invite_id": invite_id})
    await journey.call("cards.remind", card_id=card_id, request={"preview": True})
    await journey.call(
        "invitations.update", invite_id=invite_id, request={"delivery_id": "jo.miller@example.com"}
    )
    await journey.call("invitations.revoke", invite_id=invite_id)


async def _suppressions(journey: Journey) -> None:
    services, account_id = journey.world.services, journey.world.alice.account_id
    async with services.db.transaction([account_id]) as tx:
        address = suppression.seal(services.keys, suppression.key("email", "jo@example.com"))
        await suppression.suppress(tx, address, account_id, "unsubscribed", everywhere=False)
    listed = await journey.call("suppressions.list", query={"address": "jo@example.com"})
    await journey.call("suppressions.delete", suppression_id=listed["data"][0]["id"])


async def _contributions(journey: Journey, card_id: str) -> None:
    made = await journey.call(
        "contributions.create",
        card_id=card_id,
        request={
            "name": "Grandma Ilse",
            "note": {"text": "Thirty! I remember the day you were born.", "pen": "caveat", "paper": "butter"},
            "money": {"amount": 2000, "currency": "EUR"},
        },
        headers={"Idempotency-Key": "gift-4711"},
    )
    contribution_id = made["id"]
    promised = {"amount": 1000, "currency": "EUR", "method": "cash"}
    for name, key in (("confirm", "cash-1"), ("drop", "cash-2")):
        pledge = await journey.world.alice.post(
            f"/api/cards/{card_id}/contributions", {"name": "Uncle Bo", "money": promised}, key=key
        )
        await journey.call(
            f"contributions.{name}",
            card_id=card_id,
            contribution_id=pledge.json()["id"],
            headers={"Idempotency-Key": f"{name}-4711", "If-Match": '"1"'},
        )
    await journey.call("contributions.list", card_id=card_id, query={"limit": 1})
    await journey.call("cards.list_payments", card_id=card_id, query={"limit": 1})
    await journey.call("cards.preview", card_id=card_id, request={"as": "contributor"})
    await journey.call("cards.duplicate", card_id=card_id, request={"title": "Happy birthday, Lena"})
    await journey.call("walls.create", card_id=card_id)
    await journey.call("walls.retrieve", card_id=card_id)
    await journey.call("walls.delete", card_id=card_id)
    batch = await make.batch(journey.world.alice, "Happy birthday, Lena", "Happy birthday, Noor")
    await journey.call("card_batches.check", request=batch)
    made = await journey.call("card_batches.create", request=batch)
    await journey.world.work()
    await journey.call("card_batches.retrieve", card_batch_id=made["id"])
    await journey.call("thanks.list", card_id=card_id)
    await journey.call("reports.list", card_id=card_id)
    await journey.call("contributions.retrieve", card_id=card_id, contribution_id=contribution_id)
    for name in ("hide", "publish", "reject"):
        await journey.call(f"contributions.{name}", card_id=card_id, contribution_id=contribution_id)
    await journey.call("contributions.delete", card_id=card_id, contribution_id=contribution_id)
    await journey.call("cards.rotate_link", card_id=card_id, request={"link": "shared"})


async def _groups(journey: Journey) -> None:
    made = await journey.call(
        "groups.create",
        request={
            "name": "Design team",
            "external_id": "teams/design",
            "members": [{"name": "Jo", "email": "jo@example.com"}, {"name": "Kim", "phone": "+442079460959"}],
        },
    )
    await journey.call("groups.list", query={"limit": 1})
    await journey.call("groups.retrieve", group_id=made["id"])
    await journey.call("groups.update", group_id=made["id"], request={"name": "Design and research"})
    alice = journey.world.alice
    card = await make.card(alice)
    invitee = {"delivery_type": "group", "delivery_id": made["id"]}
    await alice.post("/api/cards/invitations", {"card_id": card["card_id"], "invitees": [invitee]})
    await journey.world.work()
    members = [*made["members"], {"name": "Lee", "email": "lee@example.com"}]
    await alice.patch(f"/api/groups/{made['id']}", {"members": members})
    await journey.call("groups.sync", group_id=made["id"])
    await journey.call("groups.delete", group_id=made["id"])


async def _data(journey: Journey) -> None:
    """Exports and erases the data of a person who was invited and is in a group."""
    alice, email = journey.world.alice, "kim@example.com"
    card = await make.card(alice)
    await make.invitations(alice, card["id"], email)
    # Sends the mail first: the export shows whether it was sent.
    await journey.world.work()
    for name, id_field in (("exports", "export_id"), ("erasures", "erasure_id")):
        made = await journey.call(f"{name}.create", request={"email": email})
        await journey.world.work()
        given = {id_field: made["id"]}
        await journey.call(f"{name}.retrieve", **given)
        await journey.call(f"{name}.list", query={"limit": 1})
        if name == "exports":
            await journey.call("exports.retrieve_file", **given)
    whole = await alice.post("/api/exports", {"of": "account"})
    await journey.world.work()
    of_account = {"export_id": whole.json()["id"]}
    await journey.call("exports.list_parts", query={"limit": 1}, **of_account)
    await journey.call("exports.retrieve_archive", **of_account)
    await journey.call("exports.retrieve_part", part_number="1", **of_account)


async def _people(journey: Journey) -> None:
    maya = {"external_id": "4711", "name": "Maya Lind", "email": "maya@example.com"}
    jo = {"external_id": "4712", "name": "Jo Berg", "email": "jo@example.com", "manager": "4711"}
    dates = {"birthday": "--03-14", "started_on": "2020-05-01"}
    made = await journey.call("people.create", request={**maya, "timezone": "Europe/Berlin", "dates": dates})
    await journey.call("people.list", query={"limit": 1})
    await journey.call("people.retrieve", person_id=made["id"])
    named = {"dates": {"own": [{"name": "name_day", "date": "--12-06"}]}}
    await journey.call("people.update", person_id=made["id"], request=named)
    await journey.call("people.sync", request={"people": [maya, jo]})
    await _occasions(journey)
    await journey.call("people.delete", person_id=made["id"])


async def _occasions(journey: Journey) -> None:
    alice = journey.world.alice
    begin = clock.now().date()
    birthday = {"dates": {"birthday": f"--{begin + timedelta(days=28):%m-%d}"}}
    await alice.post("/api/people", {"external_id": "4712", "name": "Jo Berg", **birthday})
    [design] = (await alice.get("/api/templates", params={"occasion": "birthday", "limit": 1})).json()["data"]
    new = {
        "occasion": "birthday",
        "template_ids": [design["id"]],
        "title": "Happy birthday, {name}!",
        "sender": "The team",
        "message": "{name} has a birthday soon. Please sign.",
        "max_cards_a_month": 20,
    }
    made = await journey.call("occasion_rules.create", request=new)
    await journey.call("occasion_rules.list", query={"limit": 1})
    await journey.call("occasion_rules.retrieve", occasion_rule_id=made["id"])
    given = {"opens_days_before": 7, "days_off": "nearest"}
    await journey.call("occasion_rules.update", occasion_rule_id=made["id"], request=given)
    await journey.call("occasion_rules.retrieve_plan", occasion_rule_id=made["id"])
    await journey.call("occasion_rules.start", occasion_rule_id=made["id"])
    until = f"{begin + timedelta(days=90):%Y-%m-%d}"
    await journey.call("occasions.list", query={"until": until, "limit": 1})
    [planned] = (await alice.get("/api/occasions", params={"limit": 1})).json()["data"]
    skipped = {name: planned[name] for name in ("person_id", "occasion", "year")}
    changed = {"opens_on": f"{begin + timedelta(days=10):%Y-%m-%d}", "title": "Thank you, {name}!"}
    await journey.call("occasions.change", request={**skipped, **changed})
    await journey.call("occasions.skip", request=skipped)
    await journey.call("occasion_rules.pause", occasion_rule_id=made["id"])
    await journey.call("occasion_rules.delete", occasion_rule_id=made["id"])


async def _admins(journey: Journey, card_id: str) -> None:
    added = await journey.call(
        "card_admins.create",
        request={
            "card_id": card_id,
            "email": "sam@example.com",
            "name": "Sam",
            "privilege": {"can_update": True, "invite_contributors": True},
        },
    )
    await journey.call("card_admins.list", card_id=card_id)
    privilege = {"can_update": False, "invite_contributors": True, "admin_management": False}
    card_admin_id = added["card_admin_id"]
    await journey.call("card_admins.update", card_admin_id=card_admin_id, request={"privilege": privilege})
    await journey.call("card_admins.delete", card_admin_id=card_admin_id)


async def _webhooks(journey: Journey) -> None:
    made = await journey.call(
        "webhook_endpoints.create",
        request={
            "url": "https://hooks.example.com/wellwish",
            "description": "Our birthday calendar",
            "event_types": ["card.created", "invitation.sent"],
            "payload": "full",
        },
    )
    whe = made["id"]
    await journey.call("webhook_endpoints.list", query={"limit": 1})
    await journey.call("webhook_endpoints.retrieve", webhook_endpoint_id=whe)
    await journey.call(
        "webhook_endpoints.update", webhook_endpoint_id=whe, request={"event_types": None, "payload": "thin"}
    )
    await journey.call(
        "webhook_endpoints.rotate_secret", webhook_endpoint_id=whe, request={"overlap_seconds": 3600}
    )
    sent = await journey.call("webhook_endpoints.send_test", webhook_endpoint_id=whe)
    await journey.call("webhook_deliveries.list", webhook_endpoint_id=whe, query={"status": "pending"})
    await journey.call("webhook_deliveries.redeliver", webhook_delivery_id=sent["id"])
    await journey.call(
        "webhook_endpoints.recover", webhook_endpoint_id=whe, request={"since": "2026-01-01T00:00:00.000Z"}
    )
    await journey.call("webhook_endpoints.delete", webhook_endpoint_id=whe)


async def _states(journey: Journey, card_id: str) -> None:
    await journey.call("cards.close", card_id=card_id)
    await journey.call("cards.reopen", card_id=card_id, request={"contribution_end_date": "2030-12-05"})
    await journey.world.alice.post(f"/api/cards/{card_id}/close")
    await journey.call(
        "handovers.create",
        card_id=card_id,
        request={"method": "voucher", "amount": 1000, "note": "For the bookshop on the corner"},
    )
    await journey.call(
        "handovers.update", card_id=card_id, request={"url": "https://shop.example.com/vouchers/4711"}
    )
    await journey.call("handovers.delete", card_id=card_id)
    await journey.call("cards.archive", card_id=card_id)
    other = await journey.world.alice.post("/api/cards", await _body(journey))
    await journey.call(
        "cards.cancel",
        card_id=other.json()["card_id"],
        request={"refund": True},
        headers={"Idempotency-Key": "cancel-4711", "If-Match": '"1"'},
    )
    await journey.call("cards.delete", card_id=other.json()["card_id"])


async def _body(journey: Journey) -> dict[str, Any]:
    templates = await journey.world.alice.get("/api/templates", params={"occasion": "farewell"})
    template_id = templates.json()["data"][0]["template_id"]
    return {"title": "Farewell, Jo", "sender": "The team", "template_id": template_id, "collection": {}}


async def _members(journey: Journey) -> None:
    settings = {"country": "DE", "currency": "EUR", "timezone": "Europe/Berlin", "locale": "de"}
    settings["reply_to"] = "team@acme.example"
    await journey.call("account.update", request=settings, by=journey.world.mallory)
    await journey.call("account.retrieve", by=journey.world.mallory)
    await journey.call("account.update_logo", request={"content": _PLAIN}, by=journey.world.mallory)
    await journey.call("account.delete_logo", by=journey.world.mallory)
    invited = {"email": "nina@example.com", "role": "member"}
    made = await journey.call("members.create", request=invited, by=journey.world.mallory)
    await journey.call("members.list", by=journey.world.mallory)
    by = journey.world.mallory
    await journey.call("members.update", request={"role": "owner"}, by=by, member_id=made["id"])
    await journey.call("members.delete", by=by, member_id=made["id"])
