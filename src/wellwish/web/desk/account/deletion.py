"""Ask the operator to delete the account, or withdraw this. Both require an owner with a recent sign-in.

Pages call the room directly: as no operation does this, no key and no assistant can.
"""

from typing import Final

from msgspec import structs
from starlette.responses import Response

from wellwish.base.errors import AccountSuspended, TooManyRequests
from wellwish.base.language import Language, later
from wellwish.deletions import deletion_request
from wellwish.deletions.money import Obstacles
from wellwish.deletions.plan import Counts, load_plan
from wellwish.infra.http.budget import network_of
from wellwish.web.desk.account.email import TOO_MANY
from wellwish.web.desk.account.privacy import PATH as PRIVACY
from wellwish.web.desk.develop.keys import owned_account
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import desk_paper, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

PATH: Final = f"{PRIVACY}/deletion"
_MOST: Final = 100_000  # rows of each kind that are counted: a count of more would take seconds
_TICK: Final = later("Tick the box to ask for the deletion.")
_DELETED: Final = {
    "cards": later("Cards"),
    "notes_and_gifts": later("Notes and gifts"),
    "invitations": later("Invitations"),
    "groups": later("Groups"),
    "people": later("People"),
    "members": later("Members"),
    "unused_cards": later("Unused cards"),
}
_OBSTACLES: Final = {
    "open": later("Open payments: %(count)s. Wait until they are paid or expire."),
    "disputed": later("Disputed payments: %(count)s. Wait until the payment provider has decided."),
    "refunding": later("Refunds on their way: %(count)s. Wait until they have arrived."),
    "in_clearing": later("Payments that are still being booked: %(count)s. Wait until tomorrow."),
    "with_gifts": later(
        "Cards with gifts: %(count)s. Hand the money over, or cancel the cards with refunds."
    ),
    "customers": later("Customers of your platform: %(count)s. They must leave it first."),
}
_PROVIDER: Final = later("The account has a payment provider. Remove it.")
_KEY: Final = later(
    "The key of the former payment provider is still needed for its last payments. Wait until tomorrow."
)


@signed_in
async def deletion_page(visit: Visit) -> Response:
    """Returns the request, or the form with what a deletion does. Raises OwnerRequired."""
    return await _page(visit)


@signed_in
async def deletion_asked(visit: Visit) -> Response:
    """Asks for the deletion; asking again has no effect. Raises OwnerRequired, ForeignForm."""
    account_id, sent = owned_account(visit.session), await read_form(visit)
    if (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    if sent.text("confirm") != "yes":
        return await _page(visit, fault=_TICK, status=422)
    user_id, network = visit.session.user_id, network_of(visit.request)
    try:
        async with visit.services.db.transaction([account_id]) as tx:
            await deletion_request.ask(tx, visit.services, account_id, user_id, network)
    except AccountSuspended:
        return _suspended(visit)
    except TooManyRequests as refusal:
        return await _page(visit, fault=TOO_MANY, status=429, headers=refusal.headers)
    return after(PATH, "deletion_asked")


@signed_in
async def deletion_withdrawn(visit: Visit) -> Response:
    """Withdraws the request; withdrawing it again has no effect. Raises OwnerRequired, ForeignForm."""
    account_id = owned_account(visit.session)
    await read_form(visit)
    if (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    user_id, network = visit.session.user_id, network_of(visit.request)
    try:
        async with visit.services.db.transaction([account_id]) as tx:
            await deletion_request.withdraw(tx, visit.services, account_id, user_id, network)
    except AccountSuspended:
        return _suspended(visit)
    return after(PATH, "deletion_withdrawn")


def _suspended(visit: Visit) -> Response:
    """Returns the page of an account that the operator has suspended, perhaps to delete it, just now."""
    return desk_paper(visit, "desk/no_right.html", status=403, is_suspended=True)


async def _page(
    visit: Visit, *, fault: str = "", status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    account_id, language = owned_account(visit.session), choose(visit.request)
    async with visit.services.db.transaction([account_id]) as tx:
        plan = await load_plan(tx, account_id, _MOST)
    return desk_paper(
        visit,
        "desk/privacy_deletion.html",
        status=status,
        headers=headers,
        asked=plan.request,
        found=_deleted(language, plan.counts),
        payments=plan.counts.payments,
        obstacles=_obstacles(language, plan.obstacles),
        has_provider=plan.obstacles.provider is not None,
        wrong={"confirm": fault},
        fault=fault,
    )


def _deleted(language: Language, counts: Counts) -> list[tuple[str, str]]:
    found = structs.asdict(counts)
    return [(language.gettext(label), language.number(found[name])) for name, label in _DELETED.items()]


def _obstacles(language: Language, found: Obstacles) -> list[str]:
    counts = structs.asdict(found)
    said = [
        language.gettext(text) % {"count": language.number(counts[name])}
        for name, text in _OBSTACLES.items()
        if counts[name]
    ]
    if found.provider is not None:
        said.append(language.gettext(_PROVIDER))
    if found.keeps_removed_key:
        said.append(language.gettext(_KEY))
    return said
