"""What each scope of a restricted key permits, in the words of the desk."""

from typing import Final

from wellwish.base.language import later
from wellwish.infra.http.scopes import Scope

SCOPE_WORDS: Final[dict[Scope, str]] = {
    "cards.read": later("Read cards, their notes and amounts, and the designs"),
    "cards.write": later("Create, change, close and delete cards"),
    "people.invite": later("Invite and remind people, and read invitations"),
    "people.read": later("Read people, groups and upcoming occasions"),
    "people.write": later("Change people and groups"),
    "money.read": later("Read payments, refunds and purchases"),
    "money.write": later("Refund and confirm money, and buy bundles"),
    "events.read": later("Read events and webhook deliveries"),
    "account.read": later("Read the account, its members and its audit log"),
}
