"""The whole HTTP surface on one screen: method, path, handler, success, who may call."""

from typing import Final

from wellwish.accounts.access import owner_alone
from wellwish.bundles.available import available
from wellwish.bundles.browse import browse as purchases_browse
from wellwish.bundles.buy import buy
from wellwish.bundles.offered import offered
from wellwish.cards import archive, cancel, close, delete, explain, preview, reopen
from wellwish.cards import browse as cards_browse
from wellwish.cards import create as cards_create
from wellwish.cards import read as cards_read
from wellwish.cards import update as cards_update
from wellwish.cards.access import ByCard
from wellwish.cards.admins import add, remove, replace
from wellwish.cards.admins import browse as admins_browse
from wellwish.cards.admins.admin import by_admin
from wellwish.cards.card_row import CardRow, HeldCard, LockedCard
from wellwish.cards.media import read as media_read
from wellwish.cards.media import remove as media_remove
from wellwish.cards.media import upload
from wellwish.cards.media.by_media import by_media
from wellwish.cards.payments.browse import browse as card_payments_browse
from wellwish.contributions import browse as contributions_browse
from wellwish.contributions import confirm, drop, hide, publish, reject
from wellwish.contributions import create as contributions_create
from wellwish.contributions import delete as contributions_delete
from wellwish.contributions import read as contributions_read
from wellwish.credentials.authenticate import bearer, pair
from wellwish.credentials.exchange import exchange
from wellwish.credentials.metadata import metadata
from wellwish.credentials.rotate import rotate
from wellwish.delivery.limits import limits
from wellwish.events.browse import browse as events_browse
from wellwish.groups import browse as groups_browse
from wellwish.groups import create as groups_create
from wellwish.groups import delete as groups_delete
from wellwish.groups import read as groups_read
from wellwish.groups import update as groups_update
from wellwish.groups.group import MAX_BODY_BYTES as GROUP_BYTES
from wellwish.http import Raw, Route
from wellwish.invitations import browse as invitations_browse
from wellwish.invitations import correct, invite, resend, revoke, sync
from wellwish.invitations import read as invitations_read
from wellwish.invitations import rotate as links_rotate
from wellwish.invitations.invitation import by_invitation
from wellwish.movements.of_account import of_account
from wellwish.movements.of_card import of_card
from wellwish.movements.over_time import over_time
from wellwish.payments import read as payments_read
from wellwish.payments.provider import check as provider_check
from wellwish.payments.provider import read as provider_read
from wellwish.payments.provider import remove as provider_remove
from wellwish.payments.provider import replace as provider_replace
from wellwish.payments.refund import refund
from wellwish.reports.browse import browse as reports_browse
from wellwish.templates.browse import browse as templates_browse
from wellwish.thanks.browse import browse as thanks_browse
from wellwish.web.callbacks.carriers import carrier_inbound, carrier_status
from wellwish.web.callbacks.postmark import postmark
from wellwish.web.callbacks.provider import account_callback, provider_callback
from wellwish.web.docs.home import home
from wellwish.web.docs.reference import pages
from wellwish.web.files.covers import cover
from wellwish.web.files.media import media
from wellwish.web.kit.page import page
from wellwish.web.kit.static import static
from wellwish.web.mail.unsubscribe import unsubscribe, unsubscribed
from wellwish.web.operating.health import livez, readyz
from wellwish.web.operating.metrics import metrics
from wellwish.web.operating.outbox import outbox, outbox_mail
from wellwish.web.paying.pay import paid, pay
from wellwish.web.paying.sandbox import sandbox, sandbox_pressed
from wellwish.web.signing.attachments import upload as upload_thing
from wellwish.web.signing.seen import decline as rather_not
from wellwish.web.signing.seen import seen
from wellwish.web.signing.sign import sign_form, sign_page
from wellwish.web.signing.signed import removed, send_link, signed, take_back
from wellwish.web.view.keep import card_pdf, card_zip
from wellwish.web.view.read import read as view
from wellwish.web.view.report import report, reported
from wellwish.web.view.thank import thank, thanks
from wellwish.webhooks import browse as webhooks_browse
from wellwish.webhooks import browse_deliveries, recover, redeliver, rotate_secret, send_test
from wellwish.webhooks import create as webhooks_create
from wellwish.webhooks import delete as webhooks_delete
from wellwish.webhooks import read as webhooks_read
from wellwish.webhooks import update as webhooks_update

