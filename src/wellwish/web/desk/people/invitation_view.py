"""Invitations as the pages show them: status, reason, timeline, and actions."""

from datetime import datetime
from typing import Final

from msgspec import UNSET, Struct

from wellwish.base.language import Language, later
from wellwish.cards.card import Card
from wellwish.invitations.invitation import LINK_ONLY, Invitation, Status
from wellwish.web.desk.initials import initials

_STATUSES: Final[dict[Status, tuple[str, str]]] = {
    "queued": (later("On its way"), "clock"),
    "sent": (later("Sent"), "mail"),
    "delivered": (later("Arrived"), "mail"),
    "opened": (later("Opened the invitation"), "eye"),
    "contributed": (later("Signed"), "check"),
    "bounced": (later("Address does not work"), "circle-alert"),
    "failed": (later("Not delivered"), "circle-alert"),
    "declined": (later("Would rather not"), "x"),
    "revoked": (later("Removed"), "lock"),
    "suppressed": (later("Gets no messages"), "x"),
}
_LINK_ONLY: Final = later("Has a link from you")
_TONES: Final[dict[Status, str]] = {"contributed": "d-ok", "bounced": "d-bad", "failed": "d-bad"}
_NO_SUCH_ADDRESS: Final = later("This address doesn't exist or isn't valid.")
_NO_TEXTS: Final = later("This number can't receive text messages.")
_OPTED_OUT: Final = later("This person doesn't want messages.")
_REASONS: Final = {
    "link_only": later("No message is sent. Share the link yourself."),
    "recipient": later("The card is for this person."),
    "unsubscribed": _OPTED_OUT,
    "stopped": _OPTED_OUT,
    "complained": _OPTED_OUT,
    "bounced": later("An earlier message to this address bounced."),
    "budget": later("Will be sent tomorrow: this address has reached its message limit for today."),
    "account_budget": later("Will be sent tomorrow: the account has reached its message limit for today."),
    "sms_budget": later("Will be sent tomorrow: the account has reached its message limit for today."),
    "no_provider": later("Will be sent as soon as the operator of this service sets up a provider."),
    "retrying": later("The other server hasn't accepted the message yet. We're still trying."),
    "card_closed": later("Not sent, because the card was closed."),
    "invitation_limit": later("Some members weren't invited because the invitation limit has been reached."),
    "no_such_mailbox": _NO_SUCH_ADDRESS,
    "invalid_address": _NO_SUCH_ADDRESS,
    "no_smtputf8": _NO_SUCH_ADDRESS,
    "invalid_number": _NO_SUCH_ADDRESS,
    "unknown_number": _NO_SUCH_ADDRESS,
    "landline": _NO_TEXTS,
    "not_mobile": _NO_TEXTS,
    "country_not_allowed": _NO_TEXTS,
    "no_channel": later("The channel was disconnected."),
}
_OTHER_REASON: Final = later("The message couldn't be delivered.")
_SILENT: Final = later("This address receives no messages.")
_ANSWERED: Final = ("contributed", "declined", "revoked")


class Step(Struct, frozen=True):
    """An entry in the timeline. For an opening, ``when`` is a day, because only the day is stored."""

    label: str
    when: str


class ShownInvitation(Struct, frozen=True):
    """An invitation with its texts; ``actions`` lists those that its status and the card's status allow."""

    invitation: Invitation
    name: str
    address: str
    status: str
    icon: str
    tone: str
    initials: str
    reason: str
    steps: list[Step]
    actions: list[str]

    @property
    def latest(self) -> Step:
        return self.steps[-1]


def show(language: Language, card: Card, invitation: Invitation) -> ShownInvitation:
    label, icon = _STATUSES[invitation.status]
    if invitation.status == "queued" and invitation.status_reason == LINK_ONLY:
        label, icon = _LINK_ONLY, "link"
    is_group = invitation.delivery_type == "group"
    address = "" if is_group and invitation.name else invitation.delivery_id
    return ShownInvitation(
        invitation=invitation,
        name=invitation.name or ("" if address else invitation.delivery_id),
        address=address,
        status=language.gettext(label),
        icon=icon,
        tone=_TONES.get(invitation.status, ""),
        initials=initials(invitation.name or invitation.delivery_id),
        reason=_reason(language, invitation),
        steps=_steps(language, card, invitation),
        actions=_actions(card, invitation),
    )


def _reason(language: Language, invitation: Invitation) -> str:
    if invitation.status_reason is not None:
        return language.gettext(_REASONS.get(invitation.status_reason, _OTHER_REASON))
    return language.gettext(_SILENT) if invitation.status == "suppressed" else ""


def _steps(language: Language, card: Card, invitation: Invitation) -> list[Step]:
    """Returns the timeline, oldest first. The opening has a day but no time, so it follows the delivery."""
    dated = [
        (later("Invited"), invitation.created_at),
        (later("Last message sent"), invitation.last_sent_at),
        (later("Delivered"), invitation.delivered_at),
    ]
    steps = [Step(language.gettext(label), _at(language, card, at)) for label, at in dated if at is not None]
    if invitation.opened_at is not None:
        opened = datetime.fromisoformat(invitation.opened_at)
        steps.append(Step(language.gettext(later("Opened")), language.day(opened, "UTC")))
    if invitation.contributed_at is not None:
        signed = _at(language, card, invitation.contributed_at)
        steps.append(Step(language.gettext(later("Signed")), signed))
    if invitation.status in ("bounced", "failed", "declined", "revoked", "suppressed"):
        label, _ = _STATUSES[invitation.status]
        steps.append(Step(language.gettext(label), _at(language, card, invitation.updated_at)))
    return steps


def _at(language: Language, card: Card, instant: str) -> str:
    at = datetime.fromisoformat(instant)
    names = {"day": language.day(at, card.timezone), "time": language.time(at, card.timezone)}
    return language.gettext(later("%(day)s, %(time)s")) % names


def _actions(card: Card, invitation: Invitation) -> list[str]:
    status, is_open = invitation.status, card.status == "open"
    is_channel = invitation.delivery_type == "group" and invitation.progress is UNSET
    shown = {
        "resend": is_open
        and status not in (*_ANSWERED, "suppressed")
        and not (is_channel and invitation.status_reason == "link_only"),
        "address": is_open and status not in _ANSWERED and invitation.delivery_type != "group",
        "revoke": status not in ("contributed", "revoked"),
    }
    return [action for action, is_shown in shown.items() if is_shown]
