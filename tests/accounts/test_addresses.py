"""Validation of email addresses and phone numbers."""

import re

import email_validator
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellwish.infra.http import addresses
from wellwish.infra.http.addresses import email_address, email_key, phone_number

LONGEST = f"{'a' * 64}@{'b' * 63}.{'c' * 63}.{'d' * 61}"  # 254 bytes


@pytest.mark.parametrize(
    "address",
    [
        "priya@example.com",
        "first.last+tag@mail.example.co.uk",
        "!#$%&'*+-/=?^_`{|}~@example.org",
        "a@b",
        "root@localhost",
        "maya@example.test",
        "maya@host.invalid",
        "maya@printer.local",
        "maya@hidden.onion",
        "maya@1.2.3.example",
        '"maya lee"@example.org',
        r'"a\"b@c"@example.org',
        "maya@[192.0.2.1]",
        "maya@xn--bcher-kva.example",
        "jörg@bücher.example",
        "用户@例子.广告",
        "अजय@डाटा.भारत",
        LONGEST,
    ],
)
def test_takes_what_rfc_5321_has_and_keeps_it(address):
    assert email_address(address) == address


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        (" priya@example.com ", "priya@example.com"),
        ("Priya@Example.COM", "Priya@example.com"),
        ("JÖRG@BÜCHER.Example", "JÖRG@bücher.example"),
        ("INFO@Example.com", "INFO@example.com"),
        ('"A B"@Example.org', '"A B"@example.org'),
    ],
)
def test_trims_and_writes_the_domain_in_lower_case(address, kept):
    assert email_address(address) == kept


@pytest.mark.parametrize(
    "address",
    [
        "",
        "@",
        "maya",
        "maya@",
        "@example.org",
        "maya@@example.org",
        "maya@example..org",
        ".maya@example.org",
        "maya.@example.org",
        "ma..ya@example.org",
        "maya@-example.org",
        "maya@example-.org",
        "maya@exam_ple.org",
        "maya@ab--cd.example",
        "maya@xn--a.example",
        "ma ya@example.org",
        "maya@exam ple.org",
        "Maya <maya@example.org>",
        "maya@example.org, bob@example.org",
        "maya@example.org\n",
        "maya@example.org\r\nBcc: bob@example.org",
        '"ma\r\nya"@example.org',
        "maya@example.org\0",
        "maya\u200b@example.org",
        "maya\u202e@example.org",
        "maya@[192.0.2.256]",
        "maya@[fe80::1%eth0]",
        "maya\uff20example.org",
        f"{'a' * 65}@example.org",
        f"maya@{'b' * 64}.example",
        LONGEST.replace("@", "@e"),
        LONGEST + "d",
        "ü" * 125 + "@example.org",
        "a" * 100_000 + "@example.org",
        "maya@" + "." * 100_000,
        '"' * 250,
    ],
    ids=lambda address: ascii(address[:40]),
)
def test_refuses_the_rest_with_a_sentence(address):
    with pytest.raises(ValueError, match=r"^Must be an email address.*\.") as raised:
        email_address(address)
    assert "\n" not in str(raised.value)
    with pytest.raises(ValueError, match=r"^Must be an email address"):
        email_key(address)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("maya@example.org", "MAYA@EXAMPLE.ORG"),
        ("maya@example.org", '"maya"@example.org'),
        ("maya@bücher.example", "Maya@XN--BCHER-KVA.example"),
        ("jo\u0308rg@example.org", "JÖRG@example.org"),
        ("\u212aim@example.org", "kim@example.org"),
    ],
)
def test_key_is_the_same_for_spellings_of_one_address(one, other):
    assert email_key(one) == email_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("maya@example.org", "maya@example.com"),
        ("ma.ya@example.org", "maya@example.org"),
        ("maya+a@example.org", "maya@example.org"),
        ("strasse@example.org", "straße@example.org"),
        ("idris@example.org", "\u0131dris@example.org"),
        ("mike@example.org", "m\u0456ke@example.org"),
    ],
)
def test_key_differs_for_different_addresses(one, other):
    assert email_key(one) != email_key(other)


