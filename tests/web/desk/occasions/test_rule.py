"""One rule at the desk: create, change, start, pause, delete."""

import re
from typing import Any

import pytest

from tests.occasions import making
from tests.web.desk.furnished import entered
from tests.web.desk.occasions.test_options import form
from tests.web.visitor import Visitor
from tests.world import Person, World

pytestmark = pytest.mark.anyio
PATH = "/desk/rules"


async def rules(person: Person) -> list[dict[str, Any]]:
    return (await person.get("/api/occasion-rules")).json()["data"]


def faults(visitor: Visitor) -> list[str]:
    return re.findall(r'<p class="p-fault" id="([a-z_]+)-fault">', visitor.page)


async def filled(person: Person) -> dict[str, Any]:
    """Returns every field of the form, and creates what they name."""
    await making.someone(person, "Maya", teams=["Design"])
    group = (await person.post("/api/groups", {"name": "Friends", "members": []})).json()
    return {
        "title": "{years} years, {name}",
        "sender": "All of us",
        "message": "Sign for {name}\nbefore Friday",
        "designs": await making.template_ids(person, 3),
        "invites": "group",
        "group_id": group["id"],
        "teams": "design",
        "years": "10, 1 5",
        "max_cards_a_month": "7",
        "opens_days_before": "3",
        "closes_hour": "17",
        "days_off": "nearest",
        "leap_day": "march_1",
    }


async def test_creates_a_rule_with_every_field_and_saves_it_unchanged(alice: Person) -> None:
    given = await filled(alice)
    visitor = await entered(alice)
    await visitor.open(f"{PATH}/new")
    key = visitor.value("form_key")
    answer = await visitor.press(f"{PATH}/new", form_key=key, occasion="anniversary", **given)
    assert answer.status_code == 303, visitor.page
    [made] = await rules(alice)
    assert visitor.next == f"{PATH}/{made['id']}/plan"
    [team] = (await alice.get("/api/groups?kind=team")).json()["data"]
    as_sent = {
        **{name: given[name] for name in ("title", "sender", "message", "invites", "group_id")},
        **{name: given[name] for name in ("days_off", "leap_day")},
        "occasion": "anniversary",
        "date_name": None,
        "status": "paused",
        "template_ids": given["designs"],
        "team_ids": [team["id"]],
        "years": [1, 5, 10],
        "max_cards_a_month": 7,
        "opens_days_before": 3,
        "closes_hour": 17,
    }
    assert {name: made[name] for name in as_sent} == as_sent
    assert (
        await visitor.press(f"{PATH}/new", form_key=key, occasion="anniversary", **given)
    ).status_code == 303
    assert len(await rules(alice)) == 1  # pressed twice

    await visitor.open(f"{PATH}/{made['id']}")
    assert visitor.page.count('name="designs"') > 30
    assert len(re.findall(r'name="designs" value="[^"]+" checked', visitor.page)) == 3
    again = {**given, "years": "1, 5, 10", "version": visitor.value("version")}
    assert (await visitor.press(f"{PATH}/{made['id']}/save", **again)).status_code == 303
    [saved] = await rules(alice)
    assert {name: saved[name] for name in as_sent} == as_sent


async def test_empty_fields_of_a_new_rule_have_values_that_fit_its_occasion(alice: Person) -> None:
    await making.team(alice)
    visitor = await entered(alice)
    await visitor.open(f"{PATH}/new")
    given = {"form_key": visitor.value("form_key"), "occasion": "date", "date_name": "name_day"}
    assert (await visitor.press(f"{PATH}/new", **given)).status_code == 303
    [made] = await rules(alice)
    assert (made["title"], made["sender"]) == ("All the best, {name}", "Everyone at alice and co")
    assert (made["date_name"], made["invites"], made["years"]) == ("name_day", "manager_and_peers", None)
    await visitor.open(PATH)
    assert "name day" in visitor.page


