# ruff: noqa: RUF001 - text as people write it
"""Mail and texts use the language of the card or the account, in both parts and right to left."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import Any, Final

import pytest

from tests import make
from tests.delivery.conftest import Sending
from tests.fakes.smtp import Received, read
from tests.world import World
from tools import translations as tool
from wellwish.base.language import LANGUAGES, spoken
from wellwish.delivery import chat, wording
from wellwish.delivery.letter import compose
from wellwish.delivery.message import EMAIL, Kind, MessageRow
from wellwish.delivery.wording import (
    Added,
    Confirmation,
    Helper,
    Inquiry,
    Invite,
    OwnLink,
    Receipt,
    RefundAsked,
    Shortage,
    Silenced,
)
from wellwish.delivery.wording.gift import Fact
from wellwish.delivery.words import Colours, Words
from wellwish.infra.sms import count_parts, simplified

pytestmark = pytest.mark.anyio

ENDS: Final = datetime(2026, 11, 28, 17, 0, tzinfo=UTC)
NAMES: Final = ("Zqtitle", "Zqsender", "Zqmaya", "Zqana", "Zqacct", "zq.example", "Zqwords")
# Latin words that also appear in Arabic text.
LATIN: Final = {"api", "utc", "recover", "stop", "start"}
DAYS: Final = {
    "en": "Saturday, 28 November 2026", "de": "Samstag, 28. November 2026", "ar": "السبت، ٢٨ نوفمبر ٢٠٢٦",
}  # fmt: skip


def invite(locale: str, kind: Kind = "invitation", **fields: Any) -> Invite:
    given: dict[str, Any] = {
        "card_title": "Zqtitle", "sender": "Zqsender", "recipient": "Zqmaya", "name": "Zqana", "title": None,
        "account_name": "Zqacct", "reply_to": None,
        "message": None, "ends_at": ENDS, "timezone": "Europe/Berlin", "colours": Colours(), "cover": None,
    }  # fmt: skip
    return Invite(kind=kind, locale=locale, **{**given, **fields})


def invited(kind: Kind, **fields: Any) -> Callable[[str], tuple[str, Words]]:
    def made(locale: str) -> tuple[str, Words]:
        given = invite(locale, kind, **fields)
        return wording.invitation_subject(given), wording.invitation_email(given)

    return made


def helper(*may: str, changed: bool) -> Callable[[str], tuple[str, Words]]:
    def made(locale: str) -> tuple[str, Words]:
        given = Helper(
            name="Zqana", email="zq.example", card_title="Zqtitle", sender="Zqsender", may=list(may),
            account_name="Zqacct", reply_to=None,
            locale=locale, colours=Colours(), cover=None,
        )  # fmt: skip
        return wording.admin_subject(given, changed=changed), wording.admin_email(given, changed=changed)

    return made


def rotated(ends_at: datetime | None) -> Callable[[str], tuple[str, Words]]:
    return lambda locale: (
        wording.rotated_subject("Zqacct", locale),
        wording.rotated_email("Zqacct", "Zqana", ENDS, ends_at, locale),
    )


def silenced(*, gone: bool) -> Callable[[str], tuple[str, Words]]:
    def made(locale: str) -> tuple[str, Words]:
        given = Silenced(
            account_name="Zqacct", name=None, host="zq.example", description="Zqwords",
            endpoint_id="Zqwords", gone=gone, disabled_at=ENDS, locale=locale,
        )  # fmt: skip
        return wording.silenced_subject(given), wording.silenced_email(given)

    return made


def receipt(cards: int, expires_at: datetime | None = None) -> Callable[[str], tuple[str, Words]]:
    def made(locale: str) -> tuple[str, Words]:
        given = Receipt(
            account_name="Zqacct", name="Zqana", bundle="Zqtitle", cards=cards, amount=124900, currency="EUR",
            payment_id="Zqwords", bought_at=ENDS, expires_at=expires_at, locale=locale,
        )  # fmt: skip
        return wording.receipt_subject(given), wording.receipt_email(given)

    return made


def own_link(locale: str) -> tuple[str, Words]:
    own = OwnLink(
        card_title="Zqtitle", sender="Zqsender", ends_at=ENDS, timezone="UTC", locale=locale,
        account_name="Zqacct", reply_to=None,
        colours=Colours(), cover=None,
    )  # fmt: skip
    return wording.own_link_subject(own), wording.own_link_email(own)


def gift(fact: Fact, *, is_invited: bool = False) -> Callable[[str], tuple[str, Words]]:
    def made(locale: str) -> tuple[str, Words]:
        told = Confirmation(
            fact=fact, amount=1250, currency="EUR", card_title="Zqtitle", sender="Zqsender",
            payment_id="Zqwords", day=ENDS, timezone="UTC", locale=locale, is_invited=is_invited,
            account_name="Zqacct", reply_to=None, colours=Colours(), cover=None,
        )  # fmt: skip
        return wording.gift_subject(told), wording.gift_email(told)

    return made


def refund_asked(locale: str) -> tuple[str, Words]:
    asked = RefundAsked(
        account_name="Zqacct", name="Zqana", request_id="Zqwords", amount=1250, currency="EUR",
        card_title="Zqtitle", reason="Zqwords", locale=locale,
    )  # fmt: skip
    return wording.refund_asked_subject(asked), wording.refund_asked_email(asked)


def inquiry(locale: str) -> tuple[str, Words]:
    asks = Inquiry(
        account_name="Zqacct", name="Zqana", payment_id="Zqwords", amount=1250, currency="EUR",
        card_title="Zqtitle", locale=locale,
    )  # fmt: skip
    return wording.inquiry_subject(asks), wording.inquiry_email(asks)


def shortage(cards: int) -> Callable[[str], tuple[str, Words]]:
    def made(locale: str) -> tuple[str, Words]:
        needed = Shortage(
            account_name="Zqacct", name="Zqana", cards=cards, opens_on=ENDS.date(), locale=locale
        )
        return wording.shortage_subject(needed), wording.shortage_email(needed)

    return made


def added(words: str | None) -> Callable[[str], tuple[str, Words]]:
    def made(locale: str) -> tuple[str, Words]:
        given = Added(name="Zqana", account_name="Zqacct", words=words, locale=locale, reply_to=None)
        return wording.added_subject(given), wording.added_email(given)

    return made


LETTERS: Final[Mapping[str, Callable[[str], tuple[str, Words]]]] = {
    "invitation": invited("invitation"),
    "of nobody to nobody": invited("resend", recipient=None, name=None, ends_at=None),
    "with words": invited("invitation", message="Zqwords"),
    "quiet": invited("invitation", is_quiet=True),
    "quiet of nobody": invited("invitation", recipient=None, is_quiet=True),
    "reminder": invited("reminder"),
    "reminder of nobody": invited("reminder", recipient=None),
    "reminder with a title": invited("reminder", title="Zqwords"),
    "admin": helper("can_update", "invite_contributors", "admin_management", changed=False),
    "privileges": helper("can_update", changed=True),
    "credential": rotated(None),
    "credential with an end": rotated(ENDS),
    "endpoint gone": silenced(gone=True),
    "endpoint failing": silenced(gone=False),
    "receipt": receipt(100),
    "receipt for one": receipt(1, ENDS),
    "own link": own_link,
    "gift paid": gift("paid"),
    "gift failed": gift("failed", is_invited=True),
    "gift refunded": gift("refunded"),
    "gift unfinished": gift("unfinished", is_invited=True),
    "refund asked": refund_asked,
    "inquiry": inquiry,
    "shortage of a card": shortage(1),
    "shortage of cards": shortage(7),
    "added": added(None),
    "added with words": added("Zqwords"),
}


def row(subject: str, words: Words) -> MessageRow:
    return MessageRow(
        "acct_1", "msg_1", EMAIL, "invitation", "zq@zq.example", subject, wording.plain(words), words,
        "queued", 1, ENDS, link_kind="sign", link_subject_id="c_1", link_version=1,
    )  # fmt: skip


def composed(subject: str, words: Words, world: World) -> Received:
    mail = compose(row(subject, words), words, "http://localhost:8080/s/x", world.services)
    return Received("", "", read(mail.as_bytes()), 0)


def said(mail: Received, part: str) -> str:
    """Returns the translated words of a part, without addresses, names, markup and zero-width characters."""
    text = re.sub(r"(?s)<style>.*?</style>|<[^>]+>|https?://\S+", " ", part)
    text = re.sub("&[#a-z0-9]+;|[\u200c\u2068\u2069]", "", text)
    for each in (*NAMES, "Wellwish", "localhost"):
        text = text.replace(each, " ")
    return text


@cache
def english() -> list[str]:
    """Returns the fixed pieces of the English message texts that are longer than a word."""
    found = [
        text for text, files in tool.gathered().items() if any(each.startswith("delivery/") for each in files)
    ]
    assert len(found) > 50
    each = [text for one in found for text in ((one,) if isinstance(one, str) else one)]
    pieces = {piece.strip(" .,:“”()") for text in each for piece in re.split(r"%\(\w+\)s", text)}
    return [piece for piece in pieces if " " in piece]


@pytest.mark.parametrize("code", sorted(LANGUAGES))
@pytest.mark.parametrize("letter", sorted(LETTERS))
async def test_speaks_one_language_in_all_parts(running: World, letter: str, code: str) -> None:
    subject, words = LETTERS[letter](code)
    mail = composed(subject, words, running)
    whole = [said(mail, part) for part in (str(mail.message["Subject"]), mail.plain, mail.html)]
    if code == "en":
        assert any(piece in whole[1] for piece in english())
    else:
        assert [piece for piece in english() for part in whole if piece in part] == []
    latin = [word for part in whole for word in re.findall("[A-Za-z]{2,}", part) if word.lower() not in LATIN]
    assert bool(latin) == (code != "ar"), latin
    digits = set(re.findall("[0-9]+", whole[1]))
    assert digits <= {"410"} or code != "ar", digits
    assert "%(" not in whole[1]
    assert mail.message["Content-Language"] == code


@pytest.mark.parametrize("code", sorted(LANGUAGES))
async def test_writes_the_last_day_in_the_local_format(code: str) -> None:
    for letter in ("invitation", "own link"):
        assert DAYS[code] in LETTERS[letter](code)[1].small[0]


def test_uses_arabic_plurals_and_the_local_format_of_money() -> None:
    counted = {count: receipt(count)("ar")[1].lines[1] for count in (1, 2, 3, 11, 100)}
    for count, form in (
        (1, "بطاقة واحدة"),
        (2, "بطاقتان"),
        (3, "٣ بطاقات"),
        (11, "١١ بطاقة"),
        (100, "١٠٠ بطاقة"),
    ):
        assert form in counted[count]
    subjects = {code: receipt(1)(code)[0] for code in LANGUAGES}
    assert subjects["en"].endswith("€1,249.00")
    assert subjects["de"].endswith("1.249,00\u00a0€")
    assert "١٬٢٤٩٫٠٠" in subjects["ar"]


@pytest.mark.parametrize(("locale", "code"), [("de-AT", "de"), ("ar_EG", "ar"), ("fr", "en"), ("he", "en")])
def test_takes_the_language_of_a_region_and_english_for_what_it_does_not_speak(
    locale: str, code: str
) -> None:
    assert wording.invitation_email(invite(locale)).language == code


@pytest.mark.parametrize("letter", sorted(LETTERS))
async def test_arabic_runs_from_the_right_in_every_paragraph(running: World, letter: str) -> None:
    subject, words = LETTERS[letter]("ar")
    html = composed(subject, words, running).html
    assert '<html lang="ar" dir="rtl">' in html
    assert 'dir="ltr"' not in html
    assert 'align="left"' not in html
    # Some mail clients drop attributes of html and body.
    assert '<table role="presentation" class="m-ground" lang="ar" dir="rtl"' in html
    assert len(re.findall(r'<(?:h1|p)\b[^>]*dir="rtl"', html)) == len(re.findall(r"<(?:h1|p)\b", html))
    assert 'dir="rtl"' not in composed(*LETTERS[letter]("de"), running).html


async def test_each_line_of_arabic_plain_text_begins_with_arabic(world: World) -> None:
    """Mail clients derive a paragraph's direction from its first strong character outside isolates."""
    for letter in LETTERS.values():
        mail = composed(*letter("ar"), world)
        for line in said(mail, re.sub("\u2068.*?\u2069", "", mail.plain)).splitlines():
            strong = re.search(r"[A-Za-z\u0600-\u06ff]", line)
            assert strong is None or strong[0] > "z" or "Example Ltd" in line, line


