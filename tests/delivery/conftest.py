"""A service that sends real mail to SMTP servers on loopback."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import pytest

from tests.fakes.smtp import Post, serving
from tests.world import World
from wellwish.base.settings import Settings
from wellwish.base.settings.mail import SmtpServer
from wellwish.infra.mail import Mailer


@dataclass
class Sending:
    """The service and its mail server."""

    world: World
    post: Post


def settings_of(settings: Settings, *posts: Post) -> Settings:
    """Returns settings outside demo mode that send through these servers, in order of preference."""
    servers = tuple(
        SmtpServer("127.0.0.1", post.port, "none", weight=100 - index) for index, post in enumerate(posts)
    )
    return replace(
        settings,
        demo=False,
        smtp_servers=servers,
        mail_from="cards@cards.example",
        postal_address="Example Ltd, 1 High Street, London",
        requests_per_minute=0,
    )


@pytest.fixture
async def sending(clone: tuple[str, str], settings: Settings, world: World) -> AsyncIterator[Sending]:
    """A service with one mail server, alice, bob and mallory."""
    async with (
        serving(Post()) as post,
        World.over(settings_of(settings, post), *clone) as outside,
    ):
        await outside.empty()
        await outside.settle()
        yield Sending(outside, post)


def mailer_of(world: World) -> Mailer:
    return world.services.mail
