"""The commands for people's data: export, erase, and repeat erasures after a restore."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, TypeVar

import msgspec
from cyclopts import App, Parameter

from wellwish.base import clock
from wellwish.base import settings as configuration
from wellwish.cli import launch
from wellwish.cli.console import Address, AsJson, say
from wellwish.cli.plural import counted
from wellwish.infra.http import Services

person_app: Final = App(name="person", help="Export or erase the data stored about a person.")
_T = TypeVar("_T")


def _run(work: Callable[[Services], Awaitable[_T]]) -> _T:
    settings = configuration.load()

    async def open_and_work() -> _T:
        if settings.embedded:
            await launch.bring_up_to_date(settings, lambda _: None)
        async with launch.services(settings) as services:
            return await work(services)

    with launch.database(settings):
        return asyncio.run(open_and_work())


@person_app.command
def export(address: Address, *, as_json: AsJson = False) -> None:
    """Print what all accounts store about an email address or phone number with +, always as JSON."""
    from wellwish.privacy.export import export as export_person
    from wellwish.privacy.person import parse_person

    person = parse_person(address)
    found = _run(lambda services: export_person(services, person))
    print(json.dumps(found, ensure_ascii=False, indent=None if as_json else 2))


@person_app.command
def erase(
    address: Address,
    *,
    yes: Annotated[bool, Parameter(help="Erase the data instead of only showing it.")] = False,
    with_anonymous: Annotated[
        bool,
        Parameter(
            help="Erase anonymous notes immediately instead of within three weeks. The account may then be "
            "able to identify their authors."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Erase what all accounts store about an email address or phone number with +."""
    from wellwish.privacy import export as exports
    from wellwish.privacy.erase import erase as erase_person
    from wellwish.privacy.person import parse_person

    person = parse_person(address)

    async def dry(services: Services) -> dict[str, Any]:
        accounts = await exports.load(services, person, await exports.find_all(services, person))
        return {
            "erased": False,
            "accounts": [
                {
                    "account_id": each.account_id,
                    "invitations": len(each.invitations),
                    "contributions": len(each.contributions),
                    "recipients": len(each.recipients),
                    "admins": len(each.admins),
                    "groups": len(each.groups),
                    "people": len(each.people),
                    "messages": len(each.messages),
                    "confirmations": each.confirmations,
                    "gets_replies": each.gets_replies,
                    "role": each.role,
                    "kept_payments": len(each.payments),
                }
                for each in accounts
            ],
        }

    async def wet(services: Services) -> dict[str, Any]:
        done = await erase_person(services, person, clock.now(), with_anonymous=with_anonymous)
        return {"erased": True, "accounts": done.changed, "kept": msgspec.to_builtins(done.kept)}

    found = _run(wet if yes else dry)
    if as_json:
        print(json.dumps(found))
        return
    for each in found["accounts"]:
        print(each if yes else "  ".join(f"{name}={value}" for name, value in each.items() if value))
    for each in found.get("kept", []):
        print(f"Kept in {each['account_id']}: {each['what']}. {each['reason']}")
    number = counted(len(found["accounts"]), "account")
    say(f"Erased in {number}." if yes else f"Stored in {number}. Nothing was erased: add --yes to erase.")


@person_app.command
def replay(*, as_json: AsJson = False) -> None:
    """Repeat the erasures since a backup, after it was restored. Can be interrupted and started again."""
    from wellwish.privacy.replay import replay as replay_erasures

    done = _run(replay_erasures)
    if as_json:
        print(json.dumps(msgspec.to_builtins(done)))
    else:
        say(f"Read {counted(done.entries, 'erasure')}. Erased {counted(done.erased, 'person')} again.")
