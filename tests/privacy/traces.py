"""Place a person wherever the service stores personal data, and search for remaining traces."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
from msgspec import Struct

from tests import make
from tests.media.files import photo
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base.logs import configure

EMAIL = "quilla.ostrander@example.org"
PHONE = "+447400998877"
NAME = "Quilla Ostrander"
NOTE = "Zanzibar lanterns over the marmalade harbour"
THANKS = "Thank you from the lighthouse keeper"
NEEDLES = (EMAIL, PHONE, PHONE[1:], NAME, "Ostrander", "Zanzibar", "lighthouse keeper")


@contextmanager
def every_log_line() -> Generator[None]:
    """Enables logging at every level, also for loggers that were already used."""
    _set_level("debug")
    try:
        yield
    finally:
        _set_level("error")


def _set_level(level: str) -> None:
    configure(level)
    for name, module in list(sys.modules.items()):
        if name.startswith("wellwish.") and hasattr(module, "log"):
            vars(module.log).pop("bind", None)  # the logger's cached level


async def rows(owner: "asyncpg.Connection[Any]") -> dict[str, list[str]]:
    """Returns the rows of every table as text, in lower case, as a dump contains them."""
    tables = await owner.fetch(
        "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
    )
    return {
        table: [
            row["row"].lower() for row in await owner.fetch(f'select t::text as row from public."{table}" t')
        ]
        for (table,) in tables
    }


async def dump(owner: "asyncpg.Connection[Any]", account_id: str = "") -> dict[str, str]:
    """Returns the rows of every table as one text; with ``account_id``, only rows that contain it."""
    return {
        table: "\n".join(row for row in found if account_id in row)
        for table, found in (await rows(owner)).items()
    }


async def hits(world: World) -> set[tuple[str, str]]:
    """Returns the tables and needles in which the person is found."""
    return {
        (table, needle)
        for table, text in (await dump(world.owner)).items()
        for needle in NEEDLES
        if needle.lower() in text
    }


def files(world: World) -> list[Path]:
    folder = world.services.settings.data_dir / "media"
    return [each for each in folder.rglob("*") if each.is_file() and "erasures" not in each.parts]


class Placed(Struct):
    """The cards that the person signed and received."""

    signed: dict[str, Any]
    received: dict[str, Any]


async def place(world: World, alice: Person) -> Placed:
    """Makes the person an invitee, an author, a member of a group, a recipient and an admin.

    The person is also one of alice's people.
    """
    signed = await make.card(alice, moderation="off")
    [invited] = await make.invitations(alice, signed["id"], EMAIL)
    visitor = Visitor(world)
    picture = {"photo": ("photo.jpg", photo(), "image/jpeg")}
    await visitor.sign(path_of(invited["link"]), picture, name=NAME, text=NOTE, description=f"{NAME} at sea")
    assert visitor.next, visitor.page
    group = await alice.post(
        "/api/groups",
        {"name": "Team", "members": [{"name": NAME, "email": EMAIL, "phone": PHONE}, {"email": "b@x.org"}]},
    )
    assert group.status_code == 201, group.text
    answer = await alice.post(
        "/api/cards/invitations",
        {
            "card_id": signed["id"],
            "invitees": [{"delivery_type": "group", "delivery_id": group.json()["id"]}],
        },
    )
    assert answer.status_code == 201, answer.text
    kept = await alice.post(
        "/api/people",
        {
            "name": NAME, "email": EMAIL, "phone": PHONE, "external_id": "Ostrander-7",
            "dates": {"birthday": "--03-14"},
        },
    )  # fmt: skip
    assert kept.status_code == 201, kept.text
    received = await make.card(
        alice,
        title="Bon voyage",
        recipient=NAME,
        recipient_email=EMAIL,
        recipients=[{"name": NAME, "email": EMAIL, "phone": PHONE}],
    )
    answer = await alice.post(
        "/api/card-admins",
        {"card_id": signed["id"], "email": EMAIL, "name": NAME, "privilege": {"can_update": True}},
    )
    assert answer.status_code == 201, answer.text
    await world.work()
    return Placed(signed, received)
