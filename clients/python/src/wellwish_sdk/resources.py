"""The operations of the API. Written by `script/generate clients`."""

from typing import Unpack

from wellwish_sdk import models, params
from wellwish_sdk.core import Input, Operation
from wellwish_sdk.resource import AsyncCaller, AsyncPage, AsyncResource, Caller, Page, Resource
from wellwish_sdk.tail import AsyncTail, Tail

_CREDENTIALS_ROTATE = Operation("POST", "/account/api-access/credentials/rotate", models.NewPair, keyed=True)

_CREDENTIALS_CREATE_TEST = Operation("POST", "/account/api-access/credentials/test", models.NewPair, keyed=True)

_CREDENTIALS_LIST = Operation("GET", "/api/account/credentials", models.KeyPairList)

_RESTRICTED_KEYS_CREATE = Operation("POST", "/account/api-access/restricted-keys", models.CreatedRestrictedKey, keyed=True)

_RESTRICTED_KEYS_LIST = Operation("GET", "/api/account/restricted-keys", models.RestrictedKeyList)

_RESTRICTED_KEYS_DELETE = Operation("DELETE", "/api/account/restricted-keys/{restricted_key_id}", None)

_ACCOUNT_RETRIEVE = Operation("GET", "/api/account", models.AccountSettings)

_ACCOUNT_UPDATE = Operation("PATCH", "/api/account", models.AccountSettings)

_ACCOUNT_UPDATE_LOGO = Operation("PUT", "/api/account/logo", models.AccountSettings)

_ACCOUNT_DELETE_LOGO = Operation("DELETE", "/api/account/logo", models.AccountSettings)

_ACCOUNT_RETRIEVE_PLATFORM = Operation("GET", "/api/account/platform", models.Platform)

_ACCOUNT_UPDATE_PLATFORM = Operation("PATCH", "/api/account/platform", models.Platform)

_ACCOUNT_LEAVE_PLATFORM = Operation("DELETE", "/api/account/platform", None)

_MEMBERS_LIST = Operation("GET", "/api/account/members", models.AccountMemberList)

_MEMBERS_CREATE = Operation("POST", "/api/account/members", models.AccountMember, keyed=True)

_MEMBERS_UPDATE = Operation("PATCH", "/api/account/members/{member_id}", models.AccountMember)

_MEMBERS_DELETE = Operation("DELETE", "/api/account/members/{member_id}", None)

_ACCOUNTS_LIST = Operation("GET", "/api/accounts", models.CustomerList)

_ACCOUNTS_CREATE = Operation("POST", "/api/accounts", models.Customer, keyed=True)

_ACCOUNTS_RETRIEVE = Operation("GET", "/api/accounts/{account_id}", models.Customer)

_ACCOUNTS_UPDATE = Operation("PATCH", "/api/accounts/{account_id}", models.Customer)

_BUNDLE_PURCHASES_LIST_AVAILABLE = Operation("GET", "/api/bundle-purchases/available", models.BundlePurchaseList)

_BUNDLE_PURCHASES_LIST = Operation("GET", "/api/bundle-purchases", models.BundlePurchaseList)

_BUNDLE_PURCHASES_CREATE = Operation("POST", "/api/bundle-purchases", models.OpenPurchase, keyed=True)

_BUNDLES_LIST = Operation("GET", "/api/bundles", models.BundleList)

_TEMPLATES_LIST = Operation("GET", "/api/templates", models.TemplateList)

_LOCALES_LIST = Operation("GET", "/api/locales", models.TranslatedLocaleList)

_CARDS_LIST = Operation("GET", "/api/cards", models.CardList)

_CARDS_CREATE = Operation("POST", "/api/cards", models.Card, keyed=True)

_CARDS_RETRIEVE = Operation("GET", "/api/cards/{card_id}", models.Card)

_CARDS_UPDATE = Operation("PATCH", "/api/cards/{card_id}", models.Card)

_CARDS_DELETE = Operation("DELETE", "/api/cards/{card_id}", models.DeletedCard)

_CARDS_EXPLAIN_ACCESS = Operation("GET", "/api/cards/{card_id}/access", models.CardAccessReport)

_CARDS_CLOSE = Operation("POST", "/api/cards/{card_id}/close", models.Card, keyed=True)

_CARDS_REOPEN = Operation("POST", "/api/cards/{card_id}/reopen", models.Card, keyed=True)

_CARDS_CANCEL = Operation("POST", "/api/cards/{card_id}/cancel", models.Card, keyed=True)

_CARDS_ROTATE_LINK = Operation("POST", "/api/cards/{card_id}/links/rotate", models.RotatedLink, keyed=True)

_CARDS_DUPLICATE = Operation("POST", "/api/cards/{card_id}/duplicate", models.Card, keyed=True)

_CARDS_ARCHIVE = Operation("POST", "/api/cards/{card_id}/archive", models.Card, keyed=True)

_CARDS_PREVIEW = Operation("POST", "/api/cards/{card_id}/preview", models.Preview, keyed=True)

_CARDS_LIST_PAYMENTS = Operation("GET", "/api/cards/{card_id}/payments", models.PaymentList)

_CARDS_EXPORT_MOVEMENTS = Operation("GET", "/api/cards/{card_id}/movements.csv", bytes)

_CARDS_RETRIEVE_MONEY_CHART = Operation("GET", "/api/cards/{card_id}/money-chart", bytes)

_CARDS_REMIND = Operation("POST", "/api/cards/{card_id}/remind", models.ReminderRun, keyed=True)

_CARDS_EXPORT_NOTES = Operation("GET", "/api/cards/{card_id}/notes.csv", bytes)

_HANDOVERS_CREATE = Operation("POST", "/api/cards/{card_id}/handover", models.Card, keyed=True)

_HANDOVERS_UPDATE = Operation("PATCH", "/api/cards/{card_id}/handover", models.Card)

_HANDOVERS_DELETE = Operation("DELETE", "/api/cards/{card_id}/handover", models.Card)

_WALLS_RETRIEVE = Operation("GET", "/api/cards/{card_id}/wall", models.Wall)

_WALLS_CREATE = Operation("POST", "/api/cards/{card_id}/wall", models.Wall, keyed=True)

_WALLS_DELETE = Operation("DELETE", "/api/cards/{card_id}/wall", None)

_THANKS_LIST = Operation("GET", "/api/cards/{card_id}/thanks", models.ThanksList)

_REPORTS_LIST = Operation("GET", "/api/cards/{card_id}/reports", models.ReportList)

_CARD_BATCHES_CREATE = Operation("POST", "/api/card-batches", models.CardBatch, keyed=True)

_CARD_BATCHES_CHECK = Operation("POST", "/api/card-batches/check", models.BatchCheck, keyed=True)

_CARD_BATCHES_RETRIEVE = Operation("GET", "/api/card-batches/{card_batch_id}", models.CardBatch)

_PAYMENTS_LIST = Operation("GET", "/api/payments", models.PaymentList)

_PAYMENTS_RETRIEVE = Operation("GET", "/api/payments/{payment_id}", models.Payment)

_PAYMENTS_CANCEL = Operation("POST", "/api/payments/{payment_id}/cancel", models.Payment, keyed=True)

_REFUNDS_CREATE = Operation("POST", "/api/payments/{payment_id}/refunds", models.Refund, keyed=True)

_REFUNDS_RETRIEVE = Operation("GET", "/api/refunds/{refund_id}", models.Refund)

_REFUND_REQUESTS_LIST = Operation("GET", "/api/refund-requests", models.RefundRequestList)

_REFUND_REQUESTS_RETRIEVE = Operation("GET", "/api/refund-requests/{refund_request_id}", models.RefundRequest)

_REFUND_REQUESTS_APPROVE = Operation("POST", "/api/refund-requests/{refund_request_id}/approve", models.RefundRequest, keyed=True)

_REFUND_REQUESTS_REFUSE = Operation("POST", "/api/refund-requests/{refund_request_id}/refuse", models.RefundRequest, keyed=True)

_PAYMENT_PROVIDER_RETRIEVE = Operation("GET", "/api/payment-provider", models.PaymentProvider)

_PAYMENT_PROVIDER_UPDATE = Operation("PUT", "/api/payment-provider", models.PaymentProvider)

_PAYMENT_PROVIDER_DELETE = Operation("DELETE", "/api/payment-provider", models.PaymentProvider)

_PAYMENT_PROVIDER_UPDATE_FEES = Operation("PUT", "/api/payment-provider/fees", models.PaymentProvider)

_PAYMENT_PROVIDER_CHECK = Operation("POST", "/api/payment-provider/check", models.PaymentProvider, keyed=True)

_MOVEMENTS_EXPORT = Operation("GET", "/api/movements.csv", bytes)

_INVITATIONS_CREATE = Operation("POST", "/api/cards/invitations", models.InvitationList, keyed=True)

_INVITATIONS_CHECK = Operation("POST", "/api/cards/{card_id}/invitations/check", models.InvitationCheck, keyed=True)

_INVITATIONS_LIST = Operation("GET", "/api/cards/{card_id}/invitations", models.InvitationList)

_INVITATIONS_RESEND = Operation("POST", "/api/cards/invitations/resend", models.Invitation, keyed=True)

_INVITATIONS_RETRIEVE = Operation("GET", "/api/cards/invitations/{invite_id}", models.Invitation)

_INVITATIONS_UPDATE = Operation("PATCH", "/api/cards/invitations/{invite_id}", models.Invitation)

_INVITATIONS_REVOKE = Operation("POST", "/api/cards/invitations/{invite_id}/revoke", models.Invitation, keyed=True)

_SUPPRESSIONS_LIST = Operation("GET", "/api/suppressions", models.SuppressionList)

_SUPPRESSIONS_DELETE = Operation("DELETE", "/api/suppressions/{suppression_id}", None)

_CONTRIBUTIONS_LIST = Operation("GET", "/api/cards/{card_id}/contributions", models.ContributionList)

_CONTRIBUTIONS_CREATE = Operation("POST", "/api/cards/{card_id}/contributions", models.NewlySigned, keyed=True)

_CONTRIBUTIONS_RETRIEVE = Operation("GET", "/api/cards/{card_id}/contributions/{contribution_id}", models.Contribution)

_CONTRIBUTIONS_DELETE = Operation("DELETE", "/api/cards/{card_id}/contributions/{contribution_id}", models.Contribution)

_CONTRIBUTIONS_PUBLISH = Operation("POST", "/api/cards/{card_id}/contributions/{contribution_id}/publish", models.Contribution, keyed=True)

_CONTRIBUTIONS_HIDE = Operation("POST", "/api/cards/{card_id}/contributions/{contribution_id}/hide", models.Contribution, keyed=True)

_CONTRIBUTIONS_REJECT = Operation("POST", "/api/cards/{card_id}/contributions/{contribution_id}/reject", models.Contribution, keyed=True)

_CONTRIBUTIONS_CONFIRM = Operation("POST", "/api/cards/{card_id}/contributions/{contribution_id}/confirm", models.Contribution, keyed=True)

_CONTRIBUTIONS_DROP = Operation("POST", "/api/cards/{card_id}/contributions/{contribution_id}/drop", models.Contribution, keyed=True)

_PEOPLE_LIST = Operation("GET", "/api/people", models.PersonList)

_PEOPLE_CREATE = Operation("POST", "/api/people", models.Person, keyed=True)

_PEOPLE_SYNC = Operation("PUT", "/api/people", models.PeopleSync)

_PEOPLE_RETRIEVE = Operation("GET", "/api/people/{person_id}", models.Person)

_PEOPLE_UPDATE = Operation("PATCH", "/api/people/{person_id}", models.Person)

_PEOPLE_DELETE = Operation("DELETE", "/api/people/{person_id}", None)

_OCCASION_RULES_LIST = Operation("GET", "/api/occasion-rules", models.OccasionRuleList)

_OCCASION_RULES_CREATE = Operation("POST", "/api/occasion-rules", models.OccasionRule, keyed=True)

