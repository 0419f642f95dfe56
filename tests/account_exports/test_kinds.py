"""The export of an account has what an owner sees through the API; each table is in it or has a reason."""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests import make
from tests.account_exports.exporting import GIFT_URL, Lines, begun, completed, exported, filled, lines
from tests.contributions.signing import signs, wish
from tests.later import another_time
from tests.occasions.making import begin, started, team
from tests.world import Person, World
from wellwish.account_exports import run
from wellwish.account_exports.kinds import LOADS
from wellwish.account_exports.lines import without_links
from wellwish.privacy.exports.count_account import KINDS

pytestmark = pytest.mark.anyio

# The kind of record that contains the rows of each table with an account.
EXPORTED: Final = {
    "accounts": "account", "payment_providers": "payment_provider", "memberships": "member",
    "member_invitations": "member", "credentials": "credential", "restricted_keys": "restricted_key",
    "bundle_purchases": "bundle_purchase", "webhook_endpoints": "webhook_endpoint",
    "data_requests": "erasure", "suppressions": "suppression", "groups": "group",
    "group_members": "group_member", "people": "person", "person_dates": "person", "team_people": "person",
    "occasion_rules": "occasion_rule", "occasions": "occasion", "cards": "card", "recipients": "card",
    "card_admins": "card_admin", "invitations": "invitation", "contributions": "contribution",
    "note_reports": "note_report", "thanks": "thanks", "handovers": "handover", "payments": "payment",
    "refunds": "payment", "refund_requests": "refund_request", "ledger": "movement",
    "payout_movements": "movement", "events": "event", "audit_entries": "audit_entry", "media": "media",
}  # fmt: skip
_DERIVED: Final = "derived from exported rows"
_SECRET: Final = "hashes or sealed secrets, or what finds a row by one"
_HIDDEN: Final = "its owner does not see it through the API"
_MACHINE: Final = "the state of the service, not data of the account"
# Tables that the export leaves out, and why.
REASONS: Final = {
    "access_tokens": _SECRET, "links": _SECRET, "payment_links": _SECRET,
    "media_paths": _SECRET, "sessions": _SECRET, "idempotency_keys": _SECRET,
    "consents": "the clients of one member, who sees them at the desk",
    "bounce_addresses": _HIDDEN, "kept_choices": _HIDDEN, "mail_reports": _HIDDEN,
    "messages": _HIDDEN, "muted_cards": _HIDDEN, "receipt_addresses": _HIDDEN, "organiser_news": _HIDDEN,
    "carrier_texts": _HIDDEN, "account_suspensions": _HIDDEN,
    "card_words": _DERIVED, "group_counts": _DERIVED, "invitation_counts": _DERIVED,
    "ledger_accounts": _DERIVED, "ledger_balances": _DERIVED, "expansions": _DERIVED, "card_grants": _DERIVED,
    "cached_pdfs": _DERIVED, "drawn_covers": _DERIVED, "payouts": _DERIVED,
    "walls": "a wall is a link; its notes are exported",
    "card_batches": "the cards that they created are exported",
    "webhook_deliveries": "how the account's own server answered, for a few days",
    "webhook_attempts": "how the account's own server answered, for a few days",
    "deletion_requests": "an owner's request to the operator, which ends with the account",
    "export_parts": "the parts of exports", "test_accounts": "test data is exported with a test key",
    "customers": "other accounts", "platforms": "other accounts",
    "jobs": _MACHINE, "provider_events": _MACHINE, "provider_polls": _MACHINE, "sandbox_payments": _MACHINE,
    "stored_response_bytes": _MACHINE, "webhook_tails": _MACHINE,
}  # fmt: skip


def undecided(tables: set[str]) -> set[str]:
    return tables ^ (EXPORTED.keys() | REASONS.keys())


async def test_each_table_is_exported_or_has_a_reason(world: World) -> None:
    rows = await world.owner.fetch(
        """
        select table_name from information_schema.columns join information_schema.tables
          using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'account_id'
        """
    )
    # The key of an account is its id.
    found = undecided({row["table_name"] for row in rows} | {"accounts"})
    assert not found, f"tests/account_exports/test_kinds.py: add {found} to EXPORTED or to REASONS"
    assert not EXPORTED.keys() & REASONS.keys()
    assert set(EXPORTED.values()) == LOADS.keys() == set(KINDS)


