"""`ww receipt verify`: accepts the receipt of an erasure, and nothing else."""

import json
from pathlib import Path
from random import Random

import msgspec

from tests.clients.cli.conftest import Ww
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.erasures.erasing import erased
from tests.world import World
from wellwish_sdk.cli.receipt import Receipt, is_valid


async def test_verifies_a_receipt_with_the_keys_of_the_server(world: World, ww: Ww, tmp_path: Path) -> None:
    done = await erased(world, world.alice)
    await ww.login(world.alice)
    file, text = tmp_path / "erasure.json", json.dumps(done)
    file.write_text(text)
    ended = await ww("receipt", "verify", str(file))
    assert (ended.status, ended.err) == (0, "The signature is valid.\n")
    assert done["id"] in ended.out
    file.write_text(json.dumps(done["receipt"]))
    assert (await ww("receipt", "verify", str(file))).status == 0
    file.write_text(text.replace('\\"invitations\\":0', '\\"invitations\\":9'))
    bent = await ww("receipt", "verify", str(file))
    assert (bent.status, bent.err) == (2, "The signature is not valid: this receipt was changed.\n")
    file.write_text(json.dumps({**done["receipt"], "key_id": "0" * 16}))
    assert "has no key" in (await ww("receipt", "verify", str(file))).err
    file.write_text("[]")
    assert "neither" in (await ww("receipt", "verify", str(file))).err


async def test_refuses_a_thousand_changes_of_one_byte(world: World) -> None:
    receipt = (await erased(world, world.alice))["receipt"]
    keys = {
        each["kid"]: each["x"]
        for each in (await world.client.get("/.well-known/wellwish-keys.json")).json()["keys"]
    }

    def accepts(content: bytes) -> bool:
        try:
            found = msgspec.json.decode(content, type=Receipt)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return False
        return found.key_id in keys and is_valid(keys[found.key_id], found)

    content, random = json.dumps(receipt, separators=(",", ":")).encode(), Random(35)
    assert accepts(content)
    for _ in range(1000):
        changed = bytearray(content)
        changed[random.randrange(len(content))] ^= random.randrange(1, 256)
        assert not accepts(bytes(changed)), changed
