"""The pages of rules and of the calendar in their states, in March 2027."""

from typing import Any, Final

from tests.browser.desk import Arrive, State, arrive_as, session_of
from tests.browser.visitor import Visitor
from tests.occasions import making
from tests.occasions.test_choices import granted
from tests.world import World
from wellwish.people import choice
from wellwish.people.choice import Choice

# Name, birthday, first day at work; Kim is in no team.
_PEOPLE: Final = (
    ("Ana Lovelace-Przybyszewska of the northern region", "--03-14", "2022-03-08"),
    ("Ben Achterberg", "--03-30", "2020-05-01"),
    ("Chloé", "--03-17", "2017-04-03"),
    ("Dan Wu", "--03-17", "2027-03-22"),
    ("Maya Okafor", "--03-24", "2021-03-19"),
    ("Noor Haddad", "--03-24", "2019-09-02"),
    ("Omar", "--03-24", "2020-10-01"),
    ("Priya Raman", "--03-24", "2018-12-03"),
    ("Sam", "--03-25", "2016-06-01"),
    ("Tess", "--04-14", "2023-04-19"),
)


async def people(world: World) -> dict[str, str]:
    """Sets the clock, and creates the people. Returns their IDs by name."""
    making.begin(world.alice)
    given: list[dict[str, Any]] = [
        {
            "name": name,
            "external_id": str(number),
            "email": f"person{number}@example.com",
            "teams": ["Design"],
            "dates": {"birthday": birthday, "started_on": started_on},
        }
        for number, (name, birthday, started_on) in enumerate(_PEOPLE)
    ]
    given.append({"name": "Kim", "external_id": "kim", "dates": {"birthday": "--03-31"}})
    answer = await world.alice.put("/api/people", {"people": given})
    assert answer.status_code == 200, answer.text
    listed = (await world.alice.get("/api/people")).json()["data"]
    return {each["name"]: each["id"] for each in listed}


async def furnish(world: World, *, with_rules: bool = True) -> str:
    """Creates people, rules and occasions in every state that a calendar shows. Returns a rule's ID."""
    ids, alice = await people(world), world.alice
    if not with_rules:
        return ""
    # One design: of several, the IDs of people choose, which differ in each run.
    made = await making.started(alice, invites="team", max_cards_a_month=8, sender="Everyone at Acme")
    await making.started(alice, invites="team", occasion="welcome", title="Welcome, {name}")
    await making.rule(
        alice,
        invites="team",
        occasion="anniversary",
        title="Happy work anniversary, {name}",
        years=[1, 5, 10],
    )
    await world.work()
    skipped = {"person_id": ids["Ben Achterberg"], "occasion": "birthday", "year": 2027}
    assert (await alice.post("/api/occasions/skip", skipped)).status_code == 200
    async with world.services.db.transaction([alice.account_id]) as tx:
        assert await choice.choose(tx, alice.account_id, ids["Sam"], Choice(no_birthday=True))
    await world.owner.execute("update bundle_purchases set cards_total = cards_used + 6")
    return made["id"]


def _page(path: str, *, with_rules: bool = True) -> State:
    """``{id}`` in the path is that of the started rule for birthdays."""

    async def state(world: World) -> Arrive:
        rule_id = await furnish(world, with_rules=with_rules)
        return arrive_as(await session_of(world, world.alice), path.format(id=rule_id))

    return state


async def _nobody(world: World) -> Arrive:
    return arrive_as(await session_of(world, world.alice), "/desk/calendar")


async def _plan(world: World) -> Arrive:
    await people(world)
    made = await making.rule(world.alice, invites="team", max_cards_a_month=8)
    await world.owner.execute("update bundle_purchases set cards_total = cards_used + 6")
    return arrive_as(await session_of(world, world.alice), f"/desk/rules/{made['id']}/plan")


async def _empty_plan(world: World) -> Arrive:
    made = await making.rule(world.alice)
    return arrive_as(await session_of(world, world.alice), f"/desk/rules/{made['id']}/plan")


async def _options(world: World) -> Arrive:
    """A rule with a gift, an organiser and bundles, and the fields of these."""
    alice = world.alice
    await people(world)
    second = await granted(alice, 20)
    gift = {
        "add_money": "everyone",
        "currency": "EUR",
        "goal_amount": 20000,
        "suggested_amounts": [500, 1000],
    }
    given = {"manager_organises": True, "bundle_purchase_ids": [second], "collection": gift}
    made = await making.rule(alice, invites="team", **given)
    arrive_at_form = arrive_as(await session_of(world, alice), f"/desk/rules/{made['id']}")

    async def arrive(one: Visitor) -> None:
        await arrive_at_form(one)
        await one.page.locator(".d-fold").last.evaluate("details => details.open = true")

    return arrive


