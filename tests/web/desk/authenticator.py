"""A software authenticator: creates passkeys and signs challenges in a browser's format."""

import hashlib
import json
import os
import struct
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


def _coded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Authenticator:
    """A single passkey."""

    def __init__(self, origin: str = "http://localhost:8080", rp_id: str = "localhost") -> None:
        self.origin, self.rp_id = origin, rp_id
        self.id = os.urandom(32)
        self.count = 0
        self.verifies = True
        self._key = generate_private_key(SECP256R1())

    def make(self, challenge: str) -> str:
        """Returns the response of ``navigator.credentials.create``."""
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(key)
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(_ATTESTED) + attested}
        return self._said(
            {
                "clientDataJSON": _coded(self._client("webauthn.create", challenge)),
                "attestationObject": _coded(cbor2.dumps(attestation)),
            }
        )

    def sign(self, challenge: str) -> str:
        """Returns the response of ``navigator.credentials.get``."""
        self.count += 1
        client, data = self._client("webauthn.get", challenge), self._data()
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        return self._said(
            {
                "clientDataJSON": _coded(client),
                "authenticatorData": _coded(data),
                "signature": _coded(signature),
                "userHandle": "",
            }
        )

    def _data(self, flags: int = 0) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self.verifies else 0)
        return hashlib.sha256(self.rp_id.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, challenge: str) -> bytes:
        said: dict[str, Any] = {"type": kind, "challenge": _coded(challenge.encode()), "origin": self.origin}
        return json.dumps(said).encode()

    def _said(self, response: dict[str, str]) -> str:
        return json.dumps(
            {"id": _coded(self.id), "rawId": _coded(self.id), "type": "public-key", "response": response}
        )
