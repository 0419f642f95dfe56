"""The receipt of an erasure: a JSON text without personal data, signed with Ed25519 (RFC 8032)."""

from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from wellwish.base import clock
from wellwish.base.receipt_key import ReceiptKey
from wellwish.infra.http import Services
from wellwish.privacy.tally import DataCounts, KeptData, Tally

OBJECT: Final = "erasure_receipt"


class _Text(Struct, frozen=True, kw_only=True):
    object: str = OBJECT
    erasure_id: str
    account_id: str
    service: str
    requested_at: str
    erased_at: str
    backups_end_at: str
    counts: DataCounts
    kept: list[KeptData]
    key_id: str


class Signed(Struct, frozen=True):
    """``signature`` is that of exactly the bytes of ``text`` in UTF-8."""

    text: str
    signature: bytes
    key_id: str


def sign(
    services: Services, account_id: str, erasure_id: str, tally: Tally, requested_at: datetime, at: datetime
) -> Signed:
    key = ReceiptKey(services.keys.receipt_seeds(clock.now())[0])
    text = _Text(
        erasure_id=erasure_id,
        account_id=account_id,
        service=services.settings.base_url,
        requested_at=clock.rfc3339(requested_at),
        erased_at=clock.rfc3339(at),
        backups_end_at=clock.rfc3339(at + services.settings.operator.backups),
        counts=tally.counts(),
        kept=tally.kept(),
        key_id=key.id,
    )
    encoded = msgspec.json.encode(text)
    return Signed(encoded.decode(), key.sign(encoded), key.id)
