"""Every field that creates or changes a card, a group or an endpoint is stored and appears in a later GET."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests import make
from tests.cards.handovers.test_create import collected, hand_over
from tests.guards.places import place
from tests.infra.http import settings_table
from tests.infra.http.settings_table import TOP
from tests.members.joining import join
from tests.occasions.making import rule, template_ids
from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.accounts.update import AccountChange
from wellwish.cards.body import CardChange, NewCard
from wellwish.cards.collection import CollectionChange, NewCollection
from wellwish.cards.duplicate import NOT_COPIED
from wellwish.cards.handovers.update import HandoverChange
from wellwish.cards.update import OWNERS_ALONE
from wellwish.groups.create import NewGroup
from wellwish.groups.update import GroupChange
from wellwish.infra.http import Change
from wellwish.invitations.update import Correction
from wellwish.members.update import MemberChange
from wellwish.occasions.rule_body import NewRule, RuleChange
from wellwish.people.body import NewPerson, PersonChange
from wellwish.platforms.update import CustomerChange
from wellwish.platforms.update_platform import PlatformChange
from wellwish.web.desk.cards import fields as desk_fields
from wellwish.web.desk.cards import settings
from wellwish.webhooks.create import NewWebhookEndpoint
from wellwish.webhooks.update import WebhookEndpointChange

pytestmark = pytest.mark.anyio

FILE = "tests/guards/test_fields.py"
SETTINGS = "tests/infra/http/settings_table.py"

SHOWN_AS = {"disabled": "status"}
# A value for each field that differs from that of a new object. The design is another one in the database.
CARD: dict[str, Any] = {
    name: setting.value for name, setting in TOP.items() if name not in ("card_type", "template_id")
}
COLLECTION: dict[str, Any] = {name: setting.value for name, setting in settings_table.COLLECTION.items()}
GROUP: dict[str, Any] = {
    "name": "Crew", "external_id": "teams/7", "kind": "people", "members": [{"email": "kim@example.com"}],
    "webhook_url": "https://acme.webhook.office.com/webhookb2/1",
}  # fmt: skip
ENDPOINT: dict[str, Any] = {
    "url": "https://example.com/other", "description": "Ours", "event_types": ["card.closed"],
    "payload": "full", "personal_data": True, "disabled": True,
}  # fmt: skip


PERSON: dict[str, Any] = {
    "name": "Kim", "email": "kim@example.com", "phone": "+442079460958", "locale": "de",
    "timezone": "Asia/Tokyo", "external_id": "e-7", "manager": "boss@example.com",
    "teams": ["Design"],
    "dates": {"birthday": "--03-14", "started_on": "2020-05-01", "own": [{"name": "day", "date": "--12-06"}]},
    "status": "left", "celebrate": False,
}  # fmt: skip


# The templates and the group are others in the database.
RULE: dict[str, Any] = {
    "title": "{years} years: {name}", "sender": "All of us", "message": "Sign for {name}", "years": [1, 5],
    "max_cards_a_month": 7, "opens_days_before": 3, "closes_hour": 17, "days_off": "after",
    "leap_day": "march_1", "manager_organises": True, "collection": COLLECTION,
}  # fmt: skip


def check_values(fields: set[str], values: Iterable[str], name: str, file: str = FILE) -> None:
    """Checks that the object ``name`` in the file has a value for each field, and no others."""
    missing, unknown = fields - {*values}, {*values} - fields
    assert not missing, f"{place(file, f'{name}: ')}: add a value for {', '.join(sorted(missing))}"
    assert not unknown, f"{place(file, f'{name}: ')}: remove {', '.join(sorted(unknown))}"


async def unchanged(person: Person, path: str, fields: dict[str, Any], part: str = "") -> list[str]:
    """Returns the fields that a PATCH of that field leaves unchanged.

    ``part`` is the member of the record that contains the fields.
    """
    read = path.removesuffix(f"/{part}")
    same: list[str] = []
    for name, value in fields.items():
        before = (await person.get(read)).json()
        assert (await person.patch(path, {name: value})).status_code == 200, name
        shown = SHOWN_AS.get(name, name)
        inside = [*value] if isinstance(value, dict) and name == "collection" else []
        after = (await person.get(read)).json()
        old, new = (each[part][shown] if part else each[shown] for each in (before, after))
        same += [f"{name}.{key}" for key in inside if old[key] == new[key]]
        same += [name] if old == new else []
    return same


def named(change: type[Any]) -> set[str]:
    return {*change.__struct_fields__}


def alike(one: dict[str, Any], other: dict[str, Any], fields: dict[str, Any]) -> list[str]:
    """Returns the fields that have the same value in both objects, although only one was created with it."""
    return [name for name in fields if one[name] == other[name]]


async def another_design(person: Person) -> dict[str, str]:
    """Returns a design that is not the first, and a palette that is not its first."""
    design = (await person.get("/api/templates")).json()["data"][1]
    return {"template_id": design["id"], "palette": design["palettes"][-1]["name"]}


async def test_stores_every_field_of_a_new_card(alice: Person) -> None:
    fields = {**CARD, **await another_design(alice), "card_type": 2}
    check_values(named(NewCard), {*fields, "collection", "bundle_purchase_id"}, "TOP", SETTINGS)
    check_values(named(NewCollection), COLLECTION, "COLLECTION", SETTINGS)
    plain = await make.card(alice)
    full = await make.card(alice, **fields, collection=COLLECTION)
    lost = alike(plain, full, fields) + alike(plain["collection"], full["collection"], COLLECTION)
    assert not lost, (
        f"{place('src/wellwish/cards/create.py', 'insert into cards (')}: add the columns of {lost}"
    )


# The fields in NOT_COPIED that a copy of the card lacks; the other ones are copied in another way.
_OF_ONE_CARD = {
    "recipient", "recipient_email", "recipients", "extra_data", "contribution_end_date", "bundle_purchase_id",
    "external_id",
}  # fmt: skip


async def test_duplicates_every_field_of_a_card_but_those_that_are_listed(alice: Person) -> None:
    """A new field is copied unless NOT_COPIED in cards/duplicate.py names it."""
    assert named(NewCard) >= NOT_COPIED >= _OF_ONE_CARD
    fields = {**CARD, **await another_design(alice), "card_type": 2}
    card = await make.card(alice, **fields, collection=COLLECTION)
    copy = (await alice.post(f"/api/cards/{card['id']}/duplicate")).json()
    kept = {name for name in named(NewCard) - {"bundle_purchase_id"} if copy[name] == card[name]}
    lost = named(NewCard) - _OF_ONE_CARD - kept
    assert not lost, f"{place(FILE, '_OF_ONE_CARD = ')}: list {lost}, or let the copy have it"
    assert kept == named(NewCard) - _OF_ONE_CARD


# Fields that cannot be set at the desk, and why.
_NOT_AT_THE_DESK = {
    "audio_file": "an address of a file, which only a program has",
    "bundle_purchase_id": "the desk takes the first purchase with cards left",
    "card_type": "the desk creates group cards",
    "collection": "its fields are in the form one by one",
    "external_id": "an ID in the account's programs",
    "extra_data": "data of the account's programs",
}


def test_the_desk_sets_every_field_of_a_card() -> None:
    """A new field has a place in the form of web/desk/cards/fields.py, or a reason here."""
    at_the_desk = {*desk_fields.NAMES, *desk_fields._IN_FIELD}
    missing = (named(NewCard) | named(NewCollection)) - at_the_desk - _NOT_AT_THE_DESK.keys()
    assert not missing, (
        f"{place('src/wellwish/web/desk/cards/fields.py', '_WORDS: ')}: add {missing}, "
        f"or give a reason in {place(FILE, '_NOT_AT_THE_DESK = ')}"
    )
    assert not _NOT_AT_THE_DESK.keys() & at_the_desk


async def test_the_settings_at_the_desk_show_and_save_every_field(alice: Person) -> None:
    """A form saves the fields of its group only, so a field in no group would be lost."""
    groups = [name for group in settings.GROUPS.values() for name in group]
    missing = {*desk_fields.NAMES} - {*groups}
    assert not missing, f"{place('src/wellwish/web/desk/cards/settings.py', 'GROUPS: ')}: add {missing}"
    assert len(groups) == len({*groups})
    card = await make.card(alice, collection={"add_money": "everyone"})
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/settings")
    template = "src/wellwish/web/desk/templates/card_settings.html"
    hidden = [
        place(template, f'call group("{group}"') + f": add an input for {name}"
        for group, names in settings.GROUPS.items()
        for name in names
        if f'name="{name}"' not in visitor.page
    ]
    assert not hidden, "\n".join(hidden)


async def test_an_admin_cannot_change_a_field_that_their_record_omits(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    seen = (await bob.get(f"/api/cards/{card['id']}")).json()
    missing = named(CardChange) - seen.keys() - OWNERS_ALONE
    assert not missing, f"{place('src/wellwish/cards/update.py', 'OWNERS_ALONE: ')}: add {missing}"
    body = {"extra_data": "bob's"}
    assert (await bob.patch(f"/api/cards/{card['id']}", body)).json()["code"] == "missing_privilege"


async def test_stores_every_changed_field_of_a_card(alice: Person) -> None:
    fields = {**CARD, **await another_design(alice), "collection": COLLECTION}
    check_values(named(CardChange), fields, "TOP", SETTINGS)
    check_values(named(CollectionChange), COLLECTION, "COLLECTION", SETTINGS)
    card = await make.card(alice)
    assert not await unchanged(alice, f"/api/cards/{card['id']}", fields)


async def test_stores_every_field_of_a_new_person(alice: Person) -> None:
    assert named(NewPerson) == named(PersonChange)
    check_values(named(NewPerson), PERSON, "PERSON")
    await alice.post("/api/people", {"name": "Boss", "email": "boss@example.com"})
    plain = (await alice.post("/api/people", {"name": "Sam", "external_id": "e-1"})).json()
    full = (await alice.post("/api/people", PERSON)).json()
    assert not alike(plain, full, PERSON)


async def test_stores_every_changed_field_of_a_person(alice: Person) -> None:
    await alice.post("/api/people", {"name": "Boss", "email": "boss@example.com"})
    person = (await alice.post("/api/people", {"name": "Sam", "external_id": "e-1"})).json()
    assert not await unchanged(alice, f"/api/people/{person['id']}", PERSON)


async def team_of(person: Person) -> str:
    made = await person.post("/api/people", {"name": "Jo", "external_id": "e-9", "teams": ["Design"]})
    return made.json()["teams"][0]


async def other_payers(alice: Person, bob: Person) -> dict[str, Any]:
    """Returns an organiser who is not alice, and the purchases to take cards from."""
    await join(bob, alice)
    listed = (await alice.get("/api/bundle-purchases")).json()["data"]
    return {"organiser_id": bob.user_id, "bundle_purchase_ids": [each["id"] for each in listed]}


async def test_stores_every_field_of_a_new_rule(alice: Person, bob: Person) -> None:
    designs = await template_ids(alice, 2)
    group_id = (await alice.post("/api/groups", {"name": "Crew"})).json()["id"]
    team_id = await team_of(alice)
    others = {
        "template_ids": designs[1:], "invites": "group", "group_id": group_id, "team_ids": [team_id],
        **await other_payers(alice, bob),
    }  # fmt: skip
    check_values(named(NewRule) - {"occasion", "date_name"}, {**RULE, **others}, "RULE")
    plain = await rule(alice)
    full = await rule(alice, occasion="anniversary", **RULE, **others)
    assert not alike(plain, full, {**RULE, **others, "occasion": ""})
    of_date = await rule(alice, occasion="date", date_name="name_day")
    assert of_date["date_name"] == "name_day"


async def test_stores_every_changed_field_of_a_rule(alice: Person, bob: Person) -> None:
    designs = await template_ids(alice, 2)
    crews = [(await alice.post("/api/groups", {"name": name})).json()["id"] for name in ("Crew", "Team")]
    made = await rule(alice, occasion="anniversary", invites="group", group_id=crews[0], collection={})
    fields = {
        **RULE, "template_ids": designs[1:], "group_id": crews[1], "team_ids": [await team_of(alice)],
        **await other_payers(alice, bob),
    }  # fmt: skip
    assert named(RuleChange) == {*fields, "invites"}
    path = f"/api/occasion-rules/{made['id']}"
    assert not await unchanged(alice, path, fields)
    changed = await alice.patch(path, {"invites": "nobody", "group_id": None})
    assert (changed.json()["invites"], changed.json()["group_id"]) == ("nobody", None)


async def test_stores_every_field_of_a_new_group(alice: Person) -> None:
    fields = {**GROUP, "kind": "channel"}
    check_values(named(NewGroup), fields, "GROUP")
    plain = (await alice.post("/api/groups", {"name": "Team"})).json()
    full = (await alice.post("/api/groups", fields)).json()
    assert not alike(plain, full, fields)


async def test_stores_every_changed_field_of_a_group(alice: Person) -> None:
    body = {"name": "#team", "kind": "channel", "webhook_url": "https://hooks.slack.com/services/T1/B2/c3"}
    group = (await alice.post("/api/groups", body)).json()
    # Change the webhook before the kind: a group of people cannot have one.
    fields = {name: GROUP[name] for name in sorted(GROUP, key=lambda name: name == "kind")}
    check_values(named(GroupChange), fields, "GROUP")
    assert not await unchanged(alice, f"/api/groups/{group['id']}", fields)


async def test_stores_every_field_of_a_new_webhook_endpoint(alice: Person) -> None:
    fields = {name: value for name, value in ENDPOINT.items() if name != "disabled"}
    check_values(named(NewWebhookEndpoint), fields, "ENDPOINT")
    plain = (await alice.post("/api/webhook-endpoints", {"url": "https://example.com/hook"})).json()
    full = (await alice.post("/api/webhook-endpoints", fields)).json()
    assert not alike(plain, full, fields)


async def test_stores_every_changed_field_of_a_webhook_endpoint(alice: Person) -> None:
    endpoint = (await alice.post("/api/webhook-endpoints", {"url": "https://example.com/hook"})).json()
    check_values(named(WebhookEndpointChange), ENDPOINT, "ENDPOINT")
    assert not await unchanged(alice, f"/api/webhook-endpoints/{endpoint['id']}", ENDPOINT)


async def test_stores_every_changed_field_of_an_invitation(alice: Person) -> None:
    card = await make.card(alice)
    [invitation] = await make.invitations(alice, card["id"], "jo@example.com")
    fields = {"delivery_id": "kim@example.com"}
    assert fields.keys() == named(Correction)
    assert not await unchanged(alice, f"/api/cards/invitations/{invitation['id']}", fields)


async def test_stores_every_changed_field_of_a_handover(alice: Person) -> None:
    card = await collected(alice)
    await hand_over(alice, card["id"], url=None)
    fields: dict[str, Any] = {
        "method": "cash", "amount": 700, "note": "Cheers", "url": "https://shop.example.com/2",
    }  # fmt: skip
    assert fields.keys() == named(HandoverChange)
    assert not await unchanged(alice, f"/api/cards/{card['id']}/handover", fields, part="handover")


def test_knows_every_change() -> None:
    assert {*Change.__subclasses__()} == {
        CardChange,
        HandoverChange,
        GroupChange,
        WebhookEndpointChange,
        Correction,
        AccountChange,  # tests/accounts/test_update.py
        MemberChange,  # tests/members/test_update.py
        PersonChange,
        RuleChange,
        CustomerChange,  # tests/platforms/test_update.py
        PlatformChange,  # tests/platforms/test_update_platform.py
    }
