"""`wellwish doctor` names what a configuration lacks."""

from dataclasses import replace

import pytest

from wellwish.cli.doctor import mail_faults
from wellwish.settings import Settings
from wellwish.settings.bounces import BounceSettings
from wellwish.settings.mail import SmtpServer

SMTP = (SmtpServer("127.0.0.1", 25, "none"),)


@pytest.mark.parametrize(
    ("fields", "is_named"),
    [
        ({"smtp_servers": SMTP}, True),
        ({"smtp_servers": SMTP, "bounces": BounceSettings("bounce@example.org")}, False),
        ({"postmark_token": "token"}, False),
        ({}, False),
    ],
)
def test_says_when_nothing_learns_of_bounces(
    settings: Settings, fields: dict[str, object], is_named: bool
) -> None:
    found = mail_faults(replace(settings, demo=False, **fields))  # type: ignore[arg-type]
    assert any("WELLWISH_BOUNCES_ADDRESS" in each for each in found) == is_named