async def _wrong_rule(world: World) -> Arrive:
    arrive_at_form = await _page("/desk/rules/{id}")(world)

    async def arrive(one: Visitor) -> None:
        await arrive_at_form(one)
        await one.page.locator("form[action$='/save']").evaluate("form => form.noValidate = true")
        await one.page.fill("#title", "For {who}")
        await one.page.locator(".d-fold summary").nth(1).click()
        await one.page.fill("#opens_days_before", "99")
        await one.page.click("form[action$='/save'] .c-button")

    return arrive


async def _of_maya(world: World, path: str = "/desk/calendar/{id}.birthday.2027.") -> Arrive:
    """Maya has two upcoming cards; the one for her birthday is moved, and has another title and design."""
    alice = world.alice
    ids = await people(world)
    await making.started(alice, invites="team", message="Please sign before Friday.")
    await making.started(alice, invites="team", occasion="anniversary", title="Thank you, {name}")
    [_, design] = await making.template_ids(alice, 2)
    changes = {"closes_on": "2027-03-26", "title": "Maya turns the page", "template_id": design}
    of = {"person_id": ids["Maya Okafor"], "occasion": "birthday", "year": 2027}
    assert (await alice.post("/api/occasions/change", {**of, **changes})).status_code == 200
    return arrive_as(await session_of(world, alice), path.format(id=ids["Maya Okafor"]))


async def _person(world: World) -> Arrive:
    return await _of_maya(world, "/desk/people/{id}")


async def _skipped(world: World) -> Arrive:
    ids, alice = await people(world), world.alice
    await making.started(alice, invites="team")
    of = {"person_id": ids["Ben Achterberg"], "occasion": "birthday", "year": 2027}
    assert (await alice.post("/api/occasions/skip", of)).status_code == 200
    path = f"/desk/calendar/{ids['Ben Achterberg']}.birthday.2027."
    return arrive_as(await session_of(world, alice), path)


async def _without_rule(world: World) -> Arrive:
    arrive = await _skipped(world)
    [rule] = (await world.alice.get("/api/occasion-rules")).json()["data"]
    assert (await world.alice.delete(f"/api/occasion-rules/{rule['id']}")).status_code == 204
    return arrive


async def _contested_rule(world: World) -> Arrive:
    """Somebody else saves the rule while the form is open."""
    arrive_at_form = await _options(world)
    [rule] = (await world.alice.get("/api/occasion-rules")).json()["data"]
    theirs = {"title": "All the best, {name}", "closes_hour": 17, "collection": {"add_money": "nobody"}}

    async def arrive(one: Visitor) -> None:
        path = f"/api/occasion-rules/{rule['id']}"
        restored = {name: rule[name] for name in ("title", "closes_hour")}
        await world.alice.patch(path, {**restored, "collection": {"add_money": "everyone"}})
        await arrive_at_form(one)
        await one.page.locator(".d-fold").nth(1).evaluate("details => details.open = true")
        await one.page.fill("#title", "Many happy returns, {name}")
        await one.page.select_option("#closes_hour", "12")
        await one.page.fill("#goal_amount", "300")
        assert (await world.alice.patch(path, theirs)).status_code == 200
        await one.page.click("form[action$='/save'] .c-button")

    return arrive


async def _wrong_occasion(world: World) -> Arrive:
    arrive_at_form = await _of_maya(world)

    async def arrive(one: Visitor) -> None:
        await arrive_at_form(one)
        await one.page.fill("#title", "For {who}")
        await one.page.click("form[action*='/desk/calendar/'] .c-button")

    return arrive


DESK_OCCASIONS: Final[dict[str, tuple[State, str]]] = {
    "calendar without people": (_nobody, "There are no people yet."),
    "calendar without rules": (_page("/desk/calendar", with_rules=False), "No rule creates cards yet."),
    "calendar": (_page("/desk/calendar"), "See the rule"),
    "calendar as a list": (_page("/desk/calendar?view=list"), "Not wanted"),
    "occasion": (_of_maya, "Undo all changes"),
    "skipped occasion": (_skipped, "Don't skip"),
    "occasion without a rule": (_without_rule, "The rule of this card was deleted."),
    "wrong occasion": (_wrong_occasion, "In curly brackets, use only"),
    "person with cards": (_person, "Cards of the next year"),
    "no rules": (_page("/desk/rules", with_rules=False), "First days at work"),
    "rules": (_page("/desk/rules"), "Paused"),
    "rule": (_page("/desk/rules/{id}"), "Who signs?"),
    "options of a rule": (_options, "Cards are taken from these bundles first"),
    "wrong rule": (_wrong_rule, "Enter a number from 1 to 30."),
    "contested rule": (_contested_rule, "Someone changed this rule in the meantime."),
    "new rule": (_page("/desk/rules/new", with_rules=False), "First day at work"),
    "plan of a rule": (_plan, "Start the rule"),
    "plan without cards": (_empty_plan, "Creates no card until"),
}
