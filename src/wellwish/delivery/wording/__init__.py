"""The texts of messages, in the language of the card or the account.

Each sentence is one string with placeholders, because word order differs between languages.
"""

from wellwish.delivery.wording.added import Added, added_email, added_subject
from wellwish.delivery.wording.card_news import CardNews, card_news_email, card_news_subject
from wellwish.delivery.wording.gift import Confirmation, gift_email, gift_subject
from wellwish.delivery.wording.helper import Helper, admin_email, admin_subject
from wellwish.delivery.wording.inquiry import Inquiry, inquiry_email, inquiry_subject
from wellwish.delivery.wording.invitation import Invite, invitation_email, invitation_sms, invitation_subject
from wellwish.delivery.wording.member import member_email, member_subject
from wellwish.delivery.wording.own_link import OwnLink, own_link_email, own_link_subject
from wellwish.delivery.wording.owner import (
    Silenced,
    rotated_email,
    rotated_subject,
    silenced_email,
    silenced_subject,
)
from wellwish.delivery.wording.receipt import Receipt, receipt_email, receipt_subject
from wellwish.delivery.wording.refund_asked import RefundAsked, refund_asked_email, refund_asked_subject
from wellwish.delivery.wording.reply_to import reply_to_email, reply_to_subject
from wellwish.delivery.wording.sentence import plain
from wellwish.delivery.wording.shortage import Shortage, shortage_email, shortage_subject
from wellwish.delivery.wording.signer import Signer, signer_email, signer_subject

__all__ = [
    "Added",
    "CardNews",
    "Confirmation",
    "Helper",
    "Inquiry",
    "Invite",
    "OwnLink",
    "Receipt",
    "RefundAsked",
    "Shortage",
    "Signer",
    "Silenced",
    "added_email",
    "added_subject",
    "admin_email",
    "admin_subject",
    "card_news_email",
    "card_news_subject",
    "gift_email",
    "gift_subject",
    "inquiry_email",
    "inquiry_subject",
    "invitation_email",
    "invitation_sms",
    "invitation_subject",
    "member_email",
    "member_subject",
    "own_link_email",
    "own_link_subject",
    "plain",
    "receipt_email",
    "receipt_subject",
    "refund_asked_email",
    "refund_asked_subject",
    "reply_to_email",
    "reply_to_subject",
    "rotated_email",
    "rotated_subject",
    "shortage_email",
    "shortage_subject",
    "signer_email",
    "signer_subject",
    "silenced_email",
    "silenced_subject",
]
