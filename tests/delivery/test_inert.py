# ruff: noqa: RUF001 - text as people write it
"""User text never becomes a link, in any message and language; our own links and words stay as they are."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any, Final, get_args

import phonenumbers
import pytest
from linkify_it import LinkifyIt
from phonenumbers import Leniency, PhoneNumberMatcher

from tests.delivery.test_language import row
from tests.fakes.smtp import Received, read
from tests.world import World
from wellwish.base.language import LANGUAGES
from wellwish.delivery import inert as guard
from wellwish.delivery import wording
from wellwish.delivery.inert import inert, inert_in_text
from wellwish.delivery.letter import compose
from wellwish.delivery.message import LINK_MARK
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
    helper,
    invitation,
    sentence,
)
from wellwish.delivery.wording import gift as gift_wording
from wellwish.delivery.wording import own_link as own_link_wording
from wellwish.delivery.words import Colours, Words
from wellwish.infra.sms import count_parts

pytestmark = pytest.mark.anyio

LINK: Final = "http://localhost:8080/s/abcdefghijklmnopqrstuv"
BASE: Final = "https://cards.example.org"
READER: Final = "kim@team.example"
HOST: Final = "hooks.acme.example"
ENDS: Final = datetime(2026, 11, 28, 18, 30, tzinfo=UTC)

FORMS: Final = (
    "www.evil.com", "WWW.EVIL.COM", "http://evil.example/x", "HTTPS://Evil.Example", "ftp://evil.example",
    "evil.com", "Evil.IO/claim?x=1", "evil.photography", "evil.com:8080", "(evil.com)", "evil.com.",
    "http://user:pw@evil.com", "http://localhost/x", "//evil.com/x", "a.b-c.evil.co.uk", "evil.com…",
    "пример.рф", "bücher.shop", "xn--bcher-kva.com", "भारत.भारत", "مثال.السعودية", "例え.テスト", "例え。com",
    "evil。com", "evil．com", "evil｡com", "evil․com", "ｗｗｗ.ｅｖｉｌ.ｃｏｍ",
    "10.11.12.13", "http://10.11.12.13:8080/x", "10.11.12.13/x",
    "me@evil.com", "ME@EVIL.COM", "me＠evil.com", "mailto:me@evil.com", "MAILTO:me@evil.photography",
    "tel:+4930123456", "+49 30 12345678", "(030) 123-45678", "0900 1234567", "2125551234", "212-555-1234",
    "+1 (212) 555-1234", "٠٣٠١٢٣٤٥٦٧٨", "0151 01.02.2034", "call:0301234567", "1-800-555-0199",
    "Hi,evil.com,now", "“evil.com”", "evil.com/a.b.c?d=e.f",
)  # fmt: skip

# A mail has room for several, which saves time.
SEVERAL: Final = [" ; ".join(FORMS[at : at + 5]) for at in range(0, len(FORMS), 5)]

# Words that must stay as they are, in mails and in texts.
ORDINARY: Final = (
    "See you at 18:30.", "Dear all. Bring cake: 2.5 kg, 1,000 candles!", "24.12.2026 20:00", "2026-11-28",
    "Wait...what?!", "Room 12, 10115 Berlin"[:7], "(see above.)", "50 % off; yes/no", "Priya :) & Ana", "3:2",
)  # fmt: skip

_LINKIFY: Final = LinkifyIt(options={"fuzzy_ip": True, "fuzzy_link": True, "fuzzy_email": True}).tlds(
    ["photography", "example", "shop", "рф", "भारत", "السعودية", "テスト"], True
)
# Patterns.java of Android: characters of labels, and links with and without a scheme.
_LETTER: Final = (
    r"[a-zA-Z0-9\u00a1-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u2fff"
    r"\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\uffef]"
)
_LABEL: Final = rf"{_LETTER}(?:(?:{_LETTER}|[_-]){{0,61}}{_LETTER})?"
_TLD: Final = r"(?:com|net|org|io|uk|example|photography|shop|рф|भारत|السعودية|テスト|xn--[\w-]+)"
_ANDROID: Final = re.compile(
    rf"(?:https?|rtsp|ftp)://{_LABEL}|(?<![\w@]){_LABEL}(?:\.{_LABEL})*\.{_TLD}\b"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:mailto|tel|sms|call):[\w+(]",
    re.IGNORECASE,
)


def links(text: str) -> list[str]:
    """Returns the parts that linkify-it, libphonenumber or Android link; wide letters count as plain ones."""
    plain = unicodedata.normalize("NFKC", text).replace("\u3002", ".")
    found = [match.raw for match in _LINKIFY.match(plain) or []]
    found += [match[0] for match in _ANDROID.finditer(plain)]
    for region in ("DE", "US"):
        numbers = PhoneNumberMatcher(plain, region, leniency=Leniency.POSSIBLE)
        found += [each.raw_string for each in numbers if sum(map(str.isdecimal, each.raw_string)) >= 7]
    return found


class _Text(HTMLParser):
    """The text of a page as its reader sees it; attributes hold our links."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.links: list[str] = []
        self._is_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_style = tag == "style"
        given = dict(attrs)
        self.links += [given["href"] or ""] if "href" in given else []
        self.said += [given["alt"] or ""] if "alt" in given else []

    def handle_data(self, data: str) -> None:
        if not self._is_style:
            self.said.append(data)


