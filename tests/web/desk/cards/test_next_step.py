"""The next step of a card: the table of its states, and their texts."""

import pytest
from msgspec import structs

from wellwish.base.language import LANGUAGES
from wellwish.web.desk.cards.next_step import Facts, NextStep, head, label, next_step

INVITED = Facts(invited=24, notes=14, unsigned=9, days_left=3)
CLOSED = structs.replace(INVITED, status="closed")
TABLE = [
    (Facts(status="cancelled", thanks=1), ("ended", "", "another", 0)),
    (Facts(status="archived", is_opened=True), ("ended", "", "another", 0)),
    (structs.replace(CLOSED, is_opened=True, thanks=3), ("thanked", "thanks", "another", 3)),
    (structs.replace(CLOSED, is_opened=True), ("opened", "see", "another", 0)),
    (CLOSED, ("closed", "give", "see", 14)),
    (structs.replace(CLOSED, waiting=2), ("closed", "give", "see", 14)),
    (structs.replace(INVITED, waiting=2, days_left=0), ("review", "review", "share", 2)),
    (Facts(), ("nobody", "invite", "copy", 0)),
    (Facts(days_left=0), ("nobody", "invite", "copy", 0)),
    (structs.replace(INVITED, days_left=1), ("last_day", "remind", "date", 9)),
    (structs.replace(INVITED, days_left=0), ("last_day", "remind", "date", 9)),
    (structs.replace(INVITED, days_left=2), ("unsigned", "remind", "share", 9)),
    (INVITED, ("unsigned", "remind", "share", 9)),
    (structs.replace(INVITED, failing=1), ("unsigned", "remind", "share", 9)),
    (structs.replace(INVITED, failing=1, unsigned=0), ("address", "address", "share", 1)),
    (structs.replace(INVITED, unsigned=0), ("all", "close", "share", 14)),
    (structs.replace(INVITED, unsigned=0, days_left=0), ("all", "close", "share", 14)),
    (Facts(notes=5), ("shared", "share", "invite", 5)),
    (Facts(notes=5, days_left=0), ("shared", "share", "invite", 5)),
]
RIGHTS = [
    (structs.replace(INVITED, may_invite=False), ("unsigned", "", "", 9)),
    (structs.replace(INVITED, unsigned=0, may_update=False), ("all", "", "share", 14)),
    (structs.replace(INVITED, days_left=1, may_update=False), ("last_day", "remind", "", 9)),
    (structs.replace(CLOSED, is_owner=False), ("closed", "give", "see", 14)),
    (Facts(status="cancelled", is_owner=False), ("ended", "", "", 0)),
]


@pytest.mark.parametrize(("facts", "step"), [*TABLE, *RIGHTS])
def test_takes_the_first_state_that_fits(facts: Facts, step: tuple[str, str, str, int]) -> None:
    assert structs.astuple(next_step(facts)) == step


HEADS = [
    (INVITED, "Maya", "9 people have not signed yet"),
    (structs.replace(INVITED, unsigned=1), "Maya", "1 person has not signed yet"),
    (structs.replace(INVITED, anonymous=3), "Maya", "9 have not signed by name · 3 notes are anonymous"),
    (
        structs.replace(INVITED, anonymous=1, unsigned=1, days_left=0),
        "Maya",
        "1 has not signed by name · 1 note is anonymous",
    ),
    (structs.replace(INVITED, days_left=0), "Maya", "9 people have one day left"),
    (structs.replace(INVITED, waiting=2), "Maya", "2 notes wait for you"),
    (structs.replace(INVITED, unsigned=0), "Maya", "Everyone has signed"),
    (structs.replace(INVITED, unsigned=0, failing=1), "Maya", "1 address does not work"),
    (Facts(), "Maya", "Nobody has been asked yet"),
    (CLOSED, "Maya", "Ready for \u2068Maya\u2069"),
    (CLOSED, "", "Ready to give"),
    (structs.replace(CLOSED, is_opened=True), "", "The card was opened"),
    (structs.replace(CLOSED, thanks=1), "Maya", "\u2068Maya\u2069 says thank you"),
    (Facts(status="cancelled"), "Maya", "This card was cancelled"),
]


@pytest.mark.parametrize(("facts", "name", "says"), HEADS)
def test_says_it_in_one_sentence(facts: Facts, name: str, says: str) -> None:
    assert head(LANGUAGES["en"], next_step(facts), facts, name) == says


@pytest.mark.parametrize(
    ("facts", "is_so"),
    [
        (INVITED, True),
        (structs.replace(INVITED, unsigned=10), True),
        (structs.replace(INVITED, unsigned=11), False),  # somebody signed by the shared link
        (structs.replace(INVITED, unsigned=10, failing=1), False),
        (structs.replace(INVITED, anonymous=1), False),
        (structs.replace(INVITED, may_invite=False), False),
        (structs.replace(INVITED, notes=0), False),
        (structs.replace(INVITED, notes=24, unsigned=0), False),
        (Facts(notes=5), False),
    ],
)
def test_compares_signers_with_invitees_only_where_they_are_the_same(facts: Facts, is_so: bool) -> None:
    assert facts.by_invitation is is_so


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_state_has_words_in_every_language(code: str) -> None:
    language = LANGUAGES[code]
    for facts, _ in TABLE:
        step: NextStep = next_step(facts)
        for name in ("Maya", ""):
            texts = [head(language, step, facts, name)]
            texts += [label(language, each, step.count, name) for each in (step.main, step.second) if each]
            assert all(texts)
            assert not [each for each in texts if "%(" in each]
