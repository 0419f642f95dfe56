"""The catalogue of refusals: everything that the service can say no with, once each.

A refusal becomes a problem document (RFC 9457). ``title`` is the same at each occurrence,
``detail`` tells of this one, ``fix`` is what the page about the error tells the reader to do.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from msgspec import Struct

CATALOGUE: Final[dict[str, type["Refusal"]]] = {}


class Fault(Struct, frozen=True):
    """One thing wrong with a request; the pointer is RFC 6901 into the body, or ``?name`` of the query."""

    pointer: str
    code: str
    detail: str


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not always somebody's error
    """A request that is answered with a problem document."""

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
    ) -> None:
        super().__init__(detail or self.title)
        self.detail = detail or self.fix
        self.faults = list(faults)
        self.headers = dict(headers or {})
        self.members = dict(members or {})


class BadRequest(Refusal):
    status, code = 400, "malformed_request"
    title = "The request cannot be parsed"
    fix = "Send a request that HTTP/1.1 and this operation's media type allow."


class MalformedJson(Refusal):
    status, code = 400, "malformed_json"
    title = "The body is not JSON"
    fix = "Send one JSON text in UTF-8 (RFC 8259), without NaN or Infinity, nested at most 16 levels deep."


class MalformedForm(Refusal):
    status, code = 400, "malformed_form"
    title = "The form cannot be parsed"
    fix = "Send it from the page that it stands on."


class UnknownApiVersion(Refusal):
    status, code = 400, "unknown_api_version"
    title = "There is no such version of the API"
    fix = "Leave the `Api-Version` header out, or send a date that this server names in its answers."


class InvalidIdempotencyKey(Refusal):
    status, code = 400, "invalid_idempotency_key"
    title = "The `Idempotency-Key` cannot be used"
    fix = "Send 1 to 255 visible ASCII characters; a UUID is a good key."


class IdempotencyKeyRequired(Refusal):
    status, code = 400, "idempotency_key_required"
    title = "This operation moves money and needs an `Idempotency-Key`"
    fix = "Send an `Idempotency-Key` of your own, and the same one when you try again."


class InvalidCursor(Refusal):
    status, code = 400, "invalid_cursor"
    title = "The `cursor` does not belong to this list"
    fix = "Use `next_cursor` of the page before, with the same filters."


class InvalidTokenRequest(Refusal):
    status, code = 400, "invalid_token_request"
    title = "The request for a token is not as RFC 6749 has it"
    fix = (
        "Send `x-api-key` and `x-client-secret`, or a form with `grant_type=client_credentials` and the pair "
        "either by Basic authentication or as `client_id` and `client_secret` in the form."
    )


class UnsupportedGrantType(Refusal):
    status, code = 400, "unsupported_grant_type"
    title = "There is no such grant type"
    fix = "Send `grant_type=client_credentials`."


class Unauthenticated(Refusal):
    status, code = 401, "unauthenticated"
    title = "The request does not say who you are"
    fix = (
        "Exchange your API key and client secret for a token at /account/api-access/token and send it "
        "as `Authorization: Bearer ...`."
    )


class InvalidToken(Refusal):
    status, code = 401, "invalid_token"
    title = "The access token is not valid"
    fix = "It is mistyped, has expired or was revoked: exchange your API key and client secret for a new one."


class InvalidClient(Refusal):
    status, code = 401, "invalid_client"
    title = "The API key and client secret do not belong together"
    fix = "Send the newest pair; the owner of the account can make another."


class InvalidCallback(Refusal):
    status, code = 401, "invalid_callback"
    title = "The callback does not say who sends it"
    fix = "Give the provider the address with the password that the operator has set."


class MissingPrivilege(Refusal):
    status, code = 403, "missing_privilege"
    title = "You lack a privilege on this card"
    fix = "Ask the owner of the card, or an admin who manages admins, for the privilege."


class OwnerRequired(Refusal):
    status, code = 403, "owner_required"
    title = "Only an owner of the account may do this"
    fix = "Ask an owner of the account; members may do everything with cards, groups and webhooks."


class ForeignForm(Refusal):
    status, code = 403, "foreign_form"
    title = "The form did not come from our page in your browser"
    fix = "Open the page again, with cookies allowed for it, and send the form from there."


class NotFound(Refusal):
    status, code = 404, "not_found"
    title = "There is nothing here that you can see"
    fix = (
        "Check the id and the account whose token you use: what belongs to another account looks the "
        "same as what does not exist."
    )


class MethodNotAllowed(Refusal):
    status, code = 405, "method_not_allowed"
    title = "This path does not know the method"
    fix = "Use one of the methods in the `Allow` header."


class BodyTooSlow(Refusal):
    status, code = 408, "body_too_slow"
    title = "The body did not arrive in time"
    fix = "Send the whole request within 10 seconds, and try again."


class NoBundleAvailable(Refusal):
    status, code = 409, "no_bundle_available"
    title = "The account has no bundle with a card left"
    fix = "Buy a bundle; `GET /api/bundle-purchases/available` lists what can be used."


class BundleCapacityExhausted(Refusal):
    status, code = 409, "bundle_capacity_exhausted"
    title = "The bundle has no card left"
    fix = "Name another bundle purchase, or none to use the first available."


class BundleNotActive(Refusal):
    status, code = 409, "bundle_not_active"
    title = "The bundle purchase is not active"
    fix = "It is unpaid, has expired or was refunded: name another, or none to use the first available."


class BundleUsed(Refusal):
    status, code = 409, "bundle_used"
    title = "Cards of the bundle were used, so it is not refunded"
    fix = "Only an unused bundle is refunded, and as a whole; ask the operator about anything else."


class PaymentProviderMissing(Refusal):
    status, code = 409, "payment_provider_missing"
    title = "There is no payment provider to pay to"
    fix = "The operator sets one for bundles, the owner of an account one for cards."


class PaymentProviderRefused(Refusal):
    status, code = 409, "payment_provider_refused"
    title = "The payment provider does not take the key"
    fix = "Set a key that works, with `PUT /api/payment-provider`; what waits for it goes on by itself."


class PaymentState(Refusal):
    status, code = 409, "payment_state"
    title = "The state of the payment forbids it"
    fix = "Read the payment's `status`; only a payment that succeeded and is not disputed can be refunded."


class RefundExceedsPayment(Refusal):
    status, code = 409, "refund_exceeds_payment"
    title = "More would be refunded than is left of the payment"
    fix = "Refund at most the payment's `refundable`, or leave `amount` out to refund all of it."


class ExternalIdExists(Refusal):
    status, code = 409, "external_id_exists"
    title = "Another of your records has this `external_id`"
    fix = "Use the record that the answer names, or another `external_id`."


class CardClosed(Refusal):
    status, code = 409, "card_closed"
    title = "The card is closed"
    fix = "Reopen the card first, if it is yours."


class CardState(Refusal):
    status, code = 409, "card_state"
    title = "The state of the card forbids it"
    fix = (
        "Read the card's `status`; open and closed cards can be changed, archived and cancelled ones "
        "only read."
    )


class CardFull(Refusal):
    status, code = 409, "card_full"
    title = "The card has as many contributions as it may"
    fix = (
        "Raise the card's `contribution_limit`, or remove a contribution; what is signed can still be edited."
    )


class CardHasMoney(Refusal):
    status, code = 409, "card_has_money"
    title = "The card holds money that was not refunded"
    fix = "Refund its payments first, or cancel the card with `refund` true, which refunds all of them."


class CurrencyFixed(Refusal):
    status, code = 409, "currency_fixed"
    title = "The currency cannot change once there is money"
    fix = "Keep the card's currency."


class MoneyNotTaken(Refusal):
    status, code = 409, "money_not_taken"
    title = "The card takes no such money from you"
    fix = "`GET /api/cards/{card_id}/access` says who may add money and who may pledge cash, and why."


class CardAdminExists(Refusal):
    status, code = 409, "card_admin_exists"
    title = "This person is an admin of the card already"
    fix = "Replace the privileges of the card admin that the answer names."


class InvitationNotResendable(Refusal):
    status, code = 409, "invitation_not_resendable"
    title = "The invitation cannot be sent again"
    fix = "It was answered, revoked or suppressed; `status` says which."


class InvitationState(Refusal):
    status, code = 409, "invitation_state"
    title = "The state of the invitation forbids it"
    fix = "Read the invitation's `status`."


class AddressInvited(Refusal):
    status, code = 409, "address_invited"
    title = "The address has an invitation to the card already"
    fix = "Use the invitation that the answer names, or revoke it first."


class ContributionState(Refusal):
    status, code = 409, "contribution_state"
    title = "The state of the contribution forbids it"
    fix = "Read the `status` of its note; what was removed stays removed."


class RecipientMayNotSign(Refusal):
    status, code = 409, "recipient_may_not_sign"
    title = "The card is for the person who would sign it"
    fix = "Only a card of type 2 is signed by its recipient."


class GroupNameExists(Refusal):
    status, code = 409, "group_name_exists"
    title = "Another of your groups has this name"
    fix = "Use the group that the answer names, or another name."


class TooManyWebhookEndpoints(Refusal):
    status, code = 409, "too_many_webhook_endpoints"
    title = "The account has as many webhook endpoints as it may"
    fix = "Delete one of the 20 endpoints first, or let one receive what two did."


class WebhookEndpointDisabled(Refusal):
    status, code = 409, "webhook_endpoint_disabled"
    title = "The webhook endpoint is disabled"
    fix = "Enable it first: PATCH it with `disabled` false."


class TooManyMedia(Refusal):
    status, code = 409, "too_many_media"
    title = "Too many files wait for a note of this card"
    fix = "Put some of them on notes, or delete them; those that wait for a day are deleted by themselves."


class IdempotencyKeyRunning(Refusal):
    status, code = 409, "idempotency_key_running"
    title = "A request with this `Idempotency-Key` is still running"
    fix = "Try again after the seconds in `Retry-After`, with the same key."


class SecretNoLongerAvailable(Refusal):
    status, code = 409, "secret_no_longer_available"
    title = "The answer held a secret and was not kept"
    fix = (
        "The operation was carried out once; a secret is shown once. Make a new one with a new "
        "`Idempotency-Key`."
    )


class PreconditionFailed(Refusal):
    status, code = 412, "precondition_failed"
    title = "The record has changed since you read it"
    fix = "Read it again, and send its new `ETag` as `If-Match`."


class BodyTooLarge(Refusal):
    status, code = 413, "body_too_large"
    title = "The body is too large"
    fix = "Send at most 256 KiB."


class MediaTooLarge(Refusal):
    status, code = 413, "media_too_large"
    title = "The file is larger than what is taken"
    fix = (
        "Pictures have up to 20 MB and 40 megapixels, GIFs up to 300 frames besides; recordings up to 1 MB "
        "and 60 seconds; drawings up to 500 strokes and 20,000 points."
    )


class UnsupportedMediaType(Refusal):
    status, code = 415, "unsupported_media_type"
    title = "The body has a media type that this operation does not read"
    fix = "Send `Content-Type: application/json`, without a content coding."


class MediaNotAccepted(Refusal):
    status, code = 415, "media_not_accepted"
    title = "The file is of a kind that is not taken here"
    fix = (
        "A photo is JPEG, PNG or WebP, a GIF is GIF, a recording is MP4, WebM or Ogg with sound alone. The "
        "file's content says what it is, not its name."
    )


class InvalidRequest(Refusal):
    status, code = 422, "invalid_request"
    title = "The request breaks the contract of the operation"
    fix = "Mend what `errors` lists; each entry points at one fault."


class MediaBroken(Refusal):
    status, code = 422, "media_broken"
    title = "The file cannot be read"
    fix = "It is empty, cut short or damaged, or holds something besides: save it anew and send it again."


class MediaInfected(Refusal):
    status, code = 422, "media_infected"
    title = "The scanner for viruses has found something in the file"
    fix = "The file was not kept. Send another."


class IdempotencyKeyReused(Refusal):
    status, code = 422, "idempotency_key_reused"
    title = "The `Idempotency-Key` was used for another request"
    fix = "Use a new key for a new request; the same key is for sending the same request again."


class PreconditionRequired(Refusal):
    status, code = 428, "precondition_required"
    title = "The operation needs an `If-Match`"
    fix = "Read the record and send its `ETag` as `If-Match`."


class TooManyRequests(Refusal):
    status, code = 429, "too_many_requests"
    title = "Too many requests"
    fix = "Wait the seconds in `Retry-After`."


class TooManyResends(Refusal):
    status, code = 429, "too_many_resends"
    title = "The invitation was sent too often"
    fix = "Wait the seconds in `Retry-After`; nothing was queued."


class TooManyFailures(Refusal):
    status, code = 429, "too_many_failures"
    title = "Too many failed exchanges"
    fix = "Wait the seconds in `Retry-After`, then send the right pair."


class InternalError(Refusal):
    status, code = 500, "internal_error"
    title = "Something broke on our side"
    fix = "Try again; if it stays, tell the operator the `request_id`."


class Unavailable(Refusal):
    status, code = 503, "unavailable"
    title = "A part that the service needs is away"
    fix = "Try again after the seconds in `Retry-After`; nothing was changed."
