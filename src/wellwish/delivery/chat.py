"""The message to a chat channel: the forms that Slack and Teams take at an incoming webhook, and its outcome.

Slack: docs.slack.dev, "Sending messages using incoming webhooks" and "Formatting message text"; the same
form is taken by Mattermost, Rocket.Chat and Discord (at ``/slack``). Teams: learn.microsoft.com, "Create
incoming webhooks with Workflows" and "Send Adaptive Cards using an Incoming Webhook".
"""

from datetime import datetime, timedelta
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from wellwish.delivery.wording.sentence import apart_in_text, invited
from wellwish.language import Language
from wellwish.net import AddressRefusedError, CallFailedError, Net, Reply

# Hosts of Microsoft's: Workflows (Power Automate), and the connectors that they replace.
_TEAMS: Final = (".logic.azure.com", ".powerplatform.com", ".webhook.office.com", "outlook.office.com")
_TEXT: Final = 3000  # characters of a text in a block of Slack's; Teams takes 28 KB in all
_CALL_S: Final = 15.0
_KEPT: Final = 2048  # bytes of an answer
# A connector of Teams answers 200 when Teams itself has refused, and says so in its text.
_TEAMS_BUSY: Final = b"HTTP error 429"
_MAX_WAIT: Final = timedelta(minutes=30)


class Post(Struct, frozen=True, kw_only=True):
    """What is said in the channel. The words are the account's own; only ``link`` is a link."""

    heading: str
    said: str | None
    until: str | None
    label: str  # of the link
    link: str


class Outcome(Struct, frozen=True):
    """What became of a post: why it was not taken, and how long to wait at least before the next try."""

    status: Literal["sent", "soft", "hard"]
    reason: str | None = None
    wait_s: float = 0


def heading(
    language: Language, card_title: str, sender: str, recipient: str | None, *, is_quiet: bool
) -> str:
    """Returns the heading of a post without a title."""
    names = {"sender": sender, "title": card_title, "name": recipient or ""}
    said = invited(language, is_named=recipient is not None, is_quiet=is_quiet)
    return said % {key: apart_in_text(value, language) for key, value in names.items()}


def until(language: Language, ends_at: datetime, timezone: str) -> str:
    """Returns the last day in words."""
    return language.gettext("The card is open until %(day)s.") % {"day": language.full_day(ends_at, timezone)}


async def hand_over(net: Net, url: str, post: Post) -> Outcome:
    """Posts once. What may pass later is ``soft``, what will not is ``hard``."""
    body = msgspec.json.encode(message(url, post))
    headers = {"content-type": "application/json"}
    try:
        reply = await net.call(
            "POST", url, headers=headers, body=body, total_s=_CALL_S, max_bytes=_KEPT, glance_s=1
        )
    except AddressRefusedError:
        return Outcome("hard", "address_refused")
    except CallFailedError:
        return Outcome("soft", "channel_unavailable")
    return _outcome(reply)


def message(url: str, post: Post) -> dict[str, Any]:
    """Returns the JSON for the service behind the URL."""
    host = (url.split("://", 1)[-1].split("/", 1)[0].split(":", 1)[0]).lower()
    return _teams(post) if host.endswith(_TEAMS) else _slack(post)


def _outcome(reply: Reply) -> Outcome:
    if 200 <= reply.status < 300 and _TEAMS_BUSY not in reply.body:
        return Outcome("sent")
    if reply.status in (408, 425, 429) or not 300 <= reply.status < 500:
        return Outcome("soft", "channel_unavailable", _retry_after(reply))
    return Outcome("hard", "channel_refused")


def _retry_after(reply: Reply) -> float:
    """In seconds; Slack and Teams send no dates."""
    given = reply.headers.get("retry-after", "")
    return min(float(given), _MAX_WAIT.total_seconds()) if given.isascii() and given.isdigit() else 0


def _slack(post: Post) -> dict[str, Any]:
    """Words stand as plain text, where neither links nor mentions of everybody are read; the link apart."""
    words = [post.heading, post.said, post.until]
    blocks: list[dict[str, Any]] = [
        {"type": "section", "text": {"type": "plain_text", "text": _cut(each), "emoji": False}}
        for each in words
        if each
    ]
    blocks.append({"type": "section", "text": {"type": "mrkdwn", "text": f"*<{post.link}|{post.label}>*"}})
    # Escaped as Slack asks: the text of notifications, and the whole of it where blocks are not known.
    text = f"{_escaped(post.heading)}\n<{post.link}|{post.label}>"
    # What unfurls a link opens it.
    return {"text": text, "blocks": blocks, "unfurl_links": False, "unfurl_media": False}


def _teams(post: Post) -> dict[str, Any]:
    """Words stand in text runs, where no Markdown is read."""
    styles: tuple[dict[str, Any], ...] = ({"weight": "bolder", "size": "medium"}, {}, {"isSubtle": True})
    body = [
        {"type": "RichTextBlock", "inlines": [{"type": "TextRun", "text": _cut(each), **style}]}
        for each, style in zip((post.heading, post.said, post.until), styles, strict=True)
        if each
    ]
    card = {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.2",
        "body": body,
        "actions": [{"type": "Action.OpenUrl", "title": post.label, "url": post.link}],
    }
    kind = "application/vnd.microsoft.card.adaptive"
    return {"type": "message", "attachments": [{"contentType": kind, "contentUrl": None, "content": card}]}


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else text[: _TEXT - 1].rstrip() + "…"
