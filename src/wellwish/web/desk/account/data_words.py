"""The words for what an account has about a person: the kinds of records, and why some are kept."""

from typing import Final

from msgspec import structs

from wellwish.base.language import Language, later
from wellwish.privacy.tally import DataCounts, KeptData, KeptReason

_KINDS: Final = {
    "invitations": later("Invitations"),
    "notes": later("Notes with a name"),
    "recipients": later("Cards for the person"),
    "card_admins": later("Cards that the person organises"),
    "groups": later("Groups with the person"),
    "people": later("Entries in your list of people"),
    "members": later("Member of the account"),
    "member_invitations": later("Invitations to the account"),
    "suppressions": later("Blocked addresses"),
    "reply_addresses": later("Address for replies"),
}
_KEPT: Final[dict[KeptReason, tuple[str, str]]] = {
    "payment_record": (
        later("Records of payments"),
        later(
            "The amount, the date and the number at the provider stay, without a name: you must keep them."
        ),
    ),
    "open_payment": (
        later("Open payments"),
        later("They are ended. Money that still arrives is refunded; its record stays, without a name."),
    ),
    "last_owner": (
        later("Owner of the account"),
        later("This is the only owner, who stays a member. Make someone else an owner first."),
    ),
    "sign_in": (
        later("Sign-in"),
        later("It belongs to the person, who may use it elsewhere. They can erase it on their own page."),
    ),
    "audit_log": (
        later("Entries in the audit log"),
        later("What the person changed in your account stays in the log for 400 days."),
    ),
    "refusal_of_messages": (
        later("No more messages"),
        later("A code made from the address stays, so that the person still gets no messages."),
    ),
}


def found_words(language: Language, counts: DataCounts) -> list[tuple[str, str]]:
    """Returns label and number of each kind of which there are records."""
    return [
        (language.gettext(_KINDS[kind]), language.number(count))
        for kind, count in structs.asdict(counts).items()
        if count
    ]


def kept_words(language: Language, kept: list[KeptData]) -> list[tuple[str, str, str]]:
    """Returns label, number and reason of the records that are kept."""
    return [
        (
            language.gettext(_KEPT[each.reason][0]),
            language.number(each.count),
            language.gettext(_KEPT[each.reason][1]),
        )
        for each in kept
    ]
