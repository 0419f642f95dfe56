"""The records that the API returns. Written by `script/generate clients`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

AccessEntryWhat: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: add_cash, add_money, see_contributor_names, see_contributors, see_notes, see_total, sign.'
    ),
]
"""
One of: add_cash, add_money, see_contributor_names, see_contributors, see_notes, see_total, sign.
"""


AccessQueryAs: TypeAlias = Annotated[
    str, Meta(description='One of: everyone, contributor, recipient, admin, owner.')
]
"""
One of: everyone, contributor, recipient, admin, owner.
"""


AccountId: TypeAlias = Annotated[str, Meta(description='ID of the account.')]
"""
ID of the account.
"""


Action: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: account.change_access, account.confirm_reply_to, account.create, account.create_customer, account.delete_logo, account.leave_platform, account.lose_customer, account.release, account.resume, account.set_platform, account.suspend, account.update, account.update_customer, account.update_logo, api_key.create_test, api_key.reset, api_key.rotate, bundle_purchase.create, bundle_purchase.grant, card.archive, card.cancel, card.close, card.delete, card.reopen, card.rotate_link, card_admin.create, card_admin.delete, card_admin.update, consent.create, consent.end, contribution.confirm, contribution.drop, deletion_request.create, deletion_request.delete, erasure.create, export.create, handover.create, handover.delete, handover.update, member.change_email, member.create, member.delete, member.join, member.update, passkey.create, passkey.delete, payment.cancel, payment.refund, payment_provider.delete, payment_provider.update, occasion.change, occasion.skip, occasion_rule.create, occasion_rule.delete, occasion_rule.pause, occasion_rule.start, occasion_rule.update, person.delete, person.save, person.sync, person.update, refund_request.approve, refund_request.refuse, restricted_key.create, restricted_key.delete, session.create_link, session.end, session.start, suppression.delete, wall.create, wall.delete, webhook_endpoint.create, webhook_endpoint.delete, webhook_endpoint.rotate_secret, webhook_endpoint.update.'
    ),
]
"""
One of: account.change_access, account.confirm_reply_to, account.create, account.create_customer, account.delete_logo, account.leave_platform, account.lose_customer, account.release, account.resume, account.set_platform, account.suspend, account.update, account.update_customer, account.update_logo, api_key.create_test, api_key.reset, api_key.rotate, bundle_purchase.create, bundle_purchase.grant, card.archive, card.cancel, card.close, card.delete, card.reopen, card.rotate_link, card_admin.create, card_admin.delete, card_admin.update, consent.create, consent.end, contribution.confirm, contribution.drop, deletion_request.create, deletion_request.delete, erasure.create, export.create, handover.create, handover.delete, handover.update, member.change_email, member.create, member.delete, member.join, member.update, passkey.create, passkey.delete, payment.cancel, payment.refund, payment_provider.delete, payment_provider.update, occasion.change, occasion.skip, occasion_rule.create, occasion_rule.delete, occasion_rule.pause, occasion_rule.start, occasion_rule.update, person.delete, person.save, person.sync, person.update, refund_request.approve, refund_request.refuse, restricted_key.create, restricted_key.delete, session.create_link, session.end, session.start, suppression.delete, wall.create, wall.delete, webhook_endpoint.create, webhook_endpoint.delete, webhook_endpoint.rotate_secret, webhook_endpoint.update.
"""


Audience: TypeAlias = Annotated[
    str, Meta(description='One of: everyone, contributors, recipient, admins, nobody.')
]
"""
One of: everyone, contributors, recipient, admins, nobody.
"""


AuditActorType: TypeAlias = Annotated[
    str, Meta(description='One of: api_key, customer, operator, platform, user.')
]
"""
One of: api_key, customer, operator, platform, user.
"""


BundleId: TypeAlias = Annotated[str, Meta(description='ID of the bundle.')]
"""
ID of the bundle.
"""


BundlePurchaseId: TypeAlias = Annotated[
    str, Meta(description='ID of the bundle purchase.')
]
"""
ID of the bundle purchase.
"""


BundlePurchaseStatus: TypeAlias = Annotated[
    str,
    Meta(description='One of: active, exhausted, expired, failed, pending, refunded.'),
]
"""
One of: active, exhausted, expired, failed, pending, refunded.
"""


CardAdminId: TypeAlias = Annotated[str, Meta(description='ID of the card admin.')]
"""
ID of the card admin.
"""


CardBatchId: TypeAlias = Annotated[str, Meta(description='ID of the card batch.')]
"""
ID of the card batch.
"""


CardId: TypeAlias = Annotated[str, Meta(description='ID of the card.')]
"""
ID of the card.
"""


CheckedInviteeOutcome: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: already_invited, duplicate, invalid, new, recipient, suppressed.'
    ),
]
"""
One of: already_invited, duplicate, invalid, new, recipient, suppressed.
"""


ContributionId: TypeAlias = Annotated[str, Meta(description='ID of the contribution.')]
"""
ID of the contribution.
"""


ContributionQueryStatus: TypeAlias = Annotated[
    str, Meta(description='One of: pending, published, hidden, rejected, deleted.')
]
"""
One of: pending, published, hidden, rejected, deleted.
"""


Count: TypeAlias = Annotated[int, Meta(description='A number.')]
"""
A number.
"""


class Counts(Struct, kw_only=True):
    """
    Numbers of invitations, contributions, invitees who have not signed by name, and notes to review.
    """

    invited: Annotated[Count, Meta(description='Number of invitations.')]
    """
    Number of invitations.
    """
    contributed: Annotated[
        Count,
        Meta(
            description='Number of contributions; for a group, number of members who have signed.'
        ),
    ]
    """
    Number of contributions; for a group, number of members who have signed.
    """
    anonymous: Annotated[Count, Meta(description='Number of anonymous contributions.')]
    """
    Number of anonymous contributions.
    """
    pending: Annotated[
        Count,
        Meta(
            description='Number of invitees who have not signed by name; they may have signed anonymously.'
        ),
    ]
    """
    Number of invitees who have not signed by name; they may have signed anonymously.
    """
    waiting: Annotated[Count, Meta(description='Number of notes to review.')]
    """
    Number of notes to review.
    """


CreatedAt: TypeAlias = Annotated[
    datetime, Meta(description='Time when the record was created.')
]
"""
Time when the record was created.
"""


Currency: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: AED, AFN, ALL, AMD, AOA, ARS, AUD, AWG, AZN, BAM, BBD, BDT, BHD, BIF, BMD, BND, BOB, BRL, BSD, BTN, BWP, BYN, BZD, CAD, CDF, CHF, CLF, CLP, CNY, COP, CRC, CUP, CVE, CZK, DJF, DKK, DOP, DZD, EGP, ERN, ETB, EUR, FJD, FKP, GBP, GEL, GHS, GIP, GMD, GNF, GTQ, GYD, HKD, HNL, HTG, HUF, IDR, ILS, INR, IQD, IRR, ISK, JMD, JOD, JPY, KES, KGS, KHR, KMF, KPW, KRW, KWD, KYD, KZT, LAK, LBP, LKR, LRD, LSL, LYD, MAD, MDL, MGA, MKD, MMK, MNT, MOP, MRU, MUR, MVR, MWK, MXN, MYR, MZN, NAD, NGN, NIO, NOK, NPR, NZD, OMR, PAB, PEN, PGK, PHP, PKR, PLN, PYG, QAR, RON, RSD, RUB, RWF, SAR, SBD, SCR, SDG, SEK, SGD, SHP, SLE, SOS, SRD, SSP, STN, SVC, SYP, SZL, THB, TJS, TMT, TND, TOP, TRY, TTD, TWD, TZS, UAH, UGX, USD, UYU, UYW, UZS, VED, VES, VND, VUV, WST, XAF, XCD, XCG, XOF, XPF, YER, ZAR, ZMW, ZWG.'
    ),
]
"""
One of: AED, AFN, ALL, AMD, AOA, ARS, AUD, AWG, AZN, BAM, BBD, BDT, BHD, BIF, BMD, BND, BOB, BRL, BSD, BTN, BWP, BYN, BZD, CAD, CDF, CHF, CLF, CLP, CNY, COP, CRC, CUP, CVE, CZK, DJF, DKK, DOP, DZD, EGP, ERN, ETB, EUR, FJD, FKP, GBP, GEL, GHS, GIP, GMD, GNF, GTQ, GYD, HKD, HNL, HTG, HUF, IDR, ILS, INR, IQD, IRR, ISK, JMD, JOD, JPY, KES, KGS, KHR, KMF, KPW, KRW, KWD, KYD, KZT, LAK, LBP, LKR, LRD, LSL, LYD, MAD, MDL, MGA, MKD, MMK, MNT, MOP, MRU, MUR, MVR, MWK, MXN, MYR, MZN, NAD, NGN, NIO, NOK, NPR, NZD, OMR, PAB, PEN, PGK, PHP, PKR, PLN, PYG, QAR, RON, RSD, RUB, RWF, SAR, SBD, SCR, SDG, SEK, SGD, SHP, SLE, SOS, SRD, SSP, STN, SVC, SYP, SZL, THB, TJS, TMT, TND, TOP, TRY, TTD, TWD, TZS, UAH, UGX, USD, UYU, UYW, UZS, VED, VES, VND, VUV, WST, XAF, XCD, XCG, XOF, XPF, YER, ZAR, ZMW, ZWG.
"""


class DataCounts(Struct, kw_only=True):
    """
    Numbers of records that the account can see, by kind. Anonymous notes are never among them.
    """

    invitations: Annotated[Count, Meta(description='Invitations to this address.')]
    """
    Invitations to this address.
    """
    notes: Annotated[
        Count, Meta(description='Notes that the person signed with a name.')
    ]
    """
    Notes that the person signed with a name.
    """
    recipients: Annotated[Count, Meta(description='Cards for the person.')]
    """
    Cards for the person.
    """
    card_admins: Annotated[
        Count, Meta(description='Cards of which the person is or was an admin.')
    ]
    """
    Cards of which the person is or was an admin.
    """
    groups: Annotated[Count, Meta(description='Saved groups that list the person.')]
    """
    Saved groups that list the person.
    """
    people: Annotated[Count, Meta(description='Entries in your list of people.')]
    """
    Entries in your list of people.
    """
    members: Annotated[
        Count, Meta(description='1 if the person is a member of the account.')
    ]
    """
    1 if the person is a member of the account.
    """
    member_invitations: Annotated[
        Count, Meta(description='Invitations to become a member.')
    ]
    """
    Invitations to become a member.
    """
    suppressions: Annotated[
        Count, Meta(description='Entries in your list of suppressions.')
    ]
    """
    Entries in your list of suppressions.
    """
    reply_addresses: Annotated[
        Count, Meta(description='1 if replies to your emails go to the person.')
    ]
    """
    1 if replies to your emails go to the person.
    """


Effect: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: confetti, balloons, streamers, planes, sparks, petals, stars, caps, steam, lights, snow, glow, hearts, none.'
    ),
]
"""
One of: confetti, balloons, streamers, planes, sparks, petals, stars, caps, steam, lights, snow, glow, hearts, none.
"""


Email: TypeAlias = Annotated[str, Meta(description='An email address.')]
"""
An email address.
"""


EndDate: TypeAlias = Annotated[str, Meta(description='A date or time.')]
"""
A date or time.
"""


ErasureId: TypeAlias = Annotated[str, Meta(description='ID of the erasure.')]
"""
ID of the erasure.
"""


class ErasureReceipt(Struct, kw_only=True):
    """
    Proof of an erasure, without personal data.

    `signature` is valid for exactly the bytes of `text` in UTF-8. `ww receipt verify` checks it.
    """

    text: Annotated[
        str,
        Meta(
            description='JSON text: IDs, times, the counts, the kept records, and `backups_end_at`, when the last backup that has the data ends.'
        ),
    ]
    """
    JSON text: IDs, times, the counts, the kept records, and `backups_end_at`, when the last backup that has the data ends.
    """
    signature: Annotated[
        str, Meta(description='Ed25519 signature (RFC 8032) in Base64.')
    ]
    """
    Ed25519 signature (RFC 8032) in Base64.
    """
    key_id: Annotated[
        str,
        Meta(description='ID of the public key in `/.well-known/wellwish-keys.json`.'),
    ]
    """
    ID of the public key in `/.well-known/wellwish-keys.json`.
    """


EventId: TypeAlias = Annotated[
    str, Meta(description='ID of the event, also sent as `webhook-id`.')
]
"""
ID of the event, also sent as `webhook-id`.
"""


ExportId: TypeAlias = Annotated[str, Meta(description='ID of the export.')]
"""
ID of the export.
"""


class ExportedRecords(Struct, kw_only=True):
    """
    The progress of an export of an account with one kind of record.
    """

    kind: Annotated[str, Meta(description='The `object` of the records.')]
    """
    The `object` of the records.
    """
    total: Annotated[
        Count,
        Meta(
            description='Number of records when the export starts, at most 100,000; of a finished kind, the number of exported records.'
        ),
    ]
    """
    Number of records when the export starts, at most 100,000; of a finished kind, the number of exported records.
    """
    done: Annotated[Count, Meta(description='Number exported so far.')]
    """
    Number exported so far.
    """


GiftStatus: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: cancelled, confirmed, disputed, dropped, failed, lost, paid, partially_refunded, pending, processing, promised, refunded.'
    ),
]
"""
One of: cancelled, confirmed, disputed, dropped, failed, lost, paid, partially_refunded, pending, processing, promised, refunded.
"""


GroupId: TypeAlias = Annotated[str, Meta(description='ID of the group.')]
"""
ID of the group.
"""


HandoverMethod: TypeAlias = Annotated[
    str, Meta(description='One of: bank_transfer, cash, other, present, voucher.')
]
"""
One of: bank_transfer, cash, other, present, voucher.
"""


InvitationQueryStatus: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: queued, sent, delivered, opened, contributed, bounced, failed, declined, revoked, suppressed.'
    ),
]
"""
One of: queued, sent, delivered, opened, contributed, bounced, failed, declined, revoked, suppressed.
"""


InvitationReminder: TypeAlias = Annotated[
    str, Meta(description='One of: auto, daily, none, once, weekly.')
]
"""
One of: auto, daily, none, once, weekly.
"""


InviteId: TypeAlias = Annotated[str, Meta(description='ID of the invitation.')]
"""
ID of the invitation.
"""


KeptDataKind: TypeAlias = Annotated[
    str,
    Meta(description='One of: audit_entries, members, payments, suppressions, users.'),
]
"""
One of: audit_entries, members, payments, suppressions, users.
"""


KeptDataReason: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: audit_log, last_owner, open_payment, payment_record, refusal_of_messages, sign_in.'
    ),
]
"""
One of: audit_log, last_owner, open_payment, payment_record, refusal_of_messages, sign_in.
"""


Kind: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: admin_added, card_news, card_opened, card_thanked, cards_needed, credential_rotated, deletion_request, email_change, gift, gift_reminder, invitation, member_invited, own_link, payment_inquiry, person_added, person_request, privileges_changed, receipt, refund_request, reminder, reply_to, resend, sign_in, webhook_endpoint_disabled.'
    ),
]
"""
One of: admin_added, card_news, card_opened, card_thanked, cards_needed, credential_rotated, deletion_request, email_change, gift, gift_reminder, invitation, member_invited, own_link, payment_inquiry, person_added, person_request, privileges_changed, receipt, refund_request, reminder, reply_to, resend, sign_in, webhook_endpoint_disabled.
"""


Line: TypeAlias = Annotated[str, Meta(description='A line of text.')]
"""
A line of text.
"""


LineOrNull: TypeAlias = Annotated[str, Meta(description='A line of text, or null.')] | None
"""
A line of text, or null.
"""


ListHasMore: TypeAlias = Annotated[
    bool, Meta(description='Whether there are more records after this page.')
]
"""
Whether there are more records after this page.
"""


ListNextCursor: TypeAlias = Annotated[str, Meta(description='Cursor of the next page; send it as `cursor`. Null on the last page.')] | None
"""
Cursor of the next page; send it as `cursor`. Null on the last page.
"""


ListObject: TypeAlias = Annotated[str, Meta(description='One of: list.')]
"""
One of: list.
"""


Locale: TypeAlias = Annotated[str, Meta(description='Language tag (BCP 47).')]
"""
Language tag (BCP 47).
"""


class MailPreview(Struct, kw_only=True):
    """
    The invitation email to the first invitee; in `text`, the URL of the service replaces the link.
    """

    sender: Annotated[
        LineOrNull,
        Meta(description='Name of the sender; null if the mail shows only an address.'),
    ]
    """
    Name of the sender; null if the mail shows only an address.
    """
    subject: Annotated[str, Meta(description='Subject.')]
    """
    Subject.
    """
    heading: Annotated[str, Meta(description='Heading.')]
    """
    Heading.
    """
    text: Annotated[str, Meta(description='Text, which contains the personal message.')]
    """
    Text, which contains the personal message.
    """
    html: (
        Annotated[
            str,
            Meta(
                description='The email as HTML, if requested. Its links lead to the address of the service.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    The email as HTML, if requested. Its links lead to the address of the service.
    """


MediaId: TypeAlias = Annotated[str, Meta(description='ID of the media file.')]
"""
ID of the media file.
"""


MediaKind: TypeAlias = Annotated[
    str, Meta(description='One of: audio, drawing, gif, logo, photo, video, voice.')
]
"""
One of: audio, drawing, gif, logo, photo, video, voice.
"""