async def test_a_change_clears_what_is_emptied_and_never_loses_what_a_rule_needs(alice: Person) -> None:
    given = await filled(alice)
    made = await making.rule(
        alice, occasion="anniversary", years=[1], message="Hello", team_ids=[
            (await alice.get("/api/groups?kind=team")).json()["data"][0]["id"]
        ]
    )  # fmt: skip
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    version = visitor.value("version")
    emptied = {**given, "teams": "", "years": "", "message": "", "invites": "nobody", "version": version}
    assert (await visitor.press(f"{path}/save", **emptied)).status_code == 303
    [saved] = await rules(alice)
    assert [saved[name] for name in ("team_ids", "years", "message", "group_id")] == [None] * 4
    await visitor.open(path)
    needed = {**emptied, "title": "", "sender": "", "designs": [], "version": visitor.value("version")}
    assert (await visitor.press(f"{path}/save", **needed)).status_code == 422
    assert {*faults(visitor)} == {"title", "sender", "designs"}
    assert (await rules(alice))[0]["title"] == saved["title"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "For {who}"),
        ("title", "x" * 256),
        ("message", "{nobody}"),
        ("sender", "x" * 256),
        ("designs", ["tpl_01h455vb4pex5vsknk084sn02q"]),
        ("designs", ["x"] * 21),
        ("group_id", "grp_01h455vb4pex5vsknk084sn02q"),
        ("group_id", ""),
        ("teams", "No such team"),
        ("years", "soon"),
        ("years", "61"),
        ("max_cards_a_month", "0"),
        ("max_cards_a_month", "many"),
        ("opens_days_before", "31"),
        ("closes_hour", "24"),
        ("closes_hour", "2" * 5000),
        ("days_off", "never"),
        ("invites", "strangers"),
    ],
)
async def test_names_the_field_with_an_error_and_keeps_what_was_typed(
    alice: Person, field: str, value: Any
) -> None:
    given = {**await filled(alice), field: value}
    visitor = await entered(alice)
    await visitor.open(f"{PATH}/new")
    sent = {"form_key": visitor.value("form_key"), "occasion": "anniversary", **given}
    assert (await visitor.press(f"{PATH}/new", **sent)).status_code == 422
    assert faults(visitor) == [field]
    assert "before Friday" in visitor.page or field == "message"
    assert await rules(alice) == []
    made = await making.rule(alice, occasion="anniversary")
    await visitor.open(f"{PATH}/{made['id']}")
    changed = {**given, "version": visitor.value("version")}
    assert (await visitor.press(f"{PATH}/{made['id']}/save", **changed)).status_code == 422
    assert faults(visitor) == [field]


async def test_of_two_who_change_a_rule_the_second_sees_what_the_first_saved(alice: Person) -> None:
    given = await filled(alice)
    made = await making.rule(alice, occasion="anniversary")
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    version = visitor.value("version")
    await alice.patch(f"/api/occasion-rules/{made['id']}", {"title": "From the other one"})
    assert (await visitor.press(f"{path}/save", version=version, **given)).status_code == 409
    assert "Someone changed this rule in the meantime." in visitor.page
    assert "Saved by someone else: <bdi>From the other one</bdi>" in visitor.page
    assert (await rules(alice))[0]["title"] == "From the other one"
    again = await visitor.press(f"{path}/save", version=visitor.value("version"), **given)
    assert again.status_code == 303
    assert (await rules(alice))[0]["title"] == given["title"]


async def test_of_two_who_choose_designs_the_second_sees_those_of_the_first(alice: Person) -> None:
    given = await filled(alice)
    made = await making.rule(alice, occasion="anniversary")
    listed = (await alice.get("/api/templates")).json()["data"]
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    version = visitor.value("version")
    theirs = {"template_ids": [listed[3]["id"], listed[5]["id"]]}
    await alice.patch(f"/api/occasion-rules/{made['id']}", theirs)
    assert (await visitor.press(f"{path}/save", version=version, **given)).status_code == 409
    names = ", ".join(each["name"] for each in (listed[3], listed[5]))
    assert f"Saved by someone else: <bdi>{names}</bdi>" in visitor.page
    assert '<details class="d-fold" open><summary><b>Designs</b>' in visitor.page
    assert (await rules(alice))[0]["template_ids"] == theirs["template_ids"]


@pytest.mark.parametrize("names", [("Sales", "SALES"), ("Field  Sales", "Field Sales"), ("Design", "A  B")])
async def test_saving_a_rule_unchanged_keeps_its_team(alice: Person, names: tuple[str, str]) -> None:
    for number, name in enumerate(names):
        await making.someone(alice, f"Pat{number}", teams=[name])
    listed = (await alice.get("/api/groups?kind=team")).json()["data"]
    teams = {each["name"]: each["id"] for each in listed}
    made = await making.rule(alice, team_ids=[teams[names[0]]])
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    for name in names:
        await alice.patch(f"/api/occasion-rules/{made['id']}", {"team_ids": [teams[name]]})
        await visitor.open(path)
        assert (await visitor.press(f"{path}/save", **form(visitor))).status_code == 303
        assert (await rules(alice))[0]["team_ids"] == [teams[name]]
    for name in ("Sales", "SALES"):  # an exact name comes before one in another letter case
        if name in teams:
            await visitor.open(path)
            given = {**form(visitor), "teams": name}
            assert (await visitor.press(f"{path}/save", **given)).status_code == 303
            assert (await rules(alice))[0]["team_ids"] == [teams[name]]


