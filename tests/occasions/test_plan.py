"""The plan of an account, as a pure function."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from msgspec import structs

from tests.occasions.making import whole_plan
from wellwish.occasions.cards_left import Purchase
from wellwish.occasions.plan import Celebrated, Facts, Planned, Reports
from wellwish.occasions.rule import RuleRow
from wellwish.occasions.span import Span, longest
from wellwish.people.choice import Choice

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)  # a Monday
FIRST, LAST = date(2027, 3, 1), date(2027, 4, 30)


def rule(rule_id: str = "rule_1", **fields: Any) -> RuleRow:
    given: dict[str, Any] = {
        "occasion": "birthday", "date_name": None, "team_ids": None, "years": None, "template_ids": ["tpl_1"],
        "title": "{name}", "sender": "Us", "message": None, "opens_days_before": 5, "closes_hour": 9,
        "days_off": "before", "leap_day": "february_28", "invites": "manager_and_peers", "group_id": None,
        "max_cards_a_month": 100,
        "organiser_id": "usr_1", "manager_organises": False, "bundle_purchase_ids": None, "collection": None,
        "started_at": NOW, "version": 1, "created_at": NOW, "updated_at": NOW,
    }  # fmt: skip
    return RuleRow(id=rule_id, **{**given, **fields})


def person(person_id: str = "per_1", birthday: str | None = "--03-17", **fields: Any) -> Celebrated:
    dates = {} if birthday is None else {"birthday": birthday}
    given: dict[str, Any] = {
        "name": person_id.title(), "timezone": None, "manager_id": "per_boss", "can_be_invited": True,
        "left_at": None, "dates": {**dates, **fields.pop("dates", {})}, "teams": [],
    }  # fmt: skip
    return Celebrated(id=person_id, **{**given, **fields})


def facts(*people: Celebrated, **fields: Any) -> Facts:
    given: dict[str, Any] = {
        "now": NOW, "timezone": "UTC", "rules": [rule()], "choices": {}, "past": {},
        "reports": {"per_boss": Reports(3, True)}, "groups": {"grp_1": 7},
        "templates": {"tpl_1", "tpl_2", "tpl_3"}, "made": {}, "purchases": [],
    }  # fmt: skip
    if left := fields.pop("cards_left", 50):
        given["purchases"] = [Purchase("bp_1", left, None, is_of_platform=False)]
    return Facts(people=list(people or (person(),)), **{**given, **fields})


def plan(given: Facts, first: date, last: date) -> list[Planned]:
    return whole_plan(given, Span(closes_from=first, closes_until=last))


def states(given: Facts, first: date = FIRST, last: date = LAST) -> dict[str, str]:
    return {each.person_id: each.state for each in plan(given, first, last)}


def only(given: Facts, first: date = FIRST, last: date = LAST) -> Planned:
    [found] = plan(given, first, last)
    return found


def test_an_occasion_has_its_days_and_signers() -> None:
    found = only(facts(person(timezone="America/New_York")))
    assert found == Planned(
        person_id="per_1",
        name="Per_1",
        occasion="birthday",
        year=2027,
        years=None,
        rule_id="rule_1",
        state="planned",
        falls_on=date(2027, 3, 17),
        opens_on=date(2027, 3, 10),
        closes_on=date(2027, 3, 17),
        opens_at=datetime(2027, 3, 10, 14, tzinfo=UTC),  # 09:00 in winter
        closes_at=datetime(2027, 3, 17, 13, tzinfo=UTC),  # 09:00 in summer time
        signers=3,  # the manager and two peers
        template_id="tpl_1",
        card_id=None,
    )


LEFT = NOW - timedelta(days=1)


@pytest.mark.parametrize(
    ("given", "state"),
    [
        (facts(), "planned"),
        (facts(choices={"per_1": Choice(no_cards=True)}), "declined"),
        (facts(choices={"per_1": Choice(no_birthday=True)}), "declined"),
        (facts(choices={"per_1": Choice(skipped_year=2027)}), "declined"),
        (facts(choices={"per_1": Choice(skipped_year=2026)}), "planned"),
        (facts(choices={"per_1": Choice(only_team=True)}), "planned"),
        (facts(person(left_at=LEFT)), "left"),
        (facts(rules=[rule(started_at=None)]), "paused"),
        (facts(person(birthday="--03-02")), "missed"),  # closes in less than a day
        (facts(person(birthday="--03-03")), "planned"),  # opens late
        (facts(templates=set[str]()), "no_design"),
        (facts(rules=[rule(template_ids=["tpl_9"])]), "no_design"),
        (facts(reports={}), "no_signers"),
        (facts(person(manager_id=None)), "no_signers"),
        (facts(reports={"per_boss": Reports(1, False)}), "no_signers"),  # only the person
        (facts(person(can_be_invited=False), reports={"per_boss": Reports(1, False)}), "planned"),
        (facts(rules=[rule(invites="group", group_id="grp_1")], reports={}), "planned"),
        (facts(rules=[rule(invites="group", group_id="grp_9")]), "no_signers"),  # deleted
        (facts(rules=[rule(invites="nobody")], reports={}), "planned"),
        (facts(rules=[rule(invites="team")]), "no_signers"),
        (facts(person(teams=["grp_1"]), rules=[rule(invites="team")], reports={}), "planned"),
        (facts(person(teams=["grp_2"]), rules=[rule(invites="team")], groups={"grp_2": 1}), "no_signers"),
        (facts(person(teams=["grp_1", "grp_2"]), rules=[rule(team_ids=["grp_2"])]), "planned"),
        (
            facts(
                rules=[rule(invites="group", group_id="grp_1")],
                choices={"per_1": Choice(only_team=True)},
                reports={},
            ),
            "no_signers",
        ),
        (facts(cards_left=0), "no_cards"),
        (facts(rules=[rule(max_cards_a_month=2)], made={("rule_1", "2027-03"): 2}), "over_limit"),
        (facts(rules=[rule(max_cards_a_month=2)], made={("rule_1", "2027-02"): 2}), "planned"),
        (facts(rules=[rule(max_cards_a_month=2)], made={("rule_2", "2027-03"): 2}), "planned"),
        # Of several reasons, one that nobody can remove takes precedence.
        (facts(person(left_at=LEFT), choices={"per_1": Choice(no_cards=True)}, cards_left=0), "declined"),
    ],
)
def test_says_why_there_is_a_card_or_none(given: Facts, state: str) -> None:
    assert only(given).state == state


@pytest.mark.parametrize(
    ("occasion", "dates", "last", "expected"),
    [
        ("birthday", {"birthday": "--03-17"}, "2028-12-31", ["2027-03-17", "2028-03-17"]),
        ("birthday", {"birthday": "--02-29"}, "2029-12-31", ["2028-02-29", "2029-02-28"]),
        ("anniversary", {"started_on": "2026-03-17"}, "2028-12-31", ["2027-03-17", "2028-03-17"]),
        ("anniversary", {"started_on": "2027-03-17"}, "2028-12-31", ["2028-03-17"]),
        ("anniversary", {"birthday": "--03-17"}, "2028-12-31", []),
        ("welcome", {"started_on": "2027-03-17"}, "2028-12-31", ["2027-03-17"]),
        ("welcome", {"started_on": "2026-03-17"}, "2028-12-31", []),
        ("date", {"name_day": "--03-17"}, "2027-12-31", ["2027-03-17"]),
        ("date", {"name_day": "2028-03-17"}, "2028-12-31", ["2028-03-17"]),
        ("date", {"other_day": "--03-17"}, "2027-12-31", []),
    ],
)
def test_finds_the_years_of_an_occasion(
    occasion: str, dates: dict[str, str], last: str, expected: list[str]
) -> None:
    of = rule(occasion=occasion, date_name="name_day" if occasion == "date" else None, days_off="keep")
    found = plan(facts(person(birthday=None, dates=dates), rules=[of]), FIRST, date.fromisoformat(last))
    assert [each.falls_on.isoformat() for each in found] == expected


def test_counts_years_of_service_and_keeps_milestones() -> None:
    of = rule(occasion="anniversary", years=[1, 5], days_off="keep")
    given = facts(person(birthday=None, dates={"started_on": "2026-03-17"}), rules=[of])
    found = plan(given, FIRST, date(2036, 12, 31))
    assert [(each.year, each.years) for each in found] == [(2027, 1), (2031, 5)]


def test_a_card_may_close_in_another_year_than_its_occasion() -> None:
    # 1 January 2028 is a Saturday.
    found = only(facts(person(birthday="--01-01")), date(2027, 12, 1), date(2027, 12, 31))
    assert (found.year, found.falls_on, found.closes_on) == (2028, date(2028, 1, 1), date(2027, 12, 31))
    assert plan(facts(person(birthday="--01-01")), date(2028, 1, 1), date(2028, 1, 31)) == []


def test_of_overlapping_rules_one_decides() -> None:
    started = rule("rule_2")
    assert only(facts(rules=[rule("rule_1", started_at=None), started])).rule_id == "rule_2"
    assert only(facts(rules=[rule("rule_1"), started])).rule_id == "rule_1"
    since = person(birthday=None, dates={"started_on": "2022-03-17"})
    every = rule("rule_1", occasion="anniversary")
    fifth = rule("rule_2", occasion="anniversary", years=[5])
    assert only(facts(since, rules=[every, fifth])).rule_id == "rule_2"
    # Even if its limit is reached: another rule does not bypass the limit.
    capped = structs.replace(fifth, max_cards_a_month=1)
    full = facts(since, rules=[every, capped], made={("rule_2", "2027-03"): 1})
    assert (only(full).rule_id, only(full).state) == ("rule_2", "over_limit")


def test_a_rule_can_be_for_the_people_of_certain_teams() -> None:
    crew, other = rule("rule_2", team_ids=["grp_1"]), person(teams=["grp_2"])
    assert plan(facts(other, rules=[crew]), FIRST, LAST) == []
    member = person(teams=["grp_1", "grp_2"])
    assert only(facts(member, rules=[rule("rule_1"), crew])).rule_id == "rule_2"
    assert only(facts(other, rules=[rule("rule_1"), crew])).rule_id == "rule_1"


def test_only_my_team_means_the_teams_or_else_the_peers() -> None:
    of, choices = [rule(invites="group", group_id="grp_1")], {"per_1": Choice(only_team=True)}
    groups = {"grp_1": 100, "grp_2": 3}
    assert only(facts(person(teams=["grp_2"]), rules=of, choices=choices, groups=groups)).signers == 2
    assert only(facts(person(), rules=of, choices=choices, groups=groups)).signers == 3
    assert only(facts(person(teams=["grp_2"]), rules=of, groups=groups)).signers == 100


def test_two_occasions_of_a_person_are_apart() -> None:
    both = person(birthday="--03-17", dates={"started_on": "2020-03-17"})
    found = plan(facts(both, rules=[rule(), rule("rule_2", occasion="anniversary")]), FIRST, LAST)
    assert sorted(each.occasion for each in found) == ["anniversary", "birthday"]


def test_cards_are_counted_in_the_order_of_their_openings() -> None:
    people = [person(f"per_{day}", f"--03-{day}") for day in (18, 11, 25, 15)]
    found = facts(*people, cards_left=2)
    assert states(found) == {
        "per_11": "planned", "per_15": "planned", "per_18": "no_cards", "per_25": "no_cards",
    }  # fmt: skip
    limited = facts(*people, rules=[rule(max_cards_a_month=3)])
    assert states(limited)["per_25"] == "over_limit"
    # Those without a card for another reason take none.
    gone = facts(structs.replace(people[1], left_at=LEFT), *people[:1], *people[2:], cards_left=2)
    assert states(gone)["per_18"] == "planned"


def test_what_was_made_or_skipped_stays() -> None:
    before = only(facts())
    made = structs.replace(before, state="made", card_id="card_1")
    for stored in (made, structs.replace(before, state="skipped")):
        later = facts(
            person(birthday="--03-19", left_at=LEFT, manager_id=None),
            rules=[rule(started_at=None, opens_days_before=9)],
            past={before.key: stored},
            cards_left=0,
        )
        assert only(later) == stored
    # A stored obstacle does not keep the card from being created once it is gone.
    blocked = structs.replace(before, state="no_cards")
    assert only(facts(past={before.key: blocked})) == before


def test_templates_take_turns_and_never_repeat_that_of_last_year() -> None:
    of = rule(template_ids=["tpl_1", "tpl_2", "tpl_3"], days_off="keep")
    shown = [each.template_id for each in plan(facts(rules=[of]), FIRST, date(2032, 12, 31))]
    assert len(set(shown[:3])) == 3
    assert all(one != other for one, other in pairwise(shown))
    now = only(facts(rules=[of]))
    for template_id in ("tpl_1", "tpl_2", "tpl_3"):
        last = structs.replace(
            now, year=2026, falls_on=date(2026, 3, 17), state="made", template_id=template_id
        )
        assert only(facts(rules=[of], past={last.key: last})).template_id != template_id
        # One template is better than no card.
        single = facts(rules=[rule(template_ids=[template_id])], past={last.key: last})
        assert only(single).template_id == template_id
    # A retired template is left out.
    assert only(facts(rules=[of], templates={"tpl_2"})).template_id == "tpl_2"


def test_a_person_who_moves_zone_is_celebrated_there() -> None:
    here, there = only(facts()), only(facts(person(timezone="Asia/Tokyo")))
    assert here.closes_on == there.closes_on
    assert there.closes_at == here.closes_at - timedelta(hours=9)


@pytest.mark.parametrize("days_before", [1, 5, 30])
def test_longest_is_longer_than_every_opening(days_before: int) -> None:
    of = rule(opens_days_before=days_before)
    found = plan(
        facts(
            *(
                person(f"per_{n}", f"--{month:02}-{day:02}")
                for month in range(1, 13)
                for day in range(1, 29)
                for n in [month * 100 + day]
            ),
            rules=[of],
        ),
        date(2027, 1, 1),
        date(2027, 12, 31),
    )
    assert len(found) >= 12 * 28
    assert max(each.closes_on - each.opens_on for each in found) <= longest([of])


@pytest.mark.parametrize(("days_before", "hour"), [(1, 0), (1, 9), (1, 10), (2, 0), (30, 23)])
def test_a_card_is_created_although_the_job_runs_after_its_opening(days_before: int, hour: int) -> None:
    """A card that opens the day before is open for at most a day."""
    given = facts(rules=[rule(opens_days_before=days_before, closes_hour=hour)])
    opens_at = only(given).opens_at
    late = structs.replace(given, now=opens_at + timedelta(seconds=30))
    assert only(late).state == "planned"
    assert only(structs.replace(given, now=only(given).closes_at - timedelta(minutes=1))).state == "missed"


def test_a_card_that_cannot_be_created_takes_no_place_from_the_others() -> None:
    people = [person("per_1"), person("per_2"), person("per_3")]
    refused = {("per_1", "birthday", 2027): "failed"}
    expected = {"per_1": "failed", "per_2": "planned", "per_3": "planned"}
    assert states(facts(*people, cards_left=2, refused=refused)) == expected
    assert states(facts(*people, rules=[rule(max_cards_a_month=2)], refused=refused)) == expected


def test_a_birthday_by_another_name_is_declined_as_well() -> None:
    of = [rule(occasion="date", date_name="birthday")]
    assert only(facts(rules=of)).state == "planned"
    assert only(facts(rules=of, choices={"per_1": Choice(no_birthday=True)})).state == "declined"


def test_a_declined_occasion_that_cannot_be_created_stays_declined() -> None:
    refused = {("per_1", "birthday", 2027): "failed"}
    assert states(facts(refused=refused, choices={"per_1": Choice(no_cards=True)})) == {"per_1": "declined"}