# fmt: off
OPERATIONS: Final = (
    # Credentials and tokens
    Route("POST", "/account/api-access/credentials/rotate", rotate, 201, pair, lenient=True, secret=True),

    # Bundle purchases and templates
    Route("GET", "/api/bundle-purchases/available", available, 200, bearer, lenient=True),
    Route("GET", "/api/bundle-purchases", purchases_browse, 200, bearer),
    Route("GET", "/api/bundles", offered, 200, bearer),
    Route("POST", "/api/bundle-purchases", buy, 201, bearer, owner_alone, key="required"),
    Route("GET", "/api/templates", templates_browse, 200, bearer, lenient=True),

    # Cards
    Route("GET", "/api/cards", cards_browse.browse, 200, bearer, lenient=True),
    Route("POST", "/api/cards", cards_create.create, 201, bearer, lenient=True),
    Route("GET", "/api/cards/{card_id}", cards_read.read, 200, bearer, ByCard("path", "read", CardRow)),
    Route("GET", "/api/cards/{card_id}/access", explain.explain, 200, bearer, ByCard("path", "read", CardRow)),
    Route("PATCH", "/api/cards/{card_id}", cards_update.update, 200, bearer, ByCard("path", "can_update", LockedCard)),
    Route("DELETE", "/api/cards/{card_id}", delete.delete, 200, bearer, ByCard("path", "owner", LockedCard)),
    Route("POST", "/api/cards/{card_id}/close", close.close, 200, bearer, ByCard("path", "can_update", LockedCard)),
    Route("POST", "/api/cards/{card_id}/reopen", reopen.reopen, 200, bearer, ByCard("path", "can_update", LockedCard)),
    Route("POST", "/api/cards/{card_id}/cancel", cancel.cancel, 200, bearer, cancel.Cancels(), key="with_money"),
    Route("POST", "/api/cards/{card_id}/links/rotate", links_rotate.rotate, 200, bearer, ByCard("path", "owner", LockedCard)),
    Route("POST", "/api/cards/{card_id}/archive", archive.archive, 200, bearer, ByCard("path", "owner", LockedCard)),

    Route("POST", "/api/cards/{card_id}/preview", preview.preview, 201, bearer, ByCard("path", "read", CardRow), secret=True),
    Route("GET", "/api/cards/{card_id}/thanks", thanks_browse, 200, bearer, ByCard("path", "read")),
    Route("GET", "/api/cards/{card_id}/reports", reports_browse, 200, bearer, ByCard("path", "can_update")),

    # Payments
    Route("GET", "/api/cards/{card_id}/payments", card_payments_browse, 200, bearer, ByCard("path", "owner")),
    Route("GET", "/api/payments/{payment_id}", payments_read.read, 200, bearer),
    Route("POST", "/api/payments/{payment_id}/refunds", refund, 201, bearer, owner_alone, key="required"),
    Route("GET", "/api/payment-provider", provider_read.read, 200, bearer, owner_alone),
    Route("PUT", "/api/payment-provider", provider_replace.replace, 200, bearer, owner_alone, prepare=provider_replace.prepare),
    Route("DELETE", "/api/payment-provider", provider_remove.remove, 200, bearer, owner_alone),
    Route("POST", "/api/payment-provider/check", provider_check.check, 200, bearer, owner_alone, prepare=provider_check.prepare),
    Route("GET", "/api/movements.csv", of_account, 200, bearer, owner_alone),
    Route("GET", "/api/cards/{card_id}/movements.csv", of_card, 200, bearer, ByCard("path", "read", CardRow)),
    Route("GET", "/api/cards/{card_id}/money-chart", over_time, 200, bearer, ByCard("path", "read", CardRow)),

    # Invitations
    Route("POST", "/api/cards/invitations", invite.invite, 201, bearer, ByCard("body", "invite_contributors", HeldCard), lenient=True),
    Route("GET", "/api/cards/{card_id}/invitations", invitations_browse.browse, 200, bearer, ByCard("path", "invite_contributors"), lenient=True),
    Route("POST", "/api/cards/invitations/resend", resend.resend, 201, bearer, by_invitation("body", HeldCard), lenient=True),
    Route("GET", "/api/cards/invitations/{invite_id}", invitations_read.read, 200, bearer, by_invitation("path")),
    Route("PATCH", "/api/cards/invitations/{invite_id}", correct.correct, 200, bearer, by_invitation("path", HeldCard)),
    Route("POST", "/api/cards/invitations/{invite_id}/revoke", revoke.revoke, 200, bearer, by_invitation("path")),

    # Contributions
    Route("GET", "/api/cards/{card_id}/contributions", contributions_browse.browse, 200, bearer, ByCard("path", "read", CardRow)),
    Route("POST", "/api/cards/{card_id}/contributions", contributions_create.create, 201, bearer, ByCard("path", "owner", LockedCard), key="with_money"),
    Route("GET", "/api/cards/{card_id}/contributions/{contribution_id}", contributions_read.read, 200, bearer, ByCard("path", "read", CardRow)),
    Route("DELETE", "/api/cards/{card_id}/contributions/{contribution_id}", contributions_delete.delete, 200, bearer, ByCard("path", "can_update", LockedCard)),
    Route("POST", "/api/cards/{card_id}/contributions/{contribution_id}/publish", publish.publish, 200, bearer, ByCard("path", "can_update", CardRow)),
    Route("POST", "/api/cards/{card_id}/contributions/{contribution_id}/hide", hide.hide, 200, bearer, ByCard("path", "can_update", CardRow)),
    Route("POST", "/api/cards/{card_id}/contributions/{contribution_id}/reject", reject.reject, 200, bearer, ByCard("path", "can_update", CardRow)),
    Route("POST", "/api/cards/{card_id}/contributions/{contribution_id}/confirm", confirm.confirm, 200, bearer, ByCard("path", "can_update", CardRow), key="required"),
    Route("POST", "/api/cards/{card_id}/contributions/{contribution_id}/drop", drop.drop, 200, bearer, ByCard("path", "can_update", CardRow), key="required"),

    # Groups
    Route("POST", "/api/groups", groups_create.create, 201, bearer, max_bytes=GROUP_BYTES),
    Route("GET", "/api/groups", groups_browse.browse, 200, bearer),
    Route("GET", "/api/groups/{group_id}", groups_read.read, 200, bearer),
    Route("PATCH", "/api/groups/{group_id}", groups_update.update, 200, bearer, max_bytes=GROUP_BYTES),
    Route("DELETE", "/api/groups/{group_id}", groups_delete.delete, 204, bearer),
    Route("POST", "/api/groups/{group_id}/sync", sync.sync, 202, bearer),

    # Card admins
    Route("POST", "/api/card-admins", add.add, 201, bearer, ByCard("body", "admin_management", LockedCard), lenient=True),
    Route("GET", "/api/card-admins/card/{card_id}", admins_browse.browse, 200, bearer, ByCard("path", "admin_management"), lenient=True),
    Route("PUT", "/api/card-admins/{card_admin_id}", replace.replace, 200, bearer, by_admin("admin_management"), lenient=True),
    Route("DELETE", "/api/card-admins/{card_admin_id}", remove.remove, 200, bearer, by_admin("read"), lenient=True),

    # Media
    Route("POST", "/api/cards/{card_id}/media", upload.upload, 201, bearer, ByCard("path", "can_update", HeldCard), max_bytes=upload.MAX_BODY_BYTES, patience=upload.PATIENCE, prepare=upload.prepare),
    Route("GET", "/api/media/{media_id}", media_read.read, 200, bearer, by_media("read")),
    Route("DELETE", "/api/media/{media_id}", media_remove.remove, 204, bearer, by_media("can_update")),

    # Events and limits
    Route("GET", "/api/events", events_browse, 200, bearer),

    # Webhooks
    Route("POST", "/api/webhook-endpoints", webhooks_create.create, 201, bearer, secret=True),
    Route("GET", "/api/webhook-endpoints", webhooks_browse.browse, 200, bearer),
    Route("GET", "/api/webhook-endpoints/{webhook_endpoint_id}", webhooks_read.read, 200, bearer),
    Route("PATCH", "/api/webhook-endpoints/{webhook_endpoint_id}", webhooks_update.update, 200, bearer),
    Route("DELETE", "/api/webhook-endpoints/{webhook_endpoint_id}", webhooks_delete.delete, 204, bearer),
    Route("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/test", send_test.send_test, 201, bearer),
    Route("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/rotate-secret", rotate_secret.rotate_secret, 201, bearer, secret=True),
    Route("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/recover", recover.recover, 202, bearer),
    Route("GET", "/api/webhook-endpoints/{webhook_endpoint_id}/deliveries", browse_deliveries.browse_deliveries, 200, bearer),
    Route("POST", "/api/webhook-deliveries/{webhook_delivery_id}/redeliver", redeliver.redeliver, 201, bearer),
    Route("GET", "/api/limits", limits, 200, bearer),
)