def test_finds_a_new_table() -> None:
    assert undecided(EXPORTED.keys() | REASONS.keys()) == set()
    assert undecided(EXPORTED.keys() | REASONS.keys() | {"designs"}) == {"designs"}


@pytest.fixture
def _begun(alice: Person, mallory: Person) -> Iterator[None]:
    with another_time():
        begin(alice)
        mallory.token = None
        yield


@pytest.mark.usefixtures("_begun")
async def test_each_record_is_one_that_the_api_shows_an_owner(
    world: World, alice: Person, mallory: Person
) -> None:
    await filled(world, alice)
    await filled(world, mallory)
    made = await begun(alice)
    seen = await shown(alice)
    # No other job, which could change records.
    args = {"account_id": alice.account_id, "export_id": made["id"]}
    while await run.run(world.services, args) is not None:
        pass
    done = await completed(alice, made["id"])
    found = await lines(alice, done["id"])
    assert found.keys() == LOADS.keys() == seen.keys()
    for kind, records in found.items():
        assert _sorted(records) == _sorted(without_links(seen[kind], world.services.settings.base_url)), kind
    assert {each["kind"]: each["done"] for each in done["records"]} == {
        kind: len(records) for kind, records in found.items()
    }
    assert all(each["done"] == each["total"] for each in done["records"])
    text = json.dumps(found)
    assert mallory.account_id not in text
    assert "mallory" not in text


