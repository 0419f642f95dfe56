"""The table of jobs: what the queue can carry out."""

from collections.abc import Mapping
from typing import Final

from wellwish.cards import delete, erase
from wellwish.jobs import Run

JOBS: Final[Mapping[str, Run]] = {
    delete.ERASE: erase.run,
}