async def test_sets_latin_names_apart_in_arabic_and_arabic_ones_in_german() -> None:
    assert "\u2068Zqsender\u2069" in wording.invitation_email(invite("ar")).preheader
    assert "\u2068ليلى\u2069" in wording.invitation_email(invite("de", recipient="ليلى")).heading


async def test_truncating_closes_isolates() -> None:
    words = wording.invitation_email(invite("ar", card_title="X" * 200))
    assert words.preheader.endswith("…\u2069")
    assert len(words.preheader) <= 112


@pytest.mark.parametrize("code", sorted(LANGUAGES))
async def test_mails_are_in_the_language_of_the_card(sending: Sending, code: str) -> None:
    world = sending.world
    card = await make.card(world.alice, locale=code, title="عيد ميلاد سعيد يا مايا " * 4)
    await make.invitations(world.alice, card["card_id"], "ana@example.com")
    await make.admin(world.alice, card["card_id"], world.bob)
    await world.work()
    assert len(sending.post.received) == 2
    for mail in sending.post.received:
        assert mail.message["Content-Language"] == code
        assert f'<html lang="{code}"' in mail.html
        # A long subject beyond ASCII is folded into encoded words of at most 75 characters, and decoded
        # without loss.
        raw = [str(value) for name, value in mail.message.raw_items() if name == "Subject"]
        assert "عيد ميلاد سعيد يا مايا عيد ميلاد" in str(mail.message["Subject"])
        assert all(len(line) <= 78 for each in raw for line in each.splitlines())
    [mail] = sending.post.of("ana@example.com")
    assert spoken(code).gettext("Unsubscribe") in mail.plain


