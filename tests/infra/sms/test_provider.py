"""The URL that configures a carrier."""

import re

import pytest

from wellwish.base.settings.sms import SmsProvider, read


def test_reads_account_secret_and_sender() -> None:
    assert read("https://AC1:s%40cret@api.twilio.com?from=+15005550006") == SmsProvider(
        name="api.twilio.com", url="https://api.twilio.com", sid="AC1", token="s@cret", sender="+15005550006"
    )


def test_reads_name_weight_port_and_path() -> None:
    given = read("https://AC1:t@sms.example.org:8443/twilio/?from=Wellwish&name=second&weight=20")
    assert (given.name, given.url, given.weight) == ("second", "https://sms.example.org:8443/twilio", 20)


def test_does_not_show_the_secret() -> None:
    assert "hidden" not in repr(read("https://AC1:hidden@api.twilio.com?from=%2B15005550006"))


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("nonsense", "must look like"),
        ("ftp://AC1:t@api.twilio.com?from=%2B15005550006", "must look like"),
        ("https://api.twilio.com?from=%2B15005550006", "must look like"),
        ("https://AC1@api.twilio.com?from=%2B15005550006", "must look like"),
        ("http://AC1:t@api.twilio.com?from=%2B15005550006", "unencrypted"),
        ("https://AC1:t@api.twilio.com", "must have ?from="),
        ("https://AC1:t@api.twilio.com?from=A name far too long", "must have ?from="),
        ("https://AC1:t@api.twilio.com?from=+15005550006&weight=many", "weight"),
        ("https://AC1:t@api.twilio.com?from=+15005550006&weight=101", "weight"),
        ("https://AC1:t@api.twilio.com?from=+15005550006&name=A/B", "name"),
        ("https://AC1:t@api.twilio.com?from=+15005550006&colour=blue", "can have only"),
    ],
)
def test_describes_a_fault_without_repeating_the_value(address: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)) as raised:
        read(address)
    assert ":t@" not in str(raised.value)
