"""The bodies of requests. Written by `script/generate clients`."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class Advance(TypedDict):
    """
    The new time or the duration of the advance. Exactly one member must be present.
    """

    by: NotRequired[str | None]
    to: NotRequired[str | None]


Audience: TypeAlias = Literal['everyone', 'contributors', 'recipient', 'admins', 'nobody']


BundlePurchaseId: TypeAlias = str


class Cancelling(TypedDict):
    """
    Whether to refund the card's money.
    """

    refund: NotRequired[bool | None]


CardId: TypeAlias = str


Currency: TypeAlias = Literal['AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BHD', 'BIF', 'BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLF', 'CLP', 'CNY', 'COP', 'CRC', 'CUP', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'UYU', 'UYW', 'UZS', 'VED', 'VES', 'VND', 'VUV', 'WST', 'XAF', 'XCD', 'XCG', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW', 'ZWG']


Effect: TypeAlias = Literal['confetti', 'balloons', 'streamers', 'planes', 'sparks', 'petals', 'stars', 'caps', 'steam', 'lights', 'snow', 'glow', 'hearts', 'none']


Email: TypeAlias = str


EndDate: TypeAlias = str


GroupId: TypeAlias = str


HandoverMethod: TypeAlias = Literal['bank_transfer', 'cash', 'other', 'present', 'voucher']


InvitationReminder: TypeAlias = Literal['auto', 'daily', 'none', 'once', 'weekly']


InviteId: TypeAlias = str


LineOrNull: TypeAlias = str | None


Locale: TypeAlias = str


class MemberChange(TypedDict):
    """
    The new role.
    """

    role: Literal['owner', 'member']


class NewAccountMember(TypedDict):
    """
    The person to invite.
    """

    email: str
    role: NotRequired[Literal['owner', 'member'] | None]


class NewCollection(TypedDict):
    """
    Collection settings of a new card; `{}` creates a card without money.
    """

    add_money: NotRequired[Audience | None]
    see_total: NotRequired[Audience | None]
    see_contributors: NotRequired[Audience | None]
    add_cash: NotRequired[bool | None]
    restrict_cash: NotRequired[bool | None]
    currency: NotRequired[Currency | None]
    see_contributor_names: NotRequired[int | None]
    suggested_amounts: NotRequired[list[int] | None]
    min_amount: NotRequired[int | None]
    max_amount: NotRequired[int | None]
    goal_amount: NotRequired[int | None]


class NewLogo(TypedDict):
    """
    The picture for the logo.
    """

    content: str


NewMediaKind: TypeAlias = Literal['photo', 'gif', 'video', 'drawing', 'voice']


class NewMember(TypedDict):
    """
    A member of a group. An email or phone number is required; the email is preferred.
    """

    name: NotRequired[LineOrNull]
    email: NotRequired[Email | None]
    phone: NotRequired[str | None]


class NewProvider(TypedDict):
    """
    The provider and its secrets, which are stored encrypted and never returned.
    """

    provider: Literal['stripe', 'mollie', 'sandbox']
    secret_key: NotRequired[str | None]
    webhook_secret: NotRequired[str | None]


class NewRecipient(TypedDict):
    """
    A recipient of the card; all fields are optional.
    """

    name: NotRequired[LineOrNull]
    email: NotRequired[Email | None]
    phone: NotRequired[str | None]
    locale: NotRequired[Locale | None]
    external_id: NotRequired[LineOrNull]


class NewRefund(TypedDict):
    """
    The amount to refund.
    """

    amount: NotRequired[int | None]


NoteInk: TypeAlias = Literal['berry', 'charcoal', 'green', 'navy', 'plum', 'rust']


NotePaper: TypeAlias = Literal['blush', 'butter', 'cream', 'lilac', 'mint', 'sky']


NotePen: TypeAlias = Literal['caveat', 'courier', 'gochi', 'kalam', 'patrick', 'reenie', 'shadows']


class OwnDateInput(TypedDict):
    """
    A date with a name that you choose. It recurs every year.
    """

    name: str
    date: str


class PersonDatesChange(TypedDict):
    """
    Changes to the dates of a person. Absent dates stay unchanged, null clears one.
    """

    birthday: NotRequired[str | None]
    started_on: NotRequired[str | None]
    own: NotRequired[list[OwnDateInput] | None]


PersonId: TypeAlias = str


class PlatformChange(TypedDict):
    """
    The access that the platform has.
    """

    access: Literal['full', 'none']


PreviewRequest = TypedDict(
    'PreviewRequest',
    {
        'as': NotRequired[Literal['everyone', 'contributor', 'recipient', 'admin'] | None]
    },
)


class PrivilegeInput(TypedDict):
    """
    The privileges of an admin on one card.
    """

    can_update: NotRequired[bool | None]
    invite_contributors: NotRequired[bool | None]
    admin_management: NotRequired[bool | None]


RecipientId: TypeAlias = str


class Recovery(TypedDict):
    """
    The start of the recovery.
    """

    since: str


class RemindAll(TypedDict):
    """
    Whom to remind: everyone on the card who has not signed.
    """

    preview: NotRequired[bool | None]
    skip_messaged_today: NotRequired[bool | None]


class Reopening(TypedDict):
    """
    The new end; required if the previous end has passed.
    """

    contribution_end_date: NotRequired[EndDate | None]


RequiredLine: TypeAlias = str


class Resend(TypedDict):
    """
    The invitation to resend.
    """

    invite_id: InviteId


RestrictedKeyScope: TypeAlias = Literal['cards.read', 'cards.write', 'people.invite', 'people.read', 'people.write', 'money.read', 'money.write', 'events.read', 'account.read']


class Rotation(TypedDict):
    """
    Options for the rotation.
    """

    overlap_seconds: NotRequired[int | None]


class SecretRotation(TypedDict):
    """
    Options for the rotation.
    """

    overlap_seconds: NotRequired[int | None]


class SkippedOccasion(TypedDict):
    """
    The occasion, as `GET /api/occasions` returns it.
    """

    person_id: PersonId
    occasion: Literal['birthday', 'anniversary', 'welcome', 'date']
    year: int
    date_name: NotRequired[str | None]
    skip: NotRequired[bool | None]


class StatedFeeInput(TypedDict):
    """
    The fee for payments in a currency, as agreed between the owner and the provider.
    """

    currency: Currency
    basis_points: int
    fixed: int


class Stroke(TypedDict):
    """
    One stroke of the pen on a canvas of 1200 by 900 units.
    """

    ink: NotRequired[NoteInk | None]
    width: NotRequired[int | None]
    points: list[list[float]]


TemplateId: TypeAlias = str


TextOrNull: TypeAlias = str | None


Type: TypeAlias = Literal['bundle_purchase.active', 'bundle_purchase.created', 'bundle_purchase.exhausted', 'bundle_purchase.failed', 'bundle_purchase.low', 'bundle_purchase.refunded', 'card.archived', 'card.cancel_failed', 'card.cancelled', 'card.cancelling', 'card.closed', 'card.created', 'card.deleted', 'card.goal_reached', 'card.handed_over', 'card.link_rotated', 'card.reopened', 'card.thanked', 'card.updated', 'card.viewed', 'card_admin.added', 'card_admin.removed', 'card_admin.updated', 'contribution.created', 'contribution.deleted', 'contribution.hidden', 'contribution.paid', 'contribution.pledge_confirmed', 'contribution.pledge_dropped', 'contribution.pledged', 'contribution.published', 'contribution.rejected', 'contribution.reported', 'contribution.updated', 'credential.rotated', 'customer.left', 'erasure.completed', 'erasure.failed', 'export.completed', 'export.failed', 'invitation.bounced', 'invitation.corrected', 'invitation.created', 'invitation.declined', 'invitation.delivered', 'invitation.failed', 'invitation.reminded', 'invitation.resent', 'invitation.revoked', 'invitation.sent', 'invitation.suppressed', 'occasion.card_created', 'payment.cancelled', 'payment.dispute_closed', 'payment.disputed', 'payment.failed', 'payment.inquiry_opened', 'payment.mismatched', 'payment.processing', 'payment.refund_failed', 'payment.refunded', 'payment.succeeded', 'payment_provider.changed', 'person.created', 'person.deleted', 'person.left', 'person.updated', 'platform.left', 'refund_request.approved', 'refund_request.closed', 'refund_request.created', 'refund_request.refused', 'restricted_key.created', 'restricted_key.ended', 'webhook_endpoint.disabled', 'webhook_endpoint.test']


Url: TypeAlias = str


class WebhookEndpointChange(TypedDict):
    """
    Changes to a webhook endpoint. Absent fields stay unchanged; null clears a field.
    """

    url: NotRequired[Url]
    description: NotRequired[TextOrNull]
    event_types: NotRequired[list[Type] | None]
    payload: NotRequired[Literal['thin', 'full'] | None]
    personal_data: NotRequired[bool | None]
    disabled: NotRequired[bool | None]


class AccountChange(TypedDict):
    """
    Changes to the account. Absent fields stay unchanged; null restores the default.
    """

    name: NotRequired[RequiredLine]
    country: NotRequired[str | None]
    currency: NotRequired[str | None]
    timezone: NotRequired[str | None]
    locale: NotRequired[str | None]
    erase_cards_after_days: NotRequired[int | None]
    reply_to: NotRequired[Email | None]
    embed_origins: NotRequired[list[str] | None]
    members_see_dates: NotRequired[bool | None]
    holidays: NotRequired[list[str] | None]
    people_notice: NotRequired[TextOrNull]


class BatchCard(TypedDict):
    """
    A card of the batch. Its other fields have their defaults and can be changed by updating the card.
    """

    title: RequiredLine
    template_id: TemplateId
    recipient: NotRequired[LineOrNull]
    recipient_email: NotRequired[Email | None]
    contribution_end_date: NotRequired[EndDate | None]


class ChangedOccasion(TypedDict):
    """
    The occasion, as in `GET /api/occasions`, with all differences from its rule.
    """

    person_id: PersonId
    occasion: Literal['birthday', 'anniversary', 'welcome', 'date']
    year: int
    date_name: NotRequired[str | None]
    opens_on: NotRequired[str | None]
    closes_on: NotRequired[str | None]
    title: NotRequired[LineOrNull]
    message: NotRequired[str | None]
    template_id: NotRequired[TemplateId | None]


class CollectionChange(TypedDict):
    """
    Changes to the collection settings. Absent settings stay unchanged; null restores the default.
    """

    add_money: NotRequired[Audience | None]
    see_total: NotRequired[Audience | None]
    see_contributors: NotRequired[Audience | None]
    add_cash: NotRequired[bool | None]
    restrict_cash: NotRequired[bool | None]
    currency: NotRequired[Currency | None]
    see_contributor_names: NotRequired[int | None]
    suggested_amounts: NotRequired[list[int] | None]
    min_amount: NotRequired[int | None]
    max_amount: NotRequired[int | None]
    goal_amount: NotRequired[int | None]


class Correction(TypedDict):
    """
    The corrected address, for the same delivery type.
    """

    delivery_id: NotRequired[RequiredLine]


class CustomerChange(TypedDict):
    """
    Changes to the customer. Absent fields stay unchanged; null restores the default.
    """

    external_id: NotRequired[LineOrNull]
    cards_from: NotRequired[Literal['own', 'platform']]


class DataSubject(TypedDict):
    """
    The person whose data is exported or erased: exactly one of the fields.
    """

    email: NotRequired[Email | None]
    phone: NotRequired[str | None]
    person_id: NotRequired[PersonId | None]


class Duplication(TypedDict):
    """
    The fields in which the new card differs from the original.
    """

    title: NotRequired[RequiredLine | None]
    template_id: NotRequired[TemplateId | None]
    contribution_end_date: NotRequired[EndDate | None]
    bundle_purchase_id: NotRequired[BundlePurchaseId | None]
    external_id: NotRequired[LineOrNull]


class ExportSubject(TypedDict):
    """
    The person whose data is concerned, or `of` for the whole account: exactly one of the fields.
    """

    email: NotRequired[Email | None]
    phone: NotRequired[str | None]
    person_id: NotRequired[PersonId | None]
    of: NotRequired[Literal['account'] | None]


class GroupChange(TypedDict):
    """
    Changes to a group. Absent fields stay unchanged, null clears a field, `members` replaces all.
    """

    name: NotRequired[RequiredLine]
    external_id: NotRequired[LineOrNull]
    kind: NotRequired[Literal['people', 'channel', 'team'] | None]
    webhook_url: NotRequired[str | None]
    members: NotRequired[list[NewMember] | None]


class HandoverChange(TypedDict):
    """
    Changes to the handover. Absent fields stay unchanged; null clears `note` and `url`.
    """

    method: NotRequired[HandoverMethod]
    amount: NotRequired[int]
    note: NotRequired[TextOrNull]
    url: NotRequired[Url | None]


class Invitee(TypedDict):
    """
    A person, channel or saved group to invite.
    """

    delivery_type: Literal['email', 'sms', 'group']
    delivery_id: RequiredLine
    name: NotRequired[LineOrNull]


class InviteesToCheck(TypedDict):
    """
    The invitees, and the text of the email.
    """

    invitees: list[Invitee]
    title: NotRequired[LineOrNull]
    message: NotRequired[str | None]
    html: NotRequired[bool | None]


class LinkRotation(TypedDict):
    """
    The link to rotate.
    """

    link: Literal['shared', 'public_view', 'recipient', 'invitation']
    recipient_id: NotRequired[RecipientId | None]
    invite_id: NotRequired[InviteId | None]


class NewAudioFile(TypedDict):
    """
    Music for the card. The server downloads it only if the operator allows that.
    """

    name: NotRequired[LineOrNull]
    url: NotRequired[Url | None]


class NewBatch(TypedDict):
    """
    The cards to create, and their common values.
    """

    sender: RequiredLine
    cards: list[BatchCard]
    timezone: NotRequired[str | None]
    locale: NotRequired[Locale | None]


class NewCard(TypedDict):
    """
    The card to create.
    """

    title: RequiredLine
    sender: RequiredLine
    template_id: TemplateId
    collection: NewCollection
    bundle_purchase_id: NotRequired[BundlePurchaseId | None]
    recipient: NotRequired[LineOrNull]
    recipient_email: NotRequired[Email | None]
    recipients: NotRequired[list[NewRecipient] | None]
    audio_file: NotRequired[NewAudioFile | None]
    card_type: NotRequired[int | None]
    auto_reminders: NotRequired[bool | None]
    public_read: NotRequired[bool | None]
    contribution_end_date: NotRequired[EndDate | None]
    contribution_limit: NotRequired[int | None]
    custom_logo: NotRequired[str | None]
    custom_effect: NotRequired[Effect | None]
    extra_data: NotRequired[str | None]
    palette: NotRequired[str | None]
    cover_text: NotRequired[list[str] | None]
    moderation: NotRequired[Literal['off', 'pre', 'post'] | None]
    see_notes: NotRequired[Literal['everyone', 'signed', 'nobody'] | None]
    timezone: NotRequired[str | None]
    locale: NotRequired[Locale | None]
    shared_link: NotRequired[bool | None]
    external_id: NotRequired[LineOrNull]
    reply_to: NotRequired[Email | None]
    organiser_mail: NotRequired[Literal['none', 'each', 'daily'] | None]


class NewCardAdmin(TypedDict):
    """
    The person to add. Without `privilege`, all privileges are false.
    """

    card_id: CardId
    email: Email
    name: NotRequired[LineOrNull]
    privilege: NotRequired[PrivilegeInput | None]


class NewCustomer(TypedDict):
    """
    The account to create.
    """

    name: RequiredLine
    country: NotRequired[str | None]
    currency: NotRequired[str | None]
    timezone: NotRequired[str | None]
    locale: NotRequired[str | None]
    external_id: NotRequired[LineOrNull]
    cards_from: NotRequired[Literal['own', 'platform'] | None]
    owner_email: NotRequired[Email | None]


class NewFees(TypedDict):
    """
    The complete list of stated fees, which replaces the previous list. An empty list removes all fees.
    """

    fees: list[StatedFeeInput]


class NewGift(TypedDict):
    """
    Money to contribute.
    """

    amount: int
    currency: Currency
    method: NotRequired[Literal['online', 'cash'] | None]
    hide_amount: NotRequired[bool | None]
    return_url: NotRequired[Url | None]
    receipt_email: NotRequired[Email | None]
    cover_fee: NotRequired[bool | None]


class NewGroup(TypedDict):
    """
    The group to create.
    """

    name: RequiredLine
    external_id: NotRequired[LineOrNull]
    kind: NotRequired[Literal['people', 'channel', 'team'] | None]
    webhook_url: NotRequired[str | None]
    members: NotRequired[list[NewMember] | None]


class NewHandover(TypedDict):
    """
    The handover to record: its method, amount, note and URL.
    """

    method: HandoverMethod
    amount: int
    note: NotRequired[TextOrNull]
    url: NotRequired[Url | None]


class NewInvitations(TypedDict):
    """
    The invitees and the message. Either all invitees are invited or none.
    """

    card_id: CardId
    invitees: list[Invitee]
    title: NotRequired[LineOrNull]
    message: NotRequired[str | None]
    reminder: NotRequired[InvitationReminder | None]
    send: NotRequired[bool | None]


class NewMedia(TypedDict):
    """
    A file for a note: `content` of a photo, GIF, video or recording, or `strokes` of a drawing.
    """

    kind: NewMediaKind
    content: NotRequired[str | None]
    strokes: NotRequired[list[Stroke] | None]
    description: NotRequired[str | None]
    transcript: NotRequired[str | None]


class NewNote(TypedDict):
    """
    The text of a note, its style, and who can read it.
    """

    text: NotRequired[str | None]
    lang: NotRequired[Locale | None]
    pen: NotRequired[NotePen | None]
    ink: NotRequired[NoteInk | None]
    paper: NotRequired[NotePaper | None]
    visibility: NotRequired[Literal['everyone', 'recipient'] | None]
    media: NotRequired[list[str] | None]


class NewPerson(TypedDict):
    """
    The person to create or update. Absent fields of a known person stay unchanged, null clears a field.
    """

    name: RequiredLine
    email: NotRequired[Email | None]
    phone: NotRequired[str | None]
    locale: NotRequired[str | None]
    timezone: NotRequired[str | None]
    external_id: NotRequired[LineOrNull]
    manager: NotRequired[LineOrNull]
    teams: NotRequired[list[str] | None]
    dates: NotRequired[PersonDatesChange | None]
    status: NotRequired[Literal['active', 'left']]
    celebrate: NotRequired[bool]


class NewPrivilege(TypedDict):
    """
    The new privileges. A missing privilege is false.
    """

    privilege: PrivilegeInput


class NewPurchase(TypedDict):
    """
    The bundle to buy, and the currency of the payment.
    """

    bundle_id: RequiredLine
    currency: NotRequired[Currency | None]
    return_url: NotRequired[Url | None]


class NewRestrictedKey(TypedDict):
    """
    The restricted key to create.
    """

    name: str
    scopes: list[RestrictedKeyScope]
    networks: NotRequired[list[str] | None]
    expires_at: NotRequired[str | None]


class NewRule(TypedDict):
    """
    The rule to create.
    """

    occasion: Literal['birthday', 'anniversary', 'welcome', 'date']
    template_ids: list[str]
    title: RequiredLine
    sender: RequiredLine
    max_cards_a_month: int
    date_name: NotRequired[str | None]
    team_ids: NotRequired[list[str] | None]
    years: NotRequired[list[int] | None]
    message: NotRequired[str | None]
    opens_days_before: NotRequired[int | None]
    closes_hour: NotRequired[int | None]
    days_off: NotRequired[Literal['before', 'after', 'nearest', 'keep'] | None]
    leap_day: NotRequired[Literal['february_28', 'march_1'] | None]
    invites: NotRequired[Literal['team', 'manager_and_peers', 'group', 'nobody'] | None]
    group_id: NotRequired[GroupId | None]
    organiser_id: NotRequired[str | None]
    manager_organises: NotRequired[bool | None]
    bundle_purchase_ids: NotRequired[list[str] | None]
    collection: NotRequired[NewCollection | None]


class NewWebhookEndpoint(TypedDict):
    """
    The webhook endpoint to create.
    """

    url: Url
    description: NotRequired[TextOrNull]
    event_types: NotRequired[list[Type] | None]
    payload: NotRequired[Literal['thin', 'full'] | None]
    personal_data: NotRequired[bool | None]


class PeopleList(TypedDict):
    """
    The complete list of people, or part of it with `keep_others`.
    """

    people: list[NewPerson]
    keep_others: NotRequired[bool | None]
    allow_leavers: NotRequired[bool | None]
    notify: NotRequired[bool | None]
    digest: NotRequired[str | None]


class PersonChange(TypedDict):
    """
    Changes to a person. Absent fields stay unchanged, null clears a field.
    """

    name: NotRequired[RequiredLine]
    email: NotRequired[Email | None]
    phone: NotRequired[str | None]
    locale: NotRequired[str | None]
    timezone: NotRequired[str | None]
    external_id: NotRequired[LineOrNull]
    manager: NotRequired[LineOrNull]
    teams: NotRequired[list[str] | None]
    dates: NotRequired[PersonDatesChange | None]
    status: NotRequired[Literal['active', 'left']]
    celebrate: NotRequired[bool]


class Refusing(TypedDict):
    """
    The reason for the contributor.
    """

    note: NotRequired[TextOrNull]


class RuleChange(TypedDict):
    """
    Changes to a rule. Absent fields stay unchanged; null clears a field or restores its default.

    Existing cards stay unchanged. The occasion of a rule cannot be changed: create another rule.
    """

    template_ids: NotRequired[list[str]]
    title: NotRequired[RequiredLine]
    sender: NotRequired[RequiredLine]
    max_cards_a_month: NotRequired[int]
    team_ids: NotRequired[list[str] | None]
    years: NotRequired[list[int] | None]
    message: NotRequired[str | None]
    opens_days_before: NotRequired[int | None]
    closes_hour: NotRequired[int | None]
    days_off: NotRequired[Literal['before', 'after', 'nearest', 'keep'] | None]
    leap_day: NotRequired[Literal['february_28', 'march_1'] | None]
    invites: NotRequired[Literal['team', 'manager_and_peers', 'group', 'nobody'] | None]
    group_id: NotRequired[GroupId | None]
    organiser_id: NotRequired[str | None]
    manager_organises: NotRequired[bool | None]
    bundle_purchase_ids: NotRequired[list[str] | None]
    collection: NotRequired[CollectionChange | None]


class CardChange(TypedDict):
    """
    Changes to a card. Absent fields stay unchanged; null clears a field or restores its default.
    """

    title: NotRequired[RequiredLine]
    sender: NotRequired[RequiredLine]
    template_id: NotRequired[TemplateId]
    collection: NotRequired[CollectionChange]
    recipient: NotRequired[LineOrNull]
    recipient_email: NotRequired[Email | None]
    recipients: NotRequired[list[NewRecipient] | None]
    audio_file: NotRequired[NewAudioFile | None]
    auto_reminders: NotRequired[bool | None]
    public_read: NotRequired[bool | None]
    contribution_end_date: NotRequired[EndDate | None]
    contribution_limit: NotRequired[int | None]
    custom_logo: NotRequired[str | None]
    custom_effect: NotRequired[Effect | None]
    extra_data: NotRequired[str | None]
    palette: NotRequired[str | None]
    cover_text: NotRequired[list[str] | None]
    moderation: NotRequired[Literal['off', 'pre', 'post'] | None]
    see_notes: NotRequired[Literal['everyone', 'signed', 'nobody'] | None]
    timezone: NotRequired[str | None]
    locale: NotRequired[Locale | None]
    shared_link: NotRequired[bool | None]
    external_id: NotRequired[LineOrNull]
    reply_to: NotRequired[Email | None]
    organiser_mail: NotRequired[Literal['none', 'each', 'daily'] | None]


class NewContribution(TypedDict):
    """
    A contribution: a note, money or both, and its author.
    """

    name: NotRequired[str | None]
    note: NotRequired[NewNote | None]
    money: NotRequired[NewGift | None]
    anonymous: NotRequired[bool | None]