async def test_spaces_and_line_breaks_are_no_change_of_the_reader(alice: Person) -> None:
    made = await making.rule(alice, title="Happy  birthday, {name}!", message="Sign\r\nby Friday")
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    mine = {**form(visitor), "sender": "Mine"}
    theirs = {"title": "All  the best", "message": "Sign\r\nby Monday"}
    await alice.patch(f"/api/occasion-rules/{made['id']}", theirs)
    assert (await visitor.press(f"{path}/save", **mine)).status_code == 409
    assert "Saved by someone else" not in visitor.page
    shown = form(visitor)
    assert [shown[name] for name in ("title", "message", "sender")] == [
        ["All the best"], ["Sign\nby Monday"], ["Mine"]
    ]  # fmt: skip


async def test_a_form_that_is_sent_twice_is_saved_once(alice: Person) -> None:
    made = await making.rule(alice)
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    mine = {**form(visitor), "title": "Mine"}
    for _ in range(2):
        answer = await visitor.press(f"{path}/save", **mine)
        assert answer.headers["location"] == f"{path}?said=saved"
    assert [(each["title"], each["version"]) for each in await rules(alice)] == [
        ("Mine", made["version"] + 1)
    ]


async def test_a_rule_of_a_deleted_team_never_becomes_one_for_everybody(alice: Person) -> None:
    given = await filled(alice)
    [team] = (await alice.get("/api/groups?kind=team")).json()["data"]
    made = await making.rule(alice, occasion="anniversary", team_ids=[team["id"]])
    assert (await alice.delete(f"/api/groups/{team['id']}")).status_code == 204
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    [teams] = re.findall(r'id="teams"[^>]* value="([^"]*)"', visitor.page)
    shown = {"version": visitor.value("version"), "teams": teams}
    assert (await visitor.press(f"{path}/save", **{**given, **shown})).status_code == 422
    assert faults(visitor) == ["teams"]
    assert (await rules(alice))[0]["team_ids"] == [team["id"]]


async def test_starts_pauses_and_deletes(alice: Person) -> None:
    await making.team(alice)
    made = await making.rule(alice)
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(f"{path}/plan")
    version = visitor.value("version")
    assert (await visitor.press(f"{path}/start", version=version)).status_code == 303
    # Pressed twice.
    assert (await visitor.press(f"{path}/start", version=version)).headers["location"] == f"{path}/plan"
    assert (await rules(alice))[0]["status"] == "started"
    await visitor.open(path)
    assert "Delete the rule" in visitor.page
    assert (await visitor.press(f"{path}/pause", version=visitor.value("version"))).status_code == 303
    assert (await rules(alice))[0]["status"] == "paused"
    # What others save does not keep a rule from being paused, but from being deleted.
    await alice.post(f"/api/occasion-rules/{made['id']}/start")
    await visitor.open(path)
    version = visitor.value("version")
    await alice.patch(f"/api/occasion-rules/{made['id']}", {"title": "Theirs"})
    assert (await visitor.press(f"{path}/delete", version=version)).status_code == 409
    assert "Someone changed this rule in the meantime. Check it below, then try again." in visitor.page
    assert (await visitor.press(f"{path}/pause", version=version)).status_code == 303
    assert (await rules(alice))[0]["status"] == "paused"
    await visitor.open(path)
    assert (await visitor.press(f"{path}/delete", version=visitor.value("version"))).status_code == 303
    assert await rules(alice) == []
    assert (await visitor.open(path)).status_code == 404


async def test_only_owners_have_rules(world: World, alice: Person, mallory: Person) -> None:
    made = await making.rule(alice)
    visitor, other = await entered(alice), await entered(mallory)
    for path in (f"{PATH}/{made['id']}", f"{PATH}/{made['id']}/plan"):
        assert (await other.open(path)).status_code == 404
    await visitor.open(f"{PATH}/{made['id']}")
    token = visitor.token()
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    for path in (f"{PATH}/new", f"{PATH}/{made['id']}", f"{PATH}/{made['id']}/plan"):
        assert (await visitor.open(path)).status_code == 403, path
    for action in ("save", "start", "pause", "delete"):
        given = {"form_token": token, "version": str(made["version"]), "title": "Mine"}
        answer = await visitor.press(f"{PATH}/{made['id']}/{action}", **given)
        assert answer.status_code == 403, action
    assert (await visitor.press(f"{PATH}/new", form_token=token, occasion="birthday")).status_code == 403
    assert await world.owner.fetchval("select count(*) from occasion_rules") == 1