async def test_keeps_its_language_when_the_card_changes_before_it_leaves(sending: Sending) -> None:
    world = sending.world
    card = await make.card(world.alice, locale="de")
    sending.post.at_data = lambda _: "451 later"
    await make.invitations(world.alice, card["card_id"], "ana@example.com")
    await world.work()
    assert not sending.post.received
    await world.owner.execute("update cards set locale = 'ar'")
    sending.post.at_data = lambda _: None
    await world.owner.execute(
        "update jobs set run_at = now() - interval '1 hour' where kind = 'delivery.mail'"
    )
    await world.work()
    [mail] = sending.post.received
    assert mail.message["Content-Language"] == "de"
    assert "Sie sind eingeladen, eine Karte zu unterschreiben" in mail.plain


@pytest.mark.parametrize("code", sorted(LANGUAGES))
async def test_owners_read_the_accounts_language(sending: Sending, code: str) -> None:
    world = sending.world
    await world.owner.execute("update accounts set locale = $1", code)
    pair = {"x-api-key": world.alice.api_key, "x-client-secret": world.alice.client_secret}
    await world.client.post("/account/api-access/credentials/rotate", headers=pair)
    await world.work()
    [mail] = sending.post.received
    assert mail.message["Content-Language"] == code
    assert spoken(code).gettext("New API key created") in mail.html


