"""Sending mail over SMTP: the meaning of each response, and TLS verification."""

import asyncio
import time
from email.headerregistry import Address
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.certificates import contexts
from tests.fakes.smtp import Post, serving
from tests.listening import free_port
from tests.waiting import until
from wellwish.base.settings.mail import SmtpServer
from wellwish.infra.mail import BouncedError, DeferredError, Envelope, LostError, Mail, Mailer, RejectedError
from wellwish.infra.mail import smtp as smtp_module
from wellwish.infra.mail.smtp import Smtp

pytestmark = pytest.mark.anyio


def envelope(recipient: str = "ana@example.com") -> Envelope:
    headers = {"To": "somebody@example.com", "Subject": "Hello", "Message-ID": "<inv_1@cards.example>"}
    message = Mail(Address("", addr_spec="cards@cards.example"), headers, "Hello", "<p>Hello</p>", "=_inv_1")
    return Envelope("cards@cards.example", recipient, message, {})


def server_of(post: Post, **given: Any) -> SmtpServer:
    given = {"host": "127.0.0.1", "port": post.port, "tls": "none", **given}
    return SmtpServer(**given)


def smtp(post: Post, **given: Any) -> Smtp:
    return Smtp(server_of(post, **given), "cards.example")


async def test_hands_over_and_keeps_the_connection() -> None:
    async with serving(Post()) as post:
        server = smtp(post)
        taken = [await server.send(envelope()) for _ in range(3)]
        await server.close()
    assert {each.provider for each in taken} == {f"smtp:127.0.0.1:{post.port}"}
    assert [each.message_id for each in post.received] == ["<inv_1@cards.example>"] * 3
    assert post.connections == 1


async def test_goes_on_when_the_server_has_ended_an_idle_connection() -> None:
    async with serving(Post()) as post:
        server = smtp(post)
        await server.send(envelope())
    async with serving(post):
        await server.send(envelope())
        await server.close()
    assert len(post.received) == 2


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("550 5.1.1 no such user", BouncedError),
        ("550 No such user here", BouncedError),
        ("550 Blocked: no such user here", RejectedError),
        ("550 5.2.1 mailbox disabled", BouncedError),
        ("553 5.1.10 null MX", BouncedError),
        ("550 5.7.1 refused by policy", RejectedError),
        ("552 5.3.4 too big", RejectedError),
        ("550 no", RejectedError),
        ("451 4.7.1 greylisted", DeferredError),
        ("452 4.2.2 mailbox full", DeferredError),
    ],
)
async def test_understands_the_replies_about_a_recipient(answer: str, meant: type[Exception]) -> None:
    async with serving(Post(at_rcpt=lambda _: answer)) as post:
        with pytest.raises(meant) as error:
            await smtp(post).send(envelope())
    assert "ana" not in str(error.value)
    async with serving(Post(at_data=lambda _: answer)) as post:
        with pytest.raises(meant):
            await smtp(post).send(envelope())


async def test_a_lost_response_leaves_the_outcome_unknown() -> None:
    async with serving(Post(drop=lambda _: True)) as post:
        with pytest.raises(LostError):
            await smtp(post).send(envelope())
    assert len(post.received) == 1


async def test_does_not_know_when_the_answer_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp_module, "DATA_S", 0.2)
    async with serving(Post(slow_s=lambda _: 1.0)) as post:
        with pytest.raises(LostError):
            await smtp(post).send(envelope())


async def test_is_put_off_when_no_server_listens() -> None:
    with pytest.raises(DeferredError) as error:
        await Smtp(SmtpServer("127.0.0.1", free_port(), "none"), "cards.example").send(envelope())
    assert error.value.away


async def test_reports_a_connection_reset_as_temporary() -> None:
    async def reset(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        await writer.drain()
        await reader.readline()
        writer.transport.abort()
        ended.append(writer)

    ended: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(reset, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(DeferredError):
        await Smtp(SmtpServer("127.0.0.1", port, "none"), "cards.example").send(envelope())
    server.close()
    await until(lambda: ended and ended[0].is_closing())


async def test_does_not_wait_for_a_server_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp_module, "CONNECT_S", 0.3)

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        await writer.wait_closed()
        ended.set()

    ended = asyncio.Event()
    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with asyncio.timeout(30):  # without the timeout the server would never respond
        with pytest.raises(DeferredError):
            await Smtp(SmtpServer("127.0.0.1", port, "none"), "cards.example").send(envelope())
    server.close()
    await asyncio.wait_for(ended.wait(), 10)


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
async def test_sends_over_tls_with_a_password(tls: Any, tmp_path: Path) -> None:
    of_server, of_client = contexts(tmp_path)
    running = serving(Post(), of_server, implicit=tls == "implicit", password="secret")
    async with running as post:
        right = Smtp(server_of(post, tls=tls, username="u", password="secret"), "cards.example", of_client)
        await right.send(envelope())
        await right.close()
        wrong = Smtp(server_of(post, tls=tls, username="u", password="wrong"), "cards.example", of_client)
        with pytest.raises(DeferredError) as error:
            await wrong.send(envelope())
        assert "535" in str(error.value)
        assert "wrong" not in str(error.value)
    assert len(post.received) == 1


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
async def test_trusts_no_certificate_that_is_not_verified(tls: Any, tmp_path: Path) -> None:
    of_server, _ = contexts(tmp_path)
    async with serving(Post(), of_server, implicit=tls == "implicit") as post:
        with pytest.raises(DeferredError):
            await smtp(post, tls=tls).send(envelope())
        named_otherwise = Smtp(
            server_of(post, tls=tls), "cards.example", contexts(tmp_path, "other.example")[1]
        )
        with pytest.raises(DeferredError):
            await named_otherwise.send(envelope())
    assert post.received == []


async def test_never_goes_on_in_the_clear_where_tls_was_asked_for() -> None:
    async with serving(Post()) as post:
        with pytest.raises(DeferredError):
            await smtp(post, tls="starttls").send(envelope())
    assert post.received == []


async def test_sends_to_an_address_that_is_not_ascii() -> None:
    async with serving(Post()) as post:
        await smtp(post).send(envelope("zoë@example.com"))
    assert post.received[0].recipient == "zoë@example.com"


async def test_tries_the_heavier_server_first_and_then_the_other() -> None:
    async with serving(Post()) as heavy, serving(Post()) as light:
        mailer = Mailer([smtp(light, weight=1), smtp(heavy, weight=5)])
        await mailer.send(envelope())
        heavy.at_rcpt = lambda _: "451 4.3.0 later"
        await mailer.send(envelope())
        await mailer.close()
    assert (len(heavy.received), len(light.received)) == (1, 1)


async def test_lets_a_dead_server_rest() -> None:
    dead = Smtp(SmtpServer("127.0.0.1", free_port(), "none", weight=5), "cards.example")
    asked: list[float] = []
    send = dead.send

    async def counted(letter: Envelope) -> Any:
        asked.append(time.monotonic())
        return await send(letter)

    dead.send = counted  # type: ignore[method-assign]
    async with serving(Post()) as post:
        mailer = Mailer([dead, smtp(post, weight=1)])
        for _ in range(20):
            await mailer.send(envelope())
        await mailer.close()
    assert len(post.received) == 20
    assert len(asked) == 1


async def test_tries_no_other_server_after_a_permanent_refusal() -> None:
    async with serving(Post(at_rcpt=lambda _: "550 5.1.1 no")) as first, serving(Post()) as second:
        with pytest.raises(BouncedError):
            await Mailer([smtp(first, weight=2), smtp(second, weight=1)]).send(envelope())
    assert second.received == []