def letters(value: str, locale: str) -> Mapping[str, tuple[str, Words]]:
    """Returns every mail with the value in each place that users fill."""

    def invited(**fields: Any) -> tuple[str, Words]:
        given = invite(value, locale, **fields)
        return wording.invitation_subject(given), wording.invitation_email(given)

    admin = Helper(
        name=value, email=READER, card_title=value, sender=value, may=["can_update"],
        account_name=value, reply_to=None, locale=locale, colours=Colours(), cover=None,
    )  # fmt: skip
    own = OwnLink(
        card_title=value, sender=value, ends_at=ENDS, timezone="UTC", locale=locale, account_name=value,
        reply_to=None, colours=Colours(), cover=None,
    )  # fmt: skip
    silenced = Silenced(
        account_name=value, name=value, host=HOST, description=value, endpoint_id="whe_1", gone=True,
        disabled_at=ENDS, locale=locale,
    )  # fmt: skip
    receipt = Receipt(
        account_name=value, name=value, bundle=value, cards=2, amount=1250, currency="EUR",
        payment_id="pay_1", bought_at=ENDS, expires_at=ENDS, locale=locale,
    )  # fmt: skip
    added = Added(name=value, account_name=value, words=value, locale=locale, reply_to=None)
    inquiry = Inquiry(
        account_name=value, name=value, payment_id="pay_1", amount=1250, currency="EUR", card_title=value,
        locale=locale,
    )  # fmt: skip
    shortage = Shortage(account_name=value, name=value, cards=2, opens_on=ENDS.date(), locale=locale)
    asked = RefundAsked(
        account_name=value, name=value, request_id="rfr_1", amount=1250, currency="EUR", card_title=value,
        reason=value, locale=locale,
    )  # fmt: skip
    return {
        "invitation": invited(),
        "without words": invited(title=None, message=None),
        "quiet": invited(title=None, is_quiet=True),
        "of nobody": invited(title=None, recipient=None),
        "reminder": invited(kind="reminder"),
        "reminder without words": invited(kind="reminder", title=None, message=None),
        "admin": (wording.admin_subject(admin, changed=False), wording.admin_email(admin, changed=False)),
        "privileges": (wording.admin_subject(admin, changed=True), wording.admin_email(admin, changed=True)),
        "credential": (
            wording.rotated_subject(value, locale),
            wording.rotated_email(value, value, ENDS, ENDS, locale),
        ),
        "endpoint": (wording.silenced_subject(silenced), wording.silenced_email(silenced)),
        "receipt": (wording.receipt_subject(receipt), wording.receipt_email(receipt)),
        "added": (wording.added_subject(added), wording.added_email(added)),
        "inquiry": (wording.inquiry_subject(inquiry), wording.inquiry_email(inquiry)),
        "shortage": (wording.shortage_subject(shortage), wording.shortage_email(shortage)),
        "refund asked": (wording.refund_asked_subject(asked), wording.refund_asked_email(asked)),
        **{
            f"gift {fact}": (wording.gift_subject(told), wording.gift_email(told))
            for fact in get_args(gift_wording.Fact)
            for told in [
                Confirmation(
                    fact=fact,
                    amount=1250,
                    currency="EUR",
                    card_title=value,
                    sender=value,
                    payment_id="pay_1",
                    day=ENDS,
                    timezone="UTC",
                    locale=locale,
                    is_invited=False,
                    account_name=value,
                    reply_to=None,
                    colours=Colours(),
                    cover=None,
                )
            ]
        },
        "own link": (wording.own_link_subject(own), wording.own_link_email(own)),
    }


