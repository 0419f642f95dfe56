"""Tables keep every value, in a pipe and on a narrow screen."""

import json
from typing import Any

import pytest

from tests.commands import environment, wellwish
from tests.world import World
from wellwish.cli.console import lay_out

ROW = {
    "id": "acct_01h455vb4pex5vsknk084sn02q",
    "kind": "invitations.remind_by_hand",
    "owner_email": "owner@a-long-name.example.org",
    "run_at": "2026-11-27T09:30:00.000000Z",
    "deleted_at": None,
}


@pytest.mark.parametrize("room", [None, 200, 80, 20])
def test_cuts_no_value(room: int | None) -> None:
    text = "\n".join(lay_out(list(ROW), [ROW, ROW | {"id": "second"}], room))
    for value in ROW.values():
        assert value is None or value in text
    assert "None" not in text
    assert "second" in text


def test_is_a_table_where_it_fits_and_blocks_where_not() -> None:
    wide = lay_out(list(ROW), [ROW], None)
    assert len(wide) == 2
    assert wide[0].split() == list(ROW)
    narrow = lay_out(list(ROW), [ROW, ROW], 80)
    assert len(narrow) == 2 * len(ROW) + 1
    assert max(map(len, narrow)) <= 80


def test_prints_no_control_characters() -> None:
    [_, line] = lay_out(["reason"], [{"reason": "a\x1b[2J\nb\u202e"}], None)
    assert line == "a [2J b"


async def test_a_command_in_a_pipe_prints_whole_ids_and_hours(world: World, clone: tuple[str, str]) -> None:
    args = json.dumps({"account_id": world.alice.account_id})
    job_id: Any = await world.owner.fetchval(
        """
        insert into jobs (kind, args, run_at, attempts, last_error, dead_at)
        values ('invitations.remind', $1, '2026-11-27T09:30:00Z', 10, 'SMTPServerDisconnected', now())
        returning id
        """,
        args,
    )
    ended = wellwish({**environment(clone), "COLUMNS": "80"}, "jobs", "list")
    [_, line] = ended.stdout.splitlines()
    assert line.split()[0] == str(job_id)
    for part in ("invitations.remind", "SMTPServerDisconnected", "2026-11-27T09:30:00"):
        assert part in line
