"""`ww people sync`: sends a file of people, and prints what changes."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clients.cli.conftest import Ww
from tests.journeys.test_guides import FENCE
from tests.people.test_sync import everyone, staff
from tests.world import World
from wellwish.web.docs.guide import GUIDES
from wellwish_sdk.cli import sync

HEAD = "name,email,external_id,manager,teams,birthday,started_on\n"


def written(folder: Path, text: str) -> str:
    file = folder / "people.csv"
    file.write_text(text, encoding="utf-8")
    return str(file)


async def test_the_file_of_the_guide_is_planned_and_then_saved(world: World, ww: Ww, tmp_path: Path) -> None:
    [source] = [text for _, text in FENCE.findall(GUIDES["people"].text) if "> people.csv" in text]
    file = written(tmp_path, source.split("END")[1].lstrip("'\n"))
    await ww.login(world.alice)
    planned = await ww("people", "sync", file, "--dry-run")
    assert planned.status == 0, planned.err
    for text in ("created:   2", "New teams: Design, Berlin", "Maya Okafor", "created"):
        assert text in planned.out, planned.out
    assert planned.err == "Dry run: nothing was changed or sent.\n"
    assert await everyone(world.alice) == {}
    done = await ww("people", "sync", file, "--json")
    assert (done.record["created"], done.record["new_teams"]) == (2, ["Design", "Berlin"])
    people = await everyone(world.alice)
    assert people["e-2"]["dates"] == {"birthday": "--03-14", "started_on": "2020-05-01", "own": []}
    assert people["e-2"]["manager"] == people["e-1"]["id"]
    again = await ww("people", "sync", file)
    assert "unchanged: 2" in again.out
    assert "None found" not in again.err


async def test_prints_each_change_and_keeps_others_if_asked(world: World, ww: Ww, tmp_path: Path) -> None:
    await world.alice.put("/api/people", {"people": staff(20)})
    file = written(tmp_path, "name;external_id;celebrate\nAnother;e-3;no\n;;\n")
    await ww.login(world.alice)
    refused = await ww("people", "sync", file)
    assert (refused.status, "too_many_leavers" in refused.err) == (3, True)
    part = await ww("people", "sync", file, "--keep-others")
    assert part.status == 0, part.err
    assert "celebrate, name" in part.out
    assert (await everyone(world.alice))["e-3"]["celebrate"] is False
    whole = await ww("people", "sync", file, "--allow-leavers", "--dry-run", "--json")
    assert whole.record["left"] == 19


async def test_names_the_line_and_the_column_of_each_error(world: World, ww: Ww, tmp_path: Path) -> None:
    rows = 'Ana,ana@example.com,1,,,--02-31,\n"Ben\nLong",ben@,2,,,,\nCleo,cleo@example.com,3,nobody,,,\n'
    file = written(tmp_path, HEAD + rows)
    await ww.login(world.alice)
    refused = await ww("people", "sync", file)
    assert refused.status == 3
    assert "people.csv, line 2, birthday: Must be a valid date." in refused.err
    assert "people.csv, line 3, email: " in refused.err
    assert await everyone(world.alice) == {}
    missing = written(tmp_path, HEAD + "Ana,ana@example.com,1,,,,\n\nCleo,cleo@example.com,3,nobody,,,\n")
    refused = await ww("people", "sync", missing)
    assert "people.csv, line 4, manager: No person has this" in refused.err


async def test_reads_rows_as_spreadsheets_write_them(world: World, ww: Ww, tmp_path: Path) -> None:
    """Excel leaves out the last empty cells of some rows; all write empty columns that have a format."""
    rows = "Ana,ana@example.com,1\nBo,bo@example.com\nCy,,3,1,,,,,\n,,,,,,,,\n"
    file = written(tmp_path, f"\ufeff{HEAD.strip()},,\n{rows}")
    await ww.login(world.alice)
    done = await ww("people", "sync", file)
    assert (done.status, "created:   3" in done.out) == (0, True), done.err
    people = {each["name"]: each for each in (await world.alice.get("/api/people")).json()["data"]}
    assert people["Cy"]["manager"] == people["Ana"]["id"]
    short = written(tmp_path, f"{HEAD}Ana,ana@example.com,1\nBo\n")
    refused = await ww("people", "sync", short)
    assert "people.csv, line 3: Must have an `external_id` or an `email`." in refused.err


async def test_reads_teams_whose_names_have_a_separator(world: World, ww: Ww, tmp_path: Path) -> None:
    rows = 'Ana,ana@example.com,1,,"""R;D""; Design",,\nBo,bo@example.com,2,,"The ""A"" team",,\n'
    await ww.login(world.alice)
    assert (await ww("people", "sync", written(tmp_path, HEAD + rows))).status == 0
    teams = (await world.alice.get("/api/groups?kind=team")).json()["data"]
    assert {each["name"] for each in teams} == {"R;D", "Design", 'The "A" team'}


