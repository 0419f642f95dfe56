"""The catalogue of refusals: every error that the service returns.

A refusal becomes a problem document (RFC 9457). ``title`` never changes for a code, ``detail`` describes the
occurrence, and ``fix`` is the advice on the error's documentation page. A refusal without a detail uses
``fix`` as its ``detail``.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from msgspec import Struct

CATALOGUE: Final[dict[str, type["Refusal"]]] = {}


class Fault(Struct, frozen=True):
    """A fault in a request, or a warning about it."""

    pointer: str
    code: str
    detail: str


class Refusal(Exception):  # noqa: N818 - not every refusal is an error
    """Refuses the request with a problem document."""

    status: ClassVar[int]
    code: ClassVar[str]
    title: ClassVar[str]
    fix: ClassVar[str]

    def __init_subclass__(cls) -> None:
        CATALOGUE[cls.code] = cls

    def __init__(
        self,
        detail: str = "",
        *,
        faults: Sequence[Fault] = (),
        headers: Mapping[str, str] | None = None,
        members: Mapping[str, str] | None = None,
        reason: str | None = None,
    ) -> None:
        """``reason`` goes to the log, never to the caller."""
        super().__init__(detail or self.title)
        self.reason = reason
        self.detail = detail or self.fix
        self.faults = list(faults)
        self.headers = dict(headers or {})
        self.members = dict(members or {})


class BadRequest(Refusal):
    status, code = 400, "malformed_request"
    title = "The request cannot be parsed"
    fix = "Send a valid HTTP/1.1 request with the media type that the operation accepts."


class MalformedJson(Refusal):
    status, code = 400, "malformed_json"
    title = "The body is not valid JSON"
    fix = (
        "Send one JSON text in UTF-8 (RFC 8259), without NaN, Infinity or members with the same name, nested "
        "at most 16 levels deep."
    )


class MalformedForm(Refusal):
    status, code = 400, "malformed_form"
    title = "The form cannot be parsed"
    fix = "Submit the form from its own page."


class UnknownApiVersion(Refusal):
    status, code = 400, "unknown_api_version"
    title = "Unknown API version"
    fix = "Omit the `Api-Version` header, or send the version that the server returns in its responses."


class InvalidIdempotencyKey(Refusal):
    status, code = 400, "invalid_idempotency_key"
    title = "Invalid `Idempotency-Key`"
    fix = "Send 1 to 255 visible ASCII characters, for example a UUID."


class IdempotencyKeyRequired(Refusal):
    status, code = 400, "idempotency_key_required"
    title = "`Idempotency-Key` required"
    fix = (
        "This operation moves money. Send a unique `Idempotency-Key`, and reuse it when you retry the "
        "request."
    )


class InvalidCursor(Refusal):
    status, code = 400, "invalid_cursor"
    title = "Invalid `cursor`"
    fix = "Use the `next_cursor` of the previous page, with the same filters."


class InvalidTokenRequest(Refusal):
    status, code = 400, "invalid_token_request"
    title = "Invalid token request"
    fix = (
        "Send `x-api-key` and `x-client-secret` headers, or a form with `grant_type=client_credentials` "
        "(RFC 6749 section 4.4) and the credentials either as Basic authentication or as `client_id` and "
        "`client_secret` form fields."
    )


class UnsupportedGrantType(Refusal):
    status, code = 400, "unsupported_grant_type"
    title = "Unsupported grant type"
    fix = "Send `grant_type=client_credentials`."


class Unauthenticated(Refusal):
    status, code = 401, "unauthenticated"
    title = "Authentication required"
    fix = (
        "Exchange your API key and client secret for an access token at /account/api-access/token, and "
        "send it as `Authorization: Bearer ...`."
    )


class InvalidToken(Refusal):
    status, code = 401, "invalid_token"
    title = "Invalid access token"
    fix = "The token is mistyped, expired or revoked. Exchange your API key and client secret for a new one."


class InvalidClient(Refusal):
    status, code = 401, "invalid_client"
    title = "Invalid API key or client secret"
    fix = "Send the newest key pair. If it is lost, the owner of the account can create another."


class InvalidCallback(Refusal):
    status, code = 401, "invalid_callback"
    title = "The callback could not be authenticated"
    fix = (
        "Configure the provider with the callback URL and the password or signing secret set on this server."
    )


class MissingPrivilege(Refusal):
    status, code = 403, "missing_privilege"
    title = "Missing privilege"
    fix = "Ask the owner of the card, or an admin who manages admins, to grant you the privilege."


class OwnerRequired(Refusal):
    status, code = 403, "owner_required"
    title = "Account owner required"
    fix = "Ask an owner of the account. Members can manage only cards, groups and webhooks."


class MissingScope(Refusal):
    status, code = 403, "missing_scope"
    title = "Missing scope"
    fix = "Use a restricted key with the `scope` of this response, or the key pair of the account."


class NetworkNotAllowed(Refusal):
    status, code = 403, "network_not_allowed"
    title = "The restricted key is not valid from this network"
    fix = (
        "Send the request from one of the `networks` of the restricted key, or create a key for the network "
        "of your program."
    )


class WrongMode(Refusal):
    status, code = 403, "wrong_mode"
    title = "Not available with this key in test mode"
    fix = (
        "Use a live key for members, the payment provider and new test keys, and a test key (`wwk_test_...`) "
        "for the outbox and the clock of test data."
    )


class TestClockAdvancing(Refusal):
    status, code = 409, "test_clock_advancing"
    title = "The test clock is advancing"
    fix = "Repeat the request when `GET /api/test-clock` returns the status `ready`."


class PlatformRequired(Refusal):
    status, code = 403, "platform_required"
    title = "Platform required"
    fix = (
        "Ask the operator of this service to make your account a platform. Send `Wellwish-Account` only with "
        "the live token of a platform, and create accounts without it."
    )


class CustomerNotFound(Refusal):
    status, code = 403, "customer_not_found"
    title = "No customer with this ID"
    fix = (
        "Send the ID of one of your customers as `Wellwish-Account`; `GET /api/accounts` lists them. The "
        "customer may have left."
    )


class CustomerClosed(Refusal):
    status, code = 403, "customer_closed"
    title = "The customer has revoked your access to its account"
    fix = "Ask an owner of the account to restore it, at the desk or with `PATCH /api/account/platform`."


class AccountSuspended(Refusal):
    status, code = 403, "account_suspended"
    title = "The account is suspended"
    fix = (
        "Contact the operator of this service. Nothing was deleted, and your key pair will work again once "
        "the account is resumed."
    )


class ForeignForm(Refusal):
    status, code = 403, "foreign_form"
    title = "The form was not submitted from our page"
    fix = "Reload the page with cookies enabled, and submit the form from there."


class NotFound(Refusal):
    status, code = 404, "not_found"
    title = "Not found"
    fix = (
        "Check the ID and the account that your token belongs to. A record of another account gives the "
        "same response as one that does not exist."
    )


class MethodNotAllowed(Refusal):
    status, code = 405, "method_not_allowed"
    title = "Method not allowed"
    fix = "Use one of the methods in the `Allow` header."


class BodyTooSlow(Refusal):
    status, code = 408, "body_too_slow"
    title = "The request body arrived too slowly"
    fix = "Send the complete request within 10 seconds. Uploads have more time."


_NO_TEST_CARDS: Final = (
    "An account can have 10,000 test cards at a time. Delete some; they are counted hourly. Test cards are "
    "also deleted 90 days after their creation."
)


class NoBundleAvailable(Refusal):
    status, code = 409, "no_bundle_available"
    title = "No bundle available"
    fix = (
        "The account has no bundle with cards left. Buy a bundle; `GET /api/bundle-purchases/available` "
        "lists the purchases that can be used."
    )

    @classmethod
    def of(cls, *, is_test: bool) -> "NoBundleAvailable":
        """Returns the refusal; for test data, it explains how to get cards."""
        return cls(_NO_TEST_CARDS if is_test else "")


class BundleCapacityExhausted(Refusal):
    status, code = 409, "bundle_capacity_exhausted"
    title = "The bundle has no cards left"
    fix = "Choose another bundle purchase, or omit `bundle_purchase_id` to use the first available one."


class BundleNotActive(Refusal):
    status, code = 409, "bundle_not_active"
    title = "The bundle purchase is not active"
    fix = (
        "The purchase is unpaid, expired or refunded. Choose another, or omit `bundle_purchase_id` to use "
        "the first available one."
    )


class BundleUsed(Refusal):
    status, code = 409, "bundle_used"
    title = "A used bundle cannot be refunded"
    fix = "Only unused bundles can be refunded, and only in full. Contact the operator about anything else."


class PaymentProviderMissing(Refusal):
    status, code = 409, "payment_provider_missing"
    title = "No payment provider is configured"
    fix = (
        "The operator configures the provider for bundles. An owner of the account configures the "
        "provider for its cards."
    )


class PaymentProviderRefused(Refusal):
    status, code = 409, "payment_provider_refused"
    title = "The payment provider rejected the API key"
    fix = (
        "Set a valid key with `PUT /api/payment-provider`. Pending payments and refunds then continue "
        "automatically."
    )


class PaymentState(Refusal):
    status, code = 409, "payment_state"
    title = "The payment's status does not allow this"
    fix = (
        "Check the payment's `status`. Only a succeeded payment that is not disputed can be refunded, and "
        "only a pending one can be cancelled."
    )


class RefundExceedsPayment(Refusal):
    status, code = 409, "refund_exceeds_payment"
    title = "The refund exceeds the refundable amount"
    fix = "Refund at most the payment's `refundable` amount, or omit `amount` to refund all of it."


class RefundRequestState(Refusal):
    status, code = 409, "refund_request_state"
    title = "The refund request has already been decided"
    fix = "Retrieve the request and check its `status`. Only an open request can be approved or refused."


class ExternalIdExists(Refusal):
    status, code = 409, "external_id_exists"
    title = "The `external_id` is already in use"
    fix = "Use the record identified in the response, or choose another `external_id`."


class CardClosed(Refusal):
    status, code = 409, "card_closed"
    title = "The card is closed"
    fix = "Reopen the card first, if you are allowed to."


class CardState(Refusal):
    status, code = 409, "card_state"
    title = "The card's status does not allow this"
    fix = (
        "Check the card's `status`. Only open and closed cards can be changed; archived and cancelled "
        "cards are read-only."
    )


class CardFull(Refusal):
    status, code = 409, "card_full"
    title = "The card has reached its contribution limit"
    fix = (
        "Raise the card's `contribution_limit` or remove a contribution. Existing contributions can still "
        "be edited."
    )


class CardHasMoney(Refusal):
    status, code = 409, "card_has_money"
    title = "The card has money that was not refunded"
    fix = (
        "Refund the card's payments first, or cancel the card with `refund` set to true to refund all of "
        "them."
    )


class CardHandedOver(Refusal):
    status, code = 409, "card_handed_over"
    title = "The handover is already recorded"
    fix = "Update or delete the handover of the card."


class HandoverExceedsCollected(Refusal):
    status, code = 409, "handover_exceeds_collected"
    title = "The amount exceeds what the card has collected"
    fix = "Record at most the amount in `collected`. Pending payments and unconfirmed cash do not count."


class CurrencyFixed(Refusal):
    status, code = 409, "currency_fixed"
    title = "The currency cannot be changed"
    fix = "The card already has money in its currency."


class MoneyNotTaken(Refusal):
    status, code = 409, "money_not_taken"
    title = "You cannot contribute this kind of money to this card"
    fix = "`GET /api/cards/{card_id}/access` shows who can add money and who can pledge cash, and why."


class CardAdminExists(Refusal):
    status, code = 409, "card_admin_exists"
    title = "This person is already an admin of the card"
    fix = "Replace the privileges of the card admin identified in the response."


class MemberExists(Refusal):
    status, code = 409, "member_exists"
    title = "This person is already a member of the account"
    fix = "Change the role of the member identified in the response, or remove the member first."


class LastOwner(Refusal):
    status, code = 409, "last_owner"
    title = "The account needs an owner"
    fix = "Make another member an owner first."


class TooManyMembers(Refusal):
    status, code = 409, "too_many_members"
    title = "Too many members"
    fix = "An account has at most 1,000 members, including invitations. Remove some first."


class InvitationNotResendable(Refusal):
    status, code = 409, "invitation_not_resendable"
    title = "The invitation cannot be resent"
    fix = "Check the invitation's `status`. Answered, revoked and suppressed invitations cannot be resent."


class InvitationState(Refusal):
    status, code = 409, "invitation_state"
    title = "The invitation's status does not allow this"
    fix = "Check the invitation's `status`."


class SuppressionNotLiftable(Refusal):
    status, code = 409, "suppression_not_liftable"
    title = "The suppression cannot be lifted"
    fix = (
        "Complaints and STOP replies cannot be lifted; the person can reply START. A suppression without a "
        "reason was not caused by this account: ask the operator of this service."
    )


class AddressInvited(Refusal):
    status, code = 409, "address_invited"
    title = "The address is already invited to the card"
    fix = "Use the invitation identified in the response, or revoke it first."


class ContributionState(Refusal):
    status, code = 409, "contribution_state"
    title = "The contribution's status does not allow this"
    fix = "Check the status of the contribution's note and money. A removed contribution cannot be restored."


class RecipientMayNotSign(Refusal):
    status, code = 409, "recipient_may_not_sign"
    title = "Recipients cannot sign their own card"
    fix = "Only cards with `card_type` 2 can be signed by their recipient."


class GroupNameExists(Refusal):
    status, code = 409, "group_name_exists"
    title = "The group name is already in use"
    fix = "Use the group identified in the response, or choose another name."


class TooManyRestrictedKeys(Refusal):
    status, code = 409, "too_many_restricted_keys"
    title = "Too many restricted keys"
    fix = "An account can have 20 restricted keys that have not expired. End one first."


class TooManyWebhookEndpoints(Refusal):
    status, code = 409, "too_many_webhook_endpoints"
    title = "Too many webhook endpoints"
    fix = (
        "An account can have 20 webhook endpoints. Delete one first, or use one endpoint for several "
        "purposes."
    )


class WebhookEndpointDisabled(Refusal):
    status, code = 409, "webhook_endpoint_disabled"
    title = "The webhook endpoint is disabled"
    fix = "Enable it first: send a PATCH with `disabled` set to false."


class TooManyCustomers(Refusal):
    status, code = 409, "too_many_customers"
    title = "Too many customers"
    fix = "Ask the operator of this service. `GET /api/limits` shows how many customers a platform can have."


class TooManyGroups(Refusal):
    status, code = 409, "too_many_groups"
    title = "Too many groups"
    fix = "Delete a group first. `GET /api/limits` shows how many groups an account can have."


class TooManyGroupMembers(Refusal):
    status, code = 409, "too_many_group_members"
    title = "Too many group members"
    fix = (
        "Remove members or delete a group first. `GET /api/limits` shows how many members the groups of an "
        "account can have together."
    )


class TooManyLeavers(Refusal):
    status, code = 409, "too_many_leavers"
    title = "Too many people would be marked as left"
    fix = (
        "The list leaves out more than a tenth of the active people. Check that it is complete, or send "
        "`allow_leavers`."
    )


class PlanChanged(Refusal):
    status, code = 409, "plan_changed"
    title = "The list would make other changes"
    fix = (
        "People have changed since the dry run. Send the list with `dry_run=true` again, check the changes, "
        "and send it with the new `digest`."
    )


class TooManyPeople(Refusal):
    status, code = 409, "too_many_people"
    title = "Too many people"
    fix = "Delete people who have left. `GET /api/limits` shows how many people an account can have."


class TooManyRules(Refusal):
    status, code = 409, "too_many_rules"
    title = "Too many occasion rules"
    fix = "Delete or combine rules. An account can have 100 rules."


class OccasionMade(Refusal):
    status, code = 409, "occasion_made"
    title = "The occasion already has a card"
    fix = "Cancel or delete the card of the occasion, whose `card_id` is in `GET /api/occasions`."


class TooManyChangedOccasions(Refusal):
    status, code = 409, "too_many_changed_occasions"
    title = "Too many changed occasions"
    fix = (
        "Withdraw changes that are no longer needed, or change the rule. An account can have 1,000 occasions "
        "that are skipped or changed and whose cards have not closed."
    )


class TooManyInvitations(Refusal):
    status, code = 409, "too_many_invitations"
    title = "Too many invitations"
    fix = (
        "Nobody was invited. `GET /api/limits` shows how many invitations a card and an account can have. "
        "Invite a chat channel or share the card's `sign_url` instead, or ask the operator for a higher "
        "limit."
    )


class TooManyCardAdmins(Refusal):
    status, code = 409, "too_many_card_admins"
    title = "Too many card admins"
    fix = "Remove an admin of the card first. `GET /api/limits` shows how many a card can have."


class TooManyPendingPurchases(Refusal):
    status, code = 409, "too_many_pending_purchases"
    title = "Too many unpaid bundle purchases"
    fix = "Pay for one of the account's pending purchases, or wait: each expires after 23 hours."


class TooManyMedia(Refusal):
    status, code = 409, "too_many_media"
    title = "Too many unattached files"
    fix = (
        "Attach some of the card's uploaded files to notes, or delete them. Files that are not attached "
        "within a day are deleted automatically."
    )


class DataRequestRunning(Refusal):
    status, code = 409, "data_request_running"
    title = "An export or erasure of the same data is still running"
    fix = "Retrieve the export or erasure identified in the response, and retry once it has finished."


class ExportNotReady(Refusal):
    status, code = 409, "export_not_ready"
    title = "The export has no file"
    fix = "Retrieve the export: its file exists while `status` is `completed` and until `expires_at`."


class IdempotencyKeyRunning(Refusal):
    status, code = 409, "idempotency_key_running"
    title = "A request with this `Idempotency-Key` is still in progress"
    fix = "Retry with the same key after the number of seconds in `Retry-After`."


class SecretNoLongerAvailable(Refusal):
    status, code = 409, "secret_no_longer_available"
    title = "The secret is no longer available"
    fix = (
        "The original request succeeded, but its response contained a secret, which is returned only once "
        "and not stored. Create a new secret with a new `Idempotency-Key`."
    )


class PreconditionFailed(Refusal):
    status, code = 412, "precondition_failed"
    title = "The record has changed since you read it"
    fix = "Retrieve the record again, and send its new `ETag` as `If-Match`."


class BodyTooLarge(Refusal):
    status, code = 413, "body_too_large"
    title = "The request body is too large"
    fix = "Send at most 256 KiB."


class MediaTooLarge(Refusal):
    status, code = 413, "media_too_large"
    title = "The file is too large"
    fix = (
        "Photos and GIFs can be up to 20 MB and 40 megapixels, and GIFs up to 300 frames and 75 megapixels "
        "in all frames. Recordings can be up to 1 MB and 60 seconds, and drawings can have up to 500 "
        "strokes and 20,000 points."
    )


class UnsupportedMediaType(Refusal):
    status, code = 415, "unsupported_media_type"
    title = "Unsupported media type"
    fix = "Send `Content-Type: application/json`, without a content coding."


class MediaNotAccepted(Refusal):
    status, code = 415, "media_not_accepted"
    title = "Unsupported file type"
    fix = (
        "Photos must be JPEG, PNG or WebP; GIFs must be GIF, animated WebP or animated PNG; recordings must "
        "be MP3, MP4, WebM or Ogg files that contain only audio. The type is detected from the content, not "
        "from the file name."
    )


class InvalidRequest(Refusal):
    status, code = 422, "invalid_request"
    title = "The request is invalid"
    fix = "Fix the errors listed in `errors`."


class MediaBroken(Refusal):
    status, code = 422, "media_broken"
    title = "The file cannot be read"
    fix = (
        "The file is empty, truncated or damaged, or contains extra data. Export it again, and upload the "
        "new copy."
    )


class MediaInfected(Refusal):
    status, code = 422, "media_infected"
    title = "The virus scanner rejected the file"
    fix = "The file was not stored. Upload another file."


class IdempotencyKeyReused(Refusal):
    status, code = 422, "idempotency_key_reused"
    title = "The `Idempotency-Key` was used for a different request"
    fix = "Use a new key for each new request. Reuse a key only to retry the same request."


class PreconditionRequired(Refusal):
    status, code = 428, "precondition_required"
    title = "`If-Match` required"
    fix = "Retrieve the record, and send its `ETag` as `If-Match`."


class TooManyRequests(Refusal):
    status, code = 429, "too_many_requests"
    title = "Too many requests"
    fix = "Retry after the number of seconds in `Retry-After`."


class TooManyResends(Refusal):
    status, code = 429, "too_many_resends"
    title = "The invitation was resent too often"
    fix = "Retry after the number of seconds in `Retry-After`. No message was queued."


class TooManyStoredResponses(Refusal):
    status, code = 429, "too_many_stored_responses"
    title = "The limit on stored responses has been reached"
    fix = (
        "Responses to requests with an `Idempotency-Key` are stored for a day, and the account has reached "
        "its limit of stored bytes. The request had no effect. Retry after the number of seconds in "
        "`Retry-After`, or omit the key where it is optional. `GET /api/limits` shows the limit."
    )


class TooManyFailures(Refusal):
    status, code = 429, "too_many_failures"
    title = "Too many failed authentication attempts"
    fix = "Wait the number of seconds in `Retry-After`, then send the correct API key and client secret."


class InternalError(Refusal):
    status, code = 500, "internal_error"
    title = "Internal server error"
    fix = "Retry the request. If the error persists, send the `request_id` to the operator."


class Unavailable(Refusal):
    status, code = 503, "unavailable"
    title = "Service temporarily unavailable"
    fix = (
        "Retry after the number of seconds in `Retry-After`, with the same `Idempotency-Key` if you sent one."
    )
