"""The public keys of receipts, and receipts that they verify."""

import json
import shutil
import subprocess
from base64 import b64decode, urlsafe_b64decode
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.erasures.erasing import erased
from tests.world import Person, World
from wellwish.base.crypto import Keys
from wellwish.base.receipt_key import ReceiptKey

pytestmark = pytest.mark.anyio

PATH = "/.well-known/wellwish-keys.json"


async def published(world: World) -> list[dict[str, Any]]:
    answer = await world.client.get(PATH)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    return answer.json()["keys"]


def is_valid(key: dict[str, Any], text: bytes, signature: bytes) -> bool:
    public = Ed25519PublicKey.from_public_bytes(urlsafe_b64decode(key["x"] + "="))
    try:
        public.verify(signature, text)
    except InvalidSignature:
        return False
    return True


async def test_verifies_a_receipt_and_refuses_a_thousand_changes(world: World, alice: Person) -> None:
    receipt = (await erased(world, alice))["receipt"]
    [key] = [each for each in await published(world) if each["kid"] == receipt["key_id"]]
    text, signature = receipt["text"].encode(), b64decode(receipt["signature"])
    assert is_valid(key, text, signature)
    random = Random(35)
    for _ in range(1000):
        changed = bytearray(text)
        at = random.randrange(len(text))
        changed[at] ^= random.randrange(1, 256)
        assert not is_valid(key, bytes(changed), signature)
    for at in range(len(signature)):
        bent = bytearray(signature)
        bent[at] ^= 1
        assert not is_valid(key, text, bytes(bent))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
async def test_openssl_verifies_a_receipt(world: World, alice: Person, tmp_path: Path) -> None:
    receipt = (await erased(world, alice))["receipt"]
    [key] = [each for each in await published(world) if each["kid"] == receipt["key_id"]]
    (tmp_path / "key.pem").write_text(key["pem"])
    (tmp_path / "receipt.json").write_text(receipt["text"])
    (tmp_path / "receipt.sig").write_bytes(b64decode(receipt["signature"]))
    command = [
        "openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "key.pem", "-rawin", "-in", "receipt.json",
        "-sigfile", "receipt.sig",
    ]  # fmt: skip

    def status() -> int:
        return subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, timeout=60).returncode

    assert status() == 0
    (tmp_path / "receipt.json").write_text(receipt["text"].replace("counts", "Counts"))
    assert status() != 0


async def test_former_keys_stay_listed() -> None:
    """They stay even after the server key itself has been removed."""
    first, second = Keys(b"1" * 32), Keys(b"2" * 32, b"1" * 32)
    now = datetime(2026, 11, 29, tzinfo=UTC)
    [before] = first.receipt_seeds(now)
    second.adopt(first.fingerprint, ())
    ring = second.next_ring(now + timedelta(minutes=5))
    second.adopt(second.fingerprint, ring)
    assert second.receipt_seeds(now)[0] == before
    later = Keys(b"2" * 32)
    later.adopt(None, ring)
    fresh, former = later.receipt_seeds(now + timedelta(hours=1))
    assert former == before != fresh
    assert ReceiptKey(fresh).id != ReceiptKey(former).id


async def test_shows_no_secret(world: World) -> None:
    text = json.dumps(await published(world))
    assert "PRIVATE" not in text
    assert '"d"' not in text