_PIECES = st.text("aZ09.-_+'@\" xn\\[]ü\u0301", max_size=12)


def fast_path_takes_only_what_the_library_takes(address):
    if addresses._PLAIN.fullmatch(address) is None:
        return
    checked = email_validator.validate_email(
        address, check_deliverability=False, globally_deliverable=False, strict=True
    )
    assert checked.normalized.lower() == email_key(address) == address.lower()
    assert email_address(address).lower() == address.lower()


_ADDRESSES = given(st.builds("{}@{}".format, _PIECES, _PIECES) | st.emails())


@settings(max_examples=200)
@_ADDRESSES
def test_fast_path_takes_only_what_the_library_takes(address):
    fast_path_takes_only_what_the_library_takes(address)


@pytest.mark.full
@settings(max_examples=5000, derandomize=False)
@_ADDRESSES
def test_fast_path_takes_only_what_the_library_takes_of_thousands(address):
    fast_path_takes_only_what_the_library_takes(address)


@settings(max_examples=500)
@given(st.text(max_size=300))
def test_no_text_breaks_it(text):
    for check in (email_address, email_key, lambda given: phone_number(given, "DE")):
        try:
            check(text)
        except ValueError as error:
            refused = str(error)
        else:
            continue
        assert refused.startswith("Must ")


@settings(max_examples=100)
@given(st.emails())
def test_normalising_an_address_twice_changes_nothing(address):
    assert email_key(email_key(address)) == email_key(address) == email_key(email_address(address))
    assert email_address(email_address(address)) == email_address(address)


@pytest.mark.parametrize(
    ("given_number", "country", "number"),
    [
        ("+44 20 7946 0958", None, "+442079460958"),
        ("+44 (20) 7946-0958", "DE", "+442079460958"),
        ("+1.415.555.0100", None, "+14155550100"),
        ("+49\u00a030\u2011123456", None, "+4930123456"),
        ("[+1] 415 555 0100", None, "+14155550100"),
        ("020 7946 0958", "GB", "+442079460958"),
        ("0664 123456", "AT", "+43664123456"),
        ("(415) 555-0100", "US", "+14155550100"),
        ("1 415 555 0100", "US", "+14155550100"),
        ("06 1234 5678", "IT", "+390612345678"),
        ("8 912 345-67-89", "RU", "+79123456789"),
        ("0044 20 7946 0958", "DE", "+442079460958"),
        ("011 44 20 7946 0958", "US", "+442079460958"),
        ("+1234567", None, "+1234567"),
        ("+123456789012345", None, "+123456789012345"),
    ],
)
def test_writes_phone_numbers_in_one_form(given_number, country, number):
    assert phone_number(given_number, country) == number


@pytest.mark.parametrize("country", [None, "DE"])
@pytest.mark.parametrize(
    "given_number",
    [
        "",
        "+",
        "+123456",
        "+1234567890123456",
        "++491234567",
        "+49 30 1234 ext 5",
        "+1-800-FLOWERS",
        "1-800-FLOWERS",
        "+49/30/123456",
        "tel:+4930123456",
        "+४९३०१२३४५६",
        "४९३०१२३४५६",
        "12",
        "1" * 100_000,
        "maya@example.org",
    ],
    ids=lambda number: ascii(number[:30]),
)
def test_refuses_other_phone_numbers_with_a_sentence(given_number, country):
    with pytest.raises(ValueError, match=r"^Must be a phone number of 7 to 15 digits"):
        phone_number(given_number, country)


@pytest.mark.parametrize("country", [None, "AQ"])
def test_requires_a_country_code_without_a_default_country(country):
    with pytest.raises(ValueError, match=re.escape("Must begin with + and a country code")):
        phone_number("0664 123456", country)