@pytest.mark.parametrize(
    ("code", "alphabet", "count"), [("en", "gsm", 1), ("de", "gsm", 1), ("ar", "ucs2", 2)]
)
def test_a_text_is_short(code: str, alphabet: str, count: int) -> None:
    names = {
        "en": ("Priya", "Happy birthday, Maya"),
        "de": ("Jürgen", "Alles Gute, Maya"),
        "ar": ("بريا", "مايا"),
    }
    sender, title = names[code]
    text = wording.invitation_sms(invite(code, sender=sender, card_title=title))
    whole = simplified(text.replace("\x1a", "https://cards.example.org/s/" + "a" * 22))
    assert (count_parts(whole).alphabet, count_parts(whole).count) == (alphabet, count)


@pytest.mark.parametrize(("code", "most"), [("en", 3), ("de", 3), ("ar", 5)])
def test_a_text_never_grows_long(code: str, most: int) -> None:
    text = wording.invitation_sms(
        invite(code, sender="S" * 255, card_title="T" * 255, message="M" * 2000)
    ).replace("\x1a", "https://cards.example.org/s/" + "a" * 22)
    assert count_parts(simplified(text)).count <= most


def test_a_chat_reads_the_cards_language() -> None:
    said = chat.heading(spoken("ar"), "Zqtitle", "Zqsender", "Zqmaya", is_quiet=False)
    assert said.startswith("دعوة من \u2068Zqsender\u2069")
    assert chat.until(spoken("de"), ENDS, "UTC") == "Die Karte ist bis Samstag, 28. November 2026 offen."


@pytest.mark.parametrize("kind", ["invitation", "reminder"])
@pytest.mark.parametrize("recipient", ["Zqmaya", None])
def test_a_quiet_card_asks_for_a_few_words(kind: Kind, recipient: str | None) -> None:
    for is_quiet in (True, False):
        given = invite("en", kind, recipient=recipient, is_quiet=is_quiet)
        words = wording.invitation_email(given)
        own = [wording.invitation_subject(given), words.heading, *words.lines, str(words.button)]
        if kind == "invitation":
            own += [
                wording.invitation_sms(given),
                chat.heading(spoken("en"), "T", "S", recipient, is_quiet=is_quiet),
            ]
        assert any("sign" in each.lower() for each in own) is not is_quiet
        assert ("Add my words" in own) is is_quiet


@pytest.mark.parametrize(
    ("code", "value", "currency", "says"),
    [
        ("en", "5", "GBP", "£5"),
        ("en", "5.50", "GBP", "£5.50"),
        ("en", "1000", "JPY", "¥1,000"),
        ("en", "5.000", "KWD", "KWD\u00a05"),
        ("de", "1500", "EUR", "1.500\u00a0€"),
        ("de", "5.5", "EUR", "5,50\u00a0€"),
    ],
)
def test_leaves_out_decimal_digits_that_are_zero(code: str, value: str, currency: str, says: str) -> None:
    assert LANGUAGES[code].short_money(Decimal(value), currency) == says
