"""Replies of large providers, in ``replies.txt`` with their sources."""

from pathlib import Path

import pytest

from wellwish.infra.mail.refusal import enhanced_code, is_missing_mailbox

LINES = Path(__file__).with_name("replies.txt").read_text(encoding="utf-8").splitlines()
MISSING = [line[2:].replace("\\n", "\n") for line in LINES if line.startswith("+")]
OTHER = [line[2:].replace("\\n", "\n") for line in LINES if line.startswith("-")]


def split(reply: str) -> tuple[int, str]:
    return int(reply[:3]), reply[4:]


def test_has_replies_of_both_kinds() -> None:
    assert len(MISSING) > 30
    assert len(OTHER) > 50


@pytest.mark.parametrize("reply", MISSING)
def test_the_mailbox_does_not_exist(reply: str) -> None:
    assert is_missing_mailbox(*split(reply))


@pytest.mark.parametrize("reply", OTHER)
def test_another_cause_is_no_missing_mailbox(reply: str) -> None:
    code, text = split(reply)
    # The caller has already handled temporary replies.
    assert code < 500 or not is_missing_mailbox(code, text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5.1.1 no", "5.1.1"),
        ("5.0.0 (550 5.1.1 no)", "5.1.1"),
        ("5.0.0", "5.0.0"),
        ("5.1.1 (550 5.7.1 no)", "5.7.1"),
        ("from 5.1.1.20 and 15.1.1", None),
        ("#5.1.1)", "5.1.1"),
        ("", None),
    ],
)
def test_finds_the_most_specific_code(text: str, code: str | None) -> None:
    assert enhanced_code(text) == code


def test_reads_a_long_reply_in_time() -> None:
    for text in ("user " * 50_000, "@" * 100_000, "mailbox" + " " * 100_000, "5.1." * 50_000):
        assert not is_missing_mailbox(550, text)