def invite(value: str, locale: str, **fields: Any) -> Invite:
    given: dict[str, Any] = {
        "kind": "invitation", "card_title": value, "sender": value, "recipient": value, "name": value,
        "title": value, "message": f"{value}\n{value}", "ends_at": ENDS, "timezone": "UTC",
        "colours": Colours(), "cover": "/covers/x.jpg", "account_name": value, "reply_to": None,
    }  # fmt: skip
    return Invite(locale=locale, **{**given, **fields})


def shown(subject: str, words: Words, world: World) -> str:
    """Returns everything that a reader sees, without our URLs; checks that the mail's links are intact."""
    mail = Received("", "", read(compose(row(subject, words), words, LINK, world.services).as_bytes()), 0)
    page = _Text()
    page.feed(mail.html)
    [sender] = mail.message["From"].addresses
    out = [each for each in page.links if "/u/" in each]
    text = "\n".join((str(mail.message["Subject"]), sender.display_name, mail.plain, " ".join(page.said)))
    for own in (LINK, BASE, READER, HOST, *page.links):
        text = text.replace(own, " ")
    assert (mail.plain.count(LINK), mail.html.count(f'"{LINK}"') > 0) == (
        (1, True) if words.button else (0, False)
    )
    assert all(mail.plain.count(each) == 1 for each in out)
    return text


def unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (sentence, invitation, helper, own_link_wording, gift_wording):
        for name in ("inert", "inert_in_text"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, lambda text: text)


def test_the_linkers_recognise_every_form() -> None:
    assert [form for form in FORMS if not links(form)] == []


@pytest.mark.parametrize("code", sorted(LANGUAGES))
async def test_no_mail_links_what_a_user_wrote(world: World, code: str) -> None:
    for forms in SEVERAL:
        for name, (subject, words) in letters(forms, code).items():
            assert links(shown(subject, words, world)) == [], name


