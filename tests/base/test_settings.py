"""The settings show no secret where they are printed, for example in the message of an error."""

from pathlib import Path

import pytest

from wellwish.base import settings as configuration
from wellwish.base.settings.reader import SECRETS

_KEY = "5ec7e7" * 11  # hexadecimal
_WORD = "hunter2" * 5
# A valid value of each setting that contains a secret, and the others that it requires.
VALUES = {
    "DATABASE_URL": f"postgresql://wellwish:{_WORD}@db.example.org/wellwish",
    "WELLWISH_OWNER_DATABASE_URL": f"postgresql://owner:{_WORD}@db.example.org/wellwish",
    "WELLWISH_SECRET_KEY": _KEY,
    "WELLWISH_SECRET_KEY_PREVIOUS": _KEY,
    "WELLWISH_METRICS_TOKEN": _WORD,
    "WELLWISH_OTLP_HEADERS": f"authorization=Bearer {_WORD}",
    "WELLWISH_SMTP_URLS": f"smtps://cards:{_WORD}@mail.example.org",
    "WELLWISH_POSTMARK_TOKEN": _WORD,
    "WELLWISH_POSTMARK_WEBHOOK_PASSWORD": _WORD,
    "WELLWISH_BOUNCES_IMAP_URL": f"imaps://bounces:{_WORD}@mail.example.org",
    "WELLWISH_SMS_PROVIDERS": f"https://AC1:{_WORD}@api.example.org?from=%2B15005550006",
    "WELLWISH_MEDIA_KEY": _WORD,
    "WELLWISH_MEDIA_SECRET": _WORD,
    "WELLWISH_STRIPE_KEY": _WORD,
    "WELLWISH_STRIPE_WEBHOOK_SECRET": _WORD,
    "WELLWISH_STRIPE_CONNECT_WEBHOOK_SECRET": _WORD,
}
OTHERS = {
    "WELLWISH_SECRET_KEY": "ab" * 32, "WELLWISH_MAIL_FROM": "cards@example.org",
    "WELLWISH_BOUNCES_ADDRESS": "bounces@example.org", "WELLWISH_SMS_COUNTRIES": "US",
    "WELLWISH_MEDIA_URL": "s3://photos", "WELLWISH_MEDIA_KEY": "key", "WELLWISH_MEDIA_SECRET": "other",
    "WELLWISH_OTLP_URL": "https://otel.example.org",
}  # fmt: skip


def test_lists_every_secret() -> None:
    assert VALUES.keys() == SECRETS


@pytest.mark.parametrize("name", sorted(SECRETS))
def test_shows_no_secret(name: str, tmp_path: Path) -> None:
    given = {"WELLWISH_DATA_DIR": str(tmp_path), **OTHERS, name: VALUES[name]}
    shown = repr(configuration.load(given))
    assert _WORD not in shown
    for key in (bytes.fromhex(_KEY), _KEY):
        assert repr(key) not in shown
    assert "cards@example.org" in shown  # the control
