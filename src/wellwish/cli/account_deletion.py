"""The command that deletes an account."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import msgspec
from cyclopts import Parameter

from wellwish.base import clock
from wellwish.base import settings as configuration
from wellwish.cli import launch
from wellwish.cli.accounts import account_app
from wellwish.cli.console import AccountId, AsJson, report, say, see_account, show
from wellwish.deletions.delete import ObstacleError
from wellwish.deletions.delete import delete_account as delete_for_good
from wellwish.deletions.plan import Plan, load_plan
from wellwish.infra.http import Services

__all__ = ["account_app"]
T = TypeVar("T")


@account_app.command(name="delete")
def delete_account(
    account_id: AccountId,
    *,
    plan: Annotated[bool, Parameter(help="Only show what would be deleted and kept.")] = False,
    yes: Annotated[bool, Parameter(help="Delete without asking for the name of the account.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete an account permanently, with its cards, files, members, keys and links. This cannot be undone.

    Records of payments remain, without texts. Refuses while money is pending, or while the account has a
    payment provider or customers. Run the command again to continue an interrupted deletion. The plan names
    the owner who requested the deletion; the command stops if the request is withdrawn meanwhile.
    """

    async def look(services: Services) -> Plan:
        async with services.db.transaction() as tx:
            await see_account(tx, account_id)
            return await load_plan(tx, account_id)

    found = _run(look)
    if found.state.deleted_at is not None:
        _report(account_id, clock.rfc3339(found.state.deleted_at), as_json=as_json)
        return
    if plan or not (yes or as_json):
        _show(account_id, found, as_json=as_json)
    obstacles = found.obstacles.sentences(account_id)
    if plan:
        raise SystemExit(1 if obstacles else 0)
    if obstacles:
        raise ValueError("\n".join(["The account cannot be deleted yet.", *obstacles]))
    if not yes and not _is_confirmed(found.state.name):
        say("Nothing was deleted. Type the name of the account, or add --yes.")
        raise SystemExit(1)
    try:
        request_id = found.request and found.request.id
        deleted_at = _run(lambda services: delete_for_good(services, account_id, request_id))
    except ObstacleError as error:
        raise ValueError(f"The deletion has stopped.\n{error}") from None
    _report(account_id, clock.rfc3339(deleted_at), as_json=as_json)


def _run(work: Callable[[Services], Awaitable[T]]) -> T:
    settings = configuration.load()

    async def open_and_work() -> T:
        if settings.embedded:
            await launch.bring_up_to_date(settings, lambda _: None)
        async with launch.services(settings, as_owner=True) as services:
            return await work(services)

    with launch.database(settings):
        return asyncio.run(open_and_work())


def _show(account_id: str, plan: Plan, *, as_json: bool) -> None:
    counts = msgspec.to_builtins(plan.counts)
    kept = {name: counts.pop(name) for name in ("payments", "transfers")}
    obstacles = plan.obstacles.sentences(account_id)
    if as_json:
        request = plan.request and {
            "requested_by": plan.request.asked_by,
            "requested_at": clock.rfc3339(plan.request.created_at),
        }
        planned = {"request": request, "deletes": counts, "keeps": kept, "obstacles": obstacles}
        report({"account_id": account_id, **planned}, "", as_json=True)
        return
    asked = "no owner"
    if plan.request is not None:
        asked = f"{plan.request.asked_by or 'an erased user'} at {clock.rfc3339(plan.request.created_at)}"
    lines: dict[str, Any] = {"account": plan.state.name, "requested by": asked, **counts}
    show({**lines, **{f"kept: {name}": count for name, count in kept.items()}}, as_json=False)
    for each in obstacles:
        say(each)


def _is_confirmed(name: str) -> bool:
    print("Type the name of the account to delete it for good: ", end="", file=sys.stderr, flush=True)
    typed = sys.stdin.readline().strip()
    return bool(typed) and typed == name.strip()


def _report(account_id: str, deleted_at: str, *, as_json: bool) -> None:
    done = {"account_id": account_id, "deleted_at": deleted_at}
    report(
        done, f"{account_id} was deleted at {deleted_at}. `wellwish work` deletes its files.", as_json=as_json
    )
