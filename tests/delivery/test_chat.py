"""Message payloads for Slack and Teams, and the interpretation of their responses."""

from typing import Any

import msgspec
import pytest

from tests.outside import outside
from tests.webhooks.receivers import receiving
from wellwish.delivery import chat
from wellwish.delivery.chat import Post, PostOutcome, hand_over, message
from wellwish.infra.net import Reply

pytestmark = pytest.mark.anyio

LINK = "https://cards.example.org/s/abcdefghijklmnopqrstuv"
POST = Post(
    heading="Priya: a card is going round",
    said="She loves\ncats.",
    until="Until Friday.",
    label="Sign the card",
    link=LINK,
)
SLACK = "https://hooks.slack.com/services/T000/B000/XXXX"
TEAMS = "https://prod-01.westeurope.logic.azure.com:443/workflows/0/triggers/manual/paths/invoke?sig=x"


def texts(value: Any) -> list[str]:
    """Returns every text in a message."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in texts(each)]
    return [value] if isinstance(value, str) else []


def test_slack_gets_blocks_and_a_text_for_notifications() -> None:
    made = message(SLACK, POST)
    assert made["text"] == f"Priya: a card is going round\n<{LINK}|Sign the card>"
    assert [each["text"]["type"] for each in made["blocks"]] == ["plain_text"] * 3 + ["mrkdwn"]
    assert made["blocks"][-1]["text"]["text"] == f"*<{LINK}|Sign the card>*"
    assert not made["unfurl_links"]


@pytest.mark.parametrize(
    "url",
    [TEAMS, "https://acme.webhook.office.com/webhookb2/0", "https://x.0.environment.api.powerplatform.com/a"],
)
def test_teams_gets_an_adaptive_card_in_a_message(url: str) -> None:
    made = message(url, POST)
    [attachment] = made["attachments"]
    assert (made["type"], attachment["contentType"]) == ("message", "application/vnd.microsoft.card.adaptive")
    card = attachment["content"]
    assert (card["type"], card["version"]) == ("AdaptiveCard", "1.2")
    assert [each["type"] for each in card["body"]] == ["RichTextBlock"] * 3
    assert card["actions"] == [{"type": "Action.OpenUrl", "title": "Sign the card", "url": LINK}]


@pytest.mark.parametrize("url", [SLACK, TEAMS])
@pytest.mark.parametrize(
    "words",
    ["<!channel> look", "<https://evil.example|Sign>", "[Sign](https://evil.example)", "@everyone & <b>"],
)
def test_words_are_never_a_link_nor_a_mention(url: str, words: str) -> None:
    made = message(url, Post(heading=words, said=words, until=None, label="Sign the card", link=LINK))
    if url == SLACK:
        assert "<!" not in made["text"]
        assert made["text"].count("<") == 1
        marked = [each["text"]["text"] for each in made["blocks"] if each["text"]["type"] == "mrkdwn"]
        assert marked == [f"*<{LINK}|Sign the card>*"]
    else:
        runs = made["attachments"][0]["content"]["body"]
        assert {each["type"] for each in runs} == {"RichTextBlock"}  # RichTextBlock renders no Markdown.
    assert words in texts(made)


def test_long_words_are_cut_to_what_slack_takes() -> None:
    made = message(
        SLACK, Post(heading="h", said="word " * 1000, until=None, label="Sign the card", link=LINK)
    )
    assert max(len(each["text"]["text"]) for each in made["blocks"]) == 3000


@pytest.mark.parametrize(
    ("does", "expected"),
    [
        ("ok", PostOutcome("sent")),
        ("204", PostOutcome("sent")),
        ("302", PostOutcome("hard", "channel_refused")),
        ("410", PostOutcome("hard", "channel_refused")),
        ("429", PostOutcome("soft", "channel_unavailable", 7)),
        ("500", PostOutcome("soft", "channel_unavailable")),
        ("503", PostOutcome("soft", "channel_unavailable", 1800)),
        ("reset before", PostOutcome("soft", "channel_unavailable")),
        ("reset after", PostOutcome("soft", "channel_unavailable")),
        ("no http", PostOutcome("soft", "channel_unavailable")),
    ],
)
async def test_distinguishes_temporary_from_permanent_failures(does: str, expected: PostOutcome) -> None:
    net = outside()
    async with receiving(does) as receiver:
        assert await hand_over(net, receiver.url, POST) == expected
        if does == "ok":
            assert receiver.messages[0].json == msgspec.json.decode(msgspec.json.encode(message(SLACK, POST)))
    await net.close()


async def test_calls_no_private_address() -> None:
    net = outside()
    for url in ("http://10.0.0.1/hook", "http://169.254.169.254/latest", "http://[fd00::1]/"):
        assert await hand_over(net, url, POST) == PostOutcome("hard", "address_refused")
    await net.close()


def test_a_connector_of_teams_that_hides_a_refusal_is_busy() -> None:
    answer = (
        b"Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 ..."
    )
    assert chat._outcome(Reply(200, {}, answer)) == PostOutcome("soft", "channel_unavailable")
