# ruff: noqa: RUF001 - characters as people write them
"""Character sets and segments of text messages."""

import pytest

from wellwish.infra.sms import TextParts, count_parts, simplified

GSM = (
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)


def test_the_default_alphabet_has_all_but_the_escape() -> None:
    assert len(set(GSM)) == 127
    assert count_parts(GSM) == TextParts("gsm", 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", TextParts("gsm", 1)),
        ("a" * 160, TextParts("gsm", 1)),
        ("a" * 161, TextParts("gsm", 2)),
        ("a" * 306, TextParts("gsm", 2)),
        ("a" * 307, TextParts("gsm", 3)),
        ("€" * 80, TextParts("gsm", 1)),
        ("€" * 81, TextParts("gsm", 2)),
        ("^{}\\[~]|€\f" * 8, TextParts("gsm", 1)),
        # An escaped character occupies two septets, here 153 and 154, and cannot span two segments.
        ("a" * 152 + "€" + "a" * 152, TextParts("gsm", 3)),
        ("a" * 151 + "€" + "a" * 153, TextParts("gsm", 2)),
        ("ç" + "a" * 69, TextParts("ucs2", 1)),
        ("ç" + "a" * 70, TextParts("ucs2", 2)),
        ("ç" + "a" * 133, TextParts("ucs2", 2)),
        ("ç" + "a" * 134, TextParts("ucs2", 3)),
        ("日" * 70, TextParts("ucs2", 1)),
        ("🎂" * 35, TextParts("ucs2", 1)),
        ("🎂" * 36, TextParts("ucs2", 2)),
        # A surrogate pair cannot span two segments, so each segment holds 33 pairs.
        ("🎂" * 66, TextParts("ucs2", 2)),
        ("🎂" * 67, TextParts("ucs2", 3)),
        ("ё", TextParts("ucs2", 1)),
    ],
)
def test_counts_the_parts(text: str, expected: TextParts) -> None:
    assert count_parts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“Maya’s card” – sign…", '"Maya\'s card" - sign...'),
        ("a\u00a0b\u202fc", "a b c"),
        ("“Über”", '"Über"'),
        ("“日本”", "“日本”"),  # unchanged, because the text needs UCS-2 in any case
        ("plain", "plain"),
    ],
)
def test_replaces_characters_that_make_a_text_longer(text: str, expected: str) -> None:
    assert simplified(text) == expected
