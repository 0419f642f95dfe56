"""`ww trigger`: causes an event in the demo or in test mode by performing the operations that it reports."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, cast, get_args

import httpx2
from cyclopts import Parameter

from wellwish_sdk import Wellwish, errors
from wellwish_sdk.cli import console, profiles
from wellwish_sdk.cli.call import Call, Common, connected, request
from wellwish_sdk.cli.console import say
from wellwish_sdk.cli.values import UsageError
from wellwish_sdk.core import Input

Type = Literal[
    "bundle_purchase.created", "bundle_purchase.active",
    "card.created", "card.updated", "card.closed", "card.reopened", "card.cancelled", "card.archived",
    "card.deleted", "card.link_rotated", "card.goal_reached",
    "card_admin.added", "card_admin.updated", "card_admin.removed",
    "contribution.created", "contribution.published", "contribution.hidden", "contribution.rejected",
    "contribution.deleted", "contribution.pledged", "contribution.pledge_confirmed",
    "contribution.pledge_dropped", "contribution.paid",
    "invitation.created", "invitation.resent", "invitation.corrected", "invitation.revoked",
    "payment.succeeded", "payment.failed", "payment.cancelled", "payment.refunded",
]  # fmt: skip
TYPES: Final[tuple[str, ...]] = get_args(Type)
Record = dict[str, Any]
# A job of the server processes payments of the sandbox.
_LONGEST_S: Final = 30.0
_POLL_S: Final = 0.2
_TEST_KEY: Final = "wwk_test_"
_TOKEN: Final = re.compile(r'name="form_token" value="([^"]+)"')
_GIFT: Final[Record] = {"amount": 1250, "currency": "EUR"}


def trigger(
    type_: Annotated[Type, Parameter(name="TYPE", help="Type of the event.")],
    /,
    *,
    common: Common = Common(),  # noqa: B008 - frozen
) -> None:
    """Make an event happen in the demo or in test mode, on a new card.

    Works only with a demo on this machine or a test key: no message is sent and no money is real.
    """
    profile = profiles.chosen(common.profile)
    with (
        connected(common) as client,
        httpx2.Client(base_url=profile.base_url, trust_env=False, follow_redirects=True) as browser,
    ):
        if not profile.api_key.startswith(_TEST_KEY):
            _require_demo(browser, profile.base_url)
        record = _RECIPES[type_](_Demo(client, browser))
    if common.as_json:
        console.show(record, as_json=True)
    else:
        say(f"{type_}: {record['id']}" + (f" on {record['card_id']}" if record.get("card_id") else ""))


def _require_demo(browser: httpx2.Client, base_url: str) -> None:
    """Raises UsageError, ConnectionFailed. Only a demo shows its outbox, and only to its own machine."""
    try:
        response = browser.get("/outbox", headers={"accept": "application/json"})
        found: Any = response.json() if response.status_code == 200 else None
    except httpx2.HTTPError as error:
        raise errors.ConnectionFailed(
            f"No response from {base_url}: {error}. Is the demo running?"
        ) from error
    except ValueError:
        found = None
    if not isinstance(found, dict) or cast("Record", found).get("object") != "list":
        raise UsageError(
            f"{base_url} is not a demo on this machine, so nothing was triggered. Log in with a test key, or "
            "start a demo with script/server and run: ww login --demo"
        )


@dataclass(frozen=True)
class _Demo:
    client: Wellwish
    browser: httpx2.Client

    def do(self, method: str, path: str, body: Record | None = None, *, of: Record | None = None) -> Record:
        """Performs an operation. ``of``: the record whose version is sent as `If-Match`."""
        call = Call(method, path, "record", keyed=method == "POST")
        return request(self.client, call, {}, Input(body, if_match=f'"{of["version"]}"' if of else None))

    def press(self, checkout_url: str, button: str) -> None:
        """Presses a button of the sandbox's payment page."""
        page = self.browser.get(checkout_url)
        token = _TOKEN.search(page.text)
        if token is None:
            raise UsageError("The account does not use the sandbox: ww payment-provider retrieve")
        self.browser.post(str(page.url), data={"form_token": token[1], "button": button})

    def wait(self, path: str, status: str) -> Record:
        """Waits until a record has the status. Raises ConnectionFailed after the timeout."""
        deadline = time.monotonic() + _LONGEST_S
        while time.monotonic() < deadline:
            if (found := self.do("GET", path))["status"] == status:
                return found
            time.sleep(_POLL_S)
        raise errors.ConnectionFailed(f"{path} did not become {status}. Are the server's jobs running?")


def _card(demo: _Demo, **collection: Any) -> Record:
    template = demo.do("GET", "/api/templates")["data"][0]
    body = {
        "title": "Triggered by ww",
        "sender": "ww trigger",
        "template_id": template["id"],
        "collection": {"add_money": "everyone", "add_cash": True, "currency": "EUR", **collection},
    }
    return demo.do("POST", "/api/cards", body)


def _changed(action: str, *before: str, method: str = "POST", body: Record | None = None) -> "Recipe":
    """A recipe that performs actions on a new card."""

    def recipe(demo: _Demo) -> Record:
        card = _card(demo)
        for each in before:
            demo.do("POST", f"/api/cards/{card['id']}/{each}")
        path = f"/api/cards/{card['id']}" + (f"/{action}" if action else "")
        return {**card, **demo.do(method, path, body)}

    return recipe


def _admin(demo: _Demo) -> Record:
    body = {"card_id": _card(demo)["id"], "email": "admin@example.com"}
    return demo.do("POST", "/api/card-admins", body)