def _sorted(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(records, key=lambda each: json.dumps(each, sort_keys=True))


async def shown(owner: Person) -> Lines:
    """Returns what the API shows an owner, by kind."""
    seen: Lines = {
        "account": [(await owner.get("/api/account")).json()],
        "payment_provider": [(await owner.get("/api/payment-provider")).json()],
    }
    for kind, path in _LISTS.items():
        seen[kind] = await _all(owner, path)
    seen["group_member"] = await _group_members(owner, seen["group"])
    await _of_cards(owner, seen)
    cells = csv.DictReader(io.StringIO((await owner.get("/api/movements.csv")).text, newline=""))
    seen["movement"] = [
        {"object": "movement", **{name: text or None for name, text in row.items()}} for row in cells
    ]
    return seen


_LISTS: Final = {
    "member": "/api/account/members", "credential": "/api/account/credentials",
    "restricted_key": "/api/account/restricted-keys", "bundle_purchase": "/api/bundle-purchases",
    "webhook_endpoint": "/api/webhook-endpoints", "erasure": "/api/erasures",
    "suppression": "/api/suppressions", "group": "/api/groups", "person": "/api/people",
    "occasion_rule": "/api/occasion-rules", "card": "/api/cards", "payment": "/api/payments",
    "refund_request": "/api/refund-requests", "event": "/api/events", "audit_entry": "/api/audit-log",
}  # fmt: skip


async def _all(owner: Person, path: str) -> list[dict[str, Any]]:
    answer = await owner.get(path)
    assert answer.status_code == 200, answer.text
    assert not answer.json()["has_more"]
    return answer.json()["data"]


async def _group_members(owner: Person, groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for group in groups:
        if group["kind"] == "team":  # people are listed with their teams
            continue
        record = (await owner.get(f"/api/groups/{group['id']}")).json()
        found += [
            {"object": "group_member", "group_id": group["id"], "group_name": group["name"], **each}
            for each in record["members"]
        ]
    return found


async def _of_cards(owner: Person, seen: Lines) -> None:
    seen |= {kind: [] for kind in _OF_CARDS} | {"handover": [], "media": [], "occasion": []}
    seen["occasion"] = [
        each for each in await _all(owner, "/api/occasions?from=2027-02-01") if each["state"] == "skipped"
    ]
    for card in seen["card"]:
        path = f"/api/cards/{card['id']}"
        for kind, name in _OF_CARDS.items():
            seen[kind] += await _all(owner, name.format(path=path, card_id=card["id"]))
        parents = [each for each in await _all(owner, f"{path}/invitations") if "counts" in each]
        for each in parents:
            seen["invitation"] += await _all(owner, f"{path}/invitations?parent_invite_id={each['id']}")
        handover = (await owner.get(path)).json()["handover"]
        if handover is not None:
            assert handover.pop("url") == GIFT_URL  # the one member of a record that the export leaves out
            seen["handover"].append({"object": "handover", "card_id": card["id"], **handover})
    for note in seen["contribution"]:
        for media_id in (note["note"] or {"media": []})["media"]:
            seen["media"].append((await owner.get(f"/api/media/{media_id}")).json())


_OF_CARDS: Final = {
    "card_admin": "/api/card-admins/card/{card_id}", "invitation": "{path}/invitations",
    "contribution": "{path}/contributions", "note_report": "{path}/reports", "thanks": "{path}/thanks",
}  # fmt: skip


@pytest.mark.usefixtures("_begun")
async def test_has_no_link_and_no_secret(world: World, alice: Person) -> None:
    card = await filled(world, alice)
    found = json.dumps(await lines(alice, (await exported(alice))["id"]))
    assert re.findall(f".{{,60}}{world.services.settings.base_url}/.{{,60}}", found) == []
    assert "All the best" in found
    tokens = [card["sign_url"], *(each["view_url"] for each in card["recipients"])]
    tokens += [
        each["link"] for each in await _all(alice, f"/api/cards/{card['id']}/invitations") if each["link"]
    ]
    for secret in (
        alice.api_key,
        alice.client_secret,
        GIFT_URL,
        *(each.rpartition("/")[2] for each in tokens),
    ):
        assert secret not in found
    assert card["sign_url"] in json.dumps((await alice.get(f"/api/cards/{card['id']}")).json())  # the control


@pytest.mark.usefixtures("_begun")
@pytest.mark.parametrize(
    ("columns", "count"),
    [("no_cards = true", 0), ("skipped_year = 2027", 0), ("no_birthday = true", 0), ("only_team = true", 1)],
)
async def test_occasions_that_people_hide_are_not_counted(
    world: World, alice: Person, columns: str, count: int
) -> None:
    maya = await team(alice)
    await started(alice)
    skip = {"person_id": maya["id"], "occasion": "birthday", "year": 2027}
    assert (await alice.post("/api/occasions/skip", skip)).is_success
    await world.owner.execute(f"update people set {columns} where id = $1", maya["id"])
    made = await begun(alice)  # once an export is completed, its totals are the numbers of its records
    assert {each["kind"]: each["total"] for each in made["records"]}["occasion"] == count
    await world.work()
    found = await lines(alice, (await completed(alice, made["id"]))["id"])
    assert len(found.get("occasion", [])) == count


# Ids, times and digests, which differ between any two accounts.
_OWN = re.compile(r"[a-z]+_[0-7][0-9a-z]{25}|\d{4}-\d\d-\d\dT[\d:.]+Z|[A-Za-z0-9+/]{86}==")


@pytest.mark.parametrize("anonymous", [True, False])
async def test_the_author_of_an_anonymous_note_makes_no_difference(
    world: World, bob: Person, mallory: Person, anonymous: bool
) -> None:
    """With a name, which is the control, the exports differ."""
    found: list[str] = []
    for owner, author in ((bob, 0), (mallory, 1)):
        text = json.dumps(
            await lines(owner, (await _signed(world, owner, author, anonymous=anonymous))["id"])
        )
        found.append(_OWN.sub("*", text).replace(owner.name, "owner"))
    assert (found[0] == found[1]) == anonymous


async def _signed(world: World, owner: Person, author: int, *, anonymous: bool) -> dict[str, Any]:
    """Returns the export of an account in which one of two invited people has signed."""
    card = await make.card(owner, moderation="off")
    names = ("Ana Long", "Ben Long")
    invited = await make.invitations(owner, card["id"], "ana@example.org", "ben@example.org")
    name = None if anonymous else names[author]
    await signs(world, invited[author]["link"], wish(name, "A note", anonymous=anonymous))
    await world.work()
    return await exported(owner)