_OCCASION_RULES_RETRIEVE = Operation("GET", "/api/occasion-rules/{occasion_rule_id}", models.OccasionRule)

_OCCASION_RULES_UPDATE = Operation("PATCH", "/api/occasion-rules/{occasion_rule_id}", models.OccasionRule)

_OCCASION_RULES_DELETE = Operation("DELETE", "/api/occasion-rules/{occasion_rule_id}", None)

_OCCASION_RULES_RETRIEVE_PLAN = Operation("GET", "/api/occasion-rules/{occasion_rule_id}/plan", models.OccasionPlan)

_OCCASION_RULES_START = Operation("POST", "/api/occasion-rules/{occasion_rule_id}/start", models.OccasionRule, keyed=True)

_OCCASION_RULES_PAUSE = Operation("POST", "/api/occasion-rules/{occasion_rule_id}/pause", models.OccasionRule, keyed=True)

_OCCASIONS_LIST = Operation("GET", "/api/occasions", models.OccasionList)

_OCCASIONS_CHANGE = Operation("POST", "/api/occasions/change", models.Occasion, keyed=True)

_OCCASIONS_SKIP = Operation("POST", "/api/occasions/skip", models.Occasion, keyed=True)

_GROUPS_LIST = Operation("GET", "/api/groups", models.GroupList)

_GROUPS_CREATE = Operation("POST", "/api/groups", models.Group, keyed=True)

_GROUPS_RETRIEVE = Operation("GET", "/api/groups/{group_id}", models.Group)

_GROUPS_UPDATE = Operation("PATCH", "/api/groups/{group_id}", models.Group)

_GROUPS_DELETE = Operation("DELETE", "/api/groups/{group_id}", None)

_GROUPS_SYNC = Operation("POST", "/api/groups/{group_id}/sync", models.InvitationList, keyed=True)

_CARD_ADMINS_CREATE = Operation("POST", "/api/card-admins", models.CardAdmin, keyed=True)

_CARD_ADMINS_LIST = Operation("GET", "/api/card-admins/card/{card_id}", models.CardAdminList)

_CARD_ADMINS_UPDATE = Operation("PUT", "/api/card-admins/{card_admin_id}", models.CardAdmin)

_CARD_ADMINS_DELETE = Operation("DELETE", "/api/card-admins/{card_admin_id}", models.CardAdmin)

_EXPORTS_LIST = Operation("GET", "/api/exports", models.DataExportList)

_EXPORTS_CREATE = Operation("POST", "/api/exports", models.DataExport, keyed=True)

_EXPORTS_RETRIEVE = Operation("GET", "/api/exports/{export_id}", models.DataExport)

_EXPORTS_RETRIEVE_FILE = Operation("GET", "/api/exports/{export_id}/file", bytes)

_EXPORTS_RETRIEVE_ARCHIVE = Operation("GET", "/api/exports/{export_id}/archive", bytes)

_EXPORTS_LIST_PARTS = Operation("GET", "/api/exports/{export_id}/parts", models.ExportPartList)

_EXPORTS_RETRIEVE_PART = Operation("GET", "/api/exports/{export_id}/parts/{part_number}", bytes)

_ERASURES_LIST = Operation("GET", "/api/erasures", models.DataErasureList)

_ERASURES_CREATE = Operation("POST", "/api/erasures", models.DataErasure, keyed=True)

_ERASURES_RETRIEVE = Operation("GET", "/api/erasures/{erasure_id}", models.DataErasure)

_MEDIA_CREATE = Operation("POST", "/api/cards/{card_id}/media", models.Media, keyed=True)

_MEDIA_RETRIEVE = Operation("GET", "/api/media/{media_id}", models.Media)

_MEDIA_DELETE = Operation("DELETE", "/api/media/{media_id}", None)

_EVENTS_LIST = Operation("GET", "/api/events", models.EventList)

_AUDIT_LOG_LIST = Operation("GET", "/api/audit-log", models.AuditEntryList)

_AUDIT_LOG_EXPORT = Operation("GET", "/api/audit-log.csv", bytes)

_WEBHOOK_ENDPOINTS_LIST = Operation("GET", "/api/webhook-endpoints", models.WebhookEndpointList)

_WEBHOOK_ENDPOINTS_CREATE = Operation("POST", "/api/webhook-endpoints", models.WithSecret, keyed=True)

_WEBHOOK_ENDPOINTS_RETRIEVE = Operation("GET", "/api/webhook-endpoints/{webhook_endpoint_id}", models.WebhookEndpoint)

_WEBHOOK_ENDPOINTS_UPDATE = Operation("PATCH", "/api/webhook-endpoints/{webhook_endpoint_id}", models.WebhookEndpoint)

_WEBHOOK_ENDPOINTS_DELETE = Operation("DELETE", "/api/webhook-endpoints/{webhook_endpoint_id}", None)

_WEBHOOK_ENDPOINTS_SEND_TEST = Operation("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/test", models.WebhookDelivery, keyed=True)

_WEBHOOK_ENDPOINTS_ROTATE_SECRET = Operation("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/rotate-secret", models.WithSecret, keyed=True)

_WEBHOOK_ENDPOINTS_RECOVER = Operation("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/recover", models.WebhookRecovery, keyed=True)

_WEBHOOK_DELIVERIES_LIST = Operation("GET", "/api/webhook-endpoints/{webhook_endpoint_id}/deliveries", models.WebhookDeliveryList)

_WEBHOOK_DELIVERIES_REDELIVER = Operation("POST", "/api/webhook-deliveries/{webhook_delivery_id}/redeliver", models.WebhookDelivery, keyed=True)

_LIMITS_RETRIEVE = Operation("GET", "/api/limits", models.Limits)

_TEST_OUTBOX_LIST = Operation("GET", "/api/test/outbox", models.TestMessageList)

_TEST_CLOCK_RETRIEVE = Operation("GET", "/api/test-clock", models.TestClock)

_TEST_CLOCK_ADVANCE = Operation("POST", "/api/test-clock/advance", models.TestClock, keyed=True)


class Credentials(Resource):
    def rotate(self, **body: Unpack[params.Rotation]) -> models.NewPair:
        """Rotate credentials."""
        return self._perform(_CREDENTIALS_ROTATE, {}, Input(body=body))

    def create_test(self) -> models.NewPair:
        """Create a key pair for test data."""
        return self._perform(_CREDENTIALS_CREATE_TEST, {}, Input())

    def list(self) -> Page[models.KeyPair]:
        """List the key pairs."""
        return self._list(_CREDENTIALS_LIST, {}, {})


class RestrictedKeys(Resource):
    def create(self, **body: Unpack[params.NewRestrictedKey]) -> models.CreatedRestrictedKey:
        """Create a restricted key."""
        return self._perform(_RESTRICTED_KEYS_CREATE, {}, Input(body=body))

    def delete(self, restricted_key_id: str, /) -> None:
        """End a restricted key."""
        return self._perform(_RESTRICTED_KEYS_DELETE, {"restricted_key_id": restricted_key_id}, Input())

    def list(self) -> Page[models.RestrictedKey]:
        """List the restricted keys."""
        return self._list(_RESTRICTED_KEYS_LIST, {}, {})


class Account(Resource):
    def retrieve(self) -> models.AccountSettings:
        """Retrieve the account."""
        return self._perform(_ACCOUNT_RETRIEVE, {}, Input())

    def update(self, *, if_match: str | None = None, **body: Unpack[params.AccountChange]) -> models.AccountSettings:
        """Update the settings of the account."""
        return self._perform(_ACCOUNT_UPDATE, {}, Input(body=body, if_match=if_match))

    def update_logo(self, *, if_match: str | None = None, **body: Unpack[params.NewLogo]) -> models.AccountSettings:
        """Set the account's logo."""
        return self._perform(_ACCOUNT_UPDATE_LOGO, {}, Input(body=body, if_match=if_match))

    def delete_logo(self, *, if_match: str | None = None) -> models.AccountSettings:
        """Remove the account's logo."""
        return self._perform(_ACCOUNT_DELETE_LOGO, {}, Input(if_match=if_match))

    def retrieve_platform(self) -> models.Platform:
        """Retrieve the platform of the account."""
        return self._perform(_ACCOUNT_RETRIEVE_PLATFORM, {}, Input())

    def update_platform(self, **body: Unpack[params.PlatformChange]) -> models.Platform:
        """Revoke or restore the access of the account's platform."""
        return self._perform(_ACCOUNT_UPDATE_PLATFORM, {}, Input(body=body))

    def leave_platform(self) -> None:
        """Leave the platform of the account."""
        return self._perform(_ACCOUNT_LEAVE_PLATFORM, {}, Input())


class Members(Resource):
    def create(self, **body: Unpack[params.NewAccountMember]) -> models.AccountMember:
        """Invite a person to the account."""
        return self._perform(_MEMBERS_CREATE, {}, Input(body=body))

    def update(self, member_id: str, /, **body: Unpack[params.MemberChange]) -> models.AccountMember:
        """Change the role of a member."""
        return self._perform(_MEMBERS_UPDATE, {"member_id": member_id}, Input(body=body))

    def delete(self, member_id: str, /) -> None:
        """Remove a member, or withdraw an invitation."""
        return self._perform(_MEMBERS_DELETE, {"member_id": member_id}, Input())

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Page[models.AccountMember]:
        """List the members of the account."""
        return self._list(_MEMBERS_LIST, {}, {"limit": limit, "cursor": cursor})


class Accounts(Resource):
    def create(self, **body: Unpack[params.NewCustomer]) -> models.Customer:
        """Create a customer's account."""
        return self._perform(_ACCOUNTS_CREATE, {}, Input(body=body))

    def retrieve(self, account_id: str, /) -> models.Customer:
        """Retrieve a customer's account."""
        return self._perform(_ACCOUNTS_RETRIEVE, {"account_id": account_id}, Input())

    def update(self, account_id: str, /, **body: Unpack[params.CustomerChange]) -> models.Customer:
        """Update a customer's account."""
        return self._perform(_ACCOUNTS_UPDATE, {"account_id": account_id}, Input(body=body))

    def list(self, *, limit: int | None = None, name: str | None = None, external_id: str | None = None, cursor: str | None = None) -> Page[models.Customer]:
        """List the customers' accounts."""
        return self._list(_ACCOUNTS_LIST, {}, {"limit": limit, "cursor": cursor, "name": name, "external_id": external_id})


class BundlePurchases(Resource):
    def list_available(self, *, limit: int | None = None, cursor: str | None = None) -> Page[models.BundlePurchase]:
        """List available bundle purchases."""
        return self._list(_BUNDLE_PURCHASES_LIST_AVAILABLE, {}, {"limit": limit, "cursor": cursor})

    def create(self, **body: Unpack[params.NewPurchase]) -> models.OpenPurchase:
        """Buy a bundle."""
        return self._perform(_BUNDLE_PURCHASES_CREATE, {}, Input(body=body))

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Page[models.BundlePurchase]:
        """List bundle purchases."""
        return self._list(_BUNDLE_PURCHASES_LIST, {}, {"limit": limit, "cursor": cursor})


class Bundles(Resource):
    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Page[models.Bundle]:
        """List bundles."""
        return self._list(_BUNDLES_LIST, {}, {"limit": limit, "cursor": cursor})


class Templates(Resource):
    def list(self, *, limit: int | None = None, occasion: str | None = None, q: str | None = None, cursor: str | None = None) -> Page[models.Template]:
        """List templates."""
        return self._list(_TEMPLATES_LIST, {}, {"limit": limit, "cursor": cursor, "occasion": occasion, "q": q})


class Locales(Resource):
    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Page[models.TranslatedLocale]:
        """List the translated locales."""
        return self._list(_LOCALES_LIST, {}, {"limit": limit, "cursor": cursor})