PAGES: Final = (
    Raw("POST", "/account/api-access/token", exchange),
    Raw("GET", "/.well-known/oauth-authorization-server", metadata),
    Raw("GET", "/", home, ("docs/home.html",)),
    *pages(OPERATIONS),
    Raw("GET", "/static/{version}/{name}", page(static)),
    Raw("GET", "/covers/{slug}/{name}", page(cover)),
    Raw("GET", "/media/{token}/{name}", page(media)),
    Raw("GET", "/outbox", outbox, ("operating/outbox.html",)),
    Raw("GET", "/outbox/{message_id}", outbox_mail),
    Raw("GET", "/s/{token}", sign_page, ("signing/sign.html", "signing/shut.html")),
    Raw("POST", "/s/{token}", sign_form, ("signing/sign.html", "signing/shut.html")),
    Raw("GET", "/s/{token}/signed", signed, ("signing/signed.html",)),
    Raw("POST", "/s/{token}/mail", send_link, ("signing/signed.html",)),
    Raw("POST", "/s/{token}/remove", take_back),
    Raw("POST", "/s/{token}/decline", rather_not),
    Raw("POST", "/s/{token}/seen", seen),
    Raw("POST", "/s/{token}/media", upload_thing),
    Raw("GET", "/removed", removed, ("signing/removed.html",)),
    Raw("GET", "/c/{token}", view, ("view/waiting.html", "view/closed.html", "view/inside.html", "view/board.html", "view/book.html", "view/slides.html")),
    Raw("GET", "/c/{token}/card.pdf", card_pdf),
    Raw("GET", "/c/{token}/card.zip", card_zip, ("view/copy.html",)),
    Raw("GET", "/c/{token}/thanks", thanks, ("view/thanks.html",)),
    Raw("POST", "/c/{token}/thanks", thank, ("view/thanks.html",)),
    Raw("GET", "/c/{token}/report", report, ("view/report.html",)),
    Raw("POST", "/c/{token}/report", reported, ("view/report.html",)),
    Raw("GET", "/u/{token}", unsubscribe, ("mail/unsubscribe.html",)),
    Raw("POST", "/u/{token}", unsubscribed, ("mail/unsubscribe.html",)),
    Raw("GET", "/pay/{token}", pay),
    Raw("GET", "/pay/{token}/done", paid, ("paying/paid.html",)),
    Raw("GET", "/sandbox/{token}", sandbox, ("paying/sandbox.html",)),
    Raw("POST", "/sandbox/{token}", sandbox_pressed),
    Raw("POST", "/callbacks/postmark", postmark),
    Raw("POST", "/callbacks/payments/{provider}", provider_callback),
    Raw("POST", "/callbacks/payments/{provider}/{account_id}", account_callback),
    Raw("POST", "/callbacks/sms/{carrier}/status", carrier_status),
    Raw("POST", "/callbacks/sms/{carrier}/inbound", carrier_inbound),
    Raw("GET", "/livez", livez),
    Raw("GET", "/metrics", metrics),
    Raw("GET", "/readyz", readyz),
)
# fmt: on
