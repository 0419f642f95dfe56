"""The table of job kinds and their functions."""

from collections.abc import Mapping
from typing import Final

from wellwish.account_exports import run as account_exports_run
from wellwish.accounts import reply_to, wake
from wellwish.audit import purge as audit_purge
from wellwish.auth.consents import purge as consents_purge
from wellwish.auth.credentials import purge, rotate
from wellwish.auth.sign_in import ask as sign_in_ask
from wellwish.auth.sign_in import email_change, email_change_mail
from wellwish.auth.sign_in import mail as sign_in_mail
from wellwish.auth.sign_in import purge as sign_in_purge
from wellwish.bundles import follow_payment as bundles_follow
from wellwish.cards import (
    cancel,
    cover,
    delete,
    draw_cover,
    end,
    erase,
    reach_goal,
    refund_all,
    retention,
    wake_jobs,
)
from wellwish.cards.admins import mail as admin_mail
from wellwish.cards.batches import create as batches_create
from wellwish.cards.batches import make as batches_make
from wellwish.cards.organisers import mail as organisers_mail
from wellwish.contributions import drop_all_pledges, gift, mail_link, remind_payment
from wellwish.contributions import follow_payment as contributions_follow
from wellwish.delivery import (
    mail,
    mail_bought,
    mail_disabled,
    mail_inquiry,
    mail_owners,
    mail_refund_request,
    mail_reply_to,
    message,
    read_bounces,
    sms,
)
from wellwish.delivery import purge as delivery_purge
from wellwish.infra.events import purge as events_purge
from wellwish.infra.jobs import Handler, Run, retired
from wellwish.invitations import expand, fail_dead, outcome, post_to_channel, remind, send, sync_group
from wellwish.invitations import open as invitations_open
from wellwish.media import erase as media_erase
from wellwish.media import fetch, scan, store_upload
from wellwish.media import purge as media_purge
from wellwish.members import mail as members_mail
from wellwish.occasions import create_cards
from wellwish.payments import (
    complete_sandbox_payment,
    dispute,
    expire,
    payout,
    poll,
    refund,
    send_refund,
    send_sandbox_callback,
)
from wellwish.payments import end as payments_end
from wellwish.payments import open as payments_open
from wellwish.payments import purge as payments_purge
from wellwish.payments.provider import forget, update
from wellwish.payments.refund_requests import ask as refund_requests_ask
from wellwish.people import notify as people_notify
from wellwish.people import purge as people_purge
from wellwish.privacy import carry_out, contributor
from wellwish.privacy import mail as people_mail
from wellwish.privacy import request as people_request
from wellwish.privacy.erasures import run as erasures_run
from wellwish.privacy.exports import account_export
from wellwish.privacy.exports import purge as exports_purge
from wellwish.privacy.exports import run as exports_run
from wellwish.reports import purge as reports_purge
from wellwish.test_mode import step_clock, tidy
from wellwish.thanks import mail_signers
from wellwish.webhooks import deliver, delivery, refill, tail
from wellwish.webhooks import erase as webhooks_erase
from wellwish.webhooks import outcome as webhooks_outcome
from wellwish.webhooks import purge as webhooks_purge

PURGE: Final = "credentials.purge"
HOURLY: Final = (
    PURGE,
    tail.TAIL,
    webhooks_purge.PURGE,
    events_purge.PURGE,
    audit_purge.PURGE,
    delivery_purge.PURGE,
    read_bounces.READ,
    media_purge.PURGE,
    payments_purge.PURGE,
    reports_purge.PURGE,
    poll.POLL,
    sign_in_purge.PURGE,
    consents_purge.PURGE,
    carry_out.PURGE,
    exports_purge.PURGE,
    people_purge.PURGE,
    retention.RETAIN,
    tidy.TIDY,
)
# Kinds that wait for external servers, in one lane per group of servers: email and SMS, URLs from tenants,
# payment providers, file storage. A slow server only delays the jobs of its lane.
LANES: Final[Mapping[str, tuple[str, ...]]] = {
    "messages": (
        message.MAIL,
        message.TEXT,
        read_bounces.READ,
        sign_in_ask.MAIL,
        email_change.MAIL,
        people_request.MAIL,
    ),
    "webhooks": (delivery.DELIVER, post_to_channel.POST, fetch.FETCH),
    "payments": (
        refund.SEND,
        payments_end.END,
        payments_open.EXPIRE,
        poll.POLL,
        poll.POLL_ACCOUNT,
        payout.MATCH,
        update.FORGET,
    ),
    "files": (media_erase.ERASE, store_upload.SCAN, exports_run.EXPORT, account_export.EXPORT_ACCOUNT),
}
# Kinds that send messages to people or to the account's servers, or choose recipients. They wait while the
# account is suspended, whereas payments, ends of cards and erasures continue.
SENDING: Final = (
    message.MAIL, message.TEXT, post_to_channel.POST, delivery.DELIVER, send.SEND, expand.EXPAND,
    wake_jobs.REMIND, wake_jobs.MAIL_ORGANISERS, wake_jobs.MAIL_SIGNERS, wake.CREATE_CARDS,
    people_notify.NOTIFY,
)  # fmt: skip
# Kinds that occupy a CPU core for seconds.
CPU_BOUND: Final = (cover.DRAW,)