class Cards(Resource):
    def create(self, **body: Unpack[params.NewCard]) -> models.Card:
        """Create a card."""
        return self._perform(_CARDS_CREATE, {}, Input(body=body))

    def retrieve(self, card_id: str, /) -> models.Card:
        """Retrieve a card."""
        return self._perform(_CARDS_RETRIEVE, {"card_id": card_id}, Input())

    def update(self, card_id: str, /, *, if_match: str | None = None, **body: Unpack[params.CardChange]) -> models.Card:
        """Update a card."""
        return self._perform(_CARDS_UPDATE, {"card_id": card_id}, Input(body=body, if_match=if_match))

    def delete(self, card_id: str, /, *, if_match: str | None = None) -> models.DeletedCard:
        """Delete a card."""
        return self._perform(_CARDS_DELETE, {"card_id": card_id}, Input(if_match=if_match))

    def explain_access(self, card_id: str, /, *, as_: str | None = None) -> models.CardAccessReport:
        """Explain access to a card."""
        return self._perform(_CARDS_EXPLAIN_ACCESS, {"card_id": card_id}, Input(query={"as": as_}))

    def close(self, card_id: str, /, *, if_match: str | None = None) -> models.Card:
        """Close a card."""
        return self._perform(_CARDS_CLOSE, {"card_id": card_id}, Input(if_match=if_match))

    def reopen(self, card_id: str, /, *, if_match: str | None = None, **body: Unpack[params.Reopening]) -> models.Card:
        """Reopen a closed card."""
        return self._perform(_CARDS_REOPEN, {"card_id": card_id}, Input(body=body, if_match=if_match))

    def cancel(self, card_id: str, /, *, if_match: str | None = None, **body: Unpack[params.Cancelling]) -> models.Card:
        """Cancel a card."""
        return self._perform(_CARDS_CANCEL, {"card_id": card_id}, Input(body=body, if_match=if_match))

    def rotate_link(self, card_id: str, /, **body: Unpack[params.LinkRotation]) -> models.RotatedLink:
        """Rotate a link of a card."""
        return self._perform(_CARDS_ROTATE_LINK, {"card_id": card_id}, Input(body=body))

    def duplicate(self, card_id: str, /, **body: Unpack[params.Duplication]) -> models.Card:
        """Duplicate a card."""
        return self._perform(_CARDS_DUPLICATE, {"card_id": card_id}, Input(body=body))

    def archive(self, card_id: str, /, *, if_match: str | None = None) -> models.Card:
        """Archive a closed card."""
        return self._perform(_CARDS_ARCHIVE, {"card_id": card_id}, Input(if_match=if_match))

    def preview(self, card_id: str, /, **body: Unpack[params.PreviewRequest]) -> models.Preview:
        """Preview a card."""
        return self._perform(_CARDS_PREVIEW, {"card_id": card_id}, Input(body=body))

    def list_payments(self, card_id: str, /, *, limit: int | None = None, status: str | None = None, cursor: str | None = None) -> Page[models.Payment]:
        """List the payments of a card."""
        return self._list(_CARDS_LIST_PAYMENTS, {"card_id": card_id}, {"limit": limit, "cursor": cursor, "status": status})

    def export_movements(self, card_id: str, /) -> bytes:
        """Export the transfers of a card."""
        return self._perform(_CARDS_EXPORT_MOVEMENTS, {"card_id": card_id}, Input())

    def retrieve_money_chart(self, card_id: str, /) -> bytes:
        """Retrieve the money chart of a card."""
        return self._perform(_CARDS_RETRIEVE_MONEY_CHART, {"card_id": card_id}, Input())

    def remind(self, card_id: str, /, **body: Unpack[params.RemindAll]) -> models.ReminderRun:
        """Remind the invitees who have not signed a card."""
        return self._perform(_CARDS_REMIND, {"card_id": card_id}, Input(body=body))

    def export_notes(self, card_id: str, /) -> bytes:
        """Export the notes of a card."""
        return self._perform(_CARDS_EXPORT_NOTES, {"card_id": card_id}, Input())

    def list(self, *, limit: int | None = None, status: str | None = None, q: str | None = None, template_id: str | None = None, external_id: str | None = None, bundle_purchase_id: str | None = None, created_after: str | None = None, created_before: str | None = None, cursor: str | None = None) -> Page[models.Card]:
        """List cards."""
        return self._list(_CARDS_LIST, {}, {"limit": limit, "cursor": cursor, "status": status, "q": q, "template_id": template_id, "external_id": external_id, "bundle_purchase_id": bundle_purchase_id, "created_after": created_after, "created_before": created_before})


class Handovers(Resource):
    def create(self, card_id: str, /, *, if_match: str | None = None, **body: Unpack[params.NewHandover]) -> models.Card:
        """Record how the collected money of a card reached its recipient."""
        return self._perform(_HANDOVERS_CREATE, {"card_id": card_id}, Input(body=body, if_match=if_match))

    def update(self, card_id: str, /, *, if_match: str | None = None, **body: Unpack[params.HandoverChange]) -> models.Card:
        """Update the handover of a card."""
        return self._perform(_HANDOVERS_UPDATE, {"card_id": card_id}, Input(body=body, if_match=if_match))

    def delete(self, card_id: str, /, *, if_match: str | None = None) -> models.Card:
        """Delete the handover of a card, for example after recording it on the wrong card."""
        return self._perform(_HANDOVERS_DELETE, {"card_id": card_id}, Input(if_match=if_match))


class Walls(Resource):
    def retrieve(self, card_id: str, /) -> models.Wall:
        """Retrieve the wall of a card."""
        return self._perform(_WALLS_RETRIEVE, {"card_id": card_id}, Input())

    def create(self, card_id: str, /) -> models.Wall:
        """Create a wall of a card: a page for a screen that shows notes as they are published."""
        return self._perform(_WALLS_CREATE, {"card_id": card_id}, Input())

    def delete(self, card_id: str, /) -> None:
        """Delete the wall of a card. Its link stops working immediately; a wall created later has a new link."""
        return self._perform(_WALLS_DELETE, {"card_id": card_id}, Input())


class Thanks(Resource):
    def list(self, card_id: str, /) -> Page[models.Thanks]:
        """List the thank-you messages of a card."""
        return self._list(_THANKS_LIST, {"card_id": card_id}, {})


class Reports(Resource):
    def list(self, card_id: str, /, *, limit: int | None = None, cursor: str | None = None) -> Page[models.Report]:
        """List the reported notes of a card."""
        return self._list(_REPORTS_LIST, {"card_id": card_id}, {"limit": limit, "cursor": cursor})


class CardBatches(Resource):
    def create(self, **body: Unpack[params.NewBatch]) -> models.CardBatch:
        """Create a batch of cards."""
        return self._perform(_CARD_BATCHES_CREATE, {}, Input(body=body))

    def check(self, **body: Unpack[params.NewBatch]) -> models.BatchCheck:
        """Check a card batch without creating anything."""
        return self._perform(_CARD_BATCHES_CHECK, {}, Input(body=body))

    def retrieve(self, card_batch_id: str, /) -> models.CardBatch:
        """Retrieve a card batch."""
        return self._perform(_CARD_BATCHES_RETRIEVE, {"card_batch_id": card_batch_id}, Input())


class Payments(Resource):
    def retrieve(self, payment_id: str, /) -> models.Payment:
        """Retrieve a payment."""
        return self._perform(_PAYMENTS_RETRIEVE, {"payment_id": payment_id}, Input())

    def cancel(self, payment_id: str, /) -> models.Payment:
        """Cancel an open payment."""
        return self._perform(_PAYMENTS_CANCEL, {"payment_id": payment_id}, Input())

    def list(self, *, limit: int | None = None, card_id: str | None = None, status: str | None = None, provider_payment_id: str | None = None, mismatched: str | None = None, created_after: str | None = None, created_before: str | None = None, cursor: str | None = None) -> Page[models.Payment]:
        """List payments."""
        return self._list(_PAYMENTS_LIST, {}, {"limit": limit, "cursor": cursor, "card_id": card_id, "status": status, "provider_payment_id": provider_payment_id, "mismatched": mismatched, "created_after": created_after, "created_before": created_before})


class Refunds(Resource):
    def create(self, payment_id: str, /, *, if_match: str, **body: Unpack[params.NewRefund]) -> models.Refund:
        """Refund a payment."""
        return self._perform(_REFUNDS_CREATE, {"payment_id": payment_id}, Input(body=body, if_match=if_match))

    def retrieve(self, refund_id: str, /) -> models.Refund:
        """Retrieve a refund."""
        return self._perform(_REFUNDS_RETRIEVE, {"refund_id": refund_id}, Input())


class RefundRequests(Resource):
    def retrieve(self, refund_request_id: str, /) -> models.RefundRequest:
        """Retrieve a refund request."""
        return self._perform(_REFUND_REQUESTS_RETRIEVE, {"refund_request_id": refund_request_id}, Input())

    def approve(self, refund_request_id: str, /, *, if_match: str | None = None) -> models.RefundRequest:
        """Approve a refund request, which refunds the payment."""
        return self._perform(_REFUND_REQUESTS_APPROVE, {"refund_request_id": refund_request_id}, Input(if_match=if_match))

    def refuse(self, refund_request_id: str, /, *, if_match: str | None = None, **body: Unpack[params.Refusing]) -> models.RefundRequest:
        """Refuse a refund request."""
        return self._perform(_REFUND_REQUESTS_REFUSE, {"refund_request_id": refund_request_id}, Input(body=body, if_match=if_match))

    def list(self, *, limit: int | None = None, status: str | None = None, card_id: str | None = None, payment_id: str | None = None, cursor: str | None = None) -> Page[models.RefundRequest]:
        """List refund requests."""
        return self._list(_REFUND_REQUESTS_LIST, {}, {"limit": limit, "cursor": cursor, "status": status, "card_id": card_id, "payment_id": payment_id})


class PaymentProvider(Resource):
    def retrieve(self) -> models.PaymentProvider:
        """Retrieve the payment provider."""
        return self._perform(_PAYMENT_PROVIDER_RETRIEVE, {}, Input())

    def update(self, *, if_match: str | None = None, **body: Unpack[params.NewProvider]) -> models.PaymentProvider:
        """Set the payment provider."""
        return self._perform(_PAYMENT_PROVIDER_UPDATE, {}, Input(body=body, if_match=if_match))

    def delete(self, *, if_match: str | None = None) -> models.PaymentProvider:
        """Remove the payment provider."""
        return self._perform(_PAYMENT_PROVIDER_DELETE, {}, Input(if_match=if_match))

    def update_fees(self, *, if_match: str | None = None, **body: Unpack[params.NewFees]) -> models.PaymentProvider:
        """Update the provider's fees."""
        return self._perform(_PAYMENT_PROVIDER_UPDATE_FEES, {}, Input(body=body, if_match=if_match))

    def check(self) -> models.PaymentProvider:
        """Check the payment provider."""
        return self._perform(_PAYMENT_PROVIDER_CHECK, {}, Input())


class Movements(Resource):
    def export(self) -> bytes:
        """Export the transfers of the account."""
        return self._perform(_MOVEMENTS_EXPORT, {}, Input())


class Invitations(Resource):
    def create(self, **body: Unpack[params.NewInvitations]) -> models.InvitationList:
        """Create invitations."""
        return self._perform(_INVITATIONS_CREATE, {}, Input(body=body))

    def check(self, card_id: str, /, **body: Unpack[params.InviteesToCheck]) -> models.InvitationCheck:
        """Check invitees without inviting anyone."""
        return self._perform(_INVITATIONS_CHECK, {"card_id": card_id}, Input(body=body))

    def resend(self, **body: Unpack[params.Resend]) -> models.Invitation:
        """Resend an invitation."""
        return self._perform(_INVITATIONS_RESEND, {}, Input(body=body))

    def retrieve(self, invite_id: str, /) -> models.Invitation:
        """Retrieve an invitation."""
        return self._perform(_INVITATIONS_RETRIEVE, {"invite_id": invite_id}, Input())

    def update(self, invite_id: str, /, *, if_match: str | None = None, **body: Unpack[params.Correction]) -> models.Invitation:
        """Update the address of an invitation."""
        return self._perform(_INVITATIONS_UPDATE, {"invite_id": invite_id}, Input(body=body, if_match=if_match))

    def revoke(self, invite_id: str, /, *, if_match: str | None = None) -> models.Invitation:
        """Revoke an invitation."""
        return self._perform(_INVITATIONS_REVOKE, {"invite_id": invite_id}, Input(if_match=if_match))

    def list(self, card_id: str, /, *, limit: int | None = None, parent_invite_id: str | None = None, status: str | None = None, cursor: str | None = None) -> Page[models.Invitation]:
        """List the invitations of a card."""
        return self._list(_INVITATIONS_LIST, {"card_id": card_id}, {"limit": limit, "cursor": cursor, "parent_invite_id": parent_invite_id, "status": status})


