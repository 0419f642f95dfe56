"""The combining marks of a letter: as many as words of any language need, and no taller stacks."""

import time
import unicodedata

import pytest

from tests import make
from tests.infra.http.test_bad_input import faults, send
from tests.web.view.card import finished, own_link
from tests.web.visitor import Visitor, path_of
from tests.world import Person
from wellwish.base.combining_marks import MAX_MARKS, has_too_many, strip_surplus
from wellwish.infra.http.fields import TextRule

WORDS = [
    "Chúc mừng sinh nhật, Nguyễn Thị Ngọc",  # Vietnamese
    "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם וְאֵ֥ת הָאָֽרֶץ",  # Genesis 1:1, points and cantillation
    "יְר֢וּשָׁלַ͏ִ֗ם שָּֽׁ֣",  # with a grapheme joiner; a shin with dot, dagesh, vowel, accent and meteg
    "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ",  # Arabic with tashkil
    "ٱلَّذِينَ يُؤۡمِنُونَ بِٱلۡغَيۡبِ هُدࣰى",  # with Quranic marks
    "สุขสันต์วันเกิดนะ พี่น้ำผึ้ง",  # Thai
    "जन्मदिन की हार्दिक शुभकामनाएँ, क्ष्म्य",  # Devanagari
    "अ॒ग्निमी॑ळे पु॒रोहि॑तं य॒ज्ञस्य॑",  # Vedic accents
    "བསྒྲུབས་ རྫོགས་ ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ",  # Tibetan
    "ཧྐྵྨླྺྼྻྂ",  # the longest stack in use, of the Kalachakra monogram
    "မြန်မာ ကျွန်ုပ်တို့ ပျော်ရွှင်ပါစေ",  # Burmese
    "សួស្តីឆ្នាំថ្មី ស្ត្រី",  # Khmer
    "பிறந்தநாள் വാഴ്ത്തുക്കൾ జన్మదిన శుభాకాంక్షలు",  # Tamil, Malayalam, Telugu
    "ᨲᩮ᩠ᨶ ᨻᩕᩡ ᨣᩴᩣ᩶",  # Tai Tham
    "ɔ̃̀ ə̯̆̃ ã̰̂",  # phonetic letters
    "Ἀθῆναι ᾧ Ὦ ёлка",
    "👩‍👩‍👧‍👦 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 👍🏽 ❤️‍🔥",
    "각 漢字 葛󠄀 ゙",
]
TOWER = "Z" + "\u0300\u0301\u0302\u0303\u0304\u0305" * 2


@pytest.mark.parametrize("words", WORDS)
def test_words_of_every_script_are_taken_unchanged(words: str) -> None:
    for form in ("NFC", "NFD"):
        spelled = unicodedata.normalize(form, words)
        assert not has_too_many(spelled)
        assert strip_surplus(spelled) == spelled


def test_the_ninth_mark_is_one_too_many() -> None:
    eight = "Z" + "\u0301" * MAX_MARKS
    assert not has_too_many(eight * 3)
    assert has_too_many(f"abc {eight}\u0301 abc")
    assert strip_surplus(f"abc {eight}\u0301\u0302 abc") == f"abc {eight} abc"


@pytest.mark.parametrize("between", ["\u200d", "\u200c", "\u2060", "\ufeff", "\u2067", "\U000e0067"])
def test_invisible_characters_between_marks_hide_none(between: str) -> None:
    assert has_too_many("Z" + f"\u0301{between}" * 9)
    assert strip_surplus("Z" + f"\u0301{between}" * 9).count("\u0301") == MAX_MARKS


def test_marks_without_a_letter_count() -> None:
    assert has_too_many("\u0301" * 9)
    assert has_too_many("\u0903" * 9)  # spacing marks
    assert has_too_many("👩" + "\ufe0f" * 9)  # selectors


def test_a_long_text_is_checked_quickly_before_it_is_normalised() -> None:
    # The canonical order of this sequence takes quadratic time.
    text = "Z" + "\u0301" * 60_000 + "\u0316" * 60_000
    begun = time.process_time()
    assert TextRule(lines=True).fault(text) is not None
    assert time.process_time() - begun < 1


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("field", ["title", "sender", "recipient", "external_id"])
async def test_refuses_a_field_with_too_many_marks_on_one_letter(field: str, alice: Person) -> None:
    answer = await send(alice, f'{{"{field}": "{TOWER}"}}'.encode())
    assert faults(answer)[f"/{field}"] == "too_many_marks"


async def test_every_text_of_people_is_checked(alice: Person) -> None:
    card = await make.card(alice)
    contributions = f"/api/cards/{card['id']}/contributions"
    bodies = {
        contributions: {"name": TOWER, "note": {"text": TOWER}},
        "/api/cards/invitations": {
            "card_id": card["id"],
            "title": TOWER,
            "message": TOWER,
            "invitees": [{"delivery_type": "email", "delivery_id": "a@example.com", "name": TOWER}],
        },
        "/api/groups": {"name": TOWER, "members": [{"name": TOWER, "email": "a@example.com"}]},
    }
    found = [f"{path}{each}" for path, body in bodies.items() for each in await _refused(alice, path, body)]
    assert sorted(found) == sorted(
        [f"{contributions}/name", f"{contributions}/note/text"]
        + [f"/api/cards/invitations/{name}" for name in ("title", "message", "invitees/0/name")]
        + ["/api/groups/name", "/api/groups/members/0/name"]
    )


async def _refused(person: Person, path: str, body: object) -> list[str]:
    answer = await person.post(path, body)
    assert answer.status_code == 422, answer.text
    return [each["pointer"] for each in answer.json()["errors"] if each["code"] == "too_many_marks"]


async def test_extra_data_stays_as_sent(alice: Person) -> None:
    assert (await make.card(alice, extra_data=TOWER))["extra_data"] == TOWER


@pytest.mark.parametrize("words", WORDS)
async def test_people_sign_in_every_script(words: str, alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.post(
        f"/api/cards/{card['id']}/contributions", {"name": words, "note": {"text": words}}
    )
    assert (answer.status_code, answer.json()["note"]["text"]) == (201, unicodedata.normalize("NFC", words))


async def test_forms_say_what_to_remove(alice: Person) -> None:
    says = "Remove some of the marks above or below the letters"
    visitor = Visitor(alice.world)
    card = await make.card(alice)
    answer = await visitor.sign(path_of(card["sign_url"]), text=f"Hello {TOWER}")
    assert answer.status_code == 422
    assert says in visitor.page
    assert TOWER in visitor.page
    view = path_of(own_link(await finished(alice, "Words")))
    for page, fields in (("thanks", {}), ("report", {"note": "", "reason": "other"})):
        await visitor.open(f"{view}/{page}")
        answer = await visitor.press(f"{view}/{page}", text=TOWER, form_token=visitor.token(), **fields)
        assert answer.status_code == 422
        assert says in visitor.page
