"""An account with one record of each kind in the desk's paths, and all these paths."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from tests import make
from tests.contributions import giving
from tests.media import files
from tests.occasions import making
from tests.web.view.card import media
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.account_exports import run as account_exports_run
from wellwish.auth.sign_in import session
from wellwish.auth.sign_in.session import Device
from wellwish.base import clock, ids
from wellwish.delivery import suppression
from wellwish.delivery.channel import EMAIL
from wellwish.infra.http import Raw
from wellwish.pages import PAGES
from wellwish.payments.refund_requests.ask import ask
from wellwish.privacy.erasures import run as erasures_run
from wellwish.privacy.exports import run as exports_run

# Pages that do not need a session.
_WITHOUT_SESSION: Final = ("/sign-in", "/admin/", "/member/", "/privacy", "/reply-to/")
_CARD: Final = "/desk/cards/{card_id}"
# The actions of pages with an action in the path; actions that end the record are last.
ACTIONS: Final[dict[str, tuple[str, ...]]] = {
    "/account/payment-provider/{action}": ("check", "connect", "remove"),
    "/account/webhooks/{webhook_endpoint_id}/{action}": (
        "edit", "disable", "enable", "test", "redeliver", "recover", "rotate", "delete",
    ),
    "/desk/people/{person_id}/{action}": ("save", "left", "active", "delete"),
    "/desk/rules/{occasion_rule_id}/{action}": ("save", "start", "pause", "delete"),
    "/desk/groups/{group_id}/{action}": ("save", "sync", "delete"),
    "/desk/payments/{payment_id}/{action}": ("cancel", "refund"),
    f"{_CARD}/{{action}}": ("close", "reopen", "archive"),
    f"{_CARD}/invitations/{{invite_id}}/{{action}}": ("resend", "address", "revoke"),
    f"{_CARD}/money/{{record_id}}/{{action}}": ("confirm", "drop", "approve", "refuse"),
    f"{_CARD}/notes/{{contribution_id}}/{{action}}": ("publish", "hide", "reject", "delete"),
}  # fmt: skip
# The IDs that ``furnish`` returns. A page with another ID needs a record here, so that the attacks cover it.
RECORDS: Final = {
    "card_id", "media_id", "group_id", "card_batch_id", "recipient_id", "invite_id", "card_admin_id",
    "contribution_id", "pledge_id", "payment_id", "refund_request_id", "suppression_id",
    "webhook_endpoint_id", "person_id", "occasion_rule_id", "occasion_key",
    "export_id", "erasure_id", "account_export_id",
}  # fmt: skip
_NAME: Final = re.compile(r"\{(\w+)\}")


def of_desk(pages: Iterable[Raw]) -> list[Raw]:
    """Returns the pages that need a session."""
    return [
        page
        for page in pages
        if page.handler.__module__.startswith("wellwish.web.desk.")
        and not page.path.startswith(_WITHOUT_SESSION)
    ]


def pages(method: str) -> list[Raw]:
    """Returns the pages that need a session; pages that delete are last."""
    found = [page for page in of_desk(PAGES) if page.method == method]
    ends = ("/delete", "/cancel", "/sessions", "/sign-out")
    return sorted(found, key=lambda page: page.path.endswith(ends))


def names(path: str) -> list[str]:
    """Returns the parameters of a path."""
    return _NAME.findall(path)


def paths(page: Raw, records: Mapping[str, str]) -> list[str]:
    """Returns the paths of a page for these records, one for each action."""
    found: list[str] = []
    for action in ACTIONS[page.path] if "{action}" in page.path else ("",):
        kind = "refund_request_id" if action in ("approve", "refuse") else "pledge_id"
        given = {**records, "record_id": records[kind], "action": action}
        if page.path.startswith("/account/privacy/account/"):
            given["export_id"] = records["account_export_id"]
        found.append(page.path.format(**{name: given[name] for name in names(page.path)}))
    return found


async def furnish(person: Person, admin: Person) -> dict[str, str]:
    """Creates one record of each kind. Returns the IDs by path parameter."""
    card = await make.card(
        person,
        collection={**giving.OPEN, "add_cash": True},
        recipients=[{"name": "Maya"}],
    )
    card_id = card["id"]
    gift = await giving.gave(person, card_id)
    async with person.world.services.db.transaction([person.account_id]) as tx:
        [asked] = await ask(tx, person.account_id, gift["id"], "Twice")
    [invitation] = await make.invitations(person, card_id, "ana@example.com")
    media_id = await media(person, card_id, "drawing", strokes=files.STROKES)
    note = await person.post(
        f"/api/cards/{card_id}/contributions",
        {"name": "Noor", "note": {"text": "All the best", "media": [media_id]}},
    )
    hook = await person.post("/api/webhook-endpoints", {"url": "https://hooks.example.com/wellwish"})
    batch = await person.post("/api/card-batches", await make.batch(person, "One of a batch"))
    group = await person.post("/api/groups", {"name": "Team", "members": []})
    carol = {"name": "Carol", "email": "carol@acme.example", "dates": {"birthday": "--06-15"}}
    kept = await person.post("/api/people", carol)
    rule = await making.rule(person)
    exported = await person.post("/api/exports", {"email": "otto@example.com"})
    erased = await person.post("/api/erasures", {"email": "olga@example.com"})
    services = person.world.services
    given = {"account_id": person.account_id}
    await exports_run.run(services, given | {"export_id": exported.json()["id"]})
    await erasures_run.run(services, given | {"erasure_id": erased.json()["id"]})
    whole = (await person.post("/api/exports", {"of": "account"})).json()
    while await account_exports_run.run(services, given | {"export_id": whole["id"]}):
        pass
    address = suppression.seal(services.keys, suppression.key(EMAIL, "nina@example.com"))
    async with services.db.transaction() as tx:
        await suppression.suppress(tx, address, person.account_id, "unsubscribed", everywhere=False)
    [suppressed] = (await person.get("/api/suppressions?address=nina@example.com")).json()["data"]
    return {
        "card_id": card_id,
        "suppression_id": suppressed["id"],
        "group_id": group.json()["id"],
        "person_id": kept.json()["id"],
        "occasion_rule_id": rule["id"],
        "occasion_key": f"{kept.json()['id']}.birthday.{clock.now().year + 1}.",
        "export_id": exported.json()["id"],
        "erasure_id": erased.json()["id"],
        "account_export_id": whole["id"],
        "card_batch_id": batch.json()["id"],
        "recipient_id": card["recipients"][0]["id"],
        "invite_id": invitation["id"],
        "card_admin_id": (await make.admin(person, card_id, admin))["id"],
        "contribution_id": note.json()["id"],
        "media_id": media_id,
        "pledge_id": (await giving.pledges(person, card_id))["id"],
        "payment_id": gift["money"]["payment_id"],
        "refund_request_id": asked.id,
        "webhook_endpoint_id": hook.json()["id"],
    }


def unknown(records: Mapping[str, str]) -> dict[str, str]:
    """Returns unknown IDs of the same kinds."""
    return {name: ids.new(given.partition("_")[0]) for name, given in records.items()}


async def entered(person: Person, account_id: str | None = None) -> Visitor:
    """Returns a browser with a new session of the person, without a sign-in mail."""
    services = person.world.services
    async with services.db.transaction() as tx:
        secret = await session.start(tx, services, person.user_id, Device("", ""), None)
    visitor = Visitor(person.world)
    visitor.cookies["session"] = secret
    await visitor.open("/account/choose")
    if account_id is not None:
        await visitor.press("/account/choose", account_id=account_id)
        await visitor.open("/account/choose")
    return visitor


def masked(answer: Any, records: Mapping[str, str]) -> tuple[int, str, str]:
    """Returns status, text and target of a response.

    Masks the IDs of the records and of the request, form tokens and form keys.
    """
    text = answer.text.replace(answer.headers["Request-Id"], "REQUEST")
    target = answer.headers.get("location", "")
    for name, given in records.items():
        text, target = text.replace(given, name), target.replace(given, name)
    text = re.sub(r'(name="form_(?:token|key)" value=")[^"]*', r"\1", text)
    return answer.status_code, text, target
