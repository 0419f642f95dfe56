"""The settings of bounce mails."""

import pytest

from wellwish.base.settings.bounces import BounceSettings, ImapServer, read

ADDRESS = "bounce@bounces.example.org"


def test_are_off_by_default() -> None:
    assert read(None, None) == (BounceSettings(), [])


def test_reads_the_mailbox() -> None:
    settings, faults = read(ADDRESS, "imaps://bounces:p%40ss@mail.example.org/Bounces")
    assert not faults
    assert settings.imap == ImapServer("mail.example.org", 993, "implicit", "bounces", "p@ss", "Bounces")
    assert "p@ss" not in repr(settings)


def test_imap_without_s_starts_tls() -> None:
    settings, _ = read(ADDRESS, "imap://bounces:pass@mail.example.org")
    assert settings.imap is not None
    assert (settings.imap.port, settings.imap.tls, settings.imap.folder) == (143, "starttls", "INBOX")


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("bounce", None),
        ("Bounces <bounce@example.org>", None),
        (f"{'a' * 38}@example.org", None),
        (None, "imaps://bounces:pass@mail.example.org"),
        (ADDRESS, "https://bounces:pass@mail.example.org"),
        (ADDRESS, "imaps://mail.example.org"),
        (ADDRESS, "imaps://bounces@mail.example.org"),
        (ADDRESS, "imap://bounces:pass@mail.example.org?tls=none"),
        (ADDRESS, "imaps://bounces:pass@mail.example.org/a%22b"),
        (ADDRESS, "imaps://bounces:pass@mail.example.org/a%0d%0aLOGOUT"),
        (ADDRESS, "imaps://bounces:pass@mail.example.org/?ssl=no"),
    ],
)
def test_refuses_others_without_their_password(address: str | None, url: str | None) -> None:
    _, faults = read(address, url)
    assert len(faults) == 1
    assert ":pass@" not in faults[0]