@pytest.mark.parametrize("code", sorted(LANGUAGES))
async def test_without_the_guard_every_mail_links_it(
    world: World, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unguarded(monkeypatch)
    for name, (subject, words) in letters(SEVERAL[0], code).items():
        assert len(set(links(shown(subject, words, world)))) >= 5, name


@pytest.mark.parametrize("code", sorted(LANGUAGES))
@pytest.mark.parametrize("form", FORMS)
def test_no_senders_name_is_a_link(form: str, code: str) -> None:
    assert links(sentence.via(form, LANGUAGES[code])) == []


@pytest.mark.parametrize("code", sorted(LANGUAGES))
@pytest.mark.parametrize("is_quiet", [False, True])
async def test_no_text_message_links_what_a_user_wrote(
    code: str, is_quiet: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {
        form: wording.invitation_sms(invite(form, code, is_quiet=is_quiet)).replace(LINK_MARK, "")
        for form in FORMS
    }
    assert {form: found for form, text in texts.items() if (found := links(text))} == {}
    unguarded(monkeypatch)
    for form in FORMS:
        assert links(wording.invitation_sms(invite(form, code))), form


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_words_stay_as_they_are(text: str) -> None:
    assert (inert(text), inert_in_text(text)) == (text, text)


@pytest.mark.parametrize("form", FORMS)
def test_a_guarded_mail_reads_the_same(form: str) -> None:
    assert inert(form).replace("\u200c", "") == form


@pytest.mark.parametrize("form", [each for each in FORMS if each.isascii()])
def test_a_guarded_text_stays_in_the_cheap_alphabet(form: str) -> None:
    """With U+200C the same message takes twice the segments."""
    message = (f"Happy birthday from all of us, see {form} for more. " * 3)[:160]
    cheap, dear = count_parts(inert_in_text(message)), count_parts(inert(message))
    assert cheap.alphabet == "gsm"
    assert cheap.count <= 2
    assert (dear.alphabet, dear.count) == ("ucs2", 3)


async def test_our_words_have_no_invisible_characters(world: World) -> None:
    for name, (subject, words) in letters("Maya", "en").items():
        mail = Received("", "", read(compose(row(subject, words), words, LINK, world.services).as_bytes()), 0)
        whole = f"{mail.message['Subject']}{mail.message['From']}{mail.plain}"
        assert re.findall("[\u200c\u2066-\u2069]", whole) == [], name
    assert "kim@team.example" in letters("Maya", "en")["admin"][1].small[0]
    assert READER in letters("Maya", "en")["admin"][1].small[0]
    assert "18:30" in letters("Maya", "en")["credential"][1].lines[1]


@pytest.mark.parametrize(
    ("value", "code", "is_isolated"),
    [
        ("Jonas Müller", "en", False), ("नादिया", "en", False), ("ليلى", "en", True), ("ليلى", "de", True),
        ("ليلى", "ar", False), ("Jonas", "ar", True), ("ليلى 2", "ar", True), ("2026", "ar", True),
        ("a\u202eb", "en", True), ("a\u2069b", "en", True),
    ],
)  # fmt: skip
def test_isolates_only_what_runs_the_other_way(value: str, code: str, is_isolated: bool) -> None:
    shown = sentence.apart(value, LANGUAGES[code])
    assert shown.startswith("\u2068") == is_isolated
    assert shown.count("\u2068") == shown.count("\u2069")
    assert wording.invitation_sms(invite(value, code)).count("\u2068") == (2 if is_isolated else 0)


@pytest.mark.parametrize(
    ("sender", "shown"),
    [
        ("Priya and friends", "Priya and friends via Wellwish"),
        ("PayPal <service@paypal.com>", "PayPal service paypal\u200c.\u200ccom via Wellwish"),
        ('"Wellwish" <x@y.z>', "Wellwish x y\u200c.\u200cz via Wellwish"),
        ("Anna O'Brien-Müller, 2.B (Sales)", "Anna O'Brien-Müller, 2.B (Sales) via Wellwish"),
        ("Ana\u202emoc.live", "Anamoc\u200c.\u200clive via Wellwish"),
        ("<@>", "Wellwish"),
        ("x" * 255, "x" * 59 + "… via Wellwish"),
        ("👩\u200d👧 می\u200cخواهم", "👩\u200d👧 می\u200cخواهم via Wellwish"),
    ],
)
async def test_names_the_service_next_to_the_sender(world: World, sender: str, shown: str) -> None:
    words = wording.invitation_email(invite("Maya", "en", sender=sender))
    address = compose(row("s", words), words, LINK, world.services).sender
    assert address.display_name == shown.replace("2.B", "2\u200c.\u200cB")
    assert address.addr_spec == "cards@localhost"


def test_numbers_of_the_library_are_those_of_the_guard() -> None:
    """The guard uses libphonenumber's separators; a separator added there must be added here."""
    for each in phonenumbers.phonenumberutil._VALID_PUNCTUATION:
        if each not in "\\-" and unicodedata.category(each) not in ("Ps", "Pe"):
            assert re.fullmatch(f"[{guard._SPACES}]", each), hex(ord(each))
