"""The commands in the README of the Python client, as printed, with IDs from the previous output."""

import re
import shlex

from tests.clients.cli.conftest import Ww, demo_account
from tests.clients.test_readme import README
from tests.world import World


async def test_runs_the_readme(world: World, ww: Ww) -> None:
    account_id = await demo_account(world)
    found = re.search(
        r"<!-- run by tests/clients/cli/.*? -->\n```sh\n(.*?)```", README.read_text(), re.DOTALL
    )
    assert found
    seen: dict[str, str] = {}
    printed = ""
    for line in found[1].replace("\\\n", "").splitlines():
        for prefix in ("tpl_", "card_"):
            line = line.replace(f"{prefix}...", seen.get(prefix, "?"))  # noqa: PLW2901
        program, *words = shlex.split(line)
        assert program == "ww"
        ended = await ww(*words, WELLWISH_BASE_URL=ww.base_url)
        assert ended.status == 0, (line, ended.err)
        printed = ended.out
        seen = {
            each.partition("_")[0] + "_": each for each in re.findall(r"\b(?:tpl|card)_\w{26}", printed)
        } | seen
    assert '"title":"Happy birthday, Maya"' in printed
    invited = "select count(*) from invitations where account_id = $1 and delivery_id = 'jonas@example.com'"
    assert await world.owner.fetchval(invited, account_id) == 1
