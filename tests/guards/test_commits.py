"""Commit subjects: the refused ones, and the range of commits that is checked."""

from pathlib import Path

import pytest

from tools.commits import faults, git, new_commits


@pytest.mark.parametrize(
    "subject",
    [
        "cards: Refuse a bundle without capacity",
        "cards, contributions: Pass the row of the card",
        "web.kit: Draw inputs",
        "jobs: Embed the lease in the claim",
        "http: " + "Serve ".ljust(65, "x"),
    ],
)
def test_accepts_imperative_subjects(subject: str) -> None:
    assert faults(subject) == []


@pytest.mark.parametrize(
    "subject",
    [
        "cards: Refuse a bundle without capacity.",
        "Refuse a bundle without capacity",
        "cards: refuse a bundle",
        "cards: Refuses a bundle",
        "cards: Refused a bundle",
        "cards: Refusing a bundle",
        "embedded: A stop that was lost is sent again",
        "payments: The fee is shown before paying",
        "delivery: Texts wait for their turn",
        "http: " + "Serve ".ljust(67, "x"),
        "cards:",
        "",
    ],
)
def test_refuses_other_subjects(subject: str) -> None:
    assert faults(subject)


def commit(root: Path, subject: str) -> str:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
    made = git(*identity, "commit", "-q", "--allow-empty", "-m", subject, root=root)
    assert made.returncode == 0, made.stderr
    return git("rev-parse", "HEAD", root=root).stdout.strip()


def test_looks_at_the_commits_after_the_start(tmp_path: Path) -> None:
    made, shallow = tmp_path / "made", tmp_path / "shallow"
    made.mkdir()
    git("init", "-q", root=made)
    start = commit(made, "An old one.")
    commit(made, "cards: Add one")
    commit(made, "cards: Add two")
    subjects = [subject for _, subject in new_commits(made, start) or []]
    assert subjects == ["cards: Add two", "cards: Add one"]
    # A shallow clone lacks the start: the check covers only its new commits, and does not crash.
    assert git("clone", "-q", "--depth=1", made.as_uri(), str(shallow), root=tmp_path).returncode == 0
    assert [subject for _, subject in new_commits(shallow, start) or []] == ["cards: Add two"]
    # Without any history, as in an archive, there is nothing to check.
    (tmp_path / "archive").mkdir()
    assert new_commits(tmp_path / "archive", start) is None
