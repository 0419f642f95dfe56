"""The mailbox over TLS: it trusts only verified certificates, and sends no password before TLS."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import pytest

from tests.fakes.certificates import Authority, contexts
from tests.fakes.imap import PASSWORD, USER, Imap, serving
from wellwish.base.settings.bounces import ImapServer
from wellwish.infra.mail import Mailbox, MailboxError

pytestmark = pytest.mark.anyio
Tls = Literal["implicit", "starttls"]
BOTH = pytest.mark.parametrize("tls", ["implicit", "starttls"])


@asynccontextmanager
async def served(folder: Path, tls: Tls, name: str = "localhost") -> AsyncGenerator[Imap]:
    """A server with a certificate of a test authority, whose file is ``authority.pem``."""
    context = Authority(folder).server(name)
    imap = Imap(tls=context if tls == "starttls" else None)
    imap.add(b"Subject: Hello\n\nHello\n")
    async with serving(imap, context if tls == "implicit" else None):
        yield imap


def mailbox(imap: Imap, tls: Tls, password: str = PASSWORD) -> Mailbox:
    return Mailbox(ImapServer("localhost", imap.port, tls, USER, password, "Bounces"))


def _read(opened: Mailbox) -> list[bytes]:
    try:
        opened.open()
        found = [opened.fetch(uid) for uid in opened.unread()]
        opened.finish("1", delete=True)
    finally:
        opened.close()
    return found


@BOTH
async def test_reads_a_mail_if_the_authority_is_in_the_file_of_the_environment(
    tls: Tls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path, tls) as imap:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
        [found] = await asyncio.to_thread(_read, mailbox(imap, tls))
        assert b"Subject: Hello" in found
        assert imap.mails == []
        assert any(each.startswith("LOGIN") for each in imap.commands)


async def _refused(imap: Imap, tls: Tls) -> str:
    with pytest.raises(MailboxError) as caught:
        await asyncio.to_thread(_read, mailbox(imap, tls))
    assert not [each for each in imap.commands if each.startswith("LOGIN")]
    assert len(imap.mails) == 1
    return str(caught.value)


@BOTH
async def test_refuses_the_certificate_of_an_unknown_authority(tls: Tls, tmp_path: Path) -> None:
    async with served(tmp_path, tls) as imap:
        said = await _refused(imap, tls)
    assert "the certificate of the server is not trusted (" in said
    assert said.endswith("set SSL_CERT_FILE to the authority's certificate.")
    assert PASSWORD not in said


@BOTH
async def test_refuses_a_self_signed_certificate(tls: Tls, tmp_path: Path) -> None:
    context, _ = contexts(tmp_path)
    imap = Imap(tls=context if tls == "starttls" else None)
    imap.add(b"Hello")
    async with serving(imap, context if tls == "implicit" else None):
        assert "self-signed certificate" in await _refused(imap, tls)


@BOTH
async def test_refuses_the_certificate_of_another_name(
    tls: Tls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path, tls, "other.example") as imap:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
        assert "ostname mismatch" in await _refused(imap, tls)


async def test_sends_no_password_if_the_server_offers_no_tls() -> None:
    imap = Imap()
    imap.add(b"Hello")
    async with serving(imap):
        assert (await _refused(imap, "starttls")).startswith("starttls: ")


@BOTH
async def test_reports_a_wrong_password(tls: Tls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path, tls) as imap:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
        with pytest.raises(MailboxError, match=r"^login: error$"):
            await asyncio.to_thread(_read, mailbox(imap, tls, "wrong"))
