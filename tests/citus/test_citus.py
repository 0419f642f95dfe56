"""The service on a Citus cluster of a coordinator and two nodes: operations, tenant matrix, capacity.

CITUS_SOURCE names the source of Citus. A process runs the tests of the other folders on a cluster.
"""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from bench.operate.citus_cluster import MISSING, SOURCE, citus_cluster
from wellwish.infra.db import migrate
from wellwish.infra.db.citus import BY_ACCOUNT, REFERENCE, distribute
from wellwish.infra.embedded import OWNER, RUNTIME

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(SOURCE is None, reason=f"CITUS IS NOT TESTED: {MISSING}"),
]
# The controls of capacity and of a platform's bundles are among them: they must oversell.
TESTS = {
    "every operation": ("tests/infra/openapi/test_examples.py", "test_examples_are_what_a_run_gives"),
    "tenant matrix": ("tests/guards/test_tenants.py", ""),
    "capacity": ("tests/concurrency/test_capacity.py", "not 20"),
    "a platform's bundles": ("tests/platforms/test_drawn_cards.py", ""),
    "purge and check of the ledger": ("tests/payments/test_purge.py", ""),
}


@pytest.mark.parametrize("name", TESTS)
def test_passes_on_a_cluster(name: str) -> None:
    file, chosen = TESTS[name]
    words = [sys.executable, "-P", "-m", "pytest", "-n", "0", "-q", "-s", "-m", "", file, "-k", chosen]
    given = {key: value for key, value in os.environ.items() if not key.startswith("WELLWISH_TEST_")}
    done = subprocess.run(
        words, cwd=ROOT, env=given | {"WELLWISH_TEST_CITUS": "1"}, capture_output=True, text=True, check=False
    )
    print(done.stdout[-400:])
    assert done.returncode == 0, done.stdout[-6000:]


async def _distributed(owner: str) -> tuple[int, int, list[tuple[str, str]], set[str], set[str]]:
    await migrate(owner, RUNTIME)
    connection = await asyncpg.connect(owner)
    before = await _keys(connection)
    first, second = await distribute(owner), await distribute(owner)
    after = await _keys(connection)
    assert before == after, "every foreign key is there again"
    rows = await connection.fetch(
        "select table_name::text, citus_table_type from citus_tables where citus_table_type <> 'local'"
    )
    await connection.close()
    by_account = {row[0] for row in rows if row[1] == "distributed"}
    return first, second, after, by_account, {row[0] for row in rows if row[1] == "reference"}


async def _keys(connection: "asyncpg.Connection[asyncpg.Record]") -> list[tuple[str, str]]:
    rows = await connection.fetch(
        """
        select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace
          and not relation_is_a_known_shard(conrelid) order by 1, 2
        """
    )
    return [(row[0], row[1]) for row in rows]


def test_distributes_every_table_once_and_restores_the_foreign_keys() -> None:
    assert SOURCE is not None
    with citus_cluster(Path(SOURCE)) as cluster:
        first, second, keys, by_account, reference = asyncio.run(_distributed(cluster.url(OWNER)))
    assert (by_account, reference) == (set(BY_ACCOUNT), set(REFERENCE))
    assert first > len(BY_ACCOUNT) + len(REFERENCE)
    assert second == 0
    assert len(keys) > 50
