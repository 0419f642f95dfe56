"""Texts use the card's language; replies use the language of the last text, remembered for a year."""

from collections.abc import AsyncGenerator, Iterator
from datetime import timedelta

import pytest

from tests import make
from tests.delivery.texting import MOBILE, texting
from tests.fakes.carrier import FakeCarrier, carrying
from tests.later import another_time
from tests.world import World
from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.delivery import purge

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        yield


@pytest.fixture
async def fake() -> AsyncGenerator[FakeCarrier]:
    async with carrying("a") as [made]:
        yield made


@pytest.fixture
async def service(
    world: World, clone: tuple[str, str], settings: Settings, fake: FakeCarrier
) -> AsyncGenerator[World]:
    async with texting(clone, settings, fake) as made:
        yield made


async def invite(service: World, locale: str, number: str = MOBILE) -> None:
    service.alice.token = None
    card = await make.card(service.alice, locale=locale)
    invitees = [{"delivery_type": "sms", "delivery_id": number}]
    await service.alice.post("/api/cards/invitations", {"card_id": card["card_id"], "invitees": invitees})
    await service.work()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", ("invited you to sign", "get any more texts", (
            "get texts from Wellwish "
            "again"
        ), "group card")),
        ("de", ("Unterschreiben Sie", "keine SMS mehr von", "wieder SMS", "Gruppenkarte")),
        ("ar", ("دعوة من", "لن تصلك رسائل", "من جديد", "ليدعوك إلى بطاقة")),
    ],
)  # fmt: skip
async def test_texts_and_what_answers_them_speak_the_cards_language(
    service: World, fake: FakeCarrier, code: str, words: tuple[str, ...]
) -> None:
    base = service.services.settings.base_url
    card = await make.card(service.alice, locale=code)
    invitee = {"delivery_type": "sms", "delivery_id": MOBILE}
    await service.alice.post("/api/cards/invitations", {"card_id": card["card_id"], "invitees": [invitee]})
    await service.work()
    [text] = fake.texts
    assert words[0] in text.body
    for asked, answered in zip(("STOP", "START", "HELP"), words[1:], strict=True):
        assert answered in await fake.say(service.client, base, MOBILE, asked)
    assert await service.owner.fetchval("select language from text_languages") == code


async def test_a_number_that_was_never_written_to_is_answered_in_english(
    service: World, fake: FakeCarrier
) -> None:
    base = service.services.settings.base_url
    assert "group card" in await fake.say(service.client, base, "+447400123999", "HELP")


async def test_a_language_is_forgotten_a_year_after_the_last_text(service: World, fake: FakeCarrier) -> None:
    async def known() -> int:
        await purge.run(service.services, {})
        return await service.owner.fetchval("select count(*) from text_languages")

    await invite(service, "de")
    await invite(service, "de", "+447400123457")
    clock.move(timedelta(days=300))
    await invite(service, "de")
    assert await known() == 2
    clock.move(timedelta(days=70))
    assert await known() == 1
    answered = await fake.say(service.client, service.services.settings.base_url, MOBILE, "STOP")
    assert "keine SMS mehr von" in answered
    clock.move(timedelta(days=300))
    assert await known() == 0