JOBS: Final[Mapping[str, Run | Handler]] = {
    delete.ERASE: erase.run,
    cancel.GIVE_BACK: refund_all.run,
    batches_create.MAKE: Handler(batches_make.run, batches_make.fail_dead),
    cover.DRAW: draw_cover.run,
    wake_jobs.END: end.run,
    wake_jobs.REMIND: remind.run,
    wake_jobs.REACH_GOAL: reach_goal.run,
    wake_jobs.MAIL_ORGANISERS: organisers_mail.run,
    invitations_open.SHOW_OPENED: invitations_open.run,
    PURGE: purge.run,
    expand.EXPAND: Handler(expand.run, fail_dead.fail_parent),
    sync_group.SYNC: sync_group.run,
    post_to_channel.POST: Handler(post_to_channel.run, fail_dead.fail_post),
    send.SEND: Handler(send.run, fail_dead.fail_sendings),
    message.MAIL: mail.handing_over(outcome),
    read_bounces.READ: read_bounces.reading(outcome),
    message.TEXT: sms.handing_over(outcome),
    admin_mail.TELL_ADMIN: admin_mail.run,
    reply_to.MAIL: mail_reply_to.run,
    members_mail.MAIL: members_mail.run,
    rotate.TELL_OWNERS: mail_owners.run,
    webhooks_outcome.TELL_OWNERS: mail_disabled.run,
    bundles_follow.FOLLOW: bundles_follow.run,
    bundles_follow.TELL_BOUGHT: mail_bought.run,
    gift.FOLLOW: contributions_follow.run,
    cancel.DROP_PLEDGES: drop_all_pledges.run,
    mail_link.MAIL_OWN_LINKS: mail_link.run,
    remind_payment.REMIND: remind_payment.run,
    wake_jobs.MAIL_SIGNERS: mail_signers.run,
    payments_open.EXPIRE: expire.run,
    payments_end.END: payments_end.run,
    payout.MATCH: payout.run,
    poll.POLL: poll.run,
    poll.POLL_ACCOUNT: poll.run_account,
    refund.SEND: send_refund.run,
    update.FORGET: forget.run,
    complete_sandbox_payment.PAY_LATE: complete_sandbox_payment.run,
    send_sandbox_callback.SEND: send_sandbox_callback.run,
    refund_requests_ask.MAIL_OWNERS: mail_refund_request.run,
    dispute.MAIL_INQUIRY: mail_inquiry.run,
    tail.TAIL: tail.run,
    delivery.DELIVER: deliver.run,
    refill.REFILL: refill.run,
    webhooks_erase.ERASE: webhooks_erase.run,
    webhooks_purge.PURGE: webhooks_purge.run,
    events_purge.PURGE: events_purge.run,
    audit_purge.PURGE: audit_purge.run,
    delivery_purge.PURGE: delivery_purge.run,
    media_erase.ERASE: media_erase.run,
    media_purge.PURGE: media_purge.run,
    payments_purge.PURGE: payments_purge.run,
    reports_purge.PURGE: reports_purge.run,
    store_upload.SCAN: scan.run,
    sign_in_ask.MAIL: sign_in_mail.run,
    email_change.MAIL: email_change_mail.run,
    sign_in_purge.PURGE: sign_in_purge.run,
    consents_purge.PURGE: consents_purge.run,
    people_request.MAIL: people_mail.run,
    people_request.SEARCH: carry_out.run_search,
    people_request.ERASE: carry_out.run_erasure,
    contributor.ERASE_NOTE: contributor.run,
    carry_out.PURGE: carry_out.run_purge,
    people_notify.NOTIFY: Handler(people_notify.run, people_notify.fail_dead),
    exports_run.EXPORT: Handler(exports_run.run, exports_run.fail_dead),
    account_export.EXPORT_ACCOUNT: Handler(account_exports_run.run, account_exports_run.fail_dead),
    erasures_run.ERASE: Handler(erasures_run.run, erasures_run.fail_dead),
    exports_purge.PURGE: exports_purge.run,
    people_purge.PURGE: people_purge.run,
    wake.CREATE_CARDS: Handler(create_cards.run, create_cards.fail_dead),
    retention.RETAIN: retention.run,
    fetch.FETCH: fetch.run,
    tidy.TIDY: tidy.run,
    step_clock.ADVANCE: Handler(step_clock.run, step_clock.fail_dead),
    **dict.fromkeys(retired.RETIRED, retired.run),
}
