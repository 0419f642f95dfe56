"""A value in each column that the server key seals, made over HTTP and read as the service reads it."""

from contextlib import suppress
from typing import Any, Final

import asyncpg

from tests.cards.handovers.test_create import URL, collected, hand_over
from tests.contributions import giving
from tests.groups.test_webhook import URL as CHANNEL
from tests.groups.test_webhook import made as channel
from tests.payments import striped
from tests.world import Person
from wellwish.base.crypto import Keys
from wellwish.contributions import receipt_address
from wellwish.delivery import opt_out, suppression
from wellwish.groups import webhook
from wellwish.infra.http import Services
from wellwish.payments import own_provider
from wellwish.webhooks import endpoint

ADDRESS, GUEST, GONE = "noor@example.com", "email:guest@example.com", "email:gone@example.com"
# The context to which each column's values are bound, as SQL.
COLUMNS: Final = {
    "webhook_endpoints.secret": "'webhook:' || account_id || ':' || id",
    "webhook_endpoints.previous_secret": "'webhook:' || account_id || ':' || id",
    "suppressions.sealed_address": "'address of a suppression'",
    "links.sealed_address": "'address of a suppression'",
    "data_requests.sealed_address": "'address of a suppression'",
    "groups.webhook_url": "'webhook of ' || id || ' of ' || account_id",
    "payment_providers.secret_key": "'payment provider ' || id || ' of ' || account_id || ': key'",
    "payment_providers.webhook_secret": "'payment provider ' || id || ' of ' || account_id || ': webhook'",
    "receipt_addresses.sealed_address": "'receipt address:' || account_id || ':' || contribution_id",
    "handovers.sealed_url": "'handover:' || account_id || ':' || card_id",
}


async def fill(person: Person) -> dict[str, Any]:
    """Stores a value in each column; returns the IDs of the rows and the secrets of the webhook."""
    services = person.world.services
    hook = await person.post("/api/webhook-endpoints", {"url": "https://example.com/hook"})
    rotated = await person.post(f"/api/webhook-endpoints/{hook.json()['id']}/rotate-secret", {})
    assert rotated.status_code == 201, rotated.text
    group = await channel(person)
    card = await collected(person, close=False)
    money = {**giving.MONEY, "receipt_email": ADDRESS}
    given = await giving.gives(person, card["id"], money=money)
    assert (await person.post(f"/api/cards/{card['id']}/close")).status_code == 200
    assert (await hand_over(person, card["id"])).status_code == 200
    async with striped.at_stripe(person.world) as stripe:
        answer = await striped.own_key(stripe, person)
        assert answer.status_code == 200, answer.text
    async with services.db.transaction([person.account_id]) as tx:
        await opt_out.publish(tx, services.keys, person.account_id, [GUEST])
        address = suppression.seal(services.keys, GONE)
        await suppression.suppress(tx, address, person.account_id, "complained", everywhere=False)
    exported = await person.post("/api/exports", {"email": ADDRESS})
    assert exported.status_code == 201, exported.text
    return {
        "hook": hook.json()["id"],
        "exported": exported.json()["id"],
        "secrets": [rotated.json()["secret"], hook.json()["secret"]],
        "group": group["id"],
        "contribution": given["id"],
        "handed_over": card["id"],
        "opt_out": opt_out.url(services.keys, "", person.account_id, GUEST, lists=True),
    }


async def unreadable(services: Services, person: Person, made: dict[str, Any]) -> list[str]:
    """Returns the columns whose value this process cannot read, or reads wrongly."""
    keys, account_id = services.keys, person.account_id
    found: dict[str, bool] = {}
    async with services.db.transaction([account_id]) as tx:
        hook = await endpoint.load(tx, account_id, made["hook"])
        provider = await own_provider.current(tx, account_id)
        assert provider is not None
        with suppress(ValueError):
            found["the webhook"] = endpoint.live_secrets(keys, account_id, hook, tx.now) == made["secrets"]
        with suppress(ValueError):
            address = await webhook.address(tx, keys, account_id, made["group"])
            found["the channel"] = address == CHANNEL
        with suppress(ValueError):
            merchant = own_provider.merchant(services, account_id, provider)
            secrets = merchant and (merchant.secret, merchant.webhook_secret)
            found["the provider"] = secrets == ("sk_test_ofalice00", "whsec_ofalice00")
        with suppress(ValueError):
            receipt = await receipt_address.find(tx, keys, account_id, made["contribution"])
            found["the receipt"] = receipt == ADDRESS
        with suppress(ValueError):
            row = await opt_out.find_opt_out(tx, made["opt_out"][3:])
            assert row is not None
            assert row.sealed_address is not None
            found["the opt-out"] = suppression.unseal(keys, row.sealed_address) == GUEST.partition(":")[2]
    shown = await person.get(f"/api/cards/{made['handed_over']}")
    found["the handover"] = shown.status_code == 200 and shown.json()["handover"]["url"] == URL
    export = await person.get(f"/api/exports/{made['exported']}")
    found["the export"] = export.status_code == 200 and export.json()["email"] == ADDRESS
    listed = await person.get("/api/suppressions")
    found["the suppression"] = GONE.partition(":")[2] in listed.text
    names = ("webhook", "channel", "provider", "receipt", "opt-out", "handover", "export", "suppression")
    return [f"the {name}" for name in names if not found.get(f"the {name}")]


async def needing_another_key(owner: "asyncpg.Connection[Any]", key: bytes) -> list[str]:
    """Returns the columns that have values which this key cannot open."""
    keys, found = Keys(key), list[str]()
    for name, context in COLUMNS.items():
        table, _, column = name.partition(".")
        rows = await owner.fetch(f"select {column}, {context} from {table} where {column} is not null")
        assert rows, name
        for sealed, bound_to in rows:
            try:
                if isinstance(sealed, str):
                    keys.unseal_alike(sealed, bound_to)
                else:
                    keys.unseal(sealed, bound_to)
            except ValueError:
                found.append(name)
                break
    return found
