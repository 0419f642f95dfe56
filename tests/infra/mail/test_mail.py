"""The bytes of a mail, compared with those that Python's ``EmailMessage`` writes for the same values."""

from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.fakes.smtp import read
from wellwish.infra.mail import Mail

_BOUNDARY = "=_msg_1"
# A line of text as the service stores it, without controls, and text of several lines.
_LINES = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=200)
_TEXTS = st.text(st.one_of(st.characters(exclude_categories=("Cs",)), st.sampled_from("\r\n =.\t")))


class _Former(EmailPolicy):
    """The former policy for writing mails, with the older encoder of words (RFC 2047)."""

    def fold(self, name: str, value: Any) -> str:
        if name == "Subject" and not str(value).isascii():
            return f"{name}: {Header(str(value), 'utf-8', header_name=name).encode(linesep=self.linesep)}\r\n"
        if name == "From" and not str(value).isascii():
            [address] = value.addresses
            display = Header(address.display_name, "utf-8", header_name=name).encode(linesep=self.linesep)
            return f"{name}: {display} <{address.addr_spec}>\r\n"
        return super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self.fold(name, value).encode()


def _subject(text: str) -> str:
    """Returns the text as mails contain it: one line, and nothing that looks like an encoded word."""
    return " ".join(text.split()).replace("=?", "=\u200c?")


def _former(name: str, subject: str, text: str, html: str) -> EmailMessage:
    message = EmailMessage(policy=_Former(linesep="\r\n", raise_on_defect=False))
    message["From"] = Address(name, "cards", "cards.example")
    message["To"] = "ana@example.com"
    message["Subject"] = subject
    message.set_content(text, cte="quoted-printable")
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    message.set_boundary(_BOUNDARY)
    return read(message.as_bytes())


def _mail(name: str, subject: str, text: str = "Hello", html: str = "<p>Hello</p>") -> Mail:
    headers = {"To": "ana@example.com", "Subject": subject}
    return Mail(Address(name, "cards", "cards.example"), headers, text, html, _BOUNDARY)


def _lines(part: Any) -> list[bytes]:
    """Returns the decoded lines; RFC 2045 section 6.7 does not keep blanks at the end of a line."""
    return [line.rstrip(b" \t") for line in part.get_payload(decode=True).splitlines()] or [b""]


@given(_LINES, _LINES)
@example('Ana "the boss" <x>, via \\ Wellwish', "Größe und ليلى")
@example("é" * 59 + "… via Wellwish", "é" * 255)
@example("a" * 100 + " " + "b" * 100, "word " * 60)
@example("=?utf-8?q?x?=", "=?utf-8?b?eA==?= =?")
@example("नादिया via Wellwish", "👩\u200d👧 मी\u200cनी " * 20)
def test_headers_read_as_they_were_given(name: str, subject: str) -> None:
    name, subject = _subject(name), _subject(subject)
    content = _mail(name, subject).as_bytes()
    now = read(content)
    # Python keeps the space between two encoded words; RFC 2047 section 6.2 ignores it.
    [address] = now["From"].addresses
    assert address.addr_spec == "cards@cards.example"
    assert address.display_name.replace(" ", "") == name.replace(" ", "")
    assert str(now["Subject"]).replace(" ", "") == subject.replace(" ", "")
    assert sorted(now.keys()) == ["Content-Type", "From", "MIME-Version", "Subject", "To"]
    assert now.defects == []
    head = content.partition(b"\r\n\r\n")[0].decode("ascii").partition("Subject: ")[2].split("\r\n")
    assert all(len(line) <= 78 or " " not in line.strip() for line in head)


@given(_TEXTS, _TEXTS)
@example("", "")
@example("line of blanks   \n" * 3, "a" * 75 + " \n" + "é" * 300)
@example(f"{'b' * 74} \n.\n.x\n", "--=_msg_1\nFrom me\n=3D")
def test_parts_read_as_those_of_email_message(text: str, html: str) -> None:
    content = _mail("Ana", "Hello", text, html).as_bytes()
    now, former = read(content), _former("Ana", "Hello", text, html)
    for one, other in zip(now.iter_parts(), former.iter_parts(), strict=True):
        assert one.get_content_type() == other.get_content_type()
        assert _lines(one) == _lines(other)
    assert all(len(line) <= 76 for line in content.partition(b"\r\n\r\n")[2].split(b"\r\n"))
    assert b"\n" not in content.replace(b"\r\n", b"")


@pytest.mark.parametrize("name", ["Ana", "Ana B. (Sales)", "Zoë", ""])
@pytest.mark.parametrize("subject", ["Hello", "Größe", "Sign the card for Maya"])
def test_short_heads_are_the_same_bytes(name: str, subject: str) -> None:
    message = EmailMessage(policy=_Former(linesep="\r\n"))
    message["From"], message["Subject"] = Address(name, "cards", "cards.example"), subject
    lines = _mail(name, subject).as_bytes().split(b"\r\n\r\n")[0].split(b"\r\n")
    assert lines[:1] + lines[2:3] == message.as_bytes().rstrip(b"\r\n").split(b"\r\n")


@pytest.mark.parametrize(
    ("utf8", "to"), [(True, "jürgen@example.com"), (False, "=?utf-8?q?j=C3=BCrgen?=@example.com")]
)
def test_an_address_is_in_utf8_only_for_a_server_with_smtputf8(utf8: bool, to: str) -> None:
    mail = Mail(Address("", "a", "b.example"), {"Reply-To": "jürgen@example.com"}, "", "", _BOUNDARY)
    assert f"Reply-To: {to}\r\n".encode() in mail.as_bytes(utf8=utf8)


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("place", ["Subject", "To", "boundary"])
def test_a_line_end_in_a_header_is_refused(place: str, end: str) -> None:
    value = f"Hello{end}Bcc: everybody@example.com"
    headers = {} if place == "boundary" else {place: value}
    with pytest.raises(ValueError, match=f"Header {place} contains a line end"):
        Mail(Address("", "a", "b.example"), headers, "", "", value if place == "boundary" else _BOUNDARY)


def test_long_headers_of_one_line_are_not_folded() -> None:
    link = f"<https://{'a' * 60}.example/u/{'b' * 60}>"
    mail = Mail(Address("", "a", "b.example"), {"List-Unsubscribe": link}, "", "", _BOUNDARY)
    assert f"\r\nList-Unsubscribe: {link}\r\n".encode() in mail.as_bytes()
