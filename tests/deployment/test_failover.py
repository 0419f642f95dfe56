"""A Patroni cluster of three nodes fails over under load: nothing acknowledged is lost or happens twice."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FAILOVERS, LEAST, GAP_S = 10, 10_000, 5.0
MISSING = [name for name in ("patroni", "etcd") if shutil.which(name) is None]


@pytest.mark.full
@pytest.mark.skipif(bool(MISSING), reason=f"NO FAILOVER ON THIS MACHINE: no {', '.join(MISSING)}")
def test_ten_failovers_lose_nothing() -> None:
    command = [sys.executable, str(ROOT / "bench/operate/failover.py")]
    command += ["--failovers", str(FAILOVERS), "--least", str(LEAST)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    print(done.stdout)
    found = json.loads(done.stdout)
    assert found["acknowledged"] >= LEAST
    assert (found["lost"], found["doubled"]) == (0, 0)
    assert len(found["gaps_s"]) == FAILOVERS
    assert max(found["gaps_s"]) <= GAP_S
    assert "500" not in found["statuses"]
    assert found["lost_by_the_control"] > 0, "without synchronous replication"
