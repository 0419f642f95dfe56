"""A worker on the tests' database that accepts receivers on loopback.

With WELLWISH_TEST_OLD_CLAIM set, it is the control, the queue before shares: the oldest job first, one lane
for all jobs that wait for other servers, and no limit per host. WELLWISH_TEST_PLACES is the number of places
of such a lane.
"""

import os

from tests.infra.jobs.test_shares import oldest_first
from tests.outside import RULES
from wellwish import app as application
from wellwish.base import hosts
from wellwish.base.settings import Settings
from wellwish.cli import app, launch, process
from wellwish.infra.jobs import worker

OLD = "WELLWISH_TEST_OLD_CLAIM"
PLACES = "WELLWISH_TEST_PLACES"


async def _unchecked(_: Settings) -> None:
    """Accepts a database without fsync."""


if __name__ == "__main__":
    application.PUBLIC = application.PUBLIC_OR_PLAIN = RULES  # pyright: ignore[reportAttributeAccessIssue, reportConstantRedefinition]
    launch.check = _unchecked
    worker.PLACES_APART = int(os.environ[PLACES])  # pyright: ignore[reportAttributeAccessIssue, reportConstantRedefinition]
    if os.environ.get(OLD):
        worker.claim = oldest_first
        process.LANES = {"all": tuple(kind for kinds in process.LANES.values() for kind in kinds)}  # pyright: ignore[reportAttributeAccessIssue, reportConstantRedefinition]
        hosts.PLACES = 1_000_000  # pyright: ignore[reportAttributeAccessIssue, reportConstantRedefinition]
    app.main()
