"""The settings of text messages: all errors at once, without secrets."""

from pathlib import Path

import pytest

from wellwish.base import settings as configuration
from wellwish.base.settings import SettingsError

FIRST = "https://AC1:hidden@api.twilio.com?from=+15005550006"


def load(tmp_path: Path, **given: str) -> configuration.Settings:
    return configuration.load({"WELLWISH_DATA_DIR": str(tmp_path), **given}, make_key=False)


def test_none_is_set_by_default(tmp_path: Path) -> None:
    made = load(tmp_path)
    assert (made.sms_providers, made.sms_countries, made.sms_per_day) == ((), frozenset(), 200)


def test_reads_two_carriers_and_the_countries(tmp_path: Path) -> None:
    made = load(
        tmp_path,
        WELLWISH_SMS_PROVIDERS=f"{FIRST}  {FIRST}&name=second&weight=10",
        WELLWISH_SMS_COUNTRIES="us, GB",
        WELLWISH_SMS_PER_DAY="0",
    )
    assert [(each.name, each.weight) for each in made.sms_providers] == [
        ("api.twilio.com", 50),
        ("second", 10),
    ]
    assert (made.sms_countries, made.sms_per_day) == ({"US", "GB"}, 0)
    assert "hidden" not in repr(made)


def test_reports_all_faults_at_once_and_no_secret(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        load(
            tmp_path,
            WELLWISH_SMS_PROVIDERS=f"{FIRST} {FIRST} https://AC1:hidden@api.twilio.com",
            WELLWISH_SMS_COUNTRIES="US XX Germany",
            WELLWISH_SMS_PER_DAY="many",
        )
    faults = str(raised.value)
    assert faults.count("WELLWISH_SMS_PROVIDERS") == 2
    assert "country codes, such as US CA, not XX GERMANY" in faults
    assert "WELLWISH_SMS_PER_DAY" in faults
    assert "hidden" not in faults


def test_there_is_no_default_for_where_texts_go(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="WELLWISH_SMS_COUNTRIES, such as US CA, is required"):
        load(tmp_path, WELLWISH_SMS_PROVIDERS=FIRST)