@pytest.mark.parametrize("flags", [[], ["--no-notice"]])
async def test_new_people_get_no_mail_if_asked(
    flags: list[str], world: World, ww: Ww, tmp_path: Path
) -> None:
    file = written(tmp_path, HEAD + "Ana,ana@example.com,1,,,,\n")
    await ww.login(world.alice)
    assert (await ww("people", "sync", file, *flags)).status == 0
    await world.work()
    sql = "select count(*) from messages where kind = 'person_added'"
    assert await world.owner.fetchval(sql) == (0 if flags else 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: Each column may occur once, and name is required."),
        ("email\nana@example.com\n", "line 1: Each column may occur once, and name is required."),
        ("name,name\nAna,Ana\n", "line 1: Each column may occur once, and name is required."),
        ("name,shoe size\nAna,44\n", "line 1: Unknown column: 'shoe size'. Columns: name, email,"),
        ("name,email\nAna,ana@example.com,x\n", "line 2: 3 cells, but 2 columns."),
        ("[{", "not readable as JSON"),
    ],
)
async def test_says_why_a_file_cannot_be_read(
    text: str, says: str, world: World, ww: Ww, tmp_path: Path
) -> None:
    await ww.login(world.alice)
    refused = await ww("people", "sync", written(tmp_path, text))
    assert (refused.status, says in refused.err) == (2, True), refused.err
    absent = await ww("people", "sync", str(tmp_path / "absent.csv"))
    assert (absent.status, "Cannot read" in absent.err) == (2, True)


async def test_refuses_a_file_in_another_encoding(world: World, ww: Ww, tmp_path: Path) -> None:
    """A spreadsheet may write Windows-1252, whose umlauts would be lost."""
    file = tmp_path / "people.csv"
    file.write_bytes("name,email\nJürgen,j@example.com\n".encode("cp1252"))
    await ww.login(world.alice)
    refused = await ww("people", "sync", str(file))
    assert (refused.status, "line 2: Not UTF-8. Save the file as CSV UTF-8." in refused.err) == (2, True), (
        refused.err
    )
    assert await everyone(world.alice) == {}


async def test_reads_json_and_standard_input(world: World, ww: Ww) -> None:
    given: list[dict[str, Any]] = staff(2)
    await ww.login(world.alice)
    done = await ww("people", "sync", "-", "--json", stdin=json.dumps(given))
    assert done.record["created"] == 2


async def test_a_year_of_birth_is_never_sent(
    world: World, ww: Ww, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    request = sync.request

    def noted(*given: Any) -> Any:
        sent.append(given[-1])
        return request(*given)

    monkeypatch.setattr(sync, "request", noted)
    await ww.login(world.alice)
    done = await ww("people", "sync", written(tmp_path, HEAD + "Ana,ana@example.com,1,,,1987-03-14,\n"))
    assert done.status == 0, done.err
    assert "1987" not in repr(sent) + done.out + done.err
    assert (await everyone(world.alice))["1"]["dates"]["birthday"] == "--03-14"
