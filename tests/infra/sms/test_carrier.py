"""The carrier adapter against a fake that behaves as Twilio's documentation describes."""

from collections.abc import AsyncGenerator

import pytest

from tests.fakes.carrier import SENDER, SID, TOKEN, FakeCarrier, carrying
from wellwish.base.settings.sms import SmsProvider
from wellwish.infra.sms import Accepted, Carrier, CarrierRefusedError, CarrierUnavailableError
from wellwish.infra.sms import carrier as carrier_module
from wellwish.infra.sms.carrier import sign

pytestmark = pytest.mark.anyio

CALLBACK = "https://cards.example.org/callbacks/sms/a/status?account_id=1&message_id=2"


@pytest.fixture
async def fake() -> AsyncGenerator[FakeCarrier]:
    async with carrying("a") as [each]:
        yield each


@pytest.fixture
async def carrier(fake: FakeCarrier) -> AsyncGenerator[Carrier]:
    made = Carrier(fake.provider())
    yield made
    await made.close()


async def test_sends_the_documented_request(fake: FakeCarrier, carrier: Carrier) -> None:
    accepted = await carrier.send("+447400123456", "Hi & welcome + é 🎂\nLine", CALLBACK)
    [text] = fake.texts
    assert accepted == Accepted("a", text.sid)
    assert (text.to, text.sender, text.callback) == ("+447400123456", SENDER, CALLBACK)
    assert text.body == "Hi & welcome + é 🎂\nLine"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (21211, "invalid_number"),
        (21408, "country_not_allowed"),
        (21610, "stopped"),
        (21614, "not_mobile"),
        (21617, "too_long"),
    ],
)
async def test_maps_error_codes_to_reasons_of_refusal(
    fake: FakeCarrier, carrier: Carrier, code: int, reason: str
) -> None:
    fake.codes["+447400123456"] = code
    with pytest.raises(CarrierRefusedError) as raised:
        await carrier.send("+447400123456", "Hi", CALLBACK)
    assert (raised.value.reason, raised.value.detail) == (reason, f"http 400 code {code}")


@pytest.mark.parametrize("does", ["500", "503", "429", "html", "lost"])
async def test_a_fault_of_a_carrier_counts_as_unavailable(
    fake: FakeCarrier, carrier: Carrier, does: str
) -> None:
    fake.does = does
    with pytest.raises(CarrierUnavailableError):
        await carrier.send("+447400123456", "Hi", CALLBACK)


async def test_an_operators_mistake_leads_to_another_carrier(fake: FakeCarrier) -> None:
    """A wrong token, or a sender number of another account (21606)."""
    wrong = Carrier(SmsProvider("a", fake.url, SID, "another", SENDER))
    with pytest.raises(CarrierUnavailableError, match="http 401 code 20003"):
        await wrong.send("+447400123456", "Hi", CALLBACK)
    await wrong.close()
    fake.codes["+447400123456"] = 21606
    right = Carrier(fake.provider())
    with pytest.raises(CarrierUnavailableError, match="http 400 code 21606"):
        await right.send("+447400123456", "Hi", CALLBACK)
    await right.close()


async def test_waits_no_longer_than_it_may(
    fake: FakeCarrier, carrier: Carrier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrier_module, "CALL_S", 0.2)
    fake.does = "hang"
    with pytest.raises(CarrierUnavailableError, match="TimeoutError"):
        await carrier.send("+447400123456", "Hi", CALLBACK)


async def test_one_that_is_dead_is_away(fake: FakeCarrier, carrier: Carrier) -> None:
    await fake.die()
    with pytest.raises(CarrierUnavailableError):
        await carrier.send("+447400123456", "Hi", CALLBACK)


async def test_a_messaging_service_goes_by_its_sid(fake: FakeCarrier) -> None:
    service = Carrier(SmsProvider("a", fake.url, SID, TOKEN, "MG" + "0" * 32))
    await service.send("+447400123456", "Hi", CALLBACK)
    assert fake.texts[0].sender == ""
    await service.close()


def test_signs_as_the_documentation_shows() -> None:
    """The worked example in Twilio's "Validating signatures from Twilio"."""
    url = "https://mycompany.com/myapp.php?foo=1&bar=2"
    form = "Digits=1234&To=%2B18005551212&From=%2B14158675309&Caller=%2B14158675309&CallSid=CA1234567890ABCDE"
    assert sign("12345", url, form) == "RSOYDt4T1cUTdK1PDd93/VVr8B8="


def test_a_signature_holds_for_one_address_form_and_token() -> None:
    given = Carrier(SmsProvider("a", "http://127.0.0.1:1", SID, TOKEN, SENDER))
    signature = sign(TOKEN, CALLBACK, "MessageStatus=delivered")
    assert given.is_signed(CALLBACK, "MessageStatus=delivered", signature)
    assert not given.is_signed(CALLBACK + "&x=1", "MessageStatus=delivered", signature)
    assert not given.is_signed(CALLBACK.replace("https", "http"), "MessageStatus=delivered", signature)
    assert not given.is_signed(CALLBACK, "MessageStatus=failed", signature)
    assert not given.is_signed(
        CALLBACK, "MessageStatus=delivered", sign("other", CALLBACK, "MessageStatus=delivered")
    )
    assert not given.is_signed(CALLBACK, "MessageStatus=delivered", "")
    assert not given.is_signed(CALLBACK, "MessageStatus=delivered", "é")