class Member(Struct, kw_only=True):
    """
    A member of a group.
    """

    name: Annotated[LineOrNull, Meta(description='Name.')]
    """
    Name.
    """
    email: Annotated[Email, Meta(description='Email address.')] | None
    """
    Email address.
    """
    phone: Annotated[str, Meta(description='Phone number, preferably with a country code.')] | None
    """
    Phone number, preferably with a country code.
    """


class MemberCounts(Struct, kw_only=True):
    """
    The numbers of a saved group's invitations, by status.
    """

    queued: Annotated[
        Count, Meta(description='Number of invitations with status `queued`.')
    ]
    """
    Number of invitations with status `queued`.
    """
    sent: Annotated[
        Count, Meta(description='Number of invitations with status `sent`.')
    ]
    """
    Number of invitations with status `sent`.
    """
    delivered: Annotated[
        Count, Meta(description='Number of invitations with status `delivered`.')
    ]
    """
    Number of invitations with status `delivered`.
    """
    opened: Annotated[
        Count, Meta(description='Number of invitations with status `opened`.')
    ]
    """
    Number of invitations with status `opened`.
    """
    contributed: Annotated[
        Count,
        Meta(
            description='Number of contributions; for a group, number of members who have signed.'
        ),
    ]
    """
    Number of contributions; for a group, number of members who have signed.
    """
    bounced: Annotated[
        Count, Meta(description='Number of invitations with status `bounced`.')
    ]
    """
    Number of invitations with status `bounced`.
    """
    failed: Annotated[
        Count, Meta(description='Number of invitations with status `failed`.')
    ]
    """
    Number of invitations with status `failed`.
    """
    declined: Annotated[
        Count, Meta(description='Number of invitations with status `declined`.')
    ]
    """
    Number of invitations with status `declined`.
    """
    revoked: Annotated[
        Count, Meta(description='Number of invitations with status `revoked`.')
    ]
    """
    Number of invitations with status `revoked`.
    """
    suppressed: Annotated[
        Count, Meta(description='Number of invitations with status `suppressed`.')
    ]
    """
    Number of invitations with status `suppressed`.
    """


MemberId: TypeAlias = Annotated[str, Meta(description='ID of the member.')]
"""
ID of the member.
"""


class Money(Struct, kw_only=True):
    """
    An amount in minor units: 1250 is 12.50 euros in EUR, and 1,250 yen in JPY.
    """

    amount: Annotated[int, Meta(description='Amount in minor units of the currency.')]
    """
    Amount in minor units of the currency.
    """
    currency: Annotated[Currency, Meta(description='ISO 4217 currency code.')]
    """
    ISO 4217 currency code.
    """


NoteInk: TypeAlias = Annotated[
    str, Meta(description='One of: berry, charcoal, green, navy, plum, rust.')
]
"""
One of: berry, charcoal, green, navy, plum, rust.
"""


NotePaper: TypeAlias = Annotated[
    str, Meta(description='One of: blush, butter, cream, lilac, mint, sky.')
]
"""
One of: blush, butter, cream, lilac, mint, sky.
"""


NotePen: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: caveat, courier, gochi, kalam, patrick, reenie, shadows.'
    ),
]
"""
One of: caveat, courier, gochi, kalam, patrick, reenie, shadows.
"""


OccasionRuleId: TypeAlias = Annotated[str, Meta(description='ID of the occasion rule.')]
"""
ID of the occasion rule.
"""


class OwnDate(Struct, kw_only=True):
    """
    A date with a name that you choose. It recurs every year.
    """

    name: Annotated[str, Meta(description='Name of the date, such as `name_day`.')]
    """
    Name of the date, such as `name_day`.
    """
    date: Annotated[
        str,
        Meta(
            description='The date, such as `2020-05-01`, or `--05-01` without a year.'
        ),
    ]
    """
    The date, such as `2020-05-01`, or `--05-01` without a year.
    """


PaymentId: TypeAlias = Annotated[str, Meta(description='ID of the payment.')]
"""
ID of the payment.
"""


PaymentProviderName: TypeAlias = Annotated[
    str, Meta(description='One of: mollie, sandbox, stripe.')
]
"""
One of: mollie, sandbox, stripe.
"""


PaymentQueryStatus: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: pending, processing, succeeded, partially_refunded, refunded, disputed, lost, failed, cancelled.'
    ),
]
"""
One of: pending, processing, succeeded, partially_refunded, refunded, disputed, lost, failed, cancelled.
"""


class PersonDates(Struct, kw_only=True):
    """
    The dates of a person.
    """

    birthday: Annotated[str, Meta(description='Day and month of birth, such as `--03-14`. A year is never stored.')] | None
    """
    Day and month of birth, such as `--03-14`. A year is never stored.
    """
    started_on: Annotated[str, Meta(description='First day at work, such as `2020-05-01`.')] | None
    """
    First day at work, such as `2020-05-01`.
    """
    own: Annotated[list[OwnDate], Meta(description='Dates with custom names.')]
    """
    Dates with custom names.
    """


PersonId: TypeAlias = Annotated[str, Meta(description='ID of the person.')]
"""
ID of the person.
"""


class PersonStep(Struct, kw_only=True):
    """
    A person who is created, updated or marked as left.
    """

    person_id: PersonId
    name: Annotated[Line, Meta(description='Name.')]
    """
    Name.
    """
    action: Annotated[
        str, Meta(description='The change. One of: created, left, updated.')
    ]
    """
    The change. One of: created, left, updated.
    """
    index: Annotated[int, Meta(description='Position in the list; null if not listed.')] | None
    """
    Position in the list; null if not listed.
    """
    fields: Annotated[
        list[str],
        Meta(description='Names of the fields that change; empty for a new person.'),
    ]
    """
    Names of the fields that change; empty for a new person.
    """
    open_card_ids: Annotated[
        list[str],
        Meta(
            description='Open cards that rules created for a person who leaves. They stay open.'
        ),
    ]
    """
    Open cards that rules created for a person who leaves. They stay open.
    """


class Privilege(Struct, kw_only=True):
    """
    The privileges of an admin on one card.
    """

    can_update: Annotated[
        bool,
        Meta(
            description='Edit, close and reopen the card, moderate notes, confirm cash.'
        ),
    ]
    """
    Edit, close and reopen the card, moderate notes, confirm cash.
    """
    invite_contributors: Annotated[
        bool,
        Meta(
            description="Send, list, resend and revoke invitations. An invitation to a recipient's address is `suppressed` without a reason, as for any suppressed address. An admin can thereby confirm a guess of this address."
        ),
    ]
    """
    Send, list, resend and revoke invitations. An invitation to a recipient's address is `suppressed` without a reason, as for any suppressed address. An admin can thereby confirm a guess of this address.
    """
    admin_management: Annotated[
        bool, Meta(description='List, add, replace and remove card admins.')
    ]
    """
    List, add, replace and remove card admins.
    """


class Proceeds(Struct, kw_only=True):
    """
    The money that the card has collected, before and after the provider's fees.
    """

    gross: Annotated[Money, Meta(description='The same as `collected`.')]
    """
    The same as `collected`.
    """
    fees: Annotated[
        Money,
        Meta(
            description="Fees of the card's payments reported by the provider, including those of disputes. Providers keep most fees after a refund."
        ),
    ]
    """
    Fees of the card's payments reported by the provider, including those of disputes. Providers keep most fees after a refund.
    """
    net: Annotated[
        Money,
        Meta(
            description='`gross` minus `fees`; below zero if refunds have left only fees.'
        ),
    ]
    """
    `gross` minus `fees`; below zero if refunds have left only fees.
    """
    without_fee: Annotated[
        Count,
        Meta(
            description='Number of payments whose fee the provider has not reported yet.'
        ),
    ]
    """
    Number of payments whose fee the provider has not reported yet.
    """


class Progress(Struct, kw_only=True):
    """
    Progress of inviting the members of a saved group. It is complete when `members_done` plus `members_dropped` equals `members_total`.
    """

    members_total: Annotated[Count, Meta(description='Total number of members.')]
    """
    Total number of members.
    """
    members_done: Annotated[
        Count, Meta(description='Members processed, including those already invited.')
    ]
    """
    Members processed, including those already invited.
    """
    already_invited: Annotated[
        Count, Meta(description='Members who already had an invitation to the card.')
    ]
    """
    Members who already had an invitation to the card.
    """
    members_dropped: Annotated[
        Count, Meta(description='Members not invited because the card was closed.')
    ]
    """
    Members not invited because the card was closed.
    """


class Rate(Struct, kw_only=True):
    """
    A quota for a time window.
    """

    quota: Annotated[int, Meta(description='Quota per window; null for no limit.')] | None
    """
    Quota per window; null for no limit.
    """
    window_seconds: Annotated[int, Meta(description='Length of the window in seconds.')]
    """
    Length of the window in seconds.
    """


RecipientId: TypeAlias = Annotated[str, Meta(description='ID of the recipient.')]
"""
ID of the recipient.
"""


RefundId: TypeAlias = Annotated[str, Meta(description='ID of the refund.')]
"""
ID of the refund.
"""


RefundRequestId: TypeAlias = Annotated[
    str, Meta(description='ID of the refund request.')
]
"""
ID of the refund request.
"""


class RequestCosts(Struct, kw_only=True):
    """
    The quantities that count as one additional request.
    """

    invitees: int
    text_invitees: Annotated[
        int, Meta(description='Invitees with `delivery_type` sms.')
    ]
    """
    Invitees with `delivery_type` sms.
    """
    resent_messages: int
    group_members: Annotated[
        int,
        Meta(
            description='Members of a group that is saved or invited, and people in a list.'
        ),
    ]
    """
    Members of a group that is saved or invited, and people in a list.
    """
    body_bytes: int
    media_body_bytes: int


RequiredLine: TypeAlias = Annotated[
    str, Meta(description='A line of text that is not blank.')
]
"""
A line of text that is not blank.
"""


RestrictedKeyId: TypeAlias = Annotated[
    str, Meta(description='ID of the restricted key.')
]
"""
ID of the restricted key.
"""


RestrictedKeyScope: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: cards.read, cards.write, people.invite, people.read, people.write, money.read, money.write, events.read, account.read.'
    ),
]
"""
One of: cards.read, cards.write, people.invite, people.read, people.write, money.read, money.write, events.read, account.read.
"""


class Skipped(Struct, kw_only=True):
    """
    Numbers of invitees who have not signed and are not reminded, by reason.
    """

    not_sent: Annotated[
        Count, Meta(description='Not sent yet, or never sent by Wellwish.')
    ]
    """
    Not sent yet, or never sent by Wellwish.
    """
    reminded_today: Annotated[
        Count, Meta(description='Reminded by this operation on this day (UTC).')
    ]
    """
    Reminded by this operation on this day (UTC).
    """
    messaged_today: Annotated[
        Count,
        Meta(
            description='Already got a message today; 0 unless these people are skipped.'
        ),
    ]
    """
    Already got a message today; 0 unless these people are skipped.
    """
    reminder_limit: Annotated[Count, Meta(description='Already got 5 reminders.')]
    """
    Already got 5 reminders.
    """
    message_limit: Annotated[
        Count, Meta(description='Address at its message limit for today.')
    ]
    """
    Address at its message limit for today.
    """
    suppressed: Annotated[
        Count, Meta(description='Their address receives no messages.')
    ]
    """
    Their address receives no messages.
    """


class StatedFee(Struct, kw_only=True):
    """
    The fee for payments in a currency, as agreed between the owner and the provider.
    """

    currency: Annotated[Currency, Meta(description='ISO 4217 code.')]
    """
    ISO 4217 code.
    """
    basis_points: Annotated[
        int, Meta(description='Percentage of the amount, in hundredths of a percent.')
    ]
    """
    Percentage of the amount, in hundredths of a percent.
    """
    fixed: Annotated[
        int, Meta(description='Fixed part of each fee, in minor units of the currency.')
    ]
    """
    Fixed part of each fee, in minor units of the currency.
    """


SuppressionId: TypeAlias = Annotated[str, Meta(description='ID of the suppression.')]
"""
ID of the suppression.
"""


TemplateId: TypeAlias = Annotated[str, Meta(description='ID of the template.')]
"""
ID of the template.
"""


TemplateQueryOccasion: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: birthday, farewell, new_job, thank_you, baby, wedding, anniversary, congratulations, graduation, promotion, get_well, sympathy, retirement, welcome, new_home, holidays, new_year, festival, love.'
    ),
]
"""
One of: birthday, farewell, new_job, thank_you, baby, wedding, anniversary, congratulations, graduation, promotion, get_well, sympathy, retirement, welcome, new_home, holidays, new_year, festival, love.
"""


class TestMessage(Struct, kw_only=True):
    """
    An email, a text message or a channel post, as its recipient would have seen it.
    """

    object: Annotated[str, Meta(description='One of: test_message.')]
    """
    One of: test_message.
    """
    id: str
    channel: Annotated[str, Meta(description='One of: email, group, sms.')]
    """
    One of: email, group, sms.
    """
    kind: Kind
    recipient: Annotated[
        Line, Meta(description='Email address, phone number or name of the channel.')
    ]
    """
    Email address, phone number or name of the channel.
    """
    subject: Annotated[str, Meta(description='Subject; null unless it is an email.')] | None
    """
    Subject; null unless it is an email.
    """
    text: Annotated[str, Meta(description='Text, with the links.')]
    """
    Text, with the links.
    """
    links: Annotated[list[str], Meta(description='Links in the text, in its order.')]
    """
    Links in the text, in its order.
    """
    card_id: CardId | None
    created_at: CreatedAt


Timestamp: TypeAlias = Annotated[
    datetime, Meta(description='A time in UTC with milliseconds (RFC 3339).')
]
"""
A time in UTC with milliseconds (RFC 3339).
"""


TimestampOrNull: TypeAlias = Annotated[datetime, Meta(description='A time, or null.')] | None
"""
A time, or null.
"""


class Tint(Struct, kw_only=True):
    """
    A colour for light mode and for dark mode, as `#rrggbb`.
    """

    light: Annotated[str, Meta(description='Colour in light mode.')]
    """
    Colour in light mode.
    """
    dark: Annotated[str, Meta(description='Colour in dark mode.')]
    """
    Colour in dark mode.
    """


