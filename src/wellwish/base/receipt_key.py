"""The Ed25519 key (RFC 8032) that signs receipts, made from a secret seed of 32 bytes."""

import hashlib

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class ReceiptKey:
    def __init__(self, seed: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self._public = self._private.public_key()
        self.public_bytes = self._public.public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.id = hashlib.sha256(self.public_bytes).hexdigest()[:16]

    @property
    def pem(self) -> str:
        """The public key as openssl reads it (RFC 8410)."""
        return self._public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()

    def sign(self, content: bytes) -> bytes:
        return self._private.sign(content)