class Suppressions(Resource):
    def delete(self, suppression_id: str, /) -> None:
        """Lift a suppression."""
        return self._perform(_SUPPRESSIONS_DELETE, {"suppression_id": suppression_id}, Input())

    def list(self, *, limit: int | None = None, delivery_type: str | None = None, address: str | None = None, reason: str | None = None, cursor: str | None = None) -> Page[models.Suppression]:
        """List suppressions."""
        return self._list(_SUPPRESSIONS_LIST, {}, {"limit": limit, "cursor": cursor, "delivery_type": delivery_type, "address": address, "reason": reason})


class Contributions(Resource):
    def create(self, card_id: str, /, **body: Unpack[params.NewContribution]) -> models.NewlySigned:
        """Create a contribution."""
        return self._perform(_CONTRIBUTIONS_CREATE, {"card_id": card_id}, Input(body=body))

    def retrieve(self, card_id: str, contribution_id: str, /) -> models.Contribution:
        """Retrieve a contribution."""
        return self._perform(_CONTRIBUTIONS_RETRIEVE, {"card_id": card_id, "contribution_id": contribution_id}, Input())

    def delete(self, card_id: str, contribution_id: str, /, *, if_match: str | None = None) -> models.Contribution:
        """Delete a contribution."""
        return self._perform(_CONTRIBUTIONS_DELETE, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    def publish(self, card_id: str, contribution_id: str, /, *, if_match: str | None = None) -> models.Contribution:
        """Publish a note."""
        return self._perform(_CONTRIBUTIONS_PUBLISH, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    def hide(self, card_id: str, contribution_id: str, /, *, if_match: str | None = None) -> models.Contribution:
        """Hide a note."""
        return self._perform(_CONTRIBUTIONS_HIDE, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    def reject(self, card_id: str, contribution_id: str, /, *, if_match: str | None = None) -> models.Contribution:
        """Reject a note."""
        return self._perform(_CONTRIBUTIONS_REJECT, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    def confirm(self, card_id: str, contribution_id: str, /, *, if_match: str) -> models.Contribution:
        """Confirm a cash pledge."""
        return self._perform(_CONTRIBUTIONS_CONFIRM, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    def drop(self, card_id: str, contribution_id: str, /, *, if_match: str) -> models.Contribution:
        """Drop a cash pledge."""
        return self._perform(_CONTRIBUTIONS_DROP, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    def list(self, card_id: str, /, *, limit: int | None = None, status: str | None = None, method: str | None = None, cursor: str | None = None) -> Page[models.Contribution]:
        """List the contributions of a card."""
        return self._list(_CONTRIBUTIONS_LIST, {"card_id": card_id}, {"limit": limit, "cursor": cursor, "status": status, "method": method})


class People(Resource):
    def create(self, **body: Unpack[params.NewPerson]) -> models.Person:
        """Create or update a person."""
        return self._perform(_PEOPLE_CREATE, {}, Input(body=body))

    def sync(self, **body: Unpack[params.PeopleList]) -> models.PeopleSync:
        """Synchronise people with a complete list."""
        return self._perform(_PEOPLE_SYNC, {}, Input(body=body))

    def retrieve(self, person_id: str, /) -> models.Person:
        """Retrieve a person."""
        return self._perform(_PEOPLE_RETRIEVE, {"person_id": person_id}, Input())

    def update(self, person_id: str, /, *, if_match: str | None = None, **body: Unpack[params.PersonChange]) -> models.Person:
        """Update a person."""
        return self._perform(_PEOPLE_UPDATE, {"person_id": person_id}, Input(body=body, if_match=if_match))

    def delete(self, person_id: str, /, *, if_match: str | None = None) -> None:
        """Delete a person."""
        return self._perform(_PEOPLE_DELETE, {"person_id": person_id}, Input(if_match=if_match))

    def list(self, *, limit: int | None = None, q: str | None = None, external_id: str | None = None, email: str | None = None, team: str | None = None, status: str | None = None, sort: str | None = None, cursor: str | None = None) -> Page[models.Person]:
        """List people."""
        return self._list(_PEOPLE_LIST, {}, {"limit": limit, "cursor": cursor, "q": q, "external_id": external_id, "email": email, "team": team, "status": status, "sort": sort})


class OccasionRules(Resource):
    def create(self, **body: Unpack[params.NewRule]) -> models.OccasionRule:
        """Create an occasion rule."""
        return self._perform(_OCCASION_RULES_CREATE, {}, Input(body=body))

    def retrieve(self, occasion_rule_id: str, /) -> models.OccasionRule:
        """Retrieve an occasion rule."""
        return self._perform(_OCCASION_RULES_RETRIEVE, {"occasion_rule_id": occasion_rule_id}, Input())

    def update(self, occasion_rule_id: str, /, *, if_match: str | None = None, **body: Unpack[params.RuleChange]) -> models.OccasionRule:
        """Update an occasion rule."""
        return self._perform(_OCCASION_RULES_UPDATE, {"occasion_rule_id": occasion_rule_id}, Input(body=body, if_match=if_match))

    def delete(self, occasion_rule_id: str, /, *, if_match: str | None = None) -> None:
        """Delete an occasion rule."""
        return self._perform(_OCCASION_RULES_DELETE, {"occasion_rule_id": occasion_rule_id}, Input(if_match=if_match))

    def retrieve_plan(self, occasion_rule_id: str, /) -> models.OccasionPlan:
        """Retrieve the plan of an occasion rule."""
        return self._perform(_OCCASION_RULES_RETRIEVE_PLAN, {"occasion_rule_id": occasion_rule_id}, Input())

    def start(self, occasion_rule_id: str, /, *, if_match: str | None = None) -> models.OccasionRule:
        """Start an occasion rule."""
        return self._perform(_OCCASION_RULES_START, {"occasion_rule_id": occasion_rule_id}, Input(if_match=if_match))

    def pause(self, occasion_rule_id: str, /, *, if_match: str | None = None) -> models.OccasionRule:
        """Pause an occasion rule."""
        return self._perform(_OCCASION_RULES_PAUSE, {"occasion_rule_id": occasion_rule_id}, Input(if_match=if_match))

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Page[models.OccasionRule]:
        """List occasion rules."""
        return self._list(_OCCASION_RULES_LIST, {}, {"limit": limit, "cursor": cursor})


class Occasions(Resource):
    def change(self, *, if_match: str | None = None, **body: Unpack[params.ChangedOccasion]) -> models.Occasion:
        """Change an occasion."""
        return self._perform(_OCCASIONS_CHANGE, {}, Input(body=body, if_match=if_match))

    def skip(self, *, if_match: str | None = None, **body: Unpack[params.SkippedOccasion]) -> models.Occasion:
        """Skip an occasion."""
        return self._perform(_OCCASIONS_SKIP, {}, Input(body=body, if_match=if_match))

    def list(self, *, limit: int | None = None, from_: str | None = None, until: str | None = None, person_id: str | None = None, cursor: str | None = None) -> Page[models.Occasion]:
        """List occasions."""
        return self._list(_OCCASIONS_LIST, {}, {"limit": limit, "cursor": cursor, "from": from_, "until": until, "person_id": person_id})


class Groups(Resource):
    def create(self, **body: Unpack[params.NewGroup]) -> models.Group:
        """Create a group."""
        return self._perform(_GROUPS_CREATE, {}, Input(body=body))

    def retrieve(self, group_id: str, /) -> models.Group:
        """Retrieve a group."""
        return self._perform(_GROUPS_RETRIEVE, {"group_id": group_id}, Input())

    def update(self, group_id: str, /, *, if_match: str | None = None, **body: Unpack[params.GroupChange]) -> models.Group:
        """Update a group."""
        return self._perform(_GROUPS_UPDATE, {"group_id": group_id}, Input(body=body, if_match=if_match))

    def delete(self, group_id: str, /, *, if_match: str | None = None) -> None:
        """Delete a group."""
        return self._perform(_GROUPS_DELETE, {"group_id": group_id}, Input(if_match=if_match))

    def sync(self, group_id: str, /) -> models.InvitationList:
        """Invite new members of a group."""
        return self._perform(_GROUPS_SYNC, {"group_id": group_id}, Input())

    def list(self, *, limit: int | None = None, name: str | None = None, external_id: str | None = None, kind: str | None = None, cursor: str | None = None) -> Page[models.Group]:
        """List groups."""
        return self._list(_GROUPS_LIST, {}, {"limit": limit, "cursor": cursor, "name": name, "external_id": external_id, "kind": kind})


class CardAdmins(Resource):
    def create(self, **body: Unpack[params.NewCardAdmin]) -> models.CardAdmin:
        """Add an admin to a card."""
        return self._perform(_CARD_ADMINS_CREATE, {}, Input(body=body))

    def update(self, card_admin_id: str, /, *, if_match: str | None = None, **body: Unpack[params.NewPrivilege]) -> models.CardAdmin:
        """Replace the privileges of a card admin."""
        return self._perform(_CARD_ADMINS_UPDATE, {"card_admin_id": card_admin_id}, Input(body=body, if_match=if_match))

    def delete(self, card_admin_id: str, /) -> models.CardAdmin:
        """Remove an admin from a card."""
        return self._perform(_CARD_ADMINS_DELETE, {"card_admin_id": card_admin_id}, Input())

    def list(self, card_id: str, /, *, limit: int | None = None, cursor: str | None = None) -> Page[models.CardAdmin]:
        """List the admins of a card."""
        return self._list(_CARD_ADMINS_LIST, {"card_id": card_id}, {"limit": limit, "cursor": cursor})


class Exports(Resource):
    def create(self, **body: Unpack[params.ExportSubject]) -> models.DataExport:
        """Export a person's data."""
        return self._perform(_EXPORTS_CREATE, {}, Input(body=body))

    def retrieve(self, export_id: str, /) -> models.DataExport:
        """Retrieve an export."""
        return self._perform(_EXPORTS_RETRIEVE, {"export_id": export_id}, Input())

    def retrieve_file(self, export_id: str, /) -> bytes:
        """Retrieve the file of an export."""
        return self._perform(_EXPORTS_RETRIEVE_FILE, {"export_id": export_id}, Input())

    def retrieve_archive(self, export_id: str, /) -> bytes:
        """Retrieve the archive of an export."""
        return self._perform(_EXPORTS_RETRIEVE_ARCHIVE, {"export_id": export_id}, Input())

    def list_parts(self, export_id: str, /, *, limit: int | None = None, cursor: str | None = None) -> Page[models.ExportPart]:
        """List the parts of an export."""
        return self._list(_EXPORTS_LIST_PARTS, {"export_id": export_id}, {"limit": limit, "cursor": cursor})

    def retrieve_part(self, export_id: str, part_number: str, /) -> bytes:
        """Retrieve a part of an export."""
        return self._perform(_EXPORTS_RETRIEVE_PART, {"export_id": export_id, "part_number": part_number}, Input())

    def list(self, *, limit: int | None = None, of: str | None = None, cursor: str | None = None) -> Page[models.DataExport]:
        """List exports."""
        return self._list(_EXPORTS_LIST, {}, {"limit": limit, "cursor": cursor, "of": of})


class Erasures(Resource):
    def create(self, **body: Unpack[params.DataSubject]) -> models.DataErasure:
        """Erase a person's data."""
        return self._perform(_ERASURES_CREATE, {}, Input(body=body))

    def retrieve(self, erasure_id: str, /) -> models.DataErasure:
        """Retrieve an erasure."""
        return self._perform(_ERASURES_RETRIEVE, {"erasure_id": erasure_id}, Input())

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Page[models.DataErasure]:
        """List erasures."""
        return self._list(_ERASURES_LIST, {}, {"limit": limit, "cursor": cursor})


class Media(Resource):
    def create(self, card_id: str, /, **body: Unpack[params.NewMedia]) -> models.Media:
        """Upload a media file."""
        return self._perform(_MEDIA_CREATE, {"card_id": card_id}, Input(body=body))

    def retrieve(self, media_id: str, /) -> models.Media:
        """Retrieve a media file."""
        return self._perform(_MEDIA_RETRIEVE, {"media_id": media_id}, Input())

    def delete(self, media_id: str, /) -> None:
        """Delete a media file."""
        return self._perform(_MEDIA_DELETE, {"media_id": media_id}, Input())


class Events(Tail):
    def list(self, *, limit: int | None = None, type: str | None = None, card_id: str | None = None, order: str | None = None, after: str | None = None, cursor: str | None = None) -> Page[models.Event]:
        """List events."""
        return self._list(_EVENTS_LIST, {}, {"limit": limit, "cursor": cursor, "type": type, "card_id": card_id, "order": order, "after": after})


class AuditLog(Resource):
    def export(self, *, action: str | None = None, email: str | None = None, card_id: str | None = None, created_after: str | None = None, created_before: str | None = None) -> bytes:
        """Export the audit log."""
        return self._perform(_AUDIT_LOG_EXPORT, {}, Input(query={"action": action, "email": email, "card_id": card_id, "created_after": created_after, "created_before": created_before}))

    def list(self, *, limit: int | None = None, action: str | None = None, email: str | None = None, card_id: str | None = None, created_after: str | None = None, created_before: str | None = None, cursor: str | None = None) -> Page[models.AuditEntry]:
        """List the audit log."""
        return self._list(_AUDIT_LOG_LIST, {}, {"limit": limit, "cursor": cursor, "action": action, "email": email, "card_id": card_id, "created_after": created_after, "created_before": created_before})


class WebhookEndpoints(Resource):
    def create(self, **body: Unpack[params.NewWebhookEndpoint]) -> models.WithSecret:
        """Create a webhook endpoint."""
        return self._perform(_WEBHOOK_ENDPOINTS_CREATE, {}, Input(body=body))

    def retrieve(self, webhook_endpoint_id: str, /) -> models.WebhookEndpoint:
        """Retrieve a webhook endpoint."""
        return self._perform(_WEBHOOK_ENDPOINTS_RETRIEVE, {"webhook_endpoint_id": webhook_endpoint_id}, Input())

    def update(self, webhook_endpoint_id: str, /, *, if_match: str | None = None, **body: Unpack[params.WebhookEndpointChange]) -> models.WebhookEndpoint:
        """Update a webhook endpoint."""
        return self._perform(_WEBHOOK_ENDPOINTS_UPDATE, {"webhook_endpoint_id": webhook_endpoint_id}, Input(body=body, if_match=if_match))

    def delete(self, webhook_endpoint_id: str, /, *, if_match: str | None = None) -> None:
        """Delete a webhook endpoint."""
        return self._perform(_WEBHOOK_ENDPOINTS_DELETE, {"webhook_endpoint_id": webhook_endpoint_id}, Input(if_match=if_match))

    def send_test(self, webhook_endpoint_id: str, /) -> models.WebhookDelivery:
        """Send a test event to a webhook endpoint."""
        return self._perform(_WEBHOOK_ENDPOINTS_SEND_TEST, {"webhook_endpoint_id": webhook_endpoint_id}, Input())

    def rotate_secret(self, webhook_endpoint_id: str, /, *, if_match: str | None = None, **body: Unpack[params.SecretRotation]) -> models.WithSecret:
        """Rotate the secret of a webhook endpoint."""
        return self._perform(_WEBHOOK_ENDPOINTS_ROTATE_SECRET, {"webhook_endpoint_id": webhook_endpoint_id}, Input(body=body, if_match=if_match))

    def recover(self, webhook_endpoint_id: str, /, **body: Unpack[params.Recovery]) -> models.WebhookRecovery:
        """Recover missed webhook deliveries."""
        return self._perform(_WEBHOOK_ENDPOINTS_RECOVER, {"webhook_endpoint_id": webhook_endpoint_id}, Input(body=body))

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Page[models.WebhookEndpoint]:
        """List webhook endpoints."""
        return self._list(_WEBHOOK_ENDPOINTS_LIST, {}, {"limit": limit, "cursor": cursor})


class WebhookDeliveries(Resource):
    def redeliver(self, webhook_delivery_id: str, /) -> models.WebhookDelivery:
        """Redeliver an event."""
        return self._perform(_WEBHOOK_DELIVERIES_REDELIVER, {"webhook_delivery_id": webhook_delivery_id}, Input())

    def list(self, webhook_endpoint_id: str, /, *, limit: int | None = None, status: str | None = None, event_id: str | None = None, cursor: str | None = None) -> Page[models.WebhookDelivery]:
        """List webhook deliveries."""
        return self._list(_WEBHOOK_DELIVERIES_LIST, {"webhook_endpoint_id": webhook_endpoint_id}, {"limit": limit, "cursor": cursor, "status": status, "event_id": event_id})


class Limits(Resource):
    def retrieve(self) -> models.Limits:
        """Retrieve limits."""
        return self._perform(_LIMITS_RETRIEVE, {}, Input())


class TestOutbox(Resource):
    def list(self, *, limit: int | None = None, recipient: str | None = None, cursor: str | None = None) -> Page[models.TestMessage]:
        """List the messages that test data would have sent."""
        return self._list(_TEST_OUTBOX_LIST, {}, {"limit": limit, "cursor": cursor, "recipient": recipient})


class TestClock(Resource):
    def retrieve(self) -> models.TestClock:
        """Retrieve the test clock."""
        return self._perform(_TEST_CLOCK_RETRIEVE, {}, Input())

    def advance(self, **body: Unpack[params.Advance]) -> models.TestClock:
        """Advance the test clock."""
        return self._perform(_TEST_CLOCK_ADVANCE, {}, Input(body=body))


class Resources:
    """The operations by resource."""

    def __init__(self, caller: Caller) -> None:
        self.credentials = Credentials(caller)
        self.restricted_keys = RestrictedKeys(caller)
        self.account = Account(caller)
        self.members = Members(caller)
        self.accounts = Accounts(caller)
        self.bundle_purchases = BundlePurchases(caller)
        self.bundles = Bundles(caller)
        self.templates = Templates(caller)
        self.locales = Locales(caller)
        self.cards = Cards(caller)
        self.handovers = Handovers(caller)
        self.walls = Walls(caller)
        self.thanks = Thanks(caller)
        self.reports = Reports(caller)
        self.card_batches = CardBatches(caller)
        self.payments = Payments(caller)
        self.refunds = Refunds(caller)
        self.refund_requests = RefundRequests(caller)
        self.payment_provider = PaymentProvider(caller)
        self.movements = Movements(caller)
        self.invitations = Invitations(caller)
        self.suppressions = Suppressions(caller)
        self.contributions = Contributions(caller)
        self.people = People(caller)
        self.occasion_rules = OccasionRules(caller)
        self.occasions = Occasions(caller)
        self.groups = Groups(caller)
        self.card_admins = CardAdmins(caller)
        self.exports = Exports(caller)
        self.erasures = Erasures(caller)
        self.media = Media(caller)
        self.events = Events(caller)
        self.audit_log = AuditLog(caller)
        self.webhook_endpoints = WebhookEndpoints(caller)
        self.webhook_deliveries = WebhookDeliveries(caller)
        self.limits = Limits(caller)
        self.test_outbox = TestOutbox(caller)
        self.test_clock = TestClock(caller)


class AsyncCredentials(AsyncResource):
    async def rotate(self, **body: Unpack[params.Rotation]) -> models.NewPair:
        """Rotate credentials."""
        return await self._perform(_CREDENTIALS_ROTATE, {}, Input(body=body))

    async def create_test(self) -> models.NewPair:
        """Create a key pair for test data."""
        return await self._perform(_CREDENTIALS_CREATE_TEST, {}, Input())

    async def list(self) -> AsyncPage[models.KeyPair]:
        """List the key pairs."""
        return await self._list(_CREDENTIALS_LIST, {}, {})


class AsyncRestrictedKeys(AsyncResource):
    async def create(self, **body: Unpack[params.NewRestrictedKey]) -> models.CreatedRestrictedKey:
        """Create a restricted key."""
        return await self._perform(_RESTRICTED_KEYS_CREATE, {}, Input(body=body))

    async def delete(self, restricted_key_id: str, /) -> None:
        """End a restricted key."""
        return await self._perform(_RESTRICTED_KEYS_DELETE, {"restricted_key_id": restricted_key_id}, Input())

    async def list(self) -> AsyncPage[models.RestrictedKey]:
        """List the restricted keys."""
        return await self._list(_RESTRICTED_KEYS_LIST, {}, {})


class AsyncAccount(AsyncResource):
    async def retrieve(self) -> models.AccountSettings:
        """Retrieve the account."""
        return await self._perform(_ACCOUNT_RETRIEVE, {}, Input())

    async def update(self, *, if_match: str | None = None, **body: Unpack[params.AccountChange]) -> models.AccountSettings:
        """Update the settings of the account."""
        return await self._perform(_ACCOUNT_UPDATE, {}, Input(body=body, if_match=if_match))

    async def update_logo(self, *, if_match: str | None = None, **body: Unpack[params.NewLogo]) -> models.AccountSettings:
        """Set the account's logo."""
        return await self._perform(_ACCOUNT_UPDATE_LOGO, {}, Input(body=body, if_match=if_match))

    async def delete_logo(self, *, if_match: str | None = None) -> models.AccountSettings:
        """Remove the account's logo."""
        return await self._perform(_ACCOUNT_DELETE_LOGO, {}, Input(if_match=if_match))

    async def retrieve_platform(self) -> models.Platform:
        """Retrieve the platform of the account."""
        return await self._perform(_ACCOUNT_RETRIEVE_PLATFORM, {}, Input())

    async def update_platform(self, **body: Unpack[params.PlatformChange]) -> models.Platform:
        """Revoke or restore the access of the account's platform."""
        return await self._perform(_ACCOUNT_UPDATE_PLATFORM, {}, Input(body=body))

    async def leave_platform(self) -> None:
        """Leave the platform of the account."""
        return await self._perform(_ACCOUNT_LEAVE_PLATFORM, {}, Input())


class AsyncMembers(AsyncResource):
    async def create(self, **body: Unpack[params.NewAccountMember]) -> models.AccountMember:
        """Invite a person to the account."""
        return await self._perform(_MEMBERS_CREATE, {}, Input(body=body))

    async def update(self, member_id: str, /, **body: Unpack[params.MemberChange]) -> models.AccountMember:
        """Change the role of a member."""
        return await self._perform(_MEMBERS_UPDATE, {"member_id": member_id}, Input(body=body))

    async def delete(self, member_id: str, /) -> None:
        """Remove a member, or withdraw an invitation."""
        return await self._perform(_MEMBERS_DELETE, {"member_id": member_id}, Input())

    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.AccountMember]:
        """List the members of the account."""
        return await self._list(_MEMBERS_LIST, {}, {"limit": limit, "cursor": cursor})


class AsyncAccounts(AsyncResource):
    async def create(self, **body: Unpack[params.NewCustomer]) -> models.Customer:
        """Create a customer's account."""
        return await self._perform(_ACCOUNTS_CREATE, {}, Input(body=body))

    async def retrieve(self, account_id: str, /) -> models.Customer:
        """Retrieve a customer's account."""
        return await self._perform(_ACCOUNTS_RETRIEVE, {"account_id": account_id}, Input())

    async def update(self, account_id: str, /, **body: Unpack[params.CustomerChange]) -> models.Customer:
        """Update a customer's account."""
        return await self._perform(_ACCOUNTS_UPDATE, {"account_id": account_id}, Input(body=body))

    async def list(self, *, limit: int | None = None, name: str | None = None, external_id: str | None = None, cursor: str | None = None) -> AsyncPage[models.Customer]:
        """List the customers' accounts."""
        return await self._list(_ACCOUNTS_LIST, {}, {"limit": limit, "cursor": cursor, "name": name, "external_id": external_id})


class AsyncBundlePurchases(AsyncResource):
    async def list_available(self, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.BundlePurchase]:
        """List available bundle purchases."""
        return await self._list(_BUNDLE_PURCHASES_LIST_AVAILABLE, {}, {"limit": limit, "cursor": cursor})

    async def create(self, **body: Unpack[params.NewPurchase]) -> models.OpenPurchase:
        """Buy a bundle."""
        return await self._perform(_BUNDLE_PURCHASES_CREATE, {}, Input(body=body))

    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.BundlePurchase]:
        """List bundle purchases."""
        return await self._list(_BUNDLE_PURCHASES_LIST, {}, {"limit": limit, "cursor": cursor})


class AsyncBundles(AsyncResource):
    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.Bundle]:
        """List bundles."""
        return await self._list(_BUNDLES_LIST, {}, {"limit": limit, "cursor": cursor})


class AsyncTemplates(AsyncResource):
    async def list(self, *, limit: int | None = None, occasion: str | None = None, q: str | None = None, cursor: str | None = None) -> AsyncPage[models.Template]:
        """List templates."""
        return await self._list(_TEMPLATES_LIST, {}, {"limit": limit, "cursor": cursor, "occasion": occasion, "q": q})


class AsyncLocales(AsyncResource):
    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.TranslatedLocale]:
        """List the translated locales."""
        return await self._list(_LOCALES_LIST, {}, {"limit": limit, "cursor": cursor})


class AsyncCards(AsyncResource):
    async def create(self, **body: Unpack[params.NewCard]) -> models.Card:
        """Create a card."""
        return await self._perform(_CARDS_CREATE, {}, Input(body=body))

    async def retrieve(self, card_id: str, /) -> models.Card:
        """Retrieve a card."""
        return await self._perform(_CARDS_RETRIEVE, {"card_id": card_id}, Input())

    async def update(self, card_id: str, /, *, if_match: str | None = None, **body: Unpack[params.CardChange]) -> models.Card:
        """Update a card."""
        return await self._perform(_CARDS_UPDATE, {"card_id": card_id}, Input(body=body, if_match=if_match))

    async def delete(self, card_id: str, /, *, if_match: str | None = None) -> models.DeletedCard:
        """Delete a card."""
        return await self._perform(_CARDS_DELETE, {"card_id": card_id}, Input(if_match=if_match))

    async def explain_access(self, card_id: str, /, *, as_: str | None = None) -> models.CardAccessReport:
        """Explain access to a card."""
        return await self._perform(_CARDS_EXPLAIN_ACCESS, {"card_id": card_id}, Input(query={"as": as_}))

    async def close(self, card_id: str, /, *, if_match: str | None = None) -> models.Card:
        """Close a card."""
        return await self._perform(_CARDS_CLOSE, {"card_id": card_id}, Input(if_match=if_match))

    async def reopen(self, card_id: str, /, *, if_match: str | None = None, **body: Unpack[params.Reopening]) -> models.Card:
        """Reopen a closed card."""
        return await self._perform(_CARDS_REOPEN, {"card_id": card_id}, Input(body=body, if_match=if_match))

    async def cancel(self, card_id: str, /, *, if_match: str | None = None, **body: Unpack[params.Cancelling]) -> models.Card:
        """Cancel a card."""
        return await self._perform(_CARDS_CANCEL, {"card_id": card_id}, Input(body=body, if_match=if_match))

    async def rotate_link(self, card_id: str, /, **body: Unpack[params.LinkRotation]) -> models.RotatedLink:
        """Rotate a link of a card."""
        return await self._perform(_CARDS_ROTATE_LINK, {"card_id": card_id}, Input(body=body))

    async def duplicate(self, card_id: str, /, **body: Unpack[params.Duplication]) -> models.Card:
        """Duplicate a card."""
        return await self._perform(_CARDS_DUPLICATE, {"card_id": card_id}, Input(body=body))

    async def archive(self, card_id: str, /, *, if_match: str | None = None) -> models.Card:
        """Archive a closed card."""
        return await self._perform(_CARDS_ARCHIVE, {"card_id": card_id}, Input(if_match=if_match))

    async def preview(self, card_id: str, /, **body: Unpack[params.PreviewRequest]) -> models.Preview:
        """Preview a card."""
        return await self._perform(_CARDS_PREVIEW, {"card_id": card_id}, Input(body=body))

    async def list_payments(self, card_id: str, /, *, limit: int | None = None, status: str | None = None, cursor: str | None = None) -> AsyncPage[models.Payment]:
        """List the payments of a card."""
        return await self._list(_CARDS_LIST_PAYMENTS, {"card_id": card_id}, {"limit": limit, "cursor": cursor, "status": status})

    async def export_movements(self, card_id: str, /) -> bytes:
        """Export the transfers of a card."""
        return await self._perform(_CARDS_EXPORT_MOVEMENTS, {"card_id": card_id}, Input())

    async def retrieve_money_chart(self, card_id: str, /) -> bytes:
        """Retrieve the money chart of a card."""
        return await self._perform(_CARDS_RETRIEVE_MONEY_CHART, {"card_id": card_id}, Input())

    async def remind(self, card_id: str, /, **body: Unpack[params.RemindAll]) -> models.ReminderRun:
        """Remind the invitees who have not signed a card."""
        return await self._perform(_CARDS_REMIND, {"card_id": card_id}, Input(body=body))

    async def export_notes(self, card_id: str, /) -> bytes:
        """Export the notes of a card."""
        return await self._perform(_CARDS_EXPORT_NOTES, {"card_id": card_id}, Input())

    async def list(self, *, limit: int | None = None, status: str | None = None, q: str | None = None, template_id: str | None = None, external_id: str | None = None, bundle_purchase_id: str | None = None, created_after: str | None = None, created_before: str | None = None, cursor: str | None = None) -> AsyncPage[models.Card]:
        """List cards."""
        return await self._list(_CARDS_LIST, {}, {"limit": limit, "cursor": cursor, "status": status, "q": q, "template_id": template_id, "external_id": external_id, "bundle_purchase_id": bundle_purchase_id, "created_after": created_after, "created_before": created_before})


class AsyncHandovers(AsyncResource):
    async def create(self, card_id: str, /, *, if_match: str | None = None, **body: Unpack[params.NewHandover]) -> models.Card:
        """Record how the collected money of a card reached its recipient."""
        return await self._perform(_HANDOVERS_CREATE, {"card_id": card_id}, Input(body=body, if_match=if_match))

    async def update(self, card_id: str, /, *, if_match: str | None = None, **body: Unpack[params.HandoverChange]) -> models.Card:
        """Update the handover of a card."""
        return await self._perform(_HANDOVERS_UPDATE, {"card_id": card_id}, Input(body=body, if_match=if_match))

    async def delete(self, card_id: str, /, *, if_match: str | None = None) -> models.Card:
        """Delete the handover of a card, for example after recording it on the wrong card."""
        return await self._perform(_HANDOVERS_DELETE, {"card_id": card_id}, Input(if_match=if_match))


class AsyncWalls(AsyncResource):
    async def retrieve(self, card_id: str, /) -> models.Wall:
        """Retrieve the wall of a card."""
        return await self._perform(_WALLS_RETRIEVE, {"card_id": card_id}, Input())

    async def create(self, card_id: str, /) -> models.Wall:
        """Create a wall of a card: a page for a screen that shows notes as they are published."""
        return await self._perform(_WALLS_CREATE, {"card_id": card_id}, Input())

    async def delete(self, card_id: str, /) -> None:
        """Delete the wall of a card. Its link stops working immediately; a wall created later has a new link."""
        return await self._perform(_WALLS_DELETE, {"card_id": card_id}, Input())


class AsyncThanks(AsyncResource):
    async def list(self, card_id: str, /) -> AsyncPage[models.Thanks]:
        """List the thank-you messages of a card."""
        return await self._list(_THANKS_LIST, {"card_id": card_id}, {})


class AsyncReports(AsyncResource):
    async def list(self, card_id: str, /, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.Report]:
        """List the reported notes of a card."""
        return await self._list(_REPORTS_LIST, {"card_id": card_id}, {"limit": limit, "cursor": cursor})


class AsyncCardBatches(AsyncResource):
    async def create(self, **body: Unpack[params.NewBatch]) -> models.CardBatch:
        """Create a batch of cards."""
        return await self._perform(_CARD_BATCHES_CREATE, {}, Input(body=body))

    async def check(self, **body: Unpack[params.NewBatch]) -> models.BatchCheck:
        """Check a card batch without creating anything."""
        return await self._perform(_CARD_BATCHES_CHECK, {}, Input(body=body))

    async def retrieve(self, card_batch_id: str, /) -> models.CardBatch:
        """Retrieve a card batch."""
        return await self._perform(_CARD_BATCHES_RETRIEVE, {"card_batch_id": card_batch_id}, Input())


class AsyncPayments(AsyncResource):
    async def retrieve(self, payment_id: str, /) -> models.Payment:
        """Retrieve a payment."""
        return await self._perform(_PAYMENTS_RETRIEVE, {"payment_id": payment_id}, Input())

    async def cancel(self, payment_id: str, /) -> models.Payment:
        """Cancel an open payment."""
        return await self._perform(_PAYMENTS_CANCEL, {"payment_id": payment_id}, Input())

    async def list(self, *, limit: int | None = None, card_id: str | None = None, status: str | None = None, provider_payment_id: str | None = None, mismatched: str | None = None, created_after: str | None = None, created_before: str | None = None, cursor: str | None = None) -> AsyncPage[models.Payment]:
        """List payments."""
        return await self._list(_PAYMENTS_LIST, {}, {"limit": limit, "cursor": cursor, "card_id": card_id, "status": status, "provider_payment_id": provider_payment_id, "mismatched": mismatched, "created_after": created_after, "created_before": created_before})


class AsyncRefunds(AsyncResource):
    async def create(self, payment_id: str, /, *, if_match: str, **body: Unpack[params.NewRefund]) -> models.Refund:
        """Refund a payment."""
        return await self._perform(_REFUNDS_CREATE, {"payment_id": payment_id}, Input(body=body, if_match=if_match))

    async def retrieve(self, refund_id: str, /) -> models.Refund:
        """Retrieve a refund."""
        return await self._perform(_REFUNDS_RETRIEVE, {"refund_id": refund_id}, Input())


class AsyncRefundRequests(AsyncResource):
    async def retrieve(self, refund_request_id: str, /) -> models.RefundRequest:
        """Retrieve a refund request."""
        return await self._perform(_REFUND_REQUESTS_RETRIEVE, {"refund_request_id": refund_request_id}, Input())

    async def approve(self, refund_request_id: str, /, *, if_match: str | None = None) -> models.RefundRequest:
        """Approve a refund request, which refunds the payment."""
        return await self._perform(_REFUND_REQUESTS_APPROVE, {"refund_request_id": refund_request_id}, Input(if_match=if_match))

    async def refuse(self, refund_request_id: str, /, *, if_match: str | None = None, **body: Unpack[params.Refusing]) -> models.RefundRequest:
        """Refuse a refund request."""
        return await self._perform(_REFUND_REQUESTS_REFUSE, {"refund_request_id": refund_request_id}, Input(body=body, if_match=if_match))

    async def list(self, *, limit: int | None = None, status: str | None = None, card_id: str | None = None, payment_id: str | None = None, cursor: str | None = None) -> AsyncPage[models.RefundRequest]:
        """List refund requests."""
        return await self._list(_REFUND_REQUESTS_LIST, {}, {"limit": limit, "cursor": cursor, "status": status, "card_id": card_id, "payment_id": payment_id})


class AsyncPaymentProvider(AsyncResource):
    async def retrieve(self) -> models.PaymentProvider:
        """Retrieve the payment provider."""
        return await self._perform(_PAYMENT_PROVIDER_RETRIEVE, {}, Input())

    async def update(self, *, if_match: str | None = None, **body: Unpack[params.NewProvider]) -> models.PaymentProvider:
        """Set the payment provider."""
        return await self._perform(_PAYMENT_PROVIDER_UPDATE, {}, Input(body=body, if_match=if_match))

    async def delete(self, *, if_match: str | None = None) -> models.PaymentProvider:
        """Remove the payment provider."""
        return await self._perform(_PAYMENT_PROVIDER_DELETE, {}, Input(if_match=if_match))

    async def update_fees(self, *, if_match: str | None = None, **body: Unpack[params.NewFees]) -> models.PaymentProvider:
        """Update the provider's fees."""
        return await self._perform(_PAYMENT_PROVIDER_UPDATE_FEES, {}, Input(body=body, if_match=if_match))

    async def check(self) -> models.PaymentProvider:
        """Check the payment provider."""
        return await self._perform(_PAYMENT_PROVIDER_CHECK, {}, Input())


class AsyncMovements(AsyncResource):
    async def export(self) -> bytes:
        """Export the transfers of the account."""
        return await self._perform(_MOVEMENTS_EXPORT, {}, Input())


class AsyncInvitations(AsyncResource):
    async def create(self, **body: Unpack[params.NewInvitations]) -> models.InvitationList:
        """Create invitations."""
        return await self._perform(_INVITATIONS_CREATE, {}, Input(body=body))

    async def check(self, card_id: str, /, **body: Unpack[params.InviteesToCheck]) -> models.InvitationCheck:
        """Check invitees without inviting anyone."""
        return await self._perform(_INVITATIONS_CHECK, {"card_id": card_id}, Input(body=body))

    async def resend(self, **body: Unpack[params.Resend]) -> models.Invitation:
        """Resend an invitation."""
        return await self._perform(_INVITATIONS_RESEND, {}, Input(body=body))

    async def retrieve(self, invite_id: str, /) -> models.Invitation:
        """Retrieve an invitation."""
        return await self._perform(_INVITATIONS_RETRIEVE, {"invite_id": invite_id}, Input())

    async def update(self, invite_id: str, /, *, if_match: str | None = None, **body: Unpack[params.Correction]) -> models.Invitation:
        """Update the address of an invitation."""
        return await self._perform(_INVITATIONS_UPDATE, {"invite_id": invite_id}, Input(body=body, if_match=if_match))

    async def revoke(self, invite_id: str, /, *, if_match: str | None = None) -> models.Invitation:
        """Revoke an invitation."""
        return await self._perform(_INVITATIONS_REVOKE, {"invite_id": invite_id}, Input(if_match=if_match))

    async def list(self, card_id: str, /, *, limit: int | None = None, parent_invite_id: str | None = None, status: str | None = None, cursor: str | None = None) -> AsyncPage[models.Invitation]:
        """List the invitations of a card."""
        return await self._list(_INVITATIONS_LIST, {"card_id": card_id}, {"limit": limit, "cursor": cursor, "parent_invite_id": parent_invite_id, "status": status})


class AsyncSuppressions(AsyncResource):
    async def delete(self, suppression_id: str, /) -> None:
        """Lift a suppression."""
        return await self._perform(_SUPPRESSIONS_DELETE, {"suppression_id": suppression_id}, Input())

    async def list(self, *, limit: int | None = None, delivery_type: str | None = None, address: str | None = None, reason: str | None = None, cursor: str | None = None) -> AsyncPage[models.Suppression]:
        """List suppressions."""
        return await self._list(_SUPPRESSIONS_LIST, {}, {"limit": limit, "cursor": cursor, "delivery_type": delivery_type, "address": address, "reason": reason})


class AsyncContributions(AsyncResource):
    async def create(self, card_id: str, /, **body: Unpack[params.NewContribution]) -> models.NewlySigned:
        """Create a contribution."""
        return await self._perform(_CONTRIBUTIONS_CREATE, {"card_id": card_id}, Input(body=body))

    async def retrieve(self, card_id: str, contribution_id: str, /) -> models.Contribution:
        """Retrieve a contribution."""
        return await self._perform(_CONTRIBUTIONS_RETRIEVE, {"card_id": card_id, "contribution_id": contribution_id}, Input())

    async def delete(self, card_id: str, contribution_id: str, /, *, if_match: str | None = None) -> models.Contribution:
        """Delete a contribution."""
        return await self._perform(_CONTRIBUTIONS_DELETE, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    async def publish(self, card_id: str, contribution_id: str, /, *, if_match: str | None = None) -> models.Contribution:
        """Publish a note."""
        return await self._perform(_CONTRIBUTIONS_PUBLISH, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    async def hide(self, card_id: str, contribution_id: str, /, *, if_match: str | None = None) -> models.Contribution:
        """Hide a note."""
        return await self._perform(_CONTRIBUTIONS_HIDE, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    async def reject(self, card_id: str, contribution_id: str, /, *, if_match: str | None = None) -> models.Contribution:
        """Reject a note."""
        return await self._perform(_CONTRIBUTIONS_REJECT, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    async def confirm(self, card_id: str, contribution_id: str, /, *, if_match: str) -> models.Contribution:
        """Confirm a cash pledge."""
        return await self._perform(_CONTRIBUTIONS_CONFIRM, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    async def drop(self, card_id: str, contribution_id: str, /, *, if_match: str) -> models.Contribution:
        """Drop a cash pledge."""
        return await self._perform(_CONTRIBUTIONS_DROP, {"card_id": card_id, "contribution_id": contribution_id}, Input(if_match=if_match))

    async def list(self, card_id: str, /, *, limit: int | None = None, status: str | None = None, method: str | None = None, cursor: str | None = None) -> AsyncPage[models.Contribution]:
        """List the contributions of a card."""
        return await self._list(_CONTRIBUTIONS_LIST, {"card_id": card_id}, {"limit": limit, "cursor": cursor, "status": status, "method": method})


class AsyncPeople(AsyncResource):
    async def create(self, **body: Unpack[params.NewPerson]) -> models.Person:
        """Create or update a person."""
        return await self._perform(_PEOPLE_CREATE, {}, Input(body=body))

    async def sync(self, **body: Unpack[params.PeopleList]) -> models.PeopleSync:
        """Synchronise people with a complete list."""
        return await self._perform(_PEOPLE_SYNC, {}, Input(body=body))

    async def retrieve(self, person_id: str, /) -> models.Person:
        """Retrieve a person."""
        return await self._perform(_PEOPLE_RETRIEVE, {"person_id": person_id}, Input())

    async def update(self, person_id: str, /, *, if_match: str | None = None, **body: Unpack[params.PersonChange]) -> models.Person:
        """Update a person."""
        return await self._perform(_PEOPLE_UPDATE, {"person_id": person_id}, Input(body=body, if_match=if_match))

    async def delete(self, person_id: str, /, *, if_match: str | None = None) -> None:
        """Delete a person."""
        return await self._perform(_PEOPLE_DELETE, {"person_id": person_id}, Input(if_match=if_match))

    async def list(self, *, limit: int | None = None, q: str | None = None, external_id: str | None = None, email: str | None = None, team: str | None = None, status: str | None = None, sort: str | None = None, cursor: str | None = None) -> AsyncPage[models.Person]:
        """List people."""
        return await self._list(_PEOPLE_LIST, {}, {"limit": limit, "cursor": cursor, "q": q, "external_id": external_id, "email": email, "team": team, "status": status, "sort": sort})


class AsyncOccasionRules(AsyncResource):
    async def create(self, **body: Unpack[params.NewRule]) -> models.OccasionRule:
        """Create an occasion rule."""
        return await self._perform(_OCCASION_RULES_CREATE, {}, Input(body=body))

    async def retrieve(self, occasion_rule_id: str, /) -> models.OccasionRule:
        """Retrieve an occasion rule."""
        return await self._perform(_OCCASION_RULES_RETRIEVE, {"occasion_rule_id": occasion_rule_id}, Input())

    async def update(self, occasion_rule_id: str, /, *, if_match: str | None = None, **body: Unpack[params.RuleChange]) -> models.OccasionRule:
        """Update an occasion rule."""
        return await self._perform(_OCCASION_RULES_UPDATE, {"occasion_rule_id": occasion_rule_id}, Input(body=body, if_match=if_match))

    async def delete(self, occasion_rule_id: str, /, *, if_match: str | None = None) -> None:
        """Delete an occasion rule."""
        return await self._perform(_OCCASION_RULES_DELETE, {"occasion_rule_id": occasion_rule_id}, Input(if_match=if_match))

    async def retrieve_plan(self, occasion_rule_id: str, /) -> models.OccasionPlan:
        """Retrieve the plan of an occasion rule."""
        return await self._perform(_OCCASION_RULES_RETRIEVE_PLAN, {"occasion_rule_id": occasion_rule_id}, Input())

    async def start(self, occasion_rule_id: str, /, *, if_match: str | None = None) -> models.OccasionRule:
        """Start an occasion rule."""
        return await self._perform(_OCCASION_RULES_START, {"occasion_rule_id": occasion_rule_id}, Input(if_match=if_match))

    async def pause(self, occasion_rule_id: str, /, *, if_match: str | None = None) -> models.OccasionRule:
        """Pause an occasion rule."""
        return await self._perform(_OCCASION_RULES_PAUSE, {"occasion_rule_id": occasion_rule_id}, Input(if_match=if_match))

    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.OccasionRule]:
        """List occasion rules."""
        return await self._list(_OCCASION_RULES_LIST, {}, {"limit": limit, "cursor": cursor})


class AsyncOccasions(AsyncResource):
    async def change(self, *, if_match: str | None = None, **body: Unpack[params.ChangedOccasion]) -> models.Occasion:
        """Change an occasion."""
        return await self._perform(_OCCASIONS_CHANGE, {}, Input(body=body, if_match=if_match))

    async def skip(self, *, if_match: str | None = None, **body: Unpack[params.SkippedOccasion]) -> models.Occasion:
        """Skip an occasion."""
        return await self._perform(_OCCASIONS_SKIP, {}, Input(body=body, if_match=if_match))

    async def list(self, *, limit: int | None = None, from_: str | None = None, until: str | None = None, person_id: str | None = None, cursor: str | None = None) -> AsyncPage[models.Occasion]:
        """List occasions."""
        return await self._list(_OCCASIONS_LIST, {}, {"limit": limit, "cursor": cursor, "from": from_, "until": until, "person_id": person_id})


class AsyncGroups(AsyncResource):
    async def create(self, **body: Unpack[params.NewGroup]) -> models.Group:
        """Create a group."""
        return await self._perform(_GROUPS_CREATE, {}, Input(body=body))

    async def retrieve(self, group_id: str, /) -> models.Group:
        """Retrieve a group."""
        return await self._perform(_GROUPS_RETRIEVE, {"group_id": group_id}, Input())

    async def update(self, group_id: str, /, *, if_match: str | None = None, **body: Unpack[params.GroupChange]) -> models.Group:
        """Update a group."""
        return await self._perform(_GROUPS_UPDATE, {"group_id": group_id}, Input(body=body, if_match=if_match))

    async def delete(self, group_id: str, /, *, if_match: str | None = None) -> None:
        """Delete a group."""
        return await self._perform(_GROUPS_DELETE, {"group_id": group_id}, Input(if_match=if_match))

    async def sync(self, group_id: str, /) -> models.InvitationList:
        """Invite new members of a group."""
        return await self._perform(_GROUPS_SYNC, {"group_id": group_id}, Input())

    async def list(self, *, limit: int | None = None, name: str | None = None, external_id: str | None = None, kind: str | None = None, cursor: str | None = None) -> AsyncPage[models.Group]:
        """List groups."""
        return await self._list(_GROUPS_LIST, {}, {"limit": limit, "cursor": cursor, "name": name, "external_id": external_id, "kind": kind})


class AsyncCardAdmins(AsyncResource):
    async def create(self, **body: Unpack[params.NewCardAdmin]) -> models.CardAdmin:
        """Add an admin to a card."""
        return await self._perform(_CARD_ADMINS_CREATE, {}, Input(body=body))

    async def update(self, card_admin_id: str, /, *, if_match: str | None = None, **body: Unpack[params.NewPrivilege]) -> models.CardAdmin:
        """Replace the privileges of a card admin."""
        return await self._perform(_CARD_ADMINS_UPDATE, {"card_admin_id": card_admin_id}, Input(body=body, if_match=if_match))

    async def delete(self, card_admin_id: str, /) -> models.CardAdmin:
        """Remove an admin from a card."""
        return await self._perform(_CARD_ADMINS_DELETE, {"card_admin_id": card_admin_id}, Input())

    async def list(self, card_id: str, /, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.CardAdmin]:
        """List the admins of a card."""
        return await self._list(_CARD_ADMINS_LIST, {"card_id": card_id}, {"limit": limit, "cursor": cursor})


class AsyncExports(AsyncResource):
    async def create(self, **body: Unpack[params.ExportSubject]) -> models.DataExport:
        """Export a person's data."""
        return await self._perform(_EXPORTS_CREATE, {}, Input(body=body))

    async def retrieve(self, export_id: str, /) -> models.DataExport:
        """Retrieve an export."""
        return await self._perform(_EXPORTS_RETRIEVE, {"export_id": export_id}, Input())

    async def retrieve_file(self, export_id: str, /) -> bytes:
        """Retrieve the file of an export."""
        return await self._perform(_EXPORTS_RETRIEVE_FILE, {"export_id": export_id}, Input())

    async def retrieve_archive(self, export_id: str, /) -> bytes:
        """Retrieve the archive of an export."""
        return await self._perform(_EXPORTS_RETRIEVE_ARCHIVE, {"export_id": export_id}, Input())

    async def list_parts(self, export_id: str, /, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.ExportPart]:
        """List the parts of an export."""
        return await self._list(_EXPORTS_LIST_PARTS, {"export_id": export_id}, {"limit": limit, "cursor": cursor})

    async def retrieve_part(self, export_id: str, part_number: str, /) -> bytes:
        """Retrieve a part of an export."""
        return await self._perform(_EXPORTS_RETRIEVE_PART, {"export_id": export_id, "part_number": part_number}, Input())

    async def list(self, *, limit: int | None = None, of: str | None = None, cursor: str | None = None) -> AsyncPage[models.DataExport]:
        """List exports."""
        return await self._list(_EXPORTS_LIST, {}, {"limit": limit, "cursor": cursor, "of": of})


class AsyncErasures(AsyncResource):
    async def create(self, **body: Unpack[params.DataSubject]) -> models.DataErasure:
        """Erase a person's data."""
        return await self._perform(_ERASURES_CREATE, {}, Input(body=body))

    async def retrieve(self, erasure_id: str, /) -> models.DataErasure:
        """Retrieve an erasure."""
        return await self._perform(_ERASURES_RETRIEVE, {"erasure_id": erasure_id}, Input())

    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.DataErasure]:
        """List erasures."""
        return await self._list(_ERASURES_LIST, {}, {"limit": limit, "cursor": cursor})


class AsyncMedia(AsyncResource):
    async def create(self, card_id: str, /, **body: Unpack[params.NewMedia]) -> models.Media:
        """Upload a media file."""
        return await self._perform(_MEDIA_CREATE, {"card_id": card_id}, Input(body=body))

    async def retrieve(self, media_id: str, /) -> models.Media:
        """Retrieve a media file."""
        return await self._perform(_MEDIA_RETRIEVE, {"media_id": media_id}, Input())

    async def delete(self, media_id: str, /) -> None:
        """Delete a media file."""
        return await self._perform(_MEDIA_DELETE, {"media_id": media_id}, Input())


class AsyncEvents(AsyncTail):
    async def list(self, *, limit: int | None = None, type: str | None = None, card_id: str | None = None, order: str | None = None, after: str | None = None, cursor: str | None = None) -> AsyncPage[models.Event]:
        """List events."""
        return await self._list(_EVENTS_LIST, {}, {"limit": limit, "cursor": cursor, "type": type, "card_id": card_id, "order": order, "after": after})


class AsyncAuditLog(AsyncResource):
    async def export(self, *, action: str | None = None, email: str | None = None, card_id: str | None = None, created_after: str | None = None, created_before: str | None = None) -> bytes:
        """Export the audit log."""
        return await self._perform(_AUDIT_LOG_EXPORT, {}, Input(query={"action": action, "email": email, "card_id": card_id, "created_after": created_after, "created_before": created_before}))

    async def list(self, *, limit: int | None = None, action: str | None = None, email: str | None = None, card_id: str | None = None, created_after: str | None = None, created_before: str | None = None, cursor: str | None = None) -> AsyncPage[models.AuditEntry]:
        """List the audit log."""
        return await self._list(_AUDIT_LOG_LIST, {}, {"limit": limit, "cursor": cursor, "action": action, "email": email, "card_id": card_id, "created_after": created_after, "created_before": created_before})


class AsyncWebhookEndpoints(AsyncResource):
    async def create(self, **body: Unpack[params.NewWebhookEndpoint]) -> models.WithSecret:
        """Create a webhook endpoint."""
        return await self._perform(_WEBHOOK_ENDPOINTS_CREATE, {}, Input(body=body))

    async def retrieve(self, webhook_endpoint_id: str, /) -> models.WebhookEndpoint:
        """Retrieve a webhook endpoint."""
        return await self._perform(_WEBHOOK_ENDPOINTS_RETRIEVE, {"webhook_endpoint_id": webhook_endpoint_id}, Input())

    async def update(self, webhook_endpoint_id: str, /, *, if_match: str | None = None, **body: Unpack[params.WebhookEndpointChange]) -> models.WebhookEndpoint:
        """Update a webhook endpoint."""
        return await self._perform(_WEBHOOK_ENDPOINTS_UPDATE, {"webhook_endpoint_id": webhook_endpoint_id}, Input(body=body, if_match=if_match))

    async def delete(self, webhook_endpoint_id: str, /, *, if_match: str | None = None) -> None:
        """Delete a webhook endpoint."""
        return await self._perform(_WEBHOOK_ENDPOINTS_DELETE, {"webhook_endpoint_id": webhook_endpoint_id}, Input(if_match=if_match))

    async def send_test(self, webhook_endpoint_id: str, /) -> models.WebhookDelivery:
        """Send a test event to a webhook endpoint."""
        return await self._perform(_WEBHOOK_ENDPOINTS_SEND_TEST, {"webhook_endpoint_id": webhook_endpoint_id}, Input())

    async def rotate_secret(self, webhook_endpoint_id: str, /, *, if_match: str | None = None, **body: Unpack[params.SecretRotation]) -> models.WithSecret:
        """Rotate the secret of a webhook endpoint."""
        return await self._perform(_WEBHOOK_ENDPOINTS_ROTATE_SECRET, {"webhook_endpoint_id": webhook_endpoint_id}, Input(body=body, if_match=if_match))

    async def recover(self, webhook_endpoint_id: str, /, **body: Unpack[params.Recovery]) -> models.WebhookRecovery:
        """Recover missed webhook deliveries."""
        return await self._perform(_WEBHOOK_ENDPOINTS_RECOVER, {"webhook_endpoint_id": webhook_endpoint_id}, Input(body=body))

    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> AsyncPage[models.WebhookEndpoint]:
        """List webhook endpoints."""
        return await self._list(_WEBHOOK_ENDPOINTS_LIST, {}, {"limit": limit, "cursor": cursor})


class AsyncWebhookDeliveries(AsyncResource):
    async def redeliver(self, webhook_delivery_id: str, /) -> models.WebhookDelivery:
        """Redeliver an event."""
        return await self._perform(_WEBHOOK_DELIVERIES_REDELIVER, {"webhook_delivery_id": webhook_delivery_id}, Input())

    async def list(self, webhook_endpoint_id: str, /, *, limit: int | None = None, status: str | None = None, event_id: str | None = None, cursor: str | None = None) -> AsyncPage[models.WebhookDelivery]:
        """List webhook deliveries."""
        return await self._list(_WEBHOOK_DELIVERIES_LIST, {"webhook_endpoint_id": webhook_endpoint_id}, {"limit": limit, "cursor": cursor, "status": status, "event_id": event_id})


class AsyncLimits(AsyncResource):
    async def retrieve(self) -> models.Limits:
        """Retrieve limits."""
        return await self._perform(_LIMITS_RETRIEVE, {}, Input())


class AsyncTestOutbox(AsyncResource):
    async def list(self, *, limit: int | None = None, recipient: str | None = None, cursor: str | None = None) -> AsyncPage[models.TestMessage]:
        """List the messages that test data would have sent."""
        return await self._list(_TEST_OUTBOX_LIST, {}, {"limit": limit, "cursor": cursor, "recipient": recipient})


class AsyncTestClock(AsyncResource):
    async def retrieve(self) -> models.TestClock:
        """Retrieve the test clock."""
        return await self._perform(_TEST_CLOCK_RETRIEVE, {}, Input())

    async def advance(self, **body: Unpack[params.Advance]) -> models.TestClock:
        """Advance the test clock."""
        return await self._perform(_TEST_CLOCK_ADVANCE, {}, Input(body=body))


class AsyncResources:
    """The operations by resource."""

    def __init__(self, caller: AsyncCaller) -> None:
        self.credentials = AsyncCredentials(caller)
        self.restricted_keys = AsyncRestrictedKeys(caller)
        self.account = AsyncAccount(caller)
        self.members = AsyncMembers(caller)
        self.accounts = AsyncAccounts(caller)
        self.bundle_purchases = AsyncBundlePurchases(caller)
        self.bundles = AsyncBundles(caller)
        self.templates = AsyncTemplates(caller)
        self.locales = AsyncLocales(caller)
        self.cards = AsyncCards(caller)
        self.handovers = AsyncHandovers(caller)
        self.walls = AsyncWalls(caller)
        self.thanks = AsyncThanks(caller)
        self.reports = AsyncReports(caller)
        self.card_batches = AsyncCardBatches(caller)
        self.payments = AsyncPayments(caller)
        self.refunds = AsyncRefunds(caller)
        self.refund_requests = AsyncRefundRequests(caller)
        self.payment_provider = AsyncPaymentProvider(caller)
        self.movements = AsyncMovements(caller)
        self.invitations = AsyncInvitations(caller)
        self.suppressions = AsyncSuppressions(caller)
        self.contributions = AsyncContributions(caller)
        self.people = AsyncPeople(caller)
        self.occasion_rules = AsyncOccasionRules(caller)
        self.occasions = AsyncOccasions(caller)
        self.groups = AsyncGroups(caller)
        self.card_admins = AsyncCardAdmins(caller)
        self.exports = AsyncExports(caller)
        self.erasures = AsyncErasures(caller)
        self.media = AsyncMedia(caller)
        self.events = AsyncEvents(caller)
        self.audit_log = AsyncAuditLog(caller)
        self.webhook_endpoints = AsyncWebhookEndpoints(caller)
        self.webhook_deliveries = AsyncWebhookDeliveries(caller)
        self.limits = AsyncLimits(caller)
        self.test_outbox = AsyncTestOutbox(caller)
        self.test_clock = AsyncTestClock(caller)
