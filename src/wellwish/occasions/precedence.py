"""The rule that decides about an occasion, of several that apply to it."""

from collections.abc import Iterator, Mapping, Sequence

from wellwish.occasions.rule import RuleRow
from wellwish.occasions.rule_body import ANNIVERSARY, WELCOME, date_name
from wellwish.people.day import Day, parse

Ranked = Sequence[tuple[str, Sequence[RuleRow]]]


def ranked(rules: Sequence[RuleRow]) -> Ranked:
    """Returns the rules of each occasion, the first ones first, with the name of its date."""
    found: dict[str, list[RuleRow]] = {}
    for rule in sorted(rules, key=_rank):
        found.setdefault(rule.key, []).append(rule)
    return [(date_name(key), of_key) for key, of_key in found.items()]


def _rank(rule: RuleRow) -> tuple[bool, bool, bool, str]:
    """Returns the order of rules: started ones, then those for certain years of service, for certain teams,
    and older ones.
    """
    return rule.started_at is None, rule.years is None, rule.team_ids is None, rule.id


def deciding(
    ranked: Ranked, years: range, dates: Mapping[str, str], teams: Sequence[str]
) -> Iterator[tuple[RuleRow, int, Day]]:
    """Yields the rules that decide about a person's occasions of the years, each with the year and the date.

    Of each occasion, it is the first rule that applies to the person and the year.
    """
    for name, rules in ranked:
        given = dates.get(name)
        if given is None:
            continue
        day = parse(given)
        for year in years:
            for rule in rules:
                if _celebrates(rule, day, year) and _is_for(rule, teams):
                    yield rule, year, day
                    break


def _celebrates(rule: RuleRow, day: Day, year: int) -> bool:
    served = 0 if day.year is None else year - day.year
    if rule.occasion == WELCOME:
        return served == 0
    if rule.occasion == ANNIVERSARY:
        return served > 0 and (rule.years is None or served in rule.years)
    return served >= 0


def _is_for(rule: RuleRow, teams: Sequence[str]) -> bool:
    return rule.team_ids is None or not {*rule.team_ids}.isdisjoint(teams)
