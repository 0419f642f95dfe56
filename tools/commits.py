"""Check the subjects of the commits after START: ``cards: Refuse a bundle without capacity``.

No program can recognise every imperative, so the check refuses known words that are not imperatives.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[1]
START = "7d61ebfe4162add6d74047dc0c873cb56bb6cf55"  # older commits have subjects in a different form
MAX_SUBJECT = 72
_FORM = re.compile(r"[a-z][\w.-]*(?:, [a-z][\w.-]*)*: (?P<verb>[A-Z][a-z]+)\b.*\S")
_NO_VERBS: Final = re.compile(
    "A|All|An|And|Any|As|At|Both|But|By|Each|Every|For|From|He|Here|How|If|In|Into|Is|It|Its|Many|More|Most|Much|"
    "New|No|Nobody|None|Nothing|Now|Of|On|One|Only|Our|Some|That|The|Their|Then|There|These|They|This|Those|To|"
    "Two|We|What|When|Where|Which|Who|Whoever|Whose|Why|With|Without|You|Your"
)
# Endings of third person, past tense and participle forms, and imperatives with these endings.
_OTHER_FORMS: Final = re.compile(r".*(?:[^s]s|ed|ing)")
_IMPERATIVES: Final = re.compile(
    "Bias|Bring|Embed|Feed|Focus|Heed|Need|Ping|Proceed|Ring|Seed|Shed|Speed|Swing"
)


def faults(subject: str) -> list[str]:
    """Returns the faults of a subject, as messages for its author."""
    found: list[str] = []
    if len(subject) > MAX_SUBJECT:
        found.append(f"has {len(subject)} characters, {MAX_SUBJECT} at most")
    if subject.endswith("."):
        found.append("ends with a full stop")
    match = _FORM.fullmatch(subject)
    if match is None:
        return [*found, "is not of the form `room: Verb ...`"]
    verb = match["verb"]
    other = _OTHER_FORMS.fullmatch(verb) and not _IMPERATIVES.fullmatch(verb)
    if other or _NO_VERBS.fullmatch(verb):
        found.append(f"begins with {verb!r}, which is no imperative")
    return found


def git(*arguments: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)


def new_commits(root: Path = ROOT, start: str = START) -> list[tuple[str, str]] | None:
    """Returns hash and subject of each commit after the start, or None without a repository.

    In a shallow clone without the start, checks all available commits.
    """
    known = git("cat-file", "-e", f"{start}^{{commit}}", root=root).returncode == 0
    shallow = git("rev-parse", "--is-shallow-repository", root=root).stdout.strip()
    if not known and shallow != "true":
        return None
    reach = f"{start}..HEAD" if known else "HEAD"
    log = git("log", "--no-merges", "--format=%h %s", reach, root=root).stdout.splitlines()
    return [(commit, subject) for commit, _, subject in (line.partition(" ") for line in log)]


def main() -> None:
    commits = new_commits()
    if commits is None:
        sys.stdout.write("No history here: nothing to check.\n")
        return
    found = [f"{commit} {subject!r} {fault}" for commit, subject in commits for fault in faults(subject)]
    sys.stdout.write(("\n".join(found) or f"{len(commits)} subjects are in order.") + "\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
