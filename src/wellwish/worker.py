"""The table of jobs: what the queue can carry out."""

from collections.abc import Mapping
from typing import Final

from wellwish.cards import delete, erase
from wellwish.credentials import purge
from wellwish.delivery import tell_admin
from wellwish.invitations import expand, send
from wellwish.jobs import Run

PURGE: Final = "credentials.purge"
HOURLY: Final = (PURGE,)

JOBS: Final[Mapping[str, Run]] = {
    delete.ERASE: erase.run,
    PURGE: purge.run,
    expand.EXPAND: expand.run,
    send.SEND: send.run,
    tell_admin.TELL_ADMIN: tell_admin.run,
}