class Token(Struct, kw_only=True):
    """
    An access token (RFC 6749 section 5.1).
    """

    access_token: Annotated[
        str, Meta(description='Access token; send it as `Authorization: Bearer ...`.')
    ]
    """
    Access token; send it as `Authorization: Bearer ...`.
    """
    token_type: Annotated[
        str, Meta(description='Authentication scheme of the token. One of: Bearer.')
    ]
    """
    Authentication scheme of the token. One of: Bearer.
    """
    expires_in: Annotated[
        int, Meta(description='Lifetime in seconds; shorter if the key ends sooner.')
    ]
    """
    Lifetime in seconds; shorter if the key ends sooner.
    """
    expires_at: Annotated[datetime, Meta(description='Time when the token expires.')]
    """
    Time when the token expires.
    """
    account_id: Annotated[str, Meta(description='Account to which the token belongs.')]
    """
    Account to which the token belongs.
    """
    scope: (
        Annotated[
            str,
            Meta(
                description='Scopes of a restricted key, separated by spaces; absent for the key pair.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Scopes of a restricted key, separated by spaces; absent for the key pair.
    """


class TranslatedLocale(Struct, kw_only=True):
    """
    A language of pages and messages. It applies to all tags that begin with its tag, such as `de-AT`.
    """

    object: Annotated[str, Meta(description='One of: locale.')]
    """
    One of: locale.
    """
    tag: Annotated[str, Meta(description='Language tag (BCP 47).')]
    """
    Language tag (BCP 47).
    """
    name: Annotated[str, Meta(description='Name of the language in that language.')]
    """
    Name of the language in that language.
    """


Type: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: bundle_purchase.active, bundle_purchase.created, bundle_purchase.exhausted, bundle_purchase.failed, bundle_purchase.low, bundle_purchase.refunded, card.archived, card.cancel_failed, card.cancelled, card.cancelling, card.closed, card.created, card.deleted, card.goal_reached, card.handed_over, card.link_rotated, card.reopened, card.thanked, card.updated, card.viewed, card_admin.added, card_admin.removed, card_admin.updated, contribution.created, contribution.deleted, contribution.hidden, contribution.paid, contribution.pledge_confirmed, contribution.pledge_dropped, contribution.pledged, contribution.published, contribution.rejected, contribution.reported, contribution.updated, credential.rotated, customer.left, erasure.completed, erasure.failed, export.completed, export.failed, invitation.bounced, invitation.corrected, invitation.created, invitation.declined, invitation.delivered, invitation.failed, invitation.reminded, invitation.resent, invitation.revoked, invitation.sent, invitation.suppressed, occasion.card_created, payment.cancelled, payment.dispute_closed, payment.disputed, payment.failed, payment.inquiry_opened, payment.mismatched, payment.processing, payment.refund_failed, payment.refunded, payment.succeeded, payment_provider.changed, person.created, person.deleted, person.left, person.updated, platform.left, refund_request.approved, refund_request.closed, refund_request.created, refund_request.refused, restricted_key.created, restricted_key.ended, webhook_endpoint.disabled, webhook_endpoint.test.'
    ),
]
"""
One of: bundle_purchase.active, bundle_purchase.created, bundle_purchase.exhausted, bundle_purchase.failed, bundle_purchase.low, bundle_purchase.refunded, card.archived, card.cancel_failed, card.cancelled, card.cancelling, card.closed, card.created, card.deleted, card.goal_reached, card.handed_over, card.link_rotated, card.reopened, card.thanked, card.updated, card.viewed, card_admin.added, card_admin.removed, card_admin.updated, contribution.created, contribution.deleted, contribution.hidden, contribution.paid, contribution.pledge_confirmed, contribution.pledge_dropped, contribution.pledged, contribution.published, contribution.rejected, contribution.reported, contribution.updated, credential.rotated, customer.left, erasure.completed, erasure.failed, export.completed, export.failed, invitation.bounced, invitation.corrected, invitation.created, invitation.declined, invitation.delivered, invitation.failed, invitation.reminded, invitation.resent, invitation.revoked, invitation.sent, invitation.suppressed, occasion.card_created, payment.cancelled, payment.dispute_closed, payment.disputed, payment.failed, payment.inquiry_opened, payment.mismatched, payment.processing, payment.refund_failed, payment.refunded, payment.succeeded, payment_provider.changed, person.created, person.deleted, person.left, person.updated, platform.left, refund_request.approved, refund_request.closed, refund_request.created, refund_request.refused, restricted_key.created, restricted_key.ended, webhook_endpoint.disabled, webhook_endpoint.test.
"""


UpdatedAt: TypeAlias = Annotated[
    datetime, Meta(description='Time when the record last changed.')
]
"""
Time when the record last changed.
"""


Url: TypeAlias = Annotated[str, Meta(description='A URL.')]
"""
A URL.
"""


Version: TypeAlias = Annotated[
    int,
    Meta(
        description='Version of the record, also its `ETag`. Each change increments it.'
    ),
]
"""
Version of the record, also its `ETag`. Each change increments it.
"""


WebhookDeliveryId: TypeAlias = Annotated[
    str, Meta(description='ID of the webhook delivery.')
]
"""
ID of the webhook delivery.
"""


WebhookEndpointId: TypeAlias = Annotated[
    str, Meta(description='ID of the webhook endpoint.')
]
"""
ID of the webhook endpoint.
"""


WithoutCardState: TypeAlias = Annotated[
    str,
    Meta(
        description='One of: declined, failed, left, made, missed, no_cards, no_design, no_signers, over_limit, paused, planned, skipped, too_many_signers.'
    ),
]
"""
One of: declined, failed, left, made, missed, no_cards, no_design, no_signers, over_limit, paused, planned, skipped, too_many_signers.
"""


Word: TypeAlias = Annotated[
    str, Meta(description='A name in lower case, such as an event type.')
]
"""
A name in lower case, such as an event type.
"""


class AccessEntry(Struct, kw_only=True):
    """
    One permission on a card, and why it is granted or not.
    """

    what: Annotated[
        AccessEntryWhat,
        Meta(
            description='The permission. Card settings that control it have the same name.'
        ),
    ]
    """
    The permission. Card settings that control it have the same name.
    """
    allowed: Annotated[
        bool, Meta(description='Whether the audience has the permission now.')
    ]
    """
    Whether the audience has the permission now.
    """
    because: Annotated[str, Meta(description='The setting or state that decides.')]
    """
    The setting or state that decides.
    """


class Attempt(Struct, kw_only=True):
    """
    One delivery attempt. Without a response, `error` contains the reason.
    """

    number: Annotated[
        Version, Meta(description='Number of the attempt, starting at 1.')
    ]
    """
    Number of the attempt, starting at 1.
    """
    response_status: Annotated[int, Meta(description='HTTP status code of the response.')] | None
    """
    HTTP status code of the response.
    """
    response_body: Annotated[str, Meta(description='Beginning of the response body.')] | None
    """
    Beginning of the response body.
    """
    error: Annotated[Word, Meta(description='dns, connect, tls, reset, timeout, protocol or address_refused (not public).')] | None
    """
    dns, connect, tls, reset, timeout, protocol or address_refused (not public).
    """
    duration_ms: Annotated[Count, Meta(description='Duration in milliseconds.')]
    """
    Duration in milliseconds.
    """
    created_at: CreatedAt


class AudioFile(Struct, kw_only=True):
    """
    Music for the card.
    """

    name: Annotated[LineOrNull, Meta(description='Display name.')]
    """
    Display name.
    """
    url: Annotated[Url, Meta(description='URL of the audio file.')] | None
    """
    URL of the audio file.
    """


class AuditActor(Struct, kw_only=True):
    """
    The person or program that acted.
    """

    type: Annotated[
        AuditActorType,
        Meta(
            description='`user` in a browser, `api_key` for a program, `operator` for the command line, `platform` for the platform of the account, `customer` for a customer of the platform.'
        ),
    ]
    """
    `user` in a browser, `api_key` for a program, `operator` for the command line, `platform` for the platform of the account, `customer` for a customer of the platform.
    """
    email: Annotated[Email, Meta(description="Current email address of the user, or of the key pair's user.")] | None
    """
    Current email address of the user, or of the key pair's user.
    """
    credential_id: Annotated[str, Meta(description='ID of the key pair, restricted key or consent.')] | None
    """
    ID of the key pair, restricted key or consent.
    """


class AuditEntry(Struct, kw_only=True):
    """
    One action. It contains IDs and names of fields, but no texts.
    """

    object: Annotated[str, Meta(description='One of: audit_entry.')]
    """
    One of: audit_entry.
    """
    id: str
    action: Annotated[Action, Meta(description='The action.')]
    """
    The action.
    """
    actor: AuditActor
    network: Annotated[str, Meta(description='Network address: IPv4 /24 or IPv6 /64.')] | None
    """
    Network address: IPv4 /24 or IPv6 /64.
    """
    record_id: Annotated[str, Meta(description='ID of the record that was changed.')] | None
    """
    ID of the record that was changed.
    """
    card_id: Annotated[CardId, Meta(description='ID of its card.')] | None
    """
    ID of its card.
    """
    fields: Annotated[
        list[str],
        Meta(
            description='Names of the fields sent; for enums, booleans, `client`, `scopes` and `networks`, also the value.'
        ),
    ]
    """
    Names of the fields sent; for enums, booleans, `client`, `scopes` and `networks`, also the value.
    """
    created_at: CreatedAt


class Bundle(Struct, kw_only=True):
    """
    A number of cards that can be bought together.
    """

    object: Annotated[str, Meta(description='One of: bundle.')]
    """
    One of: bundle.
    """
    id: BundleId
    name: Annotated[Line, Meta(description='Name.')]
    """
    Name.
    """
    cards: Annotated[int, Meta(description='Number of cards.')]
    """
    Number of cards.
    """
    valid_days: Annotated[int, Meta(description='Number of days for which the cards can be used; null if they do not expire.')] | None
    """
    Number of days for which the cards can be used; null if they do not expire.
    """
    prices: Annotated[list[Money], Meta(description='Price in each currency.')]
    """
    Price in each currency.
    """
    created_at: CreatedAt
    updated_at: UpdatedAt


class BundlePurchase(Struct, kw_only=True):
    """
    A purchase of a bundle, and the number of cards left.
    """

    object: Annotated[str, Meta(description='One of: bundle_purchase.')]
    """
    One of: bundle_purchase.
    """
    id: BundlePurchaseId
    bundle_purchase_id: Annotated[
        BundlePurchaseId, Meta(description='The same as `id`.')
    ]
    """
    The same as `id`.
    """
    bundle_id: BundleId | None
    name: Annotated[Line, Meta(description='Name.')]
    """
    Name.
    """
    status: BundlePurchaseStatus
    payment_status: Annotated[
        str,
        Meta(
            description='Payment status of the purchase. One of: failed, paid, pending, refunded.'
        ),
    ]
    """
    Payment status of the purchase. One of: failed, paid, pending, refunded.
    """
    cards_total: Annotated[Count, Meta(description='Total number of cards.')]
    """
    Total number of cards.
    """
    cards_used: Annotated[Count, Meta(description='Number of used cards.')]
    """
    Number of used cards.
    """
    cards_remaining: Annotated[Count, Meta(description='Number of cards left.')]
    """
    Number of cards left.
    """
    price: Annotated[Money, Meta(description='Price of the purchase.')]
    """
    Price of the purchase.
    """
    payment_id: Annotated[PaymentId, Meta(description='The payment; null if the bundle was granted.')] | None
    """
    The payment; null if the bundle was granted.
    """
    purchased_at: Annotated[
        Timestamp, Meta(description='Time when the bundle was bought or granted.')
    ]
    """
    Time when the bundle was bought or granted.
    """
    expires_at: Annotated[TimestampOrNull, Meta(description='Time when it expires.')]
    """
    Time when it expires.
    """
    source: Annotated[
        str,
        Meta(
            description="`platform`: a purchase of the account's platform; its price is hidden. One of: own, platform."
        ),
    ]
    """
    `platform`: a purchase of the account's platform; its price is hidden. One of: own, platform.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt


class BusyDay(Struct, kw_only=True):
    """
    A day in UTC on which not all invitations are sent.
    """

    day: str
    messages: Annotated[
        Count,
        Meta(
            description='Number of invitations to cards that open, and of those that waited.'
        ),
    ]
    """
    Number of invitations to cards that open, and of those that waited.
    """
    later: Annotated[
        Count, Meta(description='Number of these that wait until the next day.')
    ]
    """
    Number of these that wait until the next day.
    """


class Changes(Struct, kw_only=True):
    """
    The differences from the rule for this occasion. Null members follow the rule.
    """

    opens_on: Annotated[str, Meta(description='Day on which the card opens, at 09:00.')] | None
    """
    Day on which the card opens, at 09:00.
    """
    closes_on: Annotated[str, Meta(description='Day on which the card closes, at the hour of the rule.')] | None
    """
    Day on which the card closes, at the hour of the rule.
    """
    title: LineOrNull
    message: str | None
    template_id: TemplateId | None


class CheckedInvitee(Struct, kw_only=True):
    """
    An invitee and the effect of inviting them now.
    """

    delivery_type: Annotated[
        str, Meta(description='Delivery channel, as in the request.')
    ]
    """
    Delivery channel, as in the request.
    """
    delivery_id: Annotated[
        Line, Meta(description='Address, in canonical spelling if valid.')
    ]
    """
    Address, in canonical spelling if valid.
    """
    name: Annotated[
        LineOrNull, Meta(description='Name; by default, that of a saved group.')
    ]
    """
    Name; by default, that of a saved group.
    """
    outcome: Annotated[
        CheckedInviteeOutcome,
        Meta(
            description='`new`: would be invited. `duplicate`: an earlier invitee has the same address. `already_invited`: keeps the invitation that `invite_id` names. `recipient`: the card is for this person. `suppressed`: the address receives no messages. `invalid`: `detail` says why.'
        ),
    ]
    """
    `new`: would be invited. `duplicate`: an earlier invitee has the same address. `already_invited`: keeps the invitation that `invite_id` names. `recipient`: the card is for this person. `suppressed`: the address receives no messages. `invalid`: `detail` says why.
    """
    detail: Annotated[str, Meta(description='Human-readable explanation.')] | None
    """
    Human-readable explanation.
    """
    invite_id: InviteId | None


class Collection(Struct, kw_only=True):
    """
    The collection settings of a card.
    """

    add_money: Annotated[Audience, Meta(description='Who can add money.')]
    """
    Who can add money.
    """
    see_total: Annotated[Audience, Meta(description='Who can see the total.')]
    """
    Who can see the total.
    """
    see_contributors: Annotated[
        Audience, Meta(description='Who can see who gave money.')
    ]
    """
    Who can see who gave money.
    """
    add_cash: Annotated[
        bool,
        Meta(
            description='Whether cash can be pledged. Cash is handed over outside the service.'
        ),
    ]
    """
    Whether cash can be pledged. Cash is handed over outside the service.
    """
    restrict_cash: Annotated[
        bool,
        Meta(description='Whether only holders of an invitation link can pledge cash.'),
    ]
    """
    Whether only holders of an invitation link can pledge cash.
    """
    currency: Annotated[Currency, Meta(description='ISO 4217 currency code.')]
    """
    ISO 4217 currency code.
    """
    see_contributor_names: Annotated[
        int,
        Meta(
            description='Who can see the names on notes: 0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins.'
        ),
    ]
    """
    Who can see the names on notes: 0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins.
    """
    suggested_amounts: Annotated[list[int], Meta(description='Suggested amounts, in minor units.')] | None
    """
    Suggested amounts, in minor units.
    """
    min_amount: Annotated[int, Meta(description='Smallest amount of a gift, in minor units.')] | None
    """
    Smallest amount of a gift, in minor units.
    """
    max_amount: Annotated[int, Meta(description='Largest amount of a gift, in minor units.')] | None
    """
    Largest amount of a gift, in minor units.
    """
    goal_amount: Annotated[int, Meta(description='Amount to collect, in minor units.')] | None
    """
    Amount to collect, in minor units.
    """


class DrawnPalette(Struct, kw_only=True):
    """
    A palette, with the cover drawn in its colours.
    """

    name: Annotated[Line, Meta(description='Name.')]
    """
    Name.
    """
    accent: Annotated[Tint, Meta(description='Colour of controls.')]
    """
    Colour of controls.
    """
    wash: Annotated[Tint, Meta(description='Background colour behind the cover.')]
    """
    Background colour behind the cover.
    """
    wash2: Annotated[Tint, Meta(description='Second background colour.')]
    """
    Second background colour.
    """
    cover_url: Annotated[Url, Meta(description='Cover as SVG, 1000 by 1400 pixels.')] | None
    """
    Cover as SVG, 1000 by 1400 pixels.
    """
    thumbnail_url: Annotated[Url, Meta(description='Cover as AVIF, 240 by 336 pixels.')] | None
    """
    Cover as AVIF, 240 by 336 pixels.
    """


class DryRunMessage(Struct, kw_only=True):
    """
    A message to one person or channel.
    """

    kind: Annotated[str, Meta(description='One of: invitation, reminder, resend.')]
    """
    One of: invitation, reminder, resend.
    """
    invite_id: Annotated[InviteId, Meta(description='The invitation; null for a new one.')] | None
    """
    The invitation; null for a new one.
    """
    delivery_type: Annotated[str, Meta(description='One of: email, group, sms.')]
    """
    One of: email, group, sms.
    """
    delivery_id: Annotated[Line, Meta(description='Address; for a group, its channel.')]
    """
    Address; for a group, its channel.
    """
    name: Annotated[LineOrNull, Meta(description='Name.')]
    """
    Name.
    """


class DryRunRefund(Struct, kw_only=True):
    """
    A refund that would be requested.
    """

    payment_id: PaymentId
    amount: Annotated[Money, Meta(description='Amount in minor units of the currency.')]
    """
    Amount in minor units of the currency.
    """


class Event(Struct, kw_only=True):
    """
    An event in the account. Its data contains IDs, statuses and counts.
    """

    object: Annotated[str, Meta(description='One of: event.')]
    """
    One of: event.
    """
    id: EventId
    type: Annotated[Type, Meta(description='Type of the event.')]
    """
    Type of the event.
    """
    card_id: CardId | None
    test: Annotated[bool, Meta(description='Whether it is about test data.')]
    """
    Whether it is about test data.
    """
    data: dict[str, Any]
    created_at: CreatedAt


class ExportPart(Struct, kw_only=True):
    """
    A file of an export of your account: records, a JSON text on each line, or a file of a note.
    """

    object: Annotated[str, Meta(description='One of: export_part.')]
    """
    One of: export_part.
    """
    number: Annotated[Version, Meta(description='Number of the part, from 1.')]
    """
    Number of the part, from 1.
    """
    name: Annotated[str, Meta(description='File name, which may contain a folder.')]
    """
    File name, which may contain a folder.
    """
    kind: Annotated[str, Meta(description='The `object` of its records, or `file`.')]
    """
    The `object` of its records, or `file`.
    """
    records: Annotated[Count, Meta(description='Number of records; 0 for a `file`.')]
    """
    Number of records; 0 for a `file`.
    """
    size_bytes: Annotated[int, Meta(description='Size in bytes.')]
    """
    Size in bytes.
    """
    sha256: Annotated[str, Meta(description='SHA-256, in hex.')]
    """
    SHA-256, in hex.
    """


class Fault(Struct, kw_only=True):
    """
    A fault in a request, or a warning about it.
    """

    pointer: Annotated[
        str,
        Meta(
            description='Location: JSON pointer (RFC 6901) into the body, or `?name` for a query parameter.'
        ),
    ]
    """
    Location: JSON pointer (RFC 6901) into the body, or `?name` for a query parameter.
    """
    code: Annotated[Word, Meta(description='Machine-readable code.')]
    """
    Machine-readable code.
    """
    detail: Annotated[str, Meta(description='Human-readable explanation.')]
    """
    Human-readable explanation.
    """


class Gift(Struct, kw_only=True):
    """
    The part of a contribution's money that you can see.
    """

    method: Annotated[
        str, Meta(description='Paid online, or pledged as cash. One of: cash, online.')
    ]
    """
    Paid online, or pledged as cash. One of: cash, online.
    """
    status: Annotated[
        GiftStatus,
        Meta(
            description='A payment is `pending` until the provider reports the result, then `paid`, `failed` or `cancelled`; a bank debit is `processing` for some days first. It can become `partially_refunded`, `refunded`, `disputed`, and `lost` if the payer wins the dispute. Cash is `promised`, then `confirmed` or `dropped`.'
        ),
    ]
    """
    A payment is `pending` until the provider reports the result, then `paid`, `failed` or `cancelled`; a bank debit is `processing` for some days first. It can become `partially_refunded`, `refunded`, `disputed`, and `lost` if the payer wins the dispute. Cash is `promised`, then `confirmed` or `dropped`.
    """
    amount: Annotated[Money, Meta(description='Amount in minor units of the currency.')] | None
    """
    Amount in minor units of the currency.
    """
    refunded: Annotated[Money, Meta(description='Refunded amount.')] | None
    """
    Refunded amount.
    """
    hide_amount: Annotated[
        bool, Meta(description='Whether only the owner can see the amount.')
    ]
    """
    Whether only the owner can see the amount.
    """
    payment_id: Annotated[PaymentId, Meta(description='The payment; null unless you are the owner.')] | None
    """
    The payment; null unless you are the owner.
    """


class Handover(Struct, kw_only=True):
    """
    How the collected money reached the recipient.
    """

    method: Annotated[
        HandoverMethod, Meta(description='How the recipient got the money.')
    ]
    """
    How the recipient got the money.
    """
    note: Annotated[str, Meta(description='Note shown to contributors and the recipient.')] | None
    """
    Note shown to contributors and the recipient.
    """
    handed_over_at: Annotated[
        Timestamp, Meta(description='Time when the handover was recorded.')
    ]
    """
    Time when the handover was recorded.
    """
    amount: (
        Annotated[
            Money,
            Meta(description='Amount; absent if the total is not visible to you.'),
        ]
        | UnsetType
    ) = UNSET
    """
    Amount; absent if the total is not visible to you.
    """
    url: (
        Annotated[Url, Meta(description="URL of the gift; only in the owner's record.")]
        | None
        | UnsetType
    ) = UNSET
    """
    URL of the gift; only in the owner's record.
    """


class KeptData(Struct, kw_only=True):
    """
    Records that an erasure keeps.
    """

    kind: Annotated[KeptDataKind, Meta(description='Kind of the records.')]
    """
    Kind of the records.
    """
    count: Count
    reason: Annotated[
        KeptDataReason,
        Meta(
            description="`payment_record`: amount, date and the provider's reference, without a name, because accounts must keep records of payments. `open_payment`: the payment is ended, and money that still arrives is refunded; then it is such a record. `last_owner`: add another owner first. `sign_in`: the person's sign-in, which belongs to them and may be used for other accounts; they can delete it at `/privacy`. `audit_log`: what the person changed, for 400 days. `refusal_of_messages`: a keyed hash, so that the person still gets no messages."
        ),
    ]
    """
    `payment_record`: amount, date and the provider's reference, without a name, because accounts must keep records of payments. `open_payment`: the payment is ended, and money that still arrives is refunded; then it is such a record. `last_owner`: add another owner first. `sign_in`: the person's sign-in, which belongs to them and may be used for other accounts; they can delete it at `/privacy`. `audit_log`: what the person changed, for 400 days. `refusal_of_messages`: a keyed hash, so that the person still gets no messages.
    """


class KeyPair(Struct, kw_only=True):
    """
    A key pair, whose API key and client secret are never returned again.
    """

    object: Annotated[str, Meta(description='One of: credential.')]
    """
    One of: credential.
    """
    id: str
    email: Annotated[
        str, Meta(description='Email address of the user whom the pair acts for.')
    ]
    """
    Email address of the user whom the pair acts for.
    """
    status: Annotated[
        str,
        Meta(
            description='`previous` if a newer pair has replaced it. One of: current, previous.'
        ),
    ]
    """
    `previous` if a newer pair has replaced it. One of: current, previous.
    """
    last_used_at: Annotated[
        TimestampOrNull,
        Meta(
            description='Time when it last got a token, precise to the hour; null if it never did.'
        ),
    ]
    """
    Time when it last got a token, precise to the hour; null if it never did.
    """
    expires_at: Annotated[TimestampOrNull, Meta(description='Time when it expires.')]
    """
    Time when it expires.
    """
    created_at: CreatedAt


class LogoFile(Struct, kw_only=True):
    """
    The account's logo.
    """

    url: Annotated[
        Url,
        Meta(description='URL of the logo, a PNG. Anyone with the URL can view it.'),
    ]
    """
    URL of the logo, a PNG. Anyone with the URL can view it.
    """
    width: Annotated[int, Meta(description='Width in pixels.')]
    """
    Width in pixels.
    """
    height: Annotated[int, Meta(description='Height in pixels.')]
    """
    Height in pixels.
    """


class MediaFile(Struct, kw_only=True):
    """
    One file of a media record.
    """

    name: Annotated[str, Meta(description='File name.')]
    """
    File name.
    """
    content_type: Annotated[str, Meta(description='Media type.')]
    """
    Media type.
    """
    bytes: Annotated[Count, Meta(description='Size in bytes.')]
    """
    Size in bytes.
    """
    width: Annotated[int, Meta(description='Width in pixels.')] | None
    """
    Width in pixels.
    """
    height: Annotated[int, Meta(description='Height in pixels.')] | None
    """
    Height in pixels.
    """
    url: Annotated[
        Url,
        Meta(
            description='URL of the file while `status` is `ready`. Anyone with the URL can view the file.'
        ),
    ]
    """
    URL of the file while `status` is `ready`. Anyone with the URL can view the file.
    """


class Note(Struct, kw_only=True):
    """
    The note of a contribution.
    """

    object: Annotated[str, Meta(description='One of: note.')]
    """
    One of: note.
    """
    id: str
    text: Annotated[str, Meta(description='Text of the note.')]
    """
    Text of the note.
    """
    lang: Annotated[Locale, Meta(description='Language tag (BCP 47) of the text.')] | None
    """
    Language tag (BCP 47) of the text.
    """
    pen: Annotated[NotePen, Meta(description='Handwriting font.')]
    """
    Handwriting font.
    """
    ink: Annotated[NoteInk, Meta(description='Colour of the text.')]
    """
    Colour of the text.
    """
    paper: Annotated[NotePaper, Meta(description='Colour of the paper.')]
    """
    Colour of the paper.
    """
    visibility: Annotated[
        str, Meta(description='Who can read the note. One of: everyone, recipient.')
    ]
    """
    Who can read the note. One of: everyone, recipient.
    """
    status: Annotated[ContributionQueryStatus, Meta(description='Status of the note.')]
    """
    Status of the note.
    """
    media: Annotated[
        list[str],
        Meta(
            description="IDs of the note's media: photos and GIFs or one video, a drawing and a recording."
        ),
    ]
    """
    IDs of the note's media: photos and GIFs or one video, a drawing and a recording.
    """
    published_at: Annotated[
        TimestampOrNull, Meta(description='Time when it was published.')
    ]
    """
    Time when it was published.
    """
    hidden_at: Annotated[TimestampOrNull, Meta(description='Time when it was hidden.')]
    """
    Time when it was hidden.
    """
    rejected_at: Annotated[
        TimestampOrNull, Meta(description='Time when it was rejected.')
    ]
    """
    Time when it was rejected.
    """
    deleted_at: Annotated[
        TimestampOrNull, Meta(description='Time when the record was deleted.')
    ]
    """
    Time when the record was deleted.
    """


class PaymentInvoice(Struct, kw_only=True):
    """
    The invoice that the provider issued for a bundle, if the operator has enabled invoices.
    """

    number: Annotated[str, Meta(description='Number of the invoice.')]
    """
    Number of the invoice.
    """
    url: Annotated[Url, Meta(description="The provider's page with the invoice and its PDF.")] | None
    """
    The provider's page with the invoice and its PDF.
    """
    tax: Money | None


class Problem(Struct, kw_only=True):
    """
    A problem document (RFC 9457), extended by `code`, `request_id` and `errors`.
    """

    type: Annotated[
        Url, Meta(description='URL of the documentation page about the error.')
    ]
    """
    URL of the documentation page about the error.
    """
    title: Annotated[
        str,
        Meta(
            description='Short summary of the error, the same for every occurrence of a `code`.'
        ),
    ]
    """
    Short summary of the error, the same for every occurrence of a `code`.
    """
    status: Annotated[int, Meta(description='HTTP status code of the response.')]
    """
    HTTP status code of the response.
    """
    detail: Annotated[
        str,
        Meta(
            description='Explanation of this occurrence of the error, or how to fix it.'
        ),
    ]
    """
    Explanation of this occurrence of the error, or how to fix it.
    """
    code: Annotated[Word, Meta(description='Machine-readable error code.')]
    """
    Machine-readable error code.
    """
    request_id: Annotated[
        str,
        Meta(
            description='Identifies the request; include it when you contact the operator.'
        ),
    ]
    """
    Identifies the request; include it when you contact the operator.
    """
    errors: (
        Annotated[list[Fault], Meta(description='All faults found in the request.')]
        | UnsetType
    ) = UNSET
    """
    All faults found in the request.
    """
    card_id: (
        Annotated[str, Meta(description='ID of the conflicting record.')] | UnsetType
    ) = UNSET
    """
    ID of the conflicting record.
    """
    account_id: (
        Annotated[str, Meta(description='ID of the conflicting record.')] | UnsetType
    ) = UNSET
    """
    ID of the conflicting record.
    """
    card_admin_id: (
        Annotated[str, Meta(description='ID of the conflicting record.')] | UnsetType
    ) = UNSET
    """
    ID of the conflicting record.
    """
    group_id: (
        Annotated[str, Meta(description='ID of the conflicting record.')] | UnsetType
    ) = UNSET
    """
    ID of the conflicting record.
    """
    invite_id: (
        Annotated[str, Meta(description='ID of the conflicting record.')] | UnsetType
    ) = UNSET
    """
    ID of the conflicting record.
    """
    member_id: (
        Annotated[str, Meta(description='ID of the conflicting record.')] | UnsetType
    ) = UNSET
    """
    ID of the conflicting record.
    """
    scope: (
        Annotated[
            str,
            Meta(
                description='Scope that the restricted key lacks; absent if only the key pair can call it. One of: cards.read, cards.write, people.invite, people.read, people.write, money.read, money.write, events.read, account.read.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Scope that the restricted key lacks; absent if only the key pair can call it. One of: cards.read, cards.write, people.invite, people.read, people.write, money.read, money.write, events.read, account.read.
    """
    export_id: (
        Annotated[str, Meta(description='ID of the conflicting record.')] | UnsetType
    ) = UNSET
    """
    ID of the conflicting record.
    """
    erasure_id: (
        Annotated[str, Meta(description='ID of the conflicting record.')] | UnsetType
    ) = UNSET
    """
    ID of the conflicting record.
    """
    error: (
        Annotated[
            str,
            Meta(
                description='Error code of RFC 6749 section 5.2; only at the token endpoint. One of: invalid_request, invalid_client, unsupported_grant_type, access_denied, temporarily_unavailable.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Error code of RFC 6749 section 5.2; only at the token endpoint. One of: invalid_request, invalid_client, unsupported_grant_type, access_denied, temporarily_unavailable.
    """


class Recipient(Struct, kw_only=True):
    """
    A recipient of the card. Only the owner sees contact details, `external_id` and `view_url`.
    """

    object: Annotated[str, Meta(description='One of: recipient.')]
    """
    One of: recipient.
    """
    id: RecipientId
    name: Annotated[LineOrNull, Meta(description='Name.')]
    """
    Name.
    """
    locale: Locale | None
    first_viewed_at: Annotated[
        TimestampOrNull,
        Meta(description='When the recipient first pressed “Open your card”.'),
    ]
    """
    When the recipient first pressed “Open your card”.
    """
    email: Annotated[Email, Meta(description='Email address.')] | None | UnsetType = (
        UNSET
    )
    """
    Email address.
    """
    phone: (
        Annotated[
            str,
            Meta(description='Phone number, preferably with a country code.'),
        ]
        | None
        | UnsetType
    ) = UNSET
    """
    Phone number, preferably with a country code.
    """
    external_id: (
        Annotated[LineOrNull, Meta(description='Your own identifier for the person.')]
        | UnsetType
    ) = UNSET
    """
    Your own identifier for the person.
    """
    view_url: (
        Annotated[
            Url,
            Meta(description='Link to view the finished card; null if there is none.'),
        ]
        | UnsetType
    ) = UNSET
    """
    Link to view the finished card; null if there is none.
    """


class Report(Struct, kw_only=True):
    """
    The reports of one note. Reports are anonymous.
    """

    object: Annotated[str, Meta(description='One of: note_report.')]
    """
    One of: note_report.
    """
    contribution_id: ContributionId
    count: Annotated[
        int, Meta(description='Number of browsers that reported the note.')
    ]
    """
    Number of browsers that reported the note.
    """
    reasons: Annotated[list[Any], Meta(description='Reasons given in the reports.')]
    """
    Reasons given in the reports.
    """
    texts: Annotated[
        list[str], Meta(description='Comments of the reports, oldest first.')
    ]
    """
    Comments of the reports, oldest first.
    """
    first_reported_at: Annotated[
        Timestamp, Meta(description='Time when it was first reported.')
    ]
    """
    Time when it was first reported.
    """
    reported_at: Annotated[Timestamp, Meta(description='Time of the latest report.')]
    """
    Time of the latest report.
    """


class RestrictedKey(Struct, kw_only=True):
    """
    An API key that permits only some operations.
    """

    object: Annotated[str, Meta(description='One of: restricted_key.')]
    """
    One of: restricted_key.
    """
    id: RestrictedKeyId
    name: Annotated[str, Meta(description='Name of the key, for people.')]
    """
    Name of the key, for people.
    """
    email: Annotated[
        str, Meta(description='Email address of the user whom the key acts for.')
    ]
    """
    Email address of the user whom the key acts for.
    """
    scopes: Annotated[
        list[RestrictedKeyScope],
        Meta(
            description='What the key permits. Each operation names its scope; one that names none needs the key pair. No scope includes another.'
        ),
    ]
    """
    What the key permits. Each operation names its scope; one that names none needs the key pair. No scope includes another.
    """
    networks: Annotated[list[str], Meta(description='Networks in which the key and its tokens are valid. Default: every network.')] | None
    """
    Networks in which the key and its tokens are valid. Default: every network.
    """
    status: Annotated[
        str,
        Meta(description='`expired` once its end has passed. One of: active, expired.'),
    ]
    """
    `expired` once its end has passed. One of: active, expired.
    """
    last_used_at: Annotated[
        TimestampOrNull,
        Meta(
            description='Time when it last got a token, precise to the hour; null if it never did.'
        ),
    ]
    """
    Time when it last got a token, precise to the hour; null if it never did.
    """
    expires_at: Annotated[datetime, Meta(description='Time when the key and its tokens end. Default: never.')] | None
    """
    Time when the key and its tokens end. Default: never.
    """
    created_at: CreatedAt


class Suppression(Struct, kw_only=True):
    """
    An address that receives no messages from the account.
    """

    object: Annotated[str, Meta(description='One of: suppression.')]
    """
    One of: suppression.
    """
    id: SuppressionId
    delivery_type: Annotated[
        str, Meta(description='How messages reach the address. One of: email, sms.')
    ]
    """
    How messages reach the address. One of: email, sms.
    """
    delivery_id: Annotated[
        str, Meta(description='Email address in lower case, or phone number.')
    ]
    """
    Email address in lower case, or phone number.
    """
    reason: Annotated[str, Meta(description='`unsubscribed`, `bounced` (the mailbox or number does not exist), `complained` (marked as spam) or `stopped` (replied STOP to a text). Null if no message of this account is the cause.')] | None
    """
    `unsubscribed`, `bounced` (the mailbox or number does not exist), `complained` (marked as spam) or `stopped` (replied STOP to a text). Null if no message of this account is the cause.
    """
    expires_at: Annotated[
        TimestampOrNull, Meta(description='Time when a bounce expires.')
    ]
    """
    Time when a bounce expires.
    """
    created_at: CreatedAt


class Template(Struct, kw_only=True):
    """
    A card design.
    """

    object: Annotated[str, Meta(description='One of: template.')]
    """
    One of: template.
    """
    id: TemplateId
    template_id: Annotated[TemplateId, Meta(description='The same as `id`.')]
    """
    The same as `id`.
    """
    name: Annotated[Line, Meta(description='Name.')]
    """
    Name.
    """
    slug: Annotated[str, Meta(description='Name used in URLs.')]
    """
    Name used in URLs.
    """
    occasion: Annotated[
        TemplateQueryOccasion, Meta(description='Occasion of the template.')
    ]
    """
    Occasion of the template.
    """
    layout: Annotated[
        str, Meta(description='Layout of the notes. One of: board, book.')
    ]
    """
    Layout of the notes. One of: board, book.
    """
    cover_url: Annotated[Url, Meta(description='Cover in the first palette as SVG, 1000 by 1400 pixels.')] | None
    """
    Cover in the first palette as SVG, 1000 by 1400 pixels.
    """
    thumbnail_url: Annotated[Url, Meta(description='Cover in the first palette as AVIF, 240 by 336 pixels.')] | None
    """
    Cover in the first palette as AVIF, 240 by 336 pixels.
    """
    palettes: Annotated[
        list[DrawnPalette],
        Meta(description='Palettes of the template; the first is the default.'),
    ]
    """
    Palettes of the template; the first is the default.
    """
    tone: Annotated[
        str, Meta(description='Tone of the template. One of: bright, quiet, warm.')
    ]
    """
    Tone of the template. One of: bright, quiet, warm.
    """
    effect: Annotated[
        Effect, Meta(description='Effect that plays when the card is opened.')
    ]
    """
    Effect that plays when the card is opened.
    """
    locale: Locale
    created_at: CreatedAt
    updated_at: UpdatedAt


Warnings: TypeAlias = Annotated[
    list[Fault],
    Meta(
        description='Ignored or converted input, and unexpected effects. Absent if empty.'
    ),
]
"""
Ignored or converted input, and unexpected effects. Absent if empty.
"""


class WithoutCard(Struct, kw_only=True):
    """
    The number of occasions without a card, by their state.
    """

    state: WithoutCardState
    occasions: Count


class AnyList(Struct, kw_only=True):
    """
    Members of every list; each adds its `data`.
    """

    object: ListObject
    has_more: ListHasMore
    next_cursor: ListNextCursor
    warnings: Warnings | UnsetType = UNSET


class AuditEntryList(AnyList, kw_only=True):
    """
    A list of AuditEntry records.
    """

    data: list[AuditEntry]


class BatchCheck(Struct, kw_only=True):
    """
    The size of a batch without faults, and the account's remaining capacity.
    """

    object: Annotated[str, Meta(description='One of: card_batch_check.')]
    """
    One of: card_batch_check.
    """
    cards_total: Annotated[Count, Meta(description='Number of cards of the batch.')]
    """
    Number of cards of the batch.
    """
    cards_remaining: Annotated[
        Count, Meta(description='Number of cards that the account can still create.')
    ]
    """
    Number of cards that the account can still create.
    """
    warnings: Warnings | UnsetType = UNSET


class BundleList(AnyList, kw_only=True):
    """
    A list of Bundle records.
    """

    data: list[Bundle]


class BundlePurchaseList(AnyList, kw_only=True):
    """
    A list of BundlePurchase records.
    """

    data: list[BundlePurchase]


class CardAccessReport(Struct, kw_only=True):
    """
    What an audience can see and do on a card, and why.
    """

    object: Annotated[str, Meta(description='One of: card_access.')]
    """
    One of: card_access.
    """
    card_id: CardId
    audience: Annotated[
        AccessQueryAs, Meta(description='Audience of the report, as in `as`.')
    ]
    """
    Audience of the report, as in `as`.
    """
    entries: Annotated[list[AccessEntry], Meta(description='One entry per permission.')]
    """
    One entry per permission.
    """
    warnings: Warnings | UnsetType = UNSET


class CreatedRestrictedKey(RestrictedKey, kw_only=True):
    """
    A restricted key with its API key and client secret, which are returned only once.
    """

    api_key: Annotated[str, Meta(description='API key; send it as `x-api-key`.')]
    """
    API key; send it as `x-api-key`.
    """
    client_secret: Annotated[
        str, Meta(description='Client secret; send it as `x-client-secret`.')
    ]
    """
    Client secret; send it as `x-client-secret`.
    """


class DryRun(Struct, kw_only=True):
    """
    The effects that the call would have, in the response to `dry_run=true`. Nothing was changed.

    In the real call, new records have other IDs, links and times.
    """

    cards_remaining: Annotated[Count, Meta(description='Cards that the account could still create; null if this does not change.')] | None
    """
    Cards that the account could still create; null if this does not change.
    """
    cards_returned: Annotated[
        Count, Meta(description='Cards that return to their bundle.')
    ]
    """
    Cards that return to their bundle.
    """
    messages: Annotated[
        list[DryRunMessage],
        Meta(description='Messages to invitees; daily limits can delay them.'),
    ]
    """
    Messages to invitees; daily limits can delay them.
    """
    suppressed: Annotated[
        list[DryRunMessage],
        Meta(
            description='Messages not sent, because the address is suppressed or of a recipient.'
        ),
    ]
    """
    Messages not sent, because the address is suppressed or of a recipient.
    """
    unlisted: Annotated[
        Count,
        Meta(
            description='Number of messages and group members beyond the first 1,000.'
        ),
    ]
    """
    Number of messages and group members beyond the first 1,000.
    """
    refunds: Annotated[
        list[DryRunRefund], Meta(description='Payments that would be refunded.')
    ]
    """
    Payments that would be refunded.
    """


class EventList(AnyList, kw_only=True):
    """
    A list of Event records.
    """

    data: list[Event]


class ExportPartList(AnyList, kw_only=True):
    """
    A list of ExportPart records.
    """

    data: list[ExportPart]


class Group(Struct, kw_only=True):
    """
    A saved group. Lists of groups contain only `members_count`, not `members`.
    """

    object: Annotated[str, Meta(description='One of: group.')]
    """
    One of: group.
    """
    id: GroupId
    name: Annotated[
        RequiredLine, Meta(description='Name of the group, unique within your account.')
    ]
    """
    Name of the group, unique within your account.
    """
    external_id: Annotated[
        LineOrNull,
        Meta(
            description='Your own identifier for the group, unique within your account.'
        ),
    ]
    """
    Your own identifier for the group, unique within your account.
    """
    kind: Annotated[
        str,
        Meta(
            description='`people`: each member gets an invitation; `channel`: a chat channel gets one shared link; `team`: the members are the people of the account whose `teams` name it. One of: channel, people, team.'
        ),
    ]
    """
    `people`: each member gets an invitation; `channel`: a chat channel gets one shared link; `team`: the members are the people of the account whose `teams` name it. One of: channel, people, team.
    """
    webhook_url: Annotated[str, Meta(description='Masked webhook URL of the channel.')] | None
    """
    Masked webhook URL of the channel.
    """
    members_count: Annotated[Count, Meta(description='Number of members.')]
    """
    Number of members.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    members: (
        Annotated[list[Member], Meta(description='Members of the group.')] | UnsetType
    ) = UNSET
    """
    Members of the group.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class GroupList(AnyList, kw_only=True):
    """
    A list of Group records.
    """

    data: list[Group]


class Invitation(Struct, kw_only=True):
    """
    An invitation. For a saved group it is a parent invitation, with `progress` and `counts`.

    A parent invitation is `queued` until all members are processed and none of their invitations is queued, and then `sent`.
    """

    object: Annotated[str, Meta(description='One of: invitation.')]
    """
    One of: invitation.
    """
    id: InviteId
    invite_id: Annotated[InviteId, Meta(description='The same as `id`.')]
    """
    The same as `id`.
    """
    card_id: Annotated[CardId, Meta(description='ID of the card.')]
    """
    ID of the card.
    """
    parent_invite_id: Annotated[InviteId, Meta(description='ID of the parent invitation.')] | None
    """
    ID of the parent invitation.
    """
    group_id: GroupId | None
    delivery_type: Annotated[
        str, Meta(description='Delivery channel. One of: email, group, sms.')
    ]
    """
    Delivery channel. One of: email, group, sms.
    """
    delivery_id: Annotated[
        RequiredLine,
        Meta(
            description='Email address; phone number; id, name or `external_id` of a saved group; or any label.'
        ),
    ]
    """
    Email address; phone number; id, name or `external_id` of a saved group; or any label.
    """
    name: Annotated[
        LineOrNull, Meta(description='Name of the person, used in the greeting.')
    ]
    """
    Name of the person, used in the greeting.
    """
    title: Annotated[
        LineOrNull,
        Meta(description='Subject of the email. Default: a standard subject.'),
    ]
    """
    Subject of the email. Default: a standard subject.
    """
    message: Annotated[str, Meta(description='Personal message; line breaks are kept.')] | None
    """
    Personal message; line breaks are kept.
    """
    reminder: Annotated[
        InvitationReminder,
        Meta(description="`auto` follows the card's `auto_reminders`."),
    ]
    """
    `auto` follows the card's `auto_reminders`.
    """
    send: Annotated[
        bool,
        Meta(
            description='Whether to send messages. If false, share the returned `link` yourself.'
        ),
    ]
    """
    Whether to send messages. If false, share the returned `link` yourself.
    """
    status: InvitationQueryStatus
    status_reason: Annotated[Word, Meta(description='Reason for the status: link_only, recipient, unsubscribed, bounced, complained, stopped, budget, account_budget, sms_budget, no_provider, retrying, card_closed, no_such_mailbox, rejected, gave_up, invalid_address, no_smtputf8 or internal_error; for text messages also invalid_number, landline, not_mobile, country_not_allowed, unknown_number, not_reachable, blocked, filtered, not_delivered or too_long; for groups also invitation_limit; for channels also no_channel, address_refused, channel_refused or channel_unavailable. A suppressed invitation has no reason if the address receives no messages from any account.')] | None
    """
    Reason for the status: link_only, recipient, unsubscribed, bounced, complained, stopped, budget, account_budget, sms_budget, no_provider, retrying, card_closed, no_such_mailbox, rejected, gave_up, invalid_address, no_smtputf8 or internal_error; for text messages also invalid_number, landline, not_mobile, country_not_allowed, unknown_number, not_reachable, blocked, filtered, not_delivered or too_long; for groups also invitation_limit; for channels also no_channel, address_refused, channel_refused or channel_unavailable. A suppressed invitation has no reason if the address receives no messages from any account.
    """
    link: Annotated[Url, Meta(description='Signing link; null for a saved group, and while no link works.')] | None
    """
    Signing link; null for a saved group, and while no link works.
    """
    sent_count: Annotated[Count, Meta(description='Number of messages sent.')]
    """
    Number of messages sent.
    """
    last_sent_at: Annotated[
        TimestampOrNull, Meta(description='Time when it was last sent.')
    ]
    """
    Time when it was last sent.
    """
    delivered_at: Annotated[TimestampOrNull, Meta(description='Time of delivery.')]
    """
    Time of delivery.
    """
    opened_at: Annotated[
        TimestampOrNull,
        Meta(
            description='Day (UTC) on which the link was first opened. It and the status `opened` are set on the next day.'
        ),
    ]
    """
    Day (UTC) on which the link was first opened. It and the status `opened` are set on the next day.
    """
    contributed_at: Annotated[
        TimestampOrNull,
        Meta(
            description='Time when the invitee signed by name; null after signing anonymously.'
        ),
    ]
    """
    Time when the invitee signed by name; null after signing anonymously.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    progress: (
        Annotated[
            Progress,
            Meta(description='Progress of inviting the members of a saved group.'),
        ]
        | UnsetType
    ) = UNSET
    """
    Progress of inviting the members of a saved group.
    """
    counts: (
        Annotated[
            MemberCounts,
            Meta(
                description='Numbers of invitations and contributions; only in lists.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Numbers of invitations and contributions; only in lists.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class InvitationCheck(Struct, kw_only=True):
    """
    The outcome for each invitee, in the order of the request, and a preview of the email.
    """

    object: Annotated[str, Meta(description='One of: invitation_check.')]
    """
    One of: invitation_check.
    """
    card_id: CardId
    invitees: list[CheckedInvitee]
    mail: MailPreview
    warnings: Warnings | UnsetType = UNSET


class InvitationList(AnyList, kw_only=True):
    """
    A list of Invitation records.
    """

    data: list[Invitation]
    dry_run: DryRun | UnsetType = UNSET


class KeyPairList(AnyList, kw_only=True):
    """
    A list of KeyPair records.
    """

    data: list[KeyPair]


class Limits(Struct, kw_only=True):
    """
    The rate limits and size limits of the account.
    """

    object: Annotated[str, Meta(description='One of: limits.')]
    """
    One of: limits.
    """
    requests: Annotated[
        Rate, Meta(description='API requests of the account to one server process.')
    ]
    """
    API requests of the account to one server process.
    """
    request_costs: Annotated[
        RequestCosts,
        Meta(description='Requests that count as several, depending on their content.'),
    ]
    """
    Requests that count as several, depending on their content.
    """
    messages: Annotated[
        Rate,
        Meta(
            description='Messages of the account; few until its email is verified and a purchase is paid.'
        ),
    ]
    """
    Messages of the account; few until its email is verified and a purchase is paid.
    """
    text_parts: Annotated[
        Rate,
        Meta(
            description='Text message segments of the account; a long message has several.'
        ),
    ]
    """
    Text message segments of the account; a long message has several.
    """
    messages_to_one_address_for_one_card: Annotated[
        Rate,
        Meta(
            description='Invitations, reminders and other messages of organisers to one address about one card. Emails to signers have separate limits.'
        ),
    ]
    """
    Invitations, reminders and other messages of organisers to one address about one card. Emails to signers have separate limits.
    """
    messages_to_one_address: Annotated[
        Rate,
        Meta(description='Messages of organisers from all accounts to one address.'),
    ]
    """
    Messages of organisers from all accounts to one address.
    """
    own_link_addresses_of_note: Annotated[
        Rate,
        Meta(
            description='Addresses to which contributors can send the link to a note.'
        ),
    ]
    """
    Addresses to which contributors can send the link to a note.
    """
    own_links_of_card: Annotated[
        Rate, Meta(description='Own links sent for all notes of one card.')
    ]
    """
    Own links sent for all notes of one card.
    """
    own_links: Annotated[
        Rate,
        Meta(
            description='Own links sent for all cards of the account, apart from `messages`.'
        ),
    ]
    """
    Own links sent for all cards of the account, apart from `messages`.
    """
    page_requests: Annotated[
        Rate,
        Meta(
            description='Public pages opened from one network address on one server process.'
        ),
    ]
    """
    Public pages opened from one network address on one server process.
    """
    signings: Annotated[
        Rate, Meta(description='Contributions signed from one network address.')
    ]
    """
    Contributions signed from one network address.
    """
    wrong_links: Annotated[
        Rate, Meta(description='Invalid links opened from one network address.')
    ]
    """
    Invalid links opened from one network address.
    """
    failures: Annotated[
        Rate,
        Meta(
            description='Failed authentications from one network address on one server process; valid credentials still work.'
        ),
    ]
    """
    Failed authentications from one network address on one server process; valid credentials still work.
    """
    body_bytes: Annotated[
        int,
        Meta(
            description='Maximum size of a request body, unless the operation allows more.'
        ),
    ]
    """
    Maximum size of a request body, unless the operation allows more.
    """
    stored_response_bytes: Annotated[int, Meta(description="Bytes of the responses stored for the account's idempotency keys, for 25 hours; null for no limit.")] | None
    """
    Bytes of the responses stored for the account's idempotency keys, for 25 hours; null for no limit.
    """
    invitations_per_card: Annotated[int, Meta(description='Invitations to one card.')] | None
    """
    Invitations to one card.
    """
    invitations_per_account: Annotated[int, Meta(description='Invitations to all cards that are not erased.')] | None
    """
    Invitations to all cards that are not erased.
    """
    groups_per_account: Annotated[int, Meta(description='Saved groups.')] | None
    """
    Saved groups.
    """
    group_members_per_account: Annotated[int, Meta(description='Members of all saved groups together.')] | None
    """
    Members of all saved groups together.
    """
    people_per_account: Annotated[int, Meta(description='People whose dates are kept.')]
    """
    People whose dates are kept.
    """
    admins_per_card: Annotated[int, Meta(description='Admins of one card.')] | None
    """
    Admins of one card.
    """
    pending_purchases_per_account: Annotated[int, Meta(description='Bundle purchases that are not paid yet.')] | None
    """
    Bundle purchases that are not paid yet.
    """
    customers_per_platform: Annotated[int, Meta(description='Customers of a platform.')] | None
    """
    Customers of a platform.
    """
    contributions_per_card: Annotated[
        int,
        Meta(
            description='Contributions to a card, regardless of its `contribution_limit`.'
        ),
    ]
    """
    Contributions to a card, regardless of its `contribution_limit`.
    """
    pictures_per_note: Annotated[int, Meta(description='Photos and GIFs of a note.')]
    """
    Photos and GIFs of a note.
    """
    video_bytes: Annotated[int, Meta(description='Size of a video; null if this server does not accept videos.')] | None
    """
    Size of a video; null if this server does not accept videos.
    """
    video_seconds: Annotated[int, Meta(description='Duration of a video.')]
    """
    Duration of a video.
    """
    unattached_media_per_browser: Annotated[
        int,
        Meta(
            description='Files of one browser on a card that are not attached to a note.'
        ),
    ]
    """
    Files of one browser on a card that are not attached to a note.
    """
    unattached_media_of_guests_per_card: Annotated[
        int,
        Meta(
            description='Unattached files of all guests of a card; above it, the oldest are deleted.'
        ),
    ]
    """
    Unattached files of all guests of a card; above it, the oldest are deleted.
    """
    unattached_media_of_api_per_card: Annotated[
        int,
        Meta(
            description='Unattached files of a card that were uploaded with an access token.'
        ),
    ]
    """
    Unattached files of a card that were uploaded with an access token.
    """
    webhook_endpoints_per_account: Annotated[
        int, Meta(description='Webhook endpoints.')
    ]
    """
    Webhook endpoints.
    """
    page_size: Annotated[int, Meta(description='Maximum `limit` of a list.')]
    """
    Maximum `limit` of a list.
    """
    warnings: Warnings | UnsetType = UNSET


class Media(Struct, kw_only=True):
    """
    A photo, GIF, video, drawing or recording. A `pending` file waits for its virus scan.
    """

    object: Annotated[str, Meta(description='One of: media.')]
    """
    One of: media.
    """
    id: MediaId
    card_id: CardId
    contribution_id: ContributionId | None
    recipient_id: Annotated[RecipientId, Meta(description='The recipient whose thanks contain the file; null for a file of a note.')] | None
    """
    The recipient whose thanks contain the file; null for a file of a note.
    """
    kind: Annotated[
        MediaKind,
        Meta(description='Kind of file. A photo that is animated becomes a `gif`.'),
    ]
    """
    Kind of file. A photo that is animated becomes a `gif`.
    """
    status: Annotated[str, Meta(description='One of: pending, ready, refused.')]
    """
    One of: pending, ready, refused.
    """
    content_type: Annotated[str, Meta(description='Uploaded type.')]
    """
    Uploaded type.
    """
    bytes: Annotated[Count, Meta(description='Uploaded size in bytes.')]
    """
    Uploaded size in bytes.
    """
    width: Annotated[int, Meta(description='Width in pixels.')] | None
    """
    Width in pixels.
    """
    height: Annotated[int, Meta(description='Height in pixels.')] | None
    """
    Height in pixels.
    """
    duration_ms: Annotated[Count, Meta(description='Duration in milliseconds.')] | None
    """
    Duration in milliseconds.
    """
    description: Annotated[str, Meta(description='Text alternative for people who cannot see the picture.')] | None
    """
    Text alternative for people who cannot see the picture.
    """
    transcript: Annotated[str, Meta(description='Transcript of a recording.')] | None
    """
    Transcript of a recording.
    """
    files: Annotated[
        list[MediaFile], Meta(description='Files to serve; the preferred one is first.')
    ]
    """
    Files to serve; the preferred one is first.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET


class NewPair(Struct, kw_only=True):
    """
    An API key and its client secret, which are returned only once.
    """

    api_key: Annotated[str, Meta(description='API key; send it as `x-api-key`.')]
    """
    API key; send it as `x-api-key`.
    """
    client_secret: Annotated[
        str, Meta(description='Client secret; send it as `x-client-secret`.')
    ]
    """
    Client secret; send it as `x-client-secret`.
    """
    created_at: CreatedAt
    previous_expires_at: Annotated[
        TimestampOrNull,
        Meta(
            description='Time when the previous pair stops working; null if none was replaced.'
        ),
    ]
    """
    Time when the previous pair stops working; null if none was replaced.
    """
    restricted_keys_ended: Annotated[
        int,
        Meta(
            description='Number of restricted keys that ended with the previous pair.'
        ),
    ]
    """
    Number of restricted keys that ended with the previous pair.
    """
    warnings: Warnings | UnsetType = UNSET


class Occasion(Struct, kw_only=True):
    """
    A day of a person for which a rule creates a card. The dates of a declined one are null.
    """

    object: Annotated[str, Meta(description='One of: occasion.')]
    """
    One of: occasion.
    """
    person_id: PersonId
    person_name: Line
    occasion: Annotated[
        str,
        Meta(
            description='Occasion of the person. One of: anniversary, birthday, date, welcome.'
        ),
    ]
    """
    Occasion of the person. One of: anniversary, birthday, date, welcome.
    """
    date_name: str | None
    year: Annotated[
        int, Meta(description='Year of the date. The card can close in another year.')
    ]
    """
    Year of the date. The card can close in another year.
    """
    state: Annotated[
        WithoutCardState,
        Meta(
            description="`planned`, `made`, or why there is no card. `skipped`: an owner skipped it. `declined`: the person wants no card. `left`: the person has left. `paused`: the rule is paused or deleted. `missed`: less than a day and less than half of the card's time is left. `no_design`: the templates are retired. `no_signers`: there is nobody to invite. `too_many_signers`: the manager has more than 1,000 people; let the rule invite a team or a group. `over_limit`: the rule creates no more cards in that month. `no_cards`: no cards are left, or those left expire before then. `failed`: another reason; Wellwish tries again."
        ),
    ]
    """
    `planned`, `made`, or why there is no card. `skipped`: an owner skipped it. `declined`: the person wants no card. `left`: the person has left. `paused`: the rule is paused or deleted. `missed`: less than a day and less than half of the card's time is left. `no_design`: the templates are retired. `no_signers`: there is nobody to invite. `too_many_signers`: the manager has more than 1,000 people; let the rule invite a team or a group. `over_limit`: the rule creates no more cards in that month. `no_cards`: no cards are left, or those left expire before then. `failed`: another reason; Wellwish tries again.
    """
    date: Annotated[str, Meta(description='Date of the occasion.')] | None
    """
    Date of the occasion.
    """
    opens_on: Annotated[str, Meta(description='Day on which the card opens, at 09:00.')] | None
    """
    Day on which the card opens, at 09:00.
    """
    closes_on: Annotated[str, Meta(description='Day on which the card closes.')] | None
    """
    Day on which the card closes.
    """
    opens_at: Annotated[TimestampOrNull, Meta(description='Time when the card opens.')]
    """
    Time when the card opens.
    """
    closes_at: Annotated[
        TimestampOrNull, Meta(description='Time when the card closes.')
    ]
    """
    Time when the card closes.
    """
    years: Annotated[int, Meta(description='Years of service, for `anniversary`.')] | None
    """
    Years of service, for `anniversary`.
    """
    signers: Annotated[
        Count,
        Meta(description='Number of people who are invited, each with a message.'),
    ]
    """
    Number of people who are invited, each with a message.
    """
    cards: Annotated[
        Count,
        Meta(description='Number of cards that the occasion takes from the bundles.'),
    ]
    """
    Number of cards that the occasion takes from the bundles.
    """
    occasion_rule_id: OccasionRuleId
    template_id: TemplateId | None
    card_id: CardId | None
    changes: Changes | None
    version: Annotated[
        Count,
        Meta(
            description='Number of times that owners changed or skipped the occasion, or withdrew that.'
        ),
    ]
    """
    Number of times that owners changed or skipped the occasion, or withdrew that.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class OccasionList(AnyList, kw_only=True):
    """
    A list of Occasion records.
    """

    data: list[Occasion]


class OccasionPlan(Struct, kw_only=True):
    """
    The cards that a rule creates in a quarter, together with the other started rules of the account.
    """

    object: Annotated[str, Meta(description='One of: occasion_plan.')]
    """
    One of: occasion_plan.
    """
    occasion_rule_id: OccasionRuleId
    from_: Annotated[str, Meta(description="Today, in the account's time zone.")] = (
        field(name='from')
    )
    """
    Today, in the account's time zone.
    """
    until: Annotated[str, Meta(description='The last day, 91 days later.')]
    """
    The last day, 91 days later.
    """
    cards: Annotated[Count, Meta(description='Number of cards that the rule creates.')]
    """
    Number of cards that the rule creates.
    """
    cards_left: Annotated[
        Count,
        Meta(
            description='Number of cards that the account can still create, including those that expire before they are needed.'
        ),
    ]
    """
    Number of cards that the account can still create, including those that expire before they are needed.
    """
    messages: Annotated[
        Count, Meta(description='Number of invitations to these cards.')
    ]
    """
    Number of invitations to these cards.
    """
    messages_a_day: Annotated[Count, Meta(description='Number of messages that the account may send on a day; null if any.')] | None
    """
    Number of messages that the account may send on a day; null if any.
    """
    busy_days: Annotated[
        list[BusyDay],
        Meta(
            description='Days on which invitations to the cards of all started rules and this one wait, because `messages_a_day` is reached. Other messages of the account are not counted.'
        ),
    ]
    """
    Days on which invitations to the cards of all started rules and this one wait, because `messages_a_day` is reached. Other messages of the account are not counted.
    """
    without_card: list[WithoutCard]
    occasions: Annotated[
        list[Occasion],
        Meta(
            description='The first 100 occasions, in the order in which their cards open.'
        ),
    ]
    """
    The first 100 occasions, in the order in which their cards open.
    """
    warnings: Warnings | UnsetType = UNSET


class OccasionRule(Struct, kw_only=True):
    """
    A rule by which cards are created for occasions of the account's people.
    """

    object: Annotated[str, Meta(description='One of: occasion_rule.')]
    """
    One of: occasion_rule.
    """
    id: OccasionRuleId
    status: Annotated[
        str,
        Meta(
            description='`paused`: creates no cards. A new rule is paused until you start it. One of: paused, started.'
        ),
    ]
    """
    `paused`: creates no cards. A new rule is paused until you start it. One of: paused, started.
    """
    occasion: Annotated[
        str,
        Meta(
            description='Occasion of the template. One of: anniversary, birthday, date, welcome.'
        ),
    ]
    """
    Occasion of the template. One of: anniversary, birthday, date, welcome.
    """
    date_name: str | None
    team_ids: list[str] | None
    years: list[int] | None
    template_ids: list[str]
    title: Line
    sender: Line
    message: str | None
    opens_days_before: int
    closes_hour: int
    days_off: Annotated[str, Meta(description='One of: after, before, keep, nearest.')]
    """
    One of: after, before, keep, nearest.
    """
    leap_day: Annotated[str, Meta(description='One of: february_28, march_1.')]
    """
    One of: february_28, march_1.
    """
    invites: Annotated[
        str, Meta(description='One of: group, manager_and_peers, nobody, team.')
    ]
    """
    One of: group, manager_and_peers, nobody, team.
    """
    group_id: GroupId | None
    max_cards_a_month: int
    organiser_id: str
    manager_organises: bool
    bundle_purchase_ids: list[str] | None
    collection: Annotated[Collection, Meta(description='Settings for money and visibility.')] | None
    """
    Settings for money and visibility.
    """
    started_at: Annotated[
        TimestampOrNull, Meta(description='Time when the rule was last started.')
    ]
    """
    Time when the rule was last started.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class OccasionRuleList(AnyList, kw_only=True):
    """
    A list of OccasionRule records.
    """

    data: list[OccasionRule]


class OpenPurchase(BundlePurchase, kw_only=True):
    """
    A bundle purchase that waits for payment.
    """

    checkout_url: Annotated[
        Url, Meta(description='Payment page at the provider. It is open for 23 hours.')
    ]
    """
    Payment page at the provider. It is open for 23 hours.
    """
    dry_run: DryRun | UnsetType = UNSET


class PaymentProvider(Struct, kw_only=True):
    """
    The payment provider for the cards of an account. Secrets are never returned.
    """

    object: Annotated[str, Meta(description='One of: payment_provider.')]
    """
    One of: payment_provider.
    """
    provider: Annotated[str, Meta(description='`sandbox` uses test money. Null if no provider is configured and nobody can pay.')] | None
    """
    `sandbox` uses test money. Null if no provider is configured and nobody can pay.
    """
    kind: Annotated[str, Meta(description="`own_key`: the account's key; `connected`: the operator's key, by Stripe Connect.")] | None
    """
    `own_key`: the account's key; `connected`: the operator's key, by Stripe Connect.
    """
    merchant_id: Annotated[str, Meta(description='ID of the account at the provider.')] | None
    """
    ID of the account at the provider.
    """
    live: Annotated[bool, Meta(description='Whether payments use real money.')]
    """
    Whether payments use real money.
    """
    key_hint: Annotated[str, Meta(description='First and last characters of the key.')] | None
    """
    First and last characters of the key.
    """
    webhook_secret_set: Annotated[
        bool,
        Meta(
            description="Whether Stripe's callbacks are accepted. Otherwise, its events are only polled."
        ),
    ]
    """
    Whether Stripe's callbacks are accepted. Otherwise, its events are only polled.
    """
    callback_url: Annotated[
        Url,
        Meta(
            description='URL for a webhook endpoint at Stripe; `webhook_secret` is its signing secret.'
        ),
    ]
    """
    URL for a webhook endpoint at Stripe; `webhook_secret` is its signing secret.
    """
    fees: Annotated[
        list[StatedFee],
        Meta(description='Fees that the provider keeps, as stated by the owner.'),
    ]
    """
    Fees that the provider keeps, as stated by the owner.
    """
    checked_at: Annotated[
        TimestampOrNull,
        Meta(description='Time when the provider last accepted the key.'),
    ]
    """
    Time when the provider last accepted the key.
    """
    version: Version
    created_at: CreatedAt | None
    updated_at: UpdatedAt | None
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class PeopleSync(Struct, kw_only=True):
    """
    The changes of a list of people.
    """

    object: Annotated[str, Meta(description='One of: people_sync.')]
    """
    One of: people_sync.
    """
    created: Annotated[Count, Meta(description='Number of new people.')]
    """
    Number of new people.
    """
    updated: Annotated[
        Count, Meta(description='Number of people whose data is updated.')
    ]
    """
    Number of people whose data is updated.
    """
    left: Annotated[Count, Meta(description='Number of people who are marked as left.')]
    """
    Number of people who are marked as left.
    """
    unchanged: Annotated[
        Count, Meta(description='Number of listed people whose data is unchanged.')
    ]
    """
    Number of listed people whose data is unchanged.
    """
    new_teams: Annotated[
        list[str], Meta(description='Names of the teams that are created.')
    ]
    """
    Names of the teams that are created.
    """
    steps: Annotated[
        list[PersonStep],
        Meta(description='The changes, leavers first; at most 1,000 of them.'),
    ]
    """
    The changes, leavers first; at most 1,000 of them.
    """
    digest: Annotated[
        str, Meta(description='Digest of all changes, to be sent with the list.')
    ]
    """
    Digest of all changes, to be sent with the list.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class Person(Struct, kw_only=True):
    """
    A person whose dates your account stores.
    """

    object: Annotated[str, Meta(description='One of: person.')]
    """
    One of: person.
    """
    id: PersonId
    name: Annotated[RequiredLine, Meta(description='Name of the person.')]
    """
    Name of the person.
    """
    email: Annotated[Email, Meta(description='Email address, unique within your account.')] | None
    """
    Email address, unique within your account.
    """
    phone: Annotated[str, Meta(description='Phone number, preferably with a country code.')] | None
    """
    Phone number, preferably with a country code.
    """
    locale: Annotated[str, Meta(description='Language tag (BCP 47).')] | None
    """
    Language tag (BCP 47).
    """
    timezone: Annotated[str, Meta(description='Time zone of the person (IANA), such as `Europe/Berlin`.')] | None
    """
    Time zone of the person (IANA), such as `Europe/Berlin`.
    """
    external_id: Annotated[
        LineOrNull,
        Meta(
            description='Your own identifier for the person, unique within your account.'
        ),
    ]
    """
    Your own identifier for the person, unique within your account.
    """
    manager: Annotated[PersonId, Meta(description='ID of the manager.')] | None
    """
    ID of the manager.
    """
    teams: Annotated[list[str], Meta(description="IDs of the person's teams.")]
    """
    IDs of the person's teams.
    """
    status: Annotated[
        str,
        Meta(description='`left`: no longer with the company. One of: active, left.'),
    ]
    """
    `left`: no longer with the company. One of: active, left.
    """
    celebrate: Annotated[
        bool, Meta(description="Whether the company celebrates the person's dates.")
    ]
    """
    Whether the company celebrates the person's dates.
    """
    left_at: Annotated[
        TimestampOrNull,
        Meta(
            description='Time when the status became `left`; the person is deleted 400 days later.'
        ),
    ]
    """
    Time when the status became `left`; the person is deleted 400 days later.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    dates: (
        Annotated[
            PersonDates,
            Meta(description='Dates of the person; absent if you may not see them.'),
        ]
        | UnsetType
    ) = UNSET
    """
    Dates of the person; absent if you may not see them.
    """
    declined: (
        Annotated[
            list[str],
            Meta(
                description='Names of the dates that the person does not want celebrated; `dates` omits them. Only owners see the names.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Names of the dates that the person does not want celebrated; `dates` omits them. Only owners see the names.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class PersonList(AnyList, kw_only=True):
    """
    A list of Person records.
    """

    data: list[Person]


class Platform(Struct, kw_only=True):
    """
    The platform that acts for the account.
    """

    object: Annotated[str, Meta(description='One of: platform.')]
    """
    One of: platform.
    """
    name: Annotated[Line, Meta(description='Name.')]
    """
    Name.
    """
    access: Annotated[
        str,
        Meta(
            description='`full`, as an owner has, or `none`: only name and number of cards. One of: full, none.'
        ),
    ]
    """
    `full`, as an owner has, or `none`: only name and number of cards. One of: full, none.
    """
    cards_from: Annotated[str, Meta(description='One of: own, platform.')]
    """
    One of: own, platform.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class Preview(Struct, kw_only=True):
    """
    A link that shows a card before it is closed. It ends if the admin who created it is removed.
    """

    object: Annotated[str, Meta(description='One of: preview.')]
    """
    One of: preview.
    """
    card_id: CardId
    audience: Annotated[
        str,
        Meta(
            description='Audience of the preview, as in `as`. One of: admin, contributor, everyone, recipient.'
        ),
    ]
    """
    Audience of the preview, as in `as`. One of: admin, contributor, everyone, recipient.
    """
    url: Annotated[
        Url,
        Meta(
            description='The link. Do not share it: it shows the card before it is closed.'
        ),
    ]
    """
    The link. Do not share it: it shows the card before it is closed.
    """
    expires_at: Annotated[Timestamp, Meta(description='Time when it expires.')]
    """
    Time when it expires.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class Refund(Struct, kw_only=True):
    """
    A refund of a payment.
    """

    object: Annotated[str, Meta(description='One of: refund.')]
    """
    One of: refund.
    """
    id: RefundId
    payment_id: PaymentId
    status: Annotated[str, Meta(description='One of: failed, pending, succeeded.')]
    """
    One of: failed, pending, succeeded.
    """
    amount: Annotated[Money, Meta(description='Amount of the refund.')]
    """
    Amount of the refund.
    """
    provider_refund_id: Annotated[str, Meta(description='ID at the provider, for matching its reports; null until the provider has reported it. At Stripe: of the PaymentIntent (`pi_`) or the refund (`re_`); at Mollie: `tr_` or `re_`.')] | None
    """
    ID at the provider, for matching its reports; null until the provider has reported it. At Stripe: of the PaymentIntent (`pi_`) or the refund (`re_`); at Mollie: `tr_` or `re_`.
    """
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class RefundRequest(Struct, kw_only=True):
    """
    A contributor's request for a refund of a payment.
    """

    object: Annotated[str, Meta(description='One of: refund_request.')]
    """
    One of: refund_request.
    """
    id: RefundRequestId
    payment_id: PaymentId
    contribution_id: ContributionId
    card_id: CardId
    status: Annotated[
        str,
        Meta(
            description='`open` until an owner approves or refuses it; `closed` if the money was returned before. One of: approved, closed, open, refused.'
        ),
    ]
    """
    `open` until an owner approves or refuses it; `closed` if the money was returned before. One of: approved, closed, open, refused.
    """
    amount: Annotated[
        Money,
        Meta(description='Amount that was refundable at the time of the request.'),
    ]
    """
    Amount that was refundable at the time of the request.
    """
    reason: Annotated[str, Meta(description='Reason that the contributor gave.')] | None
    """
    Reason that the contributor gave.
    """
    note: Annotated[str, Meta(description='Note of the owner who refused, visible to the contributor.')] | None
    """
    Note of the owner who refused, visible to the contributor.
    """
    refund_id: Annotated[RefundId, Meta(description='The refund of an approved request.')] | None
    """
    The refund of an approved request.
    """
    decided_at: Annotated[
        TimestampOrNull,
        Meta(description='Time when it was approved, refused or closed.'),
    ]
    """
    Time when it was approved, refused or closed.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class RefundRequestList(AnyList, kw_only=True):
    """
    A list of RefundRequest records.
    """

    data: list[RefundRequest]


class ReminderRun(Struct, kw_only=True):
    """
    The numbers of people who are reminded, or would be, and of people who are skipped.
    """

    object: Annotated[str, Meta(description='One of: reminder_run.')]
    """
    One of: reminder_run.
    """
    card_id: CardId
    preview: bool
    reminded: Annotated[Count, Meta(description='Number of people.')]
    """
    Number of people.
    """
    skipped: Skipped
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class ReportList(AnyList, kw_only=True):
    """
    A list of Report records.
    """

    data: list[Report]


class RestrictedKeyList(AnyList, kw_only=True):
    """
    A list of RestrictedKey records.
    """

    data: list[RestrictedKey]


class RotatedLink(Struct, kw_only=True):
    """
    The new link.
    """

    object: Annotated[str, Meta(description='One of: link.')]
    """
    One of: link.
    """
    card_id: CardId
    link: Annotated[
        str,
        Meta(
            description='The link that was replaced. One of: invitation, public_view, recipient, shared.'
        ),
    ]
    """
    The link that was replaced. One of: invitation, public_view, recipient, shared.
    """
    recipient_id: RecipientId | None
    invite_id: InviteId | None
    url: Annotated[Url, Meta(description='The new link.')]
    """
    The new link.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class SuppressionList(AnyList, kw_only=True):
    """
    A list of Suppression records.
    """

    data: list[Suppression]


class TemplateList(AnyList, kw_only=True):
    """
    A list of Template records.
    """

    data: list[Template]


class TestClock(Struct, kw_only=True):
    """
    The clock of the test data.
    """

    object: Annotated[str, Meta(description='One of: test_clock.')]
    """
    One of: test_clock.
    """
    status: Annotated[
        str,
        Meta(
            description='Whether everything until `now` has happened. One of: advancing, ready.'
        ),
    ]
    """
    Whether everything until `now` has happened. One of: advancing, ready.
    """
    now: Annotated[
        Timestamp,
        Meta(
            description='Time of the test data. It passes at the same rate as real time.'
        ),
    ]
    """
    Time of the test data. It passes at the same rate as real time.
    """
    advancing_to: Annotated[
        TimestampOrNull, Meta(description='Time to which the clock is moving.')
    ]
    """
    Time to which the clock is moving.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class TestMessageList(AnyList, kw_only=True):
    """
    A list of TestMessage records.
    """

    data: list[TestMessage]


class Thanks(Struct, kw_only=True):
    """
    A recipient's message to all signers or to the author of a note.
    """

    object: Annotated[str, Meta(description='One of: thanks.')]
    """
    One of: thanks.
    """
    card_id: CardId
    recipient_id: RecipientId
    contribution_id: Annotated[ContributionId, Meta(description='The note whose author receives the message; null if it is for everyone.')] | None
    """
    The note whose author receives the message; null if it is for everyone.
    """
    name: Annotated[LineOrNull, Meta(description='Name of the recipient.')]
    """
    Name of the recipient.
    """
    text: Annotated[
        str,
        Meta(
            description='The message; line breaks are kept. Empty if there is only a photo or a recording.'
        ),
    ]
    """
    The message; line breaks are kept. Empty if there is only a photo or a recording.
    """
    media: Annotated[
        list[Media], Meta(description='At most one photo and one recording.')
    ]
    """
    At most one photo and one recording.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt


class ThanksList(AnyList, kw_only=True):
    """
    A list of Thanks records.
    """

    data: list[Thanks]


class TranslatedLocaleList(AnyList, kw_only=True):
    """
    A list of TranslatedLocale records.
    """

    data: list[TranslatedLocale]


class Tried(Struct, kw_only=True):
    """
    The dry run of an operation without a record.
    """

    dry_run: DryRun
    warnings: Warnings | UnsetType = UNSET


class Wall(Struct, kw_only=True):
    """
    A link to a card's wall. It ends when the wall is deleted or the card is archived or cancelled.
    """

    object: Annotated[str, Meta(description='One of: wall.')]
    """
    One of: wall.
    """
    card_id: CardId
    wall_url: Annotated[
        Url,
        Meta(
            description='The page for the screen. It shows published notes that are not only for recipients.'
        ),
    ]
    """
    The page for the screen. It shows published notes that are not only for recipients.
    """
    created_at: CreatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class WebhookDelivery(Struct, kw_only=True):
    """
    The delivery of an event to an endpoint, with its attempts in order.
    """

    object: Annotated[str, Meta(description='One of: webhook_delivery.')]
    """
    One of: webhook_delivery.
    """
    id: WebhookDeliveryId
    webhook_endpoint_id: WebhookEndpointId
    event_id: Annotated[
        EventId, Meta(description='ID of the event, also sent as `webhook-id`.')
    ]
    """
    ID of the event, also sent as `webhook-id`.
    """
    event_type: Annotated[Word, Meta(description='Type of the event.')]
    """
    Type of the event.
    """
    status: Annotated[str, Meta(description='One of: delivered, failed, pending.')]
    """
    One of: delivered, failed, pending.
    """
    attempts: Annotated[list[Attempt], Meta(description='Attempts, in order.')]
    """
    Attempts, in order.
    """
    next_attempt_at: Annotated[
        TimestampOrNull, Meta(description='Time of the next attempt.')
    ]
    """
    Time of the next attempt.
    """
    delivered_at: Annotated[TimestampOrNull, Meta(description='Time of delivery.')]
    """
    Time of delivery.
    """
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class WebhookDeliveryList(AnyList, kw_only=True):
    """
    A list of WebhookDelivery records.
    """

    data: list[WebhookDelivery]


class WebhookEndpoint(Struct, kw_only=True):
    """
    A URL that receives events. `failing_since` is null while deliveries succeed.
    """

    object: Annotated[str, Meta(description='One of: webhook_endpoint.')]
    """
    One of: webhook_endpoint.
    """
    id: WebhookEndpointId
    url: Annotated[Url, Meta(description='Public https URL that receives the events.')]
    """
    Public https URL that receives the events.
    """
    description: Annotated[str, Meta(description='Your own description of the endpoint.')] | None
    """
    Your own description of the endpoint.
    """
    event_types: Annotated[list[Type], Meta(description='Event types to receive. Default: all types, including future ones.')] | None
    """
    Event types to receive. Default: all types, including future ones.
    """
    payload: Annotated[
        str,
        Meta(
            description="`thin`: only IDs of the event and card; `full`: also the event's data. One of: full, thin."
        ),
    ]
    """
    `thin`: only IDs of the event and card; `full`: also the event's data. One of: full, thin.
    """
    personal_data: Annotated[
        bool,
        Meta(
            description='Whether full payloads include the name and address of the person concerned.'
        ),
    ]
    """
    Whether full payloads include the name and address of the person concerned.
    """
    status: Annotated[str, Meta(description='One of: disabled, enabled.')]
    """
    One of: disabled, enabled.
    """
    disabled_at: Annotated[
        TimestampOrNull, Meta(description='Time when the endpoint was disabled.')
    ]
    """
    Time when the endpoint was disabled.
    """
    disabled_reason: Annotated[str, Meta(description='Reason: `by_hand`, `failing` (for five days) or `gone` (410).')] | None
    """
    Reason: `by_hand`, `failing` (for five days) or `gone` (410).
    """
    failing_since: Annotated[
        TimestampOrNull,
        Meta(
            description='Time since which all deliveries have failed; null while deliveries succeed.'
        ),
    ]
    """
    Time since which all deliveries have failed; null while deliveries succeed.
    """
    previous_secret_ends_at: Annotated[
        TimestampOrNull,
        Meta(description='Time until which the previous secret is also used to sign.'),
    ]
    """
    Time until which the previous secret is also used to sign.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class WebhookEndpointList(AnyList, kw_only=True):
    """
    A list of WebhookEndpoint records.
    """

    data: list[WebhookEndpoint]


class WebhookRecovery(Struct, kw_only=True):
    """
    A recovery in progress. Its deliveries appear in the list of deliveries.
    """

    object: Annotated[str, Meta(description='One of: webhook_recovery.')]
    """
    One of: webhook_recovery.
    """
    webhook_endpoint_id: WebhookEndpointId
    since: Annotated[Timestamp, Meta(description='Start of the recovery.')]
    """
    Start of the recovery.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class WithSecret(WebhookEndpoint, kw_only=True):
    """
    A webhook endpoint with its secret, which is returned only once.
    """

    secret: Annotated[
        str,
        Meta(
            description='Signing secret; the key is the base64-decoded part after `whsec_`.'
        ),
    ]
    """
    Signing secret; the key is the base64-decoded part after `whsec_`.
    """
    dry_run: DryRun | UnsetType = UNSET


class AccountMember(Struct, kw_only=True):
    """
    A person who acts for the account or is invited to do so.
    """

    object: Annotated[str, Meta(description='One of: member.')]
    """
    One of: member.
    """
    id: MemberId
    email: Annotated[str, Meta(description='Email address.')]
    """
    Email address.
    """
    name: Annotated[LineOrNull, Meta(description='Name.')]
    """
    Name.
    """
    role: Annotated[
        str,
        Meta(
            description='`owner`, or `member`, who manages cards, groups and webhooks. One of: member, owner.'
        ),
    ]
    """
    `owner`, or `member`, who manages cards, groups and webhooks. One of: member, owner.
    """
    status: Annotated[
        str,
        Meta(
            description='`active` once the person has accepted. One of: active, invited.'
        ),
    ]
    """
    `active` once the person has accepted. One of: active, invited.
    """
    expires_at: Annotated[
        TimestampOrNull, Meta(description='Time when the invitation expires.')
    ]
    """
    Time when the invitation expires.
    """
    created_at: CreatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class AccountMemberList(AnyList, kw_only=True):
    """
    A list of AccountMember records.
    """

    data: list[AccountMember]


class AccountSettings(Struct, kw_only=True):
    """
    The account, with the settings that supply defaults for new cards.
    """

    object: Annotated[str, Meta(description='One of: account.')]
    """
    One of: account.
    """
    id: AccountId
    name: Annotated[Line, Meta(description='Name.')]
    """
    Name.
    """
    country: Annotated[str, Meta(description='ISO 3166-1 alpha-2 code of the country.')] | None
    """
    ISO 3166-1 alpha-2 code of the country.
    """
    currency: Annotated[Currency, Meta(description='Currency of new cards (ISO 4217).')]
    """
    Currency of new cards (ISO 4217).
    """
    timezone: Annotated[str, Meta(description='IANA time zone of new cards.')]
    """
    IANA time zone of new cards.
    """
    locale: Annotated[
        Locale,
        Meta(description='Language of new cards and of emails to owners (BCP 47).'),
    ]
    """
    Language of new cards and of emails to owners (BCP 47).
    """
    erase_cards_after_days: Annotated[int, Meta(description='Number of days after which a closed card is erased; null keeps cards. Cards with money that was not refunded are kept.')] | None
    """
    Number of days after which a closed card is erased; null keeps cards. Cards with money that was not refunded are kept.
    """
    reply_to: Annotated[str, Meta(description='Address for replies to the emails of cards without a `reply_to`.')] | None
    """
    Address for replies to the emails of cards without a `reply_to`.
    """
    reply_to_verified_at: Annotated[
        TimestampOrNull,
        Meta(description='When a reader of the address confirmed it; null until then.'),
    ]
    """
    When a reader of the address confirmed it; null until then.
    """
    embed_origins: Annotated[
        list[str], Meta(description='Origins whose pages may embed the signing form.')
    ]
    """
    Origins whose pages may embed the signing form.
    """
    members_see_dates: Annotated[
        bool,
        Meta(description='Whether members see the dates of people; owners always do.'),
    ]
    """
    Whether members see the dates of people; owners always do.
    """
    people_notice: Annotated[str, Meta(description='Your text in the email to new people; null if none.')] | None
    """
    Your text in the email to new people; null if none.
    """
    holidays: Annotated[
        list[str],
        Meta(
            description='Days off, such as public holidays. Saturdays and Sundays are always days off. Cards for occasions open and close on other days. Existing cards are unchanged.'
        ),
    ]
    """
    Days off, such as public holidays. Saturdays and Sundays are always days off. Cards for occasions open and close on other days. Existing cards are unchanged.
    """
    logo: LogoFile | None
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class Card(Struct, kw_only=True):
    """
    A card. Fields that only the owner can see are absent from an admin's record.
    """

    object: Annotated[str, Meta(description='One of: card.')]
    """
    One of: card.
    """
    id: CardId
    card_id: Annotated[CardId, Meta(description='The same as `id`.')]
    """
    The same as `id`.
    """
    status: Annotated[
        str, Meta(description='One of: archived, cancelled, closed, open.')
    ]
    """
    One of: archived, cancelled, closed, open.
    """
    role: Annotated[
        str, Meta(description='Your role on the card. One of: admin, owner.')
    ]
    """
    Your role on the card. One of: admin, owner.
    """
    title: Annotated[RequiredLine, Meta(description='Title of the card.')]
    """
    Title of the card.
    """
    sender: Annotated[
        RequiredLine, Meta(description='Name of the sender, as shown on the card.')
    ]
    """
    Name of the sender, as shown on the card.
    """
    template_id: Annotated[
        TemplateId, Meta(description='Template of the card, from `GET /api/templates`.')
    ]
    """
    Template of the card, from `GET /api/templates`.
    """
    recipient: Annotated[LineOrNull, Meta(description='Name of the first recipient.')]
    """
    Name of the first recipient.
    """
    recipients: Annotated[list[Recipient], Meta(description='Recipients of the card.')]
    """
    Recipients of the card.
    """
    audio_file: Annotated[AudioFile, Meta(description='Music for the card.')] | None
    """
    Music for the card.
    """
    card_type: Annotated[
        int,
        Meta(
            description='0 group; 1 personal (one sender, no shared link); 2 self (the recipient is the sender).'
        ),
    ]
    """
    0 group; 1 personal (one sender, no shared link); 2 self (the recipient is the sender).
    """
    auto_reminders: Annotated[
        bool, Meta(description='Whether invitees who have not signed are reminded.')
    ]
    """
    Whether invitees who have not signed are reminded.
    """
    public_read: Annotated[
        bool, Meta(description='Whether the finished card has a public view link.')
    ]
    """
    Whether the finished card has a public view link.
    """
    contribution_end_date: Annotated[EndDate, Meta(description='When contributing ends. A date is the end of that day; a time without offset is in `timezone`.')] | None
    """
    When contributing ends. A date is the end of that day; a time without offset is in `timezone`.
    """
    contribution_ends_at: Annotated[
        TimestampOrNull,
        Meta(
            description='Time when contributing ends, derived from `contribution_end_date`.'
        ),
    ]
    """
    Time when contributing ends, derived from `contribution_end_date`.
    """
    contribution_limit: Annotated[int, Meta(description='Maximum number of contributions; 0 for no limit.')] | None
    """
    Maximum number of contributions; 0 for no limit.
    """
    custom_logo: Annotated[str, Meta(description='URL of a logo. It is shown once the server has copied it to the media store.')] | None
    """
    URL of a logo. It is shown once the server has copied it to the media store.
    """
    custom_effect: Annotated[Effect, Meta(description="Effect that plays when the card is opened. Default: the template's effect.")] | None
    """
    Effect that plays when the card is opened. Default: the template's effect.
    """
    palette: Annotated[
        str,
        Meta(
            description='Name of a palette of the template. Default: its first palette.'
        ),
    ]
    """
    Name of a palette of the template. Default: its first palette.
    """
    cover_text: Annotated[list[str], Meta(description='Text on the cover, line by line. A line that is only a number is large in some designs.')] | None
    """
    Text on the cover, line by line. A line that is only a number is large in some designs.
    """
    moderation: Annotated[
        str,
        Meta(
            description='When notes are reviewed: never (`off`), or before (`pre`) or after (`post`) they are published. One of: off, post, pre.'
        ),
    ]
    """
    When notes are reviewed: never (`off`), or before (`pre`) or after (`post`) they are published. One of: off, post, pre.
    """
    see_notes: Annotated[
        str,
        Meta(
            description='Who can read published notes before the card is closed: everyone with a signing link (`everyone`), those who have signed (`signed`), or only admins and the owner (`nobody`). One of: everyone, nobody, signed.'
        ),
    ]
    """
    Who can read published notes before the card is closed: everyone with a signing link (`everyone`), those who have signed (`signed`), or only admins and the owner (`nobody`). One of: everyone, nobody, signed.
    """
    timezone: Annotated[str, Meta(description='IANA time zone.')]
    """
    IANA time zone.
    """
    locale: Locale
    shared_link: Annotated[
        bool,
        Meta(
            description='Whether the card has a shared signing link. Personal cards never have one.'
        ),
    ]
    """
    Whether the card has a shared signing link. Personal cards never have one.
    """
    organiser_mail: Annotated[
        str,
        Meta(
            description="Emails to organisers about the open card: none, one for `each` event (or for several within 5 minutes), or a `daily` digest at 09:00 in the card's time zone. They go to active admins and to the member who created the card, or to the owners. For a card created by a program, they are sent only if this is set. One of: daily, each, none."
        ),
    ]
    """
    Emails to organisers about the open card: none, one for `each` event (or for several within 5 minutes), or a `daily` digest at 09:00 in the card's time zone. They go to active admins and to the member who created the card, or to the owners. For a card created by a program, they are sent only if this is set. One of: daily, each, none.
    """
    collection: Annotated[
        Collection, Meta(description='Settings for money and visibility.')
    ]
    """
    Settings for money and visibility.
    """
    closed_at: Annotated[
        TimestampOrNull, Meta(description='Time when the card was closed.')
    ]
    """
    Time when the card was closed.
    """
    archived_at: Annotated[
        TimestampOrNull, Meta(description='Time when the card was archived.')
    ]
    """
    Time when the card was archived.
    """
    cancelled_at: Annotated[
        TimestampOrNull, Meta(description='Time when the card was cancelled.')
    ]
    """
    Time when the card was cancelled.
    """
    cancelling_at: Annotated[
        TimestampOrNull,
        Meta(
            description='Time when cancelling started; it completes once all refunds are complete.'
        ),
    ]
    """
    Time when cancelling started; it completes once all refunds are complete.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    privilege: (
        Annotated[Privilege, Meta(description='Privileges on the card.')] | UnsetType
    ) = UNSET
    """
    Privileges on the card.
    """
    bundle_purchase_id: (
        Annotated[
            BundlePurchaseId,
            Meta(
                description='Bundle purchase from which the card is taken. Default: the first available purchase.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Bundle purchase from which the card is taken. Default: the first available purchase.
    """
    recipient_email: (
        Annotated[Email, Meta(description='Email address of the first recipient.')]
        | None
        | UnsetType
    ) = UNSET
    """
    Email address of the first recipient.
    """
    extra_data: (
        Annotated[
            str,
            Meta(description='Your own data, stored unchanged and visible only to the owner.'),
        ]
        | None
        | UnsetType
    ) = UNSET
    """
    Your own data, stored unchanged and visible only to the owner.
    """
    external_id: (
        Annotated[
            LineOrNull,
            Meta(
                description='Your own identifier for the card, unique within your account.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Your own identifier for the card, unique within your account.
    """
    reply_to: (
        Annotated[
            Email,
            Meta(description="Email address for replies to the card's emails. Without it, they state that replies aren't read."),
        ]
        | None
        | UnsetType
    ) = UNSET
    """
    Email address for replies to the card's emails. Without it, they state that replies aren't read.
    """
    sign_url: (
        Annotated[Url, Meta(description='Shared signing link; null if there is none.')]
        | None
        | UnsetType
    ) = UNSET
    """
    Shared signing link; null if there is none.
    """
    view_url: (
        Annotated[
            Url,
            Meta(description='Link to view the finished card; null if there is none.'),
        ]
        | None
        | UnsetType
    ) = UNSET
    """
    Link to view the finished card; null if there is none.
    """
    counts: (
        Annotated[
            Counts,
            Meta(
                description='Numbers of invitations and contributions; only in lists.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Numbers of invitations and contributions; only in lists.
    """
    collected: (
        Annotated[
            Money,
            Meta(
                description='Money collected by the card; absent if it is not visible to you.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Money collected by the card; absent if it is not visible to you.
    """
    proceeds: (
        Annotated[
            Proceeds,
            Meta(
                description='Returned only to the owner, when retrieving the card or recording the handover, if money was paid online.'
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Returned only to the owner, when retrieving the card or recording the handover, if money was paid online.
    """
    handover: Handover | None | UnsetType = UNSET
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class CardAdmin(Struct, kw_only=True):
    """
    A person with privileges on one card.
    """

    object: Annotated[str, Meta(description='One of: card_admin.')]
    """
    One of: card_admin.
    """
    id: CardAdminId
    card_admin_id: Annotated[CardAdminId, Meta(description='The same as `id`.')]
    """
    The same as `id`.
    """
    card_id: Annotated[CardId, Meta(description='ID of the card.')]
    """
    ID of the card.
    """
    email: Annotated[Email, Meta(description='Email address.')]
    """
    Email address.
    """
    name: Annotated[LineOrNull, Meta(description='Name of the person.')]
    """
    Name of the person.
    """
    privilege: Annotated[Privilege, Meta(description='Privileges on the card.')]
    """
    Privileges on the card.
    """
    status: Annotated[str, Meta(description='One of: active, invited, removed.')]
    """
    One of: active, invited, removed.
    """
    removed_at: Annotated[
        TimestampOrNull, Meta(description='Time when the admin was removed.')
    ]
    """
    Time when the admin was removed.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class CardAdminList(AnyList, kw_only=True):
    """
    A list of CardAdmin records.
    """

    data: list[CardAdmin]


class CardBatch(Struct, kw_only=True):
    """
    Cards that are created together.
    """

    object: Annotated[str, Meta(description='One of: card_batch.')]
    """
    One of: card_batch.
    """
    id: CardBatchId
    status: Annotated[
        str,
        Meta(
            description='`pending`: not finished. `completed`: all cards were created. `failed`: none was. One of: completed, failed, pending.'
        ),
    ]
    """
    `pending`: not finished. `completed`: all cards were created. `failed`: none was. One of: completed, failed, pending.
    """
    status_reason: Annotated[str, Meta(description='Code of the error that made the batch fail, such as `no_bundle_available`.')] | None
    """
    Code of the error that made the batch fail, such as `no_bundle_available`.
    """
    cards_total: Annotated[Count, Meta(description='Number of cards of the batch.')]
    """
    Number of cards of the batch.
    """
    card_ids: Annotated[
        list[str],
        Meta(description='Cards that were created, in the order of the request.'),
    ]
    """
    Cards that were created, in the order of the request.
    """
    finished_at: Annotated[
        TimestampOrNull, Meta(description='Time when the batch completed or failed.')
    ]
    """
    Time when the batch completed or failed.
    """
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class CardList(AnyList, kw_only=True):
    """
    A list of Card records.
    """

    data: list[Card]


class Contribution(Struct, kw_only=True):
    """
    A contribution to a card. An anonymous contribution reveals neither its author nor its source.
    """

    object: Annotated[str, Meta(description='One of: contribution.')]
    """
    One of: contribution.
    """
    id: ContributionId
    card_id: CardId
    invite_id: Annotated[InviteId, Meta(description='Invitation that was used to sign.')] | None
    """
    Invitation that was used to sign.
    """
    source: Annotated[str, Meta(description='How the contributor signed.')] | None
    """
    How the contributor signed.
    """
    name: Annotated[str, Meta(description='Name of the contributor; null if it is not visible to you.')] | None
    """
    Name of the contributor; null if it is not visible to you.
    """
    anonymous: Annotated[
        bool,
        Meta(
            description='Whether to hide the author from everyone, including the owner.'
        ),
    ]
    """
    Whether to hide the author from everyone, including the owner.
    """
    note: Annotated[Note, Meta(description='Note of the contribution; null if there is only money.')] | None
    """
    Note of the contribution; null if there is only money.
    """
    money: Annotated[Gift, Meta(description='Money of the contribution; null if there is none or it is not visible to you.')] | None
    """
    Money of the contribution; null if there is none or it is not visible to you.
    """
    reports: Annotated[Count, Meta(description='Number of browsers that reported the note; null unless you can moderate.')] | None
    """
    Number of browsers that reported the note; null unless you can moderate.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class ContributionList(AnyList, kw_only=True):
    """
    A list of Contribution records.
    """

    data: list[Contribution]


class Customer(Struct, kw_only=True):
    """
    The account of a customer, as its platform sees it.
    """

    object: Annotated[str, Meta(description='One of: customer.')]
    """
    One of: customer.
    """
    id: Annotated[AccountId, Meta(description='Send it as `Wellwish-Account`.')]
    """
    Send it as `Wellwish-Account`.
    """
    name: Annotated[RequiredLine, Meta(description='Name of the account.')]
    """
    Name of the account.
    """
    external_id: Annotated[
        LineOrNull,
        Meta(
            description='Your own identifier for the customer, unique among your customers.'
        ),
    ]
    """
    Your own identifier for the customer, unique among your customers.
    """
    cards_from: Annotated[
        str,
        Meta(
            description="`platform`: also your cards, once the customer's are used up. One of: own, platform."
        ),
    ]
    """
    `platform`: also your cards, once the customer's are used up. One of: own, platform.
    """
    cards: Annotated[Count, Meta(description='Number of cards taken from bundles.')]
    """
    Number of cards taken from bundles.
    """
    closed_at: Annotated[
        TimestampOrNull, Meta(description='Time when its owners closed it to you.')
    ]
    """
    Time when its owners closed it to you.
    """
    suspended_at: Annotated[
        TimestampOrNull, Meta(description='Time when it was suspended.')
    ]
    """
    Time when it was suspended.
    """
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class CustomerList(AnyList, kw_only=True):
    """
    A list of Customer records.
    """

    data: list[Customer]


class DataErasure(Struct, kw_only=True):
    """
    The erasure of a person's data in your account.
    """

    object: Annotated[str, Meta(description='One of: erasure.')]
    """
    One of: erasure.
    """
    id: ErasureId
    status: Annotated[
        str,
        Meta(
            description='`pending`: not finished. `completed`: the data is erased. `failed`: repeat the request, which continues. One of: completed, failed, pending.'
        ),
    ]
    """
    `pending`: not finished. `completed`: the data is erased. `failed`: repeat the request, which continues. One of: completed, failed, pending.
    """
    status_reason: Annotated[str, Meta(description='Why it failed, such as `internal_error`. `person_erased`: a person in it was erased.')] | None
    """
    Why it failed, such as `internal_error`. `person_erased`: a person in it was erased.
    """
    email: Annotated[str, Meta(description='The email address, until the erasure has ended.')] | None
    """
    The email address, until the erasure has ended.
    """
    phone: Annotated[str, Meta(description='The phone number (E.164), until the erasure has ended.')] | None
    """
    The phone number (E.164), until the erasure has ended.
    """
    person_id: PersonId | None
    counts: Annotated[
        DataCounts,
        Meta(description='The records found; from the first step on, those erased.'),
    ]
    """
    The records found; from the first step on, those erased.
    """
    kept: Annotated[list[KeptData], Meta(description='The records that are kept.')]
    """
    The records that are kept.
    """
    steps_total: Annotated[
        Count, Meta(description='Number of steps; 0 before the first one.')
    ]
    """
    Number of steps; 0 before the first one.
    """
    steps_done: Annotated[Count, Meta(description='Number of finished steps.')]
    """
    Number of finished steps.
    """
    receipt: ErasureReceipt | None
    finished_at: Annotated[
        TimestampOrNull, Meta(description='Time when the erasure completed or failed.')
    ]
    """
    Time when the erasure completed or failed.
    """
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class DataErasureList(AnyList, kw_only=True):
    """
    A list of DataErasure records.
    """

    data: list[DataErasure]


class DataExport(Struct, kw_only=True):
    """
    A copy of the data that your account has about a person, or of all data of your account.
    """

    object: Annotated[str, Meta(description='One of: export.')]
    """
    One of: export.
    """
    id: ExportId
    of: Annotated[str, Meta(description='Whose data it is. One of: account, person.')]
    """
    Whose data it is. One of: account, person.
    """
    status: Annotated[
        str,
        Meta(
            description='`pending`: not finished. `completed`: the file is ready. `failed`: there is none. One of: completed, failed, pending.'
        ),
    ]
    """
    `pending`: not finished. `completed`: the file is ready. `failed`: there is none. One of: completed, failed, pending.
    """
    status_reason: Annotated[str, Meta(description='Why it failed, such as `internal_error`. `person_erased`: a person in it was erased.')] | None
    """
    Why it failed, such as `internal_error`. `person_erased`: a person in it was erased.
    """
    email: Annotated[str, Meta(description='The email address, until the export expires.')] | None
    """
    The email address, until the export expires.
    """
    phone: Annotated[str, Meta(description='The phone number (E.164), until the export expires.')] | None
    """
    The phone number (E.164), until the export expires.
    """
    person_id: PersonId | None
    counts: Annotated[DataCounts, Meta(description='Numbers of invitations and contributions; only in lists.')] | None
    """
    Numbers of invitations and contributions; only in lists.
    """
    records: Annotated[list[ExportedRecords], Meta(description='The progress by kind of record; null for a person.')] | None
    """
    The progress by kind of record; null for a person.
    """
    size_bytes: Annotated[int, Meta(description='Size of the file so far.')] | None
    """
    Size of the file so far.
    """
    expires_at: Annotated[
        TimestampOrNull, Meta(description='Time when the file is deleted.')
    ]
    """
    Time when the file is deleted.
    """
    finished_at: Annotated[
        TimestampOrNull, Meta(description='Time when the export completed or failed.')
    ]
    """
    Time when the export completed or failed.
    """
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class DataExportList(AnyList, kw_only=True):
    """
    A list of DataExport records.
    """

    data: list[DataExport]


class DeletedCard(Struct, kw_only=True):
    """
    The ID of a deleted card.
    """

    object: Annotated[str, Meta(description='One of: card.')]
    """
    One of: card.
    """
    id: CardId
    card_id: Annotated[CardId, Meta(description='The same as `id`.')]
    """
    The same as `id`.
    """
    deleted: Annotated[Any, Meta(description='Always true.')]
    """
    Always true.
    """
    warnings: Warnings | UnsetType = UNSET
    dry_run: DryRun | UnsetType = UNSET


class NewlySigned(Contribution, kw_only=True):
    """
    The new contribution, and the page where its money is paid.
    """

    checkout_url: (
        Annotated[
            Url,
            Meta(description='Payment page for online money. It is open for 23 hours.'),
        ]
        | UnsetType
    ) = UNSET
    """
    Payment page for online money. It is open for 23 hours.
    """
    expected_fee: (
        Annotated[
            Money,
            Meta(
                description="Estimated provider fee of an online payment, from the account's stated fees or its earlier payments; absent while it is not known."
            ),
        ]
        | UnsetType
    ) = UNSET
    """
    Estimated provider fee of an online payment, from the account's stated fees or its earlier payments; absent while it is not known.
    """
    dry_run: DryRun | UnsetType = UNSET


class Payment(Struct, kw_only=True):
    """
    A payment for a contribution or a bundle.
    """

    object: Annotated[str, Meta(description='One of: payment.')]
    """
    One of: payment.
    """
    id: PaymentId
    purpose: Annotated[str, Meta(description='One of: bundle_purchase, contribution.')]
    """
    One of: bundle_purchase, contribution.
    """
    bundle_purchase_id: BundlePurchaseId | None
    contribution_id: ContributionId | None
    card_id: CardId | None
    provider: Annotated[PaymentProviderName, Meta(description='The payment provider.')]
    """
    The payment provider.
    """
    provider_payment_id: Annotated[str, Meta(description='ID at the provider, for matching its reports; null until the provider has reported it. At Stripe: of the PaymentIntent (`pi_`) or the refund (`re_`); at Mollie: `tr_` or `re_`.')] | None
    """
    ID at the provider, for matching its reports; null until the provider has reported it. At Stripe: of the PaymentIntent (`pi_`) or the refund (`re_`); at Mollie: `tr_` or `re_`.
    """
    status: PaymentQueryStatus
    amount: Annotated[Money, Meta(description='Amount of the payment.')]
    """
    Amount of the payment.
    """
    fee: Annotated[Money, Meta(description='Fee of the provider; null until it is known.')] | None
    """
    Fee of the provider; null until it is known.
    """
    net: Money | None
    refunded: Annotated[Money, Meta(description='Refunded amount.')]
    """
    Refunded amount.
    """
    refundable: Annotated[Money, Meta(description='Amount that can still be refunded.')]
    """
    Amount that can still be refunded.
    """
    invoice: PaymentInvoice | None
    failure_reason: Annotated[Word, Meta(description='`declined`, or `refused_by_provider` (for example, below its minimum amount).')] | None
    """
    `declined`, or `refused_by_provider` (for example, below its minimum amount).
    """
    return_url: Annotated[Url, Meta(description='URL to which the payer returns; null for a page of this service.')] | None
    """
    URL to which the payer returns; null for a page of this service.
    """
    checkout_url: Annotated[Url, Meta(description='URL of the payment page while the payment is pending; null afterwards, and for gifts that signers made themselves.')] | None
    """
    URL of the payment page while the payment is pending; null afterwards, and for gifts that signers made themselves.
    """
    refunds: Annotated[list[Refund], Meta(description='Refunds, newest first.')]
    """
    Refunds, newest first.
    """
    succeeded_at: Annotated[
        TimestampOrNull,
        Meta(description='Time when the provider reported that it was paid.'),
    ]
    """
    Time when the provider reported that it was paid.
    """
    disputed_at: Annotated[
        TimestampOrNull, Meta(description='Time when the payer disputed it.')
    ]
    """
    Time when the payer disputed it.
    """
    mismatched_at: Annotated[
        TimestampOrNull,
        Meta(
            description='Time when the provider reported something that contradicts the payment, and was therefore not booked; null again once the operator has resolved it.'
        ),
    ]
    """
    Time when the provider reported something that contradicts the payment, and was therefore not booked; null again once the operator has resolved it.
    """
    version: Version
    created_at: CreatedAt
    updated_at: UpdatedAt
    warnings: Warnings | UnsetType = UNSET


class PaymentList(AnyList, kw_only=True):
    """
    A list of Payment records.
    """

    data: list[Payment]
