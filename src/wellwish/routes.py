"""The operations of the API: method, path, handler, success status, authentication, access rule."""

from typing import Final

from wellwish.accounts.access import owner_decides, owner_decides_data, owner_only
from wellwish.accounts.retrieve import retrieve_account
from wellwish.accounts.update import update_account
from wellwish.audit.export import export_entries
from wellwish.audit.list import list_entries
from wellwish.auth.credentials.authenticate import bearer, pair
from wellwish.auth.credentials.list import list_credentials
from wellwish.auth.credentials.restricted_keys.create import create_restricted_key
from wellwish.auth.credentials.restricted_keys.delete import delete_restricted_key
from wellwish.auth.credentials.restricted_keys.list import list_restricted_keys
from wellwish.auth.credentials.restricted_keys.restricted_key import manages_keys
from wellwish.auth.credentials.rotate import rotate
from wellwish.bundles.list import list_bundles
from wellwish.bundles.purchases.create import create_purchase
from wellwish.bundles.purchases.list import list_purchases
from wellwish.bundles.purchases.list_available import list_available_purchases
from wellwish.cards.access import ByCard
from wellwish.cards.admins.admin import by_admin
from wellwish.cards.admins.create import create_admin
from wellwish.cards.admins.delete import delete_admin
from wellwish.cards.admins.list import list_admins
from wellwish.cards.admins.update import update_admin
from wellwish.cards.archive import archive
from wellwish.cards.batches.check import check_batch
from wellwish.cards.batches.create import create_batch
from wellwish.cards.batches.retrieve import retrieve_batch
from wellwish.cards.cancel import Cancels, cancel
from wellwish.cards.card_row import CardRow, HeldCard, LockedCard
from wellwish.cards.close import close
from wellwish.cards.create import create_card
from wellwish.cards.delete import delete_card
from wellwish.cards.dry_run import plan_batch, plan_cancel, plan_card
from wellwish.cards.duplicate import duplicate
from wellwish.cards.explain import explain
from wellwish.cards.handovers.create import create_handover
from wellwish.cards.handovers.delete import delete_handover
from wellwish.cards.handovers.update import update_handover
from wellwish.cards.list import list_cards
from wellwish.cards.media.by_media import by_media
from wellwish.cards.media.create import MAX_BODY_BYTES as MEDIA_BYTES
from wellwish.cards.media.create import PATIENCE as MEDIA_PATIENCE
from wellwish.cards.media.create import create_media
from wellwish.cards.media.create import prepare as prepare_media
from wellwish.cards.media.delete import delete_media
from wellwish.cards.media.retrieve import retrieve_media
from wellwish.cards.open_money import EndsOpenMoney
from wellwish.cards.payments.list import list_payments
from wellwish.cards.preview import preview
from wellwish.cards.reopen import reopen
from wellwish.cards.retrieve import retrieve_card
from wellwish.cards.update import update_card
from wellwish.cards.walls.create import create_wall
from wellwish.cards.walls.delete import delete_wall
from wellwish.cards.walls.retrieve import retrieve_wall
from wellwish.contributions.confirm_pledge import confirm_pledge
from wellwish.contributions.create import create_contribution
from wellwish.contributions.delete import delete_contribution
from wellwish.contributions.drop_pledge import drop_pledge
from wellwish.contributions.hide import hide
from wellwish.contributions.list import list_contributions
from wellwish.contributions.publish import publish
from wellwish.contributions.reject import reject
from wellwish.contributions.retrieve import retrieve_contribution
from wellwish.designs.templates.list import list_templates
from wellwish.groups.create import create_group
from wellwish.groups.delete import delete_group
from wellwish.groups.group import MAX_BODY_BYTES as GROUP_BYTES
from wellwish.groups.list import list_groups
from wellwish.groups.retrieve import retrieve_group
from wellwish.groups.update import update_group
from wellwish.infra.events.list import list_events
from wellwish.infra.http import Route, Size
from wellwish.infra.http.budget import EXPORT
from wellwish.infra.http.budget import MEDIA_BYTES as MEDIA_COST_BYTES
from wellwish.invitations.check import check
from wellwish.invitations.create import create_invitations
from wellwish.invitations.dry_run import plan_invitations, plan_reminders, plan_resend
from wellwish.invitations.invitation import by_invitation
from wellwish.invitations.list import list_invitations
from wellwish.invitations.remind_all import remind_all
from wellwish.invitations.resend import resend
from wellwish.invitations.retrieve import retrieve_invitation
from wellwish.invitations.revoke import revoke
from wellwish.invitations.rotate_link import rotate_link
from wellwish.invitations.sync_group import sync_group
from wellwish.invitations.update import update_invitation
from wellwish.limits.retrieve import retrieve_limits
from wellwish.locales.list import list_locales
from wellwish.logos.delete import delete_logo
from wellwish.logos.update import MAX_BODY_BYTES as LOGO_BYTES
from wellwish.logos.update import prepare as prepare_logo
from wellwish.logos.update import update_logo
from wellwish.members.create import create_member
from wellwish.members.delete import delete_member
from wellwish.members.list import list_members
from wellwish.members.member import manages_members
from wellwish.members.update import update_member
from wellwish.movements.export_account import export_account
from wellwish.movements.export_card import export_card
from wellwish.movements.export_notes import export_notes
from wellwish.movements.retrieve_chart import retrieve_chart
from wellwish.occasions.change import change_occasion
from wellwish.occasions.list import list_occasions
from wellwish.occasions.rules.create import create_rule
from wellwish.occasions.rules.delete import delete_rule
from wellwish.occasions.rules.list import list_rules
from wellwish.occasions.rules.pause import pause_rule
from wellwish.occasions.rules.retrieve import retrieve_rule
from wellwish.occasions.rules.retrieve_plan import retrieve_plan
from wellwish.occasions.rules.start import start_rule
from wellwish.occasions.rules.update import update_rule
from wellwish.occasions.skip import skip_occasion
from wellwish.payments.cancel import cancel_payment, of_owner
from wellwish.payments.cancel import prepare as prepare_cancel
from wellwish.payments.dry_run import plan_approval, plan_refund
from wellwish.payments.list import list_account_payments
from wellwish.payments.provider.check import check_provider
from wellwish.payments.provider.check import prepare as prepare_check
from wellwish.payments.provider.delete import delete_provider
from wellwish.payments.provider.retrieve import retrieve_provider
from wellwish.payments.provider.update import prepare as prepare_update
from wellwish.payments.provider.update import update_provider
from wellwish.payments.provider.update_fees import update_fees
from wellwish.payments.refund import refund
from wellwish.payments.refund_requests.approve import approve
from wellwish.payments.refund_requests.list import list_refund_requests
from wellwish.payments.refund_requests.refuse import refuse
from wellwish.payments.refund_requests.retrieve import retrieve_refund_request
from wellwish.payments.retrieve import retrieve_payment
from wellwish.payments.retrieve_refund import retrieve_refund
from wellwish.people.create import create_person
from wellwish.people.delete import delete_person
from wellwish.people.list import list_people
from wellwish.people.reading import reads_people
from wellwish.people.retrieve import retrieve_person
from wellwish.people.sync import MAX_BODY_BYTES as PEOPLE_BYTES
from wellwish.people.sync import sync_people
from wellwish.people.update import update_person
from wellwish.platforms.create import COST as CUSTOMER_COST
from wellwish.platforms.create import create_customer
from wellwish.platforms.customer import platform_only
from wellwish.platforms.leave import leave_platform
from wellwish.platforms.list import list_customers
from wellwish.platforms.retrieve import retrieve_customer
from wellwish.platforms.retrieve_platform import retrieve_platform
from wellwish.platforms.update import update_customer
from wellwish.platforms.update_platform import update_platform
from wellwish.privacy.erasures.create import create_erasure
from wellwish.privacy.erasures.list import list_erasures
from wellwish.privacy.erasures.retrieve import retrieve_erasure
from wellwish.privacy.exports.create import create_export
from wellwish.privacy.exports.list import list_exports
from wellwish.privacy.exports.list_parts import list_parts
from wellwish.privacy.exports.retrieve import retrieve_export
from wellwish.privacy.exports.retrieve_archive import retrieve_archive
from wellwish.privacy.exports.retrieve_file import retrieve_file
from wellwish.privacy.exports.retrieve_part import retrieve_part
from wellwish.reports.list import list_reports
from wellwish.suppressions.delete import delete_suppression
from wellwish.suppressions.list import list_suppressions
from wellwish.test_mode.advance_clock import advance_clock
from wellwish.test_mode.create_key import create_key
from wellwish.test_mode.list_messages import list_messages
from wellwish.test_mode.retrieve_clock import retrieve_clock
from wellwish.thanks.list import list_thanks
from wellwish.webhooks.create import create_endpoint
from wellwish.webhooks.delete import delete_endpoint
from wellwish.webhooks.deliveries.list import list_deliveries
from wellwish.webhooks.deliveries.redeliver import redeliver
from wellwish.webhooks.list import list_endpoints
from wellwish.webhooks.recover import recover
from wellwish.webhooks.retrieve import retrieve_endpoint
from wellwish.webhooks.rotate_secret import rotate_secret
from wellwish.webhooks.send_test import send_test
from wellwish.webhooks.update import update_endpoint

