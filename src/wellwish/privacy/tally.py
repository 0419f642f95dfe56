"""Numbers of records about a person that an account sees."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, structs

Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
KeptReason = Literal[
    "payment_record", "open_payment", "last_owner", "sign_in", "audit_log", "refusal_of_messages"
]


class DataCounts(Struct, frozen=True, kw_only=True):
    """Numbers of records that the account can see, by kind. Anonymous notes are never among them."""

    invitations: Annotated[Count, Meta(description="Invitations to this address.")] = 0
    notes: Annotated[Count, Meta(description="Notes that the person signed with a name.")] = 0
    recipients: Annotated[Count, Meta(description="Cards for the person.")] = 0
    card_admins: Annotated[Count, Meta(description="Cards of which the person is or was an admin.")] = 0
    groups: Annotated[Count, Meta(description="Saved groups that list the person.")] = 0
    people: Annotated[Count, Meta(description="Entries in your list of people.")] = 0
    members: Annotated[Count, Meta(description="1 if the person is a member of the account.")] = 0
    member_invitations: Annotated[Count, Meta(description="Invitations to become a member.")] = 0
    suppressions: Annotated[Count, Meta(description="Entries in your list of suppressions.")] = 0
    reply_addresses: Annotated[Count, Meta(description="1 if replies to your emails go to the person.")] = 0


class Tally(DataCounts, frozen=True, kw_only=True):
    """The numbers of records that an erasure erases, and of those that it keeps."""

    payment_record: int = 0
    open_payment: int = 0
    last_owner: int = 0
    sign_in: int = 0
    audit_log: int = 0
    refusal_of_messages: int = 0

    def plus(self, other: "Tally") -> "Tally":
        mine, others = structs.asdict(self), structs.asdict(other)
        return Tally(**{name: count + others[name] for name, count in mine.items()})

    def counts(self) -> DataCounts:
        return DataCounts(**{name: getattr(self, name) for name in DataCounts.__struct_fields__})

    def kept(self) -> "list[KeptData]":
        """Returns the records that are kept, with the reason for each kind."""
        return [
            KeptData(kind=kind, count=count, reason=reason)
            for reason, kind in _KINDS.items()
            if (count := getattr(self, reason))
        ]


class KeptData(Struct, frozen=True, kw_only=True):
    """Records that an erasure keeps."""

    kind: Annotated[
        Literal["payments", "members", "users", "audit_entries", "suppressions"],
        Meta(description="Kind of the records."),
    ]
    count: Count
    reason: Annotated[
        KeptReason,
        Meta(
            description="`payment_record`: amount, date and the provider's reference, without a name, "
            "because accounts must keep records of payments. `open_payment`: the payment is ended, and money "
            "that still arrives is refunded; then it is such a record. `last_owner`: add another owner "
            "first. `sign_in`: the person's sign-in, which belongs to them and may be used for other "
            "accounts; they can delete it at `/privacy`. `audit_log`: what the person changed, for 400 days. "
            "`refusal_of_messages`: a keyed hash, so that the person still gets no messages."
        ),
    ]


_KINDS: Final[dict[KeptReason, Literal["payments", "members", "users", "audit_entries", "suppressions"]]] = {
    "payment_record": "payments",
    "open_payment": "payments",
    "last_owner": "members",
    "sign_in": "users",
    "audit_log": "audit_entries",
    "refusal_of_messages": "suppressions",
}