def _changed_admin(demo: _Demo) -> Record:
    privilege = {"privilege": {"invite_contributors": True}}
    return demo.do("PUT", f"/api/card-admins/{_admin(demo)['id']}", privilege)


def _removed_admin(demo: _Demo) -> Record:
    return demo.do("DELETE", f"/api/card-admins/{_admin(demo)['id']}")


def _invitation(demo: _Demo) -> Record:
    invitees = [{"delivery_type": "email", "delivery_id": "invitee@example.com"}]
    body = {"card_id": _card(demo)["id"], "invitees": invitees}
    return demo.do("POST", "/api/cards/invitations", body)["data"][0]


def _resent(demo: _Demo) -> Record:
    return demo.do("POST", "/api/cards/invitations/resend", {"invite_id": _invitation(demo)["id"]})


def _corrected(demo: _Demo) -> Record:
    path = f"/api/cards/invitations/{_invitation(demo)['id']}"
    return demo.do("PATCH", path, {"delivery_id": "invited@example.com"})


def _revoked(demo: _Demo) -> Record:
    return demo.do("POST", f"/api/cards/invitations/{_invitation(demo)['id']}/revoke")


def _contribution(demo: _Demo, card: Record | None = None, money: Record | None = None) -> Record:
    card = card or _card(demo)
    body = {"name": "Jonas", "note": {"text": "All the best!"}, "money": money}
    made = demo.do("POST", f"/api/cards/{card['id']}/contributions", body)
    return {**made, "card_id": card["id"]}


def _moderated(*actions: str, money: Record | None = None) -> "Recipe":
    """A recipe that performs actions on a new contribution."""

    def recipe(demo: _Demo) -> Record:
        made = _contribution(demo, money=money)
        path = f"/api/cards/{made['card_id']}/contributions/{made['id']}"
        for action in actions:
            current = demo.do("GET", path)
            made |= demo.do("POST", f"{path}/{action}", of=current)
        return made

    return recipe


def _deleted(demo: _Demo) -> Record:
    made = _contribution(demo)
    return made | demo.do("DELETE", f"/api/cards/{made['card_id']}/contributions/{made['id']}")


def _pressed(button: str, status: str, **collection: Any) -> "Recipe":
    """A recipe that gives money and presses a button of the payment page."""

    def recipe(demo: _Demo) -> Record:
        made = _contribution(demo, _card(demo, **collection), _GIFT)
        demo.press(made["checkout_url"], button)
        return demo.wait(f"/api/payments/{_payment(demo, made)['id']}", status)

    return recipe


def _payment(demo: _Demo, contribution: Record) -> Record:
    return demo.do("GET", f"/api/cards/{contribution['card_id']}/payments")["data"][0]


def _cancelled_payment(demo: _Demo) -> Record:
    payment = _payment(demo, _contribution(demo, money=_GIFT))
    return demo.do("POST", f"/api/payments/{payment['id']}/cancel")


def _refunded(demo: _Demo) -> Record:
    payment = _pressed("succeed", "succeeded")(demo)
    demo.do("POST", f"/api/payments/{payment['id']}/refunds", {}, of=payment)
    return demo.wait(f"/api/payments/{payment['id']}", "refunded")


def _purchase(demo: _Demo) -> Record:
    bundle = demo.do("GET", "/api/bundles")["data"][0]
    return demo.do("POST", "/api/bundle-purchases", {"bundle_id": bundle["id"]})


def _paid_purchase(demo: _Demo) -> Record:
    made = _purchase(demo)
    demo.press(made["checkout_url"], "succeed")
    demo.wait(f"/api/payments/{made['payment_id']}", "succeeded")
    return made


Recipe = Callable[[_Demo], Record]
_CASH: Final[Record] = {**_GIFT, "method": "cash"}
_RECIPES: Final[dict[str, Recipe]] = {
    "bundle_purchase.created": _purchase,
    "bundle_purchase.active": _paid_purchase,
    "card.created": _card,
    "card.updated": _changed("", method="PATCH", body={"title": "Changed by ww"}),
    "card.closed": _changed("close"),
    "card.reopened": _changed("reopen", "close", body={}),
    "card.cancelled": _changed("cancel", body={}),
    "card.archived": _changed("archive", "close"),
    "card.deleted": _changed("", method="DELETE"),
    "card.link_rotated": _changed("links/rotate", body={"link": "shared"}),
    "card.goal_reached": _pressed("succeed", "succeeded", goal_amount=_GIFT["amount"]),
    "card_admin.added": _admin,
    "card_admin.updated": _changed_admin,
    "card_admin.removed": _removed_admin,
    "contribution.created": _contribution,
    "contribution.hidden": _moderated("hide"),
    "contribution.published": _moderated("hide", "publish"),
    "contribution.rejected": _moderated("reject"),
    "contribution.deleted": _deleted,
    "contribution.pledged": _moderated(money=_CASH),
    "contribution.pledge_confirmed": _moderated("confirm", money=_CASH),
    "contribution.pledge_dropped": _moderated("drop", money=_CASH),
    "contribution.paid": _pressed("succeed", "succeeded"),
    "invitation.created": _invitation,
    "invitation.resent": _resent,
    "invitation.corrected": _corrected,
    "invitation.revoked": _revoked,
    "payment.succeeded": _pressed("succeed", "succeeded"),
    "payment.failed": _pressed("decline", "failed"),
    "payment.cancelled": _cancelled_payment,
    "payment.refunded": _refunded,
}