# fmt: off
# Access rules for the card in the path: the required privilege, and whether its row is read, held or locked.
_EDITS: Final = ByCard("path", "can_update", CardRow)
_EDITS_HELD: Final = ByCard("path", "can_update", HeldCard)
_EDITS_LOCKED: Final = ByCard("path", "can_update", LockedCard)
_INVITES: Final = ByCard("path", "invite_contributors", CardRow)
_INVITES_HELD: Final = ByCard("path", "invite_contributors", HeldCard)
_OWNS: Final = ByCard("path", "owner", CardRow)
_OWNS_LOCKED: Final = ByCard("path", "owner", LockedCard)
_READS: Final = ByCard("path", "read", CardRow)
# The card is named in the body.
_INVITES_BODY: Final = ByCard("body", "invite_contributors", HeldCard)
_MANAGES_BODY: Final = ByCard("body", "admin_management", LockedCard)

_LOGO: Final = Size(LOGO_BYTES, bytes_per_cost=MEDIA_COST_BYTES)
_MEDIA: Final = Size(MEDIA_BYTES, MEDIA_PATIENCE, MEDIA_COST_BYTES)

OPERATIONS: Final = (
    # Credentials and tokens
    Route("POST", "/account/api-access/credentials/rotate", rotate, 201, pair, tried=False, lenient=True, secret=True, audit="api_key.rotate"),
    Route("POST", "/account/api-access/credentials/test", create_key, 201, pair, tried=False, secret=True, audit="api_key.create_test", mode="live"),
    Route("POST", "/account/api-access/restricted-keys", create_restricted_key, 201, pair, manages_keys, tried=False, secret=True, audit="restricted_key.create"),

    # The account and its members
    Route("GET", "/api/account", retrieve_account, 200, bearer, scope="account.read"),
    Route("GET", "/api/account/credentials", list_credentials, 200, bearer, owner_only),
    Route("GET", "/api/account/restricted-keys", list_restricted_keys, 200, bearer, manages_keys),
    Route("DELETE", "/api/account/restricted-keys/{restricted_key_id}", delete_restricted_key, 204, bearer, manages_keys, audit="restricted_key.delete"),
    Route("PATCH", "/api/account", update_account, 200, bearer, owner_only, audit="account.update"),
    Route("PUT", "/api/account/logo", update_logo, 200, bearer, owner_only, tried=False, size=_LOGO, prepare=prepare_logo, audit="account.update_logo"),
    Route("DELETE", "/api/account/logo", delete_logo, 200, bearer, owner_only, audit="account.delete_logo"),
    Route("GET", "/api/account/members", list_members, 200, bearer, owner_only, scope="account.read"),
    Route("POST", "/api/account/members", create_member, 201, bearer, manages_members, audit="member.create", mode="live"),
    Route("PATCH", "/api/account/members/{member_id}", update_member, 200, bearer, manages_members, audit="member.update", mode="live"),
    Route("DELETE", "/api/account/members/{member_id}", delete_member, 204, bearer, manages_members, audit="member.delete", mode="live"),
    Route("GET", "/api/account/platform", retrieve_platform, 200, bearer, owner_only, mode="live", scope="account.read"),
    Route("PATCH", "/api/account/platform", update_platform, 200, bearer, owner_only, audit="account.change_access", mode="live"),
    Route("DELETE", "/api/account/platform", leave_platform, 204, bearer, owner_only, audit="account.leave_platform", mode="live"),

    # The accounts of a platform's customers
    Route("POST", "/api/accounts", create_customer, 201, bearer, platform_only,
          audit="account.create_customer", cost=CUSTOMER_COST, mode="live"),
    Route("GET", "/api/accounts", list_customers, 200, bearer, platform_only),
    Route("GET", "/api/accounts/{account_id}", retrieve_customer, 200, bearer, platform_only),
    Route("PATCH", "/api/accounts/{account_id}", update_customer, 200, bearer, platform_only, audit="account.update_customer"),

    # Bundle purchases and templates
    Route("GET", "/api/bundle-purchases/available", list_available_purchases, 200, bearer, lenient=True, scope="cards.read"),
    Route("GET", "/api/bundle-purchases", list_purchases, 200, bearer, scope="money.read"),
    Route("GET", "/api/bundles", list_bundles, 200, bearer, scope="money.read"),
    Route("POST", "/api/bundle-purchases", create_purchase, 201, bearer, owner_only, key="required", audit="bundle_purchase.create", scope="money.write"),
    Route("GET", "/api/templates", list_templates, 200, bearer, lenient=True, scope="cards.read"),

    Route("GET", "/api/locales", list_locales, 200, bearer, scope="cards.read"),

    # Cards
    Route("GET", "/api/cards", list_cards, 200, bearer, lenient=True, scope="cards.read"),
    Route("POST", "/api/cards", create_card, 201, bearer, lenient=True, plan=plan_card, scope="cards.write"),
    Route("GET", "/api/cards/{card_id}", retrieve_card, 200, bearer, _READS, scope="cards.read"),
    Route("GET", "/api/cards/{card_id}/access", explain, 200, bearer, _READS, scope="cards.read"),
    Route("PATCH", "/api/cards/{card_id}", update_card, 200, bearer, _EDITS_LOCKED, lenient=True, scope="cards.write"),
    Route("DELETE", "/api/cards/{card_id}", delete_card, 200, bearer, EndsOpenMoney("owner"), audit="card.delete", scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/close", close, 200, bearer, _EDITS_LOCKED, audit="card.close", scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/reopen", reopen, 200, bearer, _EDITS_LOCKED, audit="card.reopen", scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/cancel", cancel, 200, bearer, Cancels(), key="with_money", audit="card.cancel", plan=plan_cancel, scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/links/rotate", rotate_link, 200, bearer, _OWNS_LOCKED, audit="card.rotate_link", scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/duplicate", duplicate, 201, bearer, _OWNS, plan=plan_card, scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/archive", archive, 200, bearer, _OWNS_LOCKED, audit="card.archive", scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/handover", create_handover, 200, bearer, _OWNS_LOCKED, audit="handover.create", scope="money.write"),
    Route("PATCH", "/api/cards/{card_id}/handover", update_handover, 200, bearer, _OWNS_LOCKED, audit="handover.update", scope="money.write"),
    Route("DELETE", "/api/cards/{card_id}/handover", delete_handover, 200, bearer, _OWNS_LOCKED, audit="handover.delete", scope="money.write"),
    Route("POST", "/api/cards/{card_id}/wall", create_wall, 201, bearer, _OWNS_LOCKED, audit="wall.create", scope="cards.write"),
    Route("GET", "/api/cards/{card_id}/wall", retrieve_wall, 200, bearer, ByCard("path", "owner"), scope="cards.read"),
    Route("DELETE", "/api/cards/{card_id}/wall", delete_wall, 204, bearer, _OWNS_LOCKED, audit="wall.delete", scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/preview", preview, 201, bearer, _READS, secret=True, scope="cards.read"),
    Route("GET", "/api/cards/{card_id}/thanks", list_thanks, 200, bearer, ByCard("path", "read"), scope="cards.read"),
    Route("GET", "/api/cards/{card_id}/reports", list_reports, 200, bearer, ByCard("path", "can_update"), scope="cards.read"),

    # Card batches
    Route("POST", "/api/card-batches", create_batch, 201, bearer, plan=plan_batch, scope="cards.write"),
    Route("POST", "/api/card-batches/check", check_batch, 200, bearer, tried=False, scope="cards.write"),
    Route("GET", "/api/card-batches/{card_batch_id}", retrieve_batch, 200, bearer, scope="cards.read"),

    # Payments
    Route("GET", "/api/cards/{card_id}/payments", list_payments, 200, bearer, ByCard("path", "owner"), scope="money.read"),
    Route("GET", "/api/payments", list_account_payments, 200, bearer, scope="money.read"),
    Route("GET", "/api/payments/{payment_id}", retrieve_payment, 200, bearer, scope="money.read"),
    Route("POST", "/api/payments/{payment_id}/cancel", cancel_payment, 200, bearer, of_owner, tried=False,
          prepare=prepare_cancel, audit="payment.cancel", scope="money.write"),
    Route("POST", "/api/payments/{payment_id}/refunds", refund, 201, bearer, owner_only,
          key="required", audit="payment.refund", plan=plan_refund, scope="money.write"),
    Route("GET", "/api/refunds/{refund_id}", retrieve_refund, 200, bearer, scope="money.read"),
    Route("GET", "/api/refund-requests", list_refund_requests, 200, bearer, owner_only, scope="money.read"),
    Route("GET", "/api/refund-requests/{refund_request_id}", retrieve_refund_request, 200, bearer, owner_only, scope="money.read"),
    Route("POST", "/api/refund-requests/{refund_request_id}/approve", approve, 200, bearer, owner_only,
          key="required", audit="refund_request.approve", plan=plan_approval, scope="money.write"),
    Route("POST", "/api/refund-requests/{refund_request_id}/refuse", refuse, 200, bearer, owner_only, audit="refund_request.refuse", scope="money.write"),
    Route("GET", "/api/payment-provider", retrieve_provider, 200, bearer, owner_only, scope="money.read"),
    Route("PUT", "/api/payment-provider", update_provider, 200, bearer, owner_decides, tried=False,
          prepare=prepare_update, audit="payment_provider.update", mode="live"),
    Route("PUT", "/api/payment-provider/fees", update_fees, 200, bearer, owner_only, audit="payment_provider.update", mode="live"),
    Route("DELETE", "/api/payment-provider", delete_provider, 200, bearer, owner_decides, audit="payment_provider.delete", mode="live"),
    Route("POST", "/api/payment-provider/check", check_provider, 200, bearer, owner_only, tried=False, prepare=prepare_check, mode="live"),
    Route("GET", "/api/movements.csv", export_account, 200, bearer, cost=EXPORT, scope="money.read"),
    Route("GET", "/api/cards/{card_id}/movements.csv", export_card, 200, bearer, _READS, cost=EXPORT, scope="money.read"),
    Route("GET", "/api/cards/{card_id}/money-chart", retrieve_chart, 200, bearer, _READS, scope="money.read"),

    # Invitations and suppressions
    Route("POST", "/api/cards/invitations", create_invitations, 201, bearer, _INVITES_BODY, lenient=True, plan=plan_invitations, scope="people.invite"),
    Route("POST", "/api/cards/{card_id}/invitations/check", check, 200, bearer, _INVITES, tried=False, scope="people.invite"),
    Route("GET", "/api/cards/{card_id}/invitations", list_invitations, 200, bearer, ByCard("path", "invite_contributors"), lenient=True, scope="people.invite"),
    Route("POST", "/api/cards/{card_id}/remind", remind_all, 200, bearer, _INVITES_HELD, plan=plan_reminders, scope="people.invite"),
    Route("POST", "/api/cards/invitations/resend", resend, 201, bearer, by_invitation("body", HeldCard), lenient=True, plan=plan_resend, scope="people.invite"),
    Route("GET", "/api/cards/invitations/{invite_id}", retrieve_invitation, 200, bearer, by_invitation("path"), scope="people.invite"),
    Route("PATCH", "/api/cards/invitations/{invite_id}", update_invitation, 200, bearer, by_invitation("path", HeldCard), scope="people.invite"),
    Route("POST", "/api/cards/invitations/{invite_id}/revoke", revoke, 200, bearer, by_invitation("path"), scope="people.invite"),
    Route("GET", "/api/suppressions", list_suppressions, 200, bearer, owner_only, scope="people.read"),
    Route("DELETE", "/api/suppressions/{suppression_id}", delete_suppression, 204, bearer, owner_only, audit="suppression.delete", scope="people.write"),

    # Contributions
    Route("GET", "/api/cards/{card_id}/notes.csv", export_notes, 200, bearer, _READS, cost=EXPORT, scope="cards.read"),
    Route("GET", "/api/cards/{card_id}/contributions", list_contributions, 200, bearer, _READS, scope="cards.read"),
    Route("POST", "/api/cards/{card_id}/contributions", create_contribution, 201, bearer, _OWNS_LOCKED, key="with_money", scope="cards.write"),
    Route("GET", "/api/cards/{card_id}/contributions/{contribution_id}", retrieve_contribution, 200, bearer, _READS, scope="cards.read"),
    Route("DELETE", "/api/cards/{card_id}/contributions/{contribution_id}", delete_contribution, 200, bearer, EndsOpenMoney("can_update"), scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/contributions/{contribution_id}/publish", publish, 200, bearer, _EDITS, scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/contributions/{contribution_id}/hide", hide, 200, bearer, _EDITS, scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/contributions/{contribution_id}/reject", reject, 200, bearer, _EDITS, scope="cards.write"),
    Route("POST", "/api/cards/{card_id}/contributions/{contribution_id}/confirm", confirm_pledge, 200, bearer, _EDITS_HELD,
          key="required", audit="contribution.confirm", scope="money.write"),
    Route("POST", "/api/cards/{card_id}/contributions/{contribution_id}/drop", drop_pledge, 200, bearer, _EDITS_HELD,
          key="required", audit="contribution.drop", scope="money.write"),

    # People
    Route("POST", "/api/people", create_person, 201, bearer, owner_only, audit="person.save", scope="people.write"),
    Route("PUT", "/api/people", sync_people, 200, bearer, owner_only, size=Size(PEOPLE_BYTES), audit="person.sync", scope="people.write"),
    Route("GET", "/api/people", list_people, 200, bearer, reads_people, scope="people.read"),
    Route("GET", "/api/people/{person_id}", retrieve_person, 200, bearer, reads_people, scope="people.read"),
    Route("PATCH", "/api/people/{person_id}", update_person, 200, bearer, owner_only, audit="person.update", scope="people.write"),
    Route("DELETE", "/api/people/{person_id}", delete_person, 204, bearer, owner_only, audit="person.delete", scope="people.write"),

    # Occasions
    Route("POST", "/api/occasion-rules", create_rule, 201, bearer, owner_only, audit="occasion_rule.create"),
    Route("GET", "/api/occasion-rules", list_rules, 200, bearer, owner_only, scope="people.read"),
    Route("GET", "/api/occasion-rules/{occasion_rule_id}", retrieve_rule, 200, bearer, owner_only, scope="people.read"),
    Route("PATCH", "/api/occasion-rules/{occasion_rule_id}", update_rule, 200, bearer, owner_only, audit="occasion_rule.update"),
    Route("DELETE", "/api/occasion-rules/{occasion_rule_id}", delete_rule, 204, bearer, owner_only, audit="occasion_rule.delete"),
    Route("GET", "/api/occasion-rules/{occasion_rule_id}/plan", retrieve_plan, 200, bearer, owner_only, scope="people.read"),
    Route("POST", "/api/occasion-rules/{occasion_rule_id}/start", start_rule, 200, bearer, owner_only, audit="occasion_rule.start"),
    Route("POST", "/api/occasion-rules/{occasion_rule_id}/pause", pause_rule, 200, bearer, owner_only, audit="occasion_rule.pause"),
    Route("GET", "/api/occasions", list_occasions, 200, bearer, owner_only, scope="people.read"),
    Route("POST", "/api/occasions/change", change_occasion, 200, bearer, owner_only, audit="occasion.change", scope="cards.write"),
    Route("POST", "/api/occasions/skip", skip_occasion, 200, bearer, owner_only, audit="occasion.skip", scope="cards.write"),

    # Groups and card admins
    Route("POST", "/api/groups", create_group, 201, bearer, lenient=True, size=Size(GROUP_BYTES), scope="people.write"),
    Route("GET", "/api/groups", list_groups, 200, bearer, scope="people.read"),
    Route("GET", "/api/groups/{group_id}", retrieve_group, 200, bearer, scope="people.read"),
    Route("PATCH", "/api/groups/{group_id}", update_group, 200, bearer, lenient=True, size=Size(GROUP_BYTES), scope="people.write"),
    Route("DELETE", "/api/groups/{group_id}", delete_group, 204, bearer, scope="people.write"),
    Route("POST", "/api/groups/{group_id}/sync", sync_group, 202, bearer, scope="people.invite"),
    Route("POST", "/api/card-admins", create_admin, 201, bearer, _MANAGES_BODY, lenient=True, audit="card_admin.create"),
    Route("GET", "/api/card-admins/card/{card_id}", list_admins, 200, bearer, ByCard("path", "admin_management"), lenient=True, scope="cards.read"),
    Route("PUT", "/api/card-admins/{card_admin_id}", update_admin, 200, bearer, by_admin("admin_management"),
          lenient=True, audit="card_admin.update"),
    Route("DELETE", "/api/card-admins/{card_admin_id}", delete_admin, 200, bearer, by_admin("read"),
          lenient=True, audit="card_admin.delete", scope="cards.write"),

    # People's data
    Route("POST", "/api/exports", create_export, 201, bearer, owner_decides_data, cost=EXPORT, audit="export.create"),
    Route("GET", "/api/exports", list_exports, 200, bearer, owner_decides_data),
    Route("GET", "/api/exports/{export_id}", retrieve_export, 200, bearer, owner_decides_data),
    Route("GET", "/api/exports/{export_id}/file", retrieve_file, 200, bearer, owner_decides_data, cost=EXPORT),
    Route("GET", "/api/exports/{export_id}/archive", retrieve_archive, 200, bearer, owner_decides_data, cost=EXPORT),
    Route("GET", "/api/exports/{export_id}/parts", list_parts, 200, bearer, owner_decides_data),
    Route("GET", "/api/exports/{export_id}/parts/{part_number}", retrieve_part, 200, bearer, owner_decides_data),
    Route("POST", "/api/erasures", create_erasure, 201, bearer, owner_decides_data, cost=EXPORT, audit="erasure.create"),
    Route("GET", "/api/erasures", list_erasures, 200, bearer, owner_decides_data),
    Route("GET", "/api/erasures/{erasure_id}", retrieve_erasure, 200, bearer, owner_decides_data),

    # Media
    Route("POST", "/api/cards/{card_id}/media", create_media, 201, bearer, _EDITS_HELD, tried=False, size=_MEDIA, prepare=prepare_media, scope="cards.write"),
    Route("GET", "/api/media/{media_id}", retrieve_media, 200, bearer, by_media("read"), scope="cards.read"),
    Route("DELETE", "/api/media/{media_id}", delete_media, 204, bearer, by_media("can_update"), scope="cards.write"),

    # Events, the audit log and limits
    Route("GET", "/api/events", list_events, 200, bearer, scope="events.read"),
    Route("GET", "/api/audit-log", list_entries, 200, bearer, owner_only, scope="account.read"),
    Route("GET", "/api/audit-log.csv", export_entries, 200, bearer, owner_only, cost=EXPORT, scope="account.read"),

    # Webhooks
    Route("POST", "/api/webhook-endpoints", create_endpoint, 201, bearer, secret=True, audit="webhook_endpoint.create"),
    Route("GET", "/api/webhook-endpoints", list_endpoints, 200, bearer, scope="events.read"),
    Route("GET", "/api/webhook-endpoints/{webhook_endpoint_id}", retrieve_endpoint, 200, bearer, scope="events.read"),
    Route("PATCH", "/api/webhook-endpoints/{webhook_endpoint_id}", update_endpoint, 200, bearer, audit="webhook_endpoint.update"),
    Route("DELETE", "/api/webhook-endpoints/{webhook_endpoint_id}", delete_endpoint, 204, bearer, audit="webhook_endpoint.delete"),
    Route("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/test", send_test, 201, bearer),
    Route("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/rotate-secret", rotate_secret, 201, bearer,
          secret=True, audit="webhook_endpoint.rotate_secret"),
    Route("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/recover", recover, 202, bearer),
    Route("GET", "/api/webhook-endpoints/{webhook_endpoint_id}/deliveries", list_deliveries, 200, bearer, scope="events.read"),
    Route("POST", "/api/webhook-deliveries/{webhook_delivery_id}/redeliver", redeliver, 201, bearer),
    Route("GET", "/api/limits", retrieve_limits, 200, bearer, scope="account.read"),

    # Test mode
    Route("GET", "/api/test/outbox", list_messages, 200, bearer, mode="test"),
    Route("GET", "/api/test-clock", retrieve_clock, 200, bearer, mode="test"),
    Route("POST", "/api/test-clock/advance", advance_clock, 202, bearer, mode="test"),
)
# fmt: on
