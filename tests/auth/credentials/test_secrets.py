"""Secrets appear in one response only and are stored nowhere."""

import hmac
import re
from base64 import urlsafe_b64encode

import pytest
import structlog
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.auth.credentials.pairs import Pair, exchange, pair_in, pair_of, rotate, token
from wellwish.base.crypto import Keys
from wellwish.base.logs import configure
from wellwish.infra.http import call


async def test_no_table_holds_a_secret(world, alice, mallory):
    first = pair_of(alice)
    tokens = [await token(world, first)]
    second = pair_in(await rotate(world, first, headers={"Idempotency-Key": "one"}))
    tokens.append(await token(world, second))
    await exchange(world, Pair(second.api_key, mallory.client_secret))
    await rotate(world, Pair(first.api_key, "wrong"))
    dump = await _dump(world)
    secrets = [*tokens, *first.headers.values(), *second.headers.values(), mallory.client_secret]
    assert len(secrets) == 7
    for secret in secrets:
        assert secret not in dump
        assert secret.encode().hex() not in dump
        assert secret.partition("_")[2][:20] not in dump  # nor part of it
    assert not re.search("ww[kst]_[0-9A-Za-z]", dump)
    # The control: the dump covers the right tables, because permitted values appear in it.
    assert alice.account_id in dump
    assert world.services.keys.hash(second.api_key).hex() in dump


@pytest.mark.parametrize("message", ["", "a", "é" * 40, "x" * 1000])
def test_hashes_are_hmac_sha_256_with_a_key_of_their_own(message):
    """Stored hashes, link tokens and form tags outlive a version of this service."""
    key = bytes(range(32))

    def derived(purpose):
        return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(key)

    def short(purpose, text):
        digest = hmac.digest(derived(purpose), text.encode(), "sha256")[:16]
        return urlsafe_b64encode(digest).rstrip(b"=").decode()

    keys = Keys(key)
    for _ in range(2):
        assert keys.hash(message) == hmac.digest(derived(b"wellwish keyed hash"), message.encode(), "sha256")
        assert keys.link_token("sign", message, 3) == short(b"wellwish link token", f"sign:{message}:3")
        tagged = f"4:page{len(message)}:{message}"
        assert keys.form_tag("page", message) == short(b"wellwish form of a page", tagged)


async def test_hashes_need_the_servers_key(world, alice):
    stored = await world.owner.fetchval(
        "select api_key_hash from credentials where account_id = $1", alice.account_id
    )
    assert stored == world.services.keys.hash(alice.api_key)
    assert stored != Keys(bytes(32)).hash(alice.api_key)


async def test_no_log_line_holds_a_secret(world, alice, capfd, monkeypatch):
    configure("debug")
    # structlog binds the module's logger on first use, before this configuration.
    monkeypatch.setattr(call, "log", structlog.get_logger("fresh"))
    try:
        access_token = await token(world, pair_of(alice))
        fresh = pair_in(await rotate(world, pair_of(alice)))
        await exchange(world, Pair(fresh.api_key, "wrong"))
    finally:
        configure("error")
    said = "".join(capfd.readouterr())
    assert "/account/api-access/token" in said
    for secret in (access_token, *fresh.headers.values(), *pair_of(alice).headers.values()):
        assert secret not in said


async def _dump(world):
    tables = await world.owner.fetch("select tablename from pg_tables where schemaname = 'public'")
    rows = [
        str([*row.values()])
        for table in tables
        for row in await world.owner.fetch(f'select t::text from "{table["tablename"]}" t')
    ]
    return "\n".join(rows)
