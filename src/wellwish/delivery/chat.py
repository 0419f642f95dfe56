"""Post to a chat channel through the incoming webhooks of Slack and Teams.

Slack: docs.slack.dev, "Sending messages using incoming webhooks" and "Formatting message text"; Mattermost,
Rocket.Chat and Discord (at ``/slack``) accept the same format. Teams: learn.microsoft.com, "Create incoming
webhooks with Workflows" and "Send Adaptive Cards using an Incoming Webhook".
"""

from datetime import datetime, timedelta
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from wellwish.base.language import Language
from wellwish.delivery.wording.sentence import apart, invited
from wellwish.infra.net import AddressRefusedError, CallFailedError, Limits, Net, Reply

# Microsoft's hosts: Workflows (Power Automate) and the connectors that Workflows replaces.
_TEAMS: Final = (".logic.azure.com", ".powerplatform.com", ".webhook.office.com", "outlook.office.com")
_TEXT: Final = 3000  # characters in a text of a Slack block; Teams accepts 28 KB in total
_CALL_S: Final = 15.0
_KEPT: Final = 2048  # maximum size of a response in bytes
# A Teams connector responds with 200 even if Teams has refused the post; only the body says so.
_TEAMS_BUSY: Final = b"HTTP error 429"
_MAX_WAIT: Final = timedelta(minutes=30)


class Post(Struct, frozen=True, kw_only=True):
    """The content of a post. The text is from the account; only ``link`` becomes a link."""

    heading: str
    said: str | None
    until: str | None
    label: str  # the link's label
    link: str


class PostOutcome(Struct, frozen=True):
    """The outcome of a post: the reason for a failure, and the minimum delay before the next attempt."""

    status: Literal["sent", "soft", "hard"]
    reason: str | None = None
    wait_s: float = 0


def heading(
    language: Language, card_title: str, sender: str, recipient: str | None, *, is_quiet: bool
) -> str:
    """Returns the heading of a post without a title."""
    names = {"sender": sender, "title": card_title, "name": recipient or ""}
    said = invited(language, is_named=recipient is not None, is_quiet=is_quiet)
    return said % {key: apart(value, language) for key, value in names.items()}


def until(language: Language, ends_at: datetime, timezone: str) -> str:
    """Returns the sentence about the last day."""
    return language.gettext("The card is open until %(day)s.") % {"day": language.full_day(ends_at, timezone)}


async def hand_over(net: Net, url: str, post: Post) -> PostOutcome:
    """Posts once. A ``soft`` failure may be temporary, a ``hard`` one is final."""
    body = msgspec.json.encode(message(url, post))
    headers = {"content-type": "application/json"}
    try:
        reply = await net.call(
            "POST", url, headers=headers, body=body, limits=Limits(_CALL_S, _KEPT, glance_s=1)
        )
    except AddressRefusedError:
        return PostOutcome("hard", "address_refused")
    except CallFailedError:
        return PostOutcome("soft", "channel_unavailable")
    return _outcome(reply)


def message(url: str, post: Post) -> dict[str, Any]:
    """Returns the JSON for the service of the URL."""
    host = (url.split("://", 1)[-1].split("/", 1)[0].split(":", 1)[0]).lower()
    return _teams(post) if host.endswith(_TEAMS) else _slack(post)


def _outcome(reply: Reply) -> PostOutcome:
    if 200 <= reply.status < 300 and _TEAMS_BUSY not in reply.body:
        return PostOutcome("sent")
    if reply.status in (408, 425, 429) or not 300 <= reply.status < 500:
        return PostOutcome("soft", "channel_unavailable", _retry_after(reply))
    return PostOutcome("hard", "channel_refused")


def _retry_after(reply: Reply) -> float:
    """Returns the wait in seconds. Only numbers are read, because Slack and Teams send no dates."""
    given = reply.headers.get("retry-after", "")
    return min(float(given), _MAX_WAIT.total_seconds()) if given.isascii() and given.isdigit() else 0


def _slack(post: Post) -> dict[str, Any]:
    """Returns a message in plain text, where Slack parses no links or mentions, and a separate link."""
    words = [post.heading, post.said, post.until]
    blocks: list[dict[str, Any]] = [
        {"type": "section", "text": {"type": "plain_text", "text": _cut(each), "emoji": False}}
        for each in words
        if each
    ]
    blocks.append({"type": "section", "text": {"type": "mrkdwn", "text": f"*<{post.link}|{post.label}>*"}})
    # Escaped as Slack requires: the text of notifications, and the whole message for clients without blocks.
    text = f"{_escaped(post.heading)}\n<{post.link}|{post.label}>"
    # Fetching a preview of the link would open it.
    return {"text": text, "blocks": blocks, "unfurl_links": False, "unfurl_media": False}


def _teams(post: Post) -> dict[str, Any]:
    """Returns a message in text runs, in which Teams does not parse Markdown."""
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
