"""Hosts in the operator's settings are encoded by IDNA 2008."""

from pathlib import Path

import pytest

from wellwish.base import settings as configuration
from wellwish.base.settings import Settings, SettingsError

_REFUSED = "straße☃.example"


def load(tmp_path: Path, **given: str) -> Settings:
    return configuration.load({"WELLWISH_DATA_DIR": str(tmp_path), **given}, make_key=False)


@pytest.mark.parametrize(
    ("host", "stored"),
    [
        ("straße.example", "xn--strae-oqa.example"),
        ("mail.example.org", "mail.example.org"),
        ("[::1]", "::1"),
    ],
)
def test_a_mail_server_is_named_by_idna_2008(tmp_path: Path, host: str, stored: str) -> None:
    given = {"WELLWISH_SMTP_URLS": f"smtps://{host}:465", "WELLWISH_MAIL_FROM": "cards@example.org"}
    assert [each.host for each in load(tmp_path, **given).smtp_servers] == [stored]


def test_a_mail_server_has_its_number_of_connections(tmp_path: Path) -> None:
    url = "smtps://mail.example.org?weight=5"
    given = {"WELLWISH_SMTP_URLS": f"{url}&connections=64 {url}", "WELLWISH_MAIL_FROM": "cards@example.org"}
    found = [(each.connections, each.weight) for each in load(tmp_path, **given).smtp_servers]
    assert found == [(64, 5), (20, 5)]


@pytest.mark.parametrize("connections", ["0", "1001", "-1", "1.5", "", "²", "9" * 5000])
def test_a_number_of_connections_that_is_none_is_a_fault(tmp_path: Path, connections: str) -> None:
    url = f"smtps://mail.example.org?connections={connections}"
    with pytest.raises(SettingsError, match="WELLWISH_SMTP_URLS"):
        load(tmp_path, WELLWISH_SMTP_URLS=url, WELLWISH_MAIL_FROM="cards@example.org")


@pytest.mark.parametrize("address", ["api", "Us <api@example.org>", "api@example.org, more@example.org"])
def test_the_contact_is_one_bare_address(tmp_path: Path, address: str) -> None:
    with pytest.raises(SettingsError, match="WELLWISH_CONTACT_EMAIL must be a bare address"):
        load(tmp_path, WELLWISH_CONTACT_EMAIL=address)
    assert load(tmp_path, WELLWISH_CONTACT_EMAIL="api@example.org").contact_email == "api@example.org"


def test_mail_headers_name_the_host_by_idna_2008(tmp_path: Path) -> None:
    made = load(tmp_path, WELLWISH_BASE_URL="https://straße.example")
    assert made.host_name == "xn--strae-oqa.example"


@pytest.mark.parametrize("name", ["WELLWISH_SMTP_URLS", "WELLWISH_BASE_URL"])
def test_a_host_that_idna_2008_refuses_is_a_fault(tmp_path: Path, name: str) -> None:
    given = {"WELLWISH_MAIL_FROM": "cards@example.org"}
    scheme = "smtps" if "SMTP" in name else "https"
    with pytest.raises(SettingsError, match=name):
        load(tmp_path, **given, **{name: f"{scheme}://{_REFUSED}"})
    load(tmp_path, **given, **{name: f"{scheme}://straße.example"})  # control
