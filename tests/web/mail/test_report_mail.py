"""Report a mail: opening the link changes nothing; each mail has one report, for the operator."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.world import World
from wellwish.base import clock
from wellwish.reports import purge
from wellwish.reports.mail_reports import close_mail_reports, list_mail_reports

pytestmark = pytest.mark.anyio
HTML = {"Accept": "text/html"}


async def path(sending: Sending, **fields: Any) -> str:
    """Returns the path of the report link in a new mail."""
    card = await make.card(sending.world.alice, **fields)
    await make.invitations(sending.world.alice, card["card_id"], "ana@example.com")
    await sending.world.work()
    [found] = re.findall(r"http://localhost:8080(/report/\S+)", sending.post.received[-1].plain)
    assert f'href="http://localhost:8080{found}"' in sending.post.received[-1].html
    return found


async def rows(world: World) -> list[tuple[str, str | None]]:
    return [
        (row["reason"], row["text"])
        for row in await world.owner.fetch("select reason, text from mail_reports order by created_at")
    ]


async def test_opening_the_form_reports_nothing(sending: Sending) -> None:
    link = await path(sending)
    for method in ("GET", "HEAD"):
        answer = await sending.world.client.request(method, link, headers=HTML)
        assert answer.status_code == 200
    page = (await sending.world.client.get(link, headers=HTML)).text
    assert page.count('<input type="radio"') == 4
    assert "localhost" in page
    assert "ana" not in page.partition("<body")[2]
    assert await rows(sending.world) == []


async def test_a_second_report_replaces_the_first(sending: Sending) -> None:
    world, link = sending.world, await path(sending)
    for reason, text in (("spam", ""), ("fraud", " Asks for\r\nmoney ")):
        answer = await world.client.post(link, data={"reason": reason, "text": text}, headers=HTML)
        assert answer.status_code == 200
        assert "Thank you for reporting this email" in answer.text
    assert await rows(world) == [("fraud", "Asks for\nmoney")]


async def test_reports_at_once_are_one_report(sending: Sending) -> None:
    world, link = sending.world, await path(sending)
    answers = await asyncio.gather(
        *(world.client.post(link, data={"reason": "spam"}, headers=HTML) for _ in range(5))
    )
    assert {each.status_code for each in answers} == {200}
    assert await rows(world) == [("spam", None)]


@pytest.mark.parametrize(
    "given",
    [
        {}, {"reason": "dislike"}, {"reason": "spam", "text": "x" * 501},
        {"reason": "spam", "text": "a\x00b"},
        {str(number): "x" for number in range(50)},
    ],
)  # fmt: skip
async def test_shows_a_form_with_a_fault_again(sending: Sending, given: dict[str, str]) -> None:
    link = await path(sending)
    answer = await sending.world.client.post(link, data=given, headers=HTML)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert await rows(sending.world) == []


async def test_only_the_mails_own_link_reports_it(sending: Sending) -> None:
    world, link = sending.world, await path(sending)
    other = await path(sending)
    account, message, token = link.split("/")[2:]
    wrong = [
        link[:-1] + ("A" if link[-1] != "A" else "B"),
        f"/report/{account}/{other.split('/')[3]}/{token}",
        f"/report/{world.mallory.account_id}/{message}/{token}",
        f"/report/{account}/{message}/{'x' * 65}",
        f"/report/{account}/{message}/%C3%BC",
    ]
    for each in wrong:
        assert (await world.client.get(each, headers=HTML)).status_code == 404
        assert (await world.client.post(each, data={"reason": "spam"}, headers=HTML)).status_code == 404
    assert await rows(world) == []


async def test_an_erased_mail_has_no_form(sending: Sending) -> None:
    link = await path(sending)
    await sending.world.owner.execute("delete from messages")
    assert (await sending.world.client.get(link, headers=HTML)).status_code == 404
    assert (await sending.world.client.post(link, data={"reason": "spam"})).status_code == 404


async def test_too_long_a_body_is_refused(sending: Sending) -> None:
    link = await path(sending)
    answer = await sending.world.client.post(link, data={"reason": "spam", "text": "x" * 20_000})
    assert answer.status_code == 413


async def test_the_operator_lists_and_closes_reports(sending: Sending) -> None:
    world, link = sending.world, await path(sending)
    message_id = link.split("/")[3]
    await world.client.post(link, data={"reason": "unknown_sender"}, headers=HTML)
    async with world.services.db.transaction([world.mallory.account_id]) as tx:
        assert await list_mail_reports(tx, closed=True, limit=10) == []  # tenants see no reports
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        [report] = await list_mail_reports(tx, closed=False, limit=10)
        assert (report.message_id, report.account_name) == (message_id, "alice and co")
        assert await close_mail_reports(tx, [message_id]) == 1
        assert await close_mail_reports(tx, [message_id]) == 0
        assert await list_mail_reports(tx, closed=False, limit=10) == []
        assert len(await list_mail_reports(tx, closed=True, limit=10)) == 1
    await world.client.post(link, data={"reason": "fraud"}, headers=HTML)
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        assert [each.reason for each in await list_mail_reports(tx, closed=False, limit=10)] == ["fraud"]


@pytest.mark.parametrize(
    ("closed", "days", "left"),
    [(True, 89, 1), (True, 91, 0), (False, 91, 1), (False, 364, 1), (False, 366, 0)],
)
async def test_reports_expire(sending: Sending, closed: bool, days: int, left: int) -> None:
    """Closed reports expire after 90 days, others after a year."""
    world, link = sending.world, await path(sending)
    await world.client.post(link, data={"reason": "spam"}, headers=HTML)
    if closed:
        await world.owner.execute("update mail_reports set closed_at = created_at")
    try:
        clock.move(timedelta(days=days))
        await purge.run(world.services, {})
        await purge.run(world.services, {})
    finally:
        clock.move(timedelta())
    assert len(await rows(world)) == left
