"""Certificates for servers on loopback, generated in each run."""

import datetime as dt
import ipaddress
import ssl
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def contexts(folder: Path, name: str = "localhost") -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Returns a server context, and a client context that trusts only this server."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName(
                [x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
            ),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / f"{name}.pem", folder / f"{name}.key"
    pem.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        )
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(pem, secret)
    return server, ssl.create_default_context(cafile=str(pem))


@dataclass
class Authority:
    """A certificate authority that issues valid certificates, or certificates with one fault."""

    folder: Path

    def __post_init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name("Test authority")
        self._certificate = self._sign(self._name, self._key.public_key(), x509.BasicConstraints(True, 0))
        self._pem = self.folder / "authority.pem"
        self._pem.write_bytes(self._certificate.public_bytes(serialization.Encoding.PEM))

    def trusting(self) -> ssl.SSLContext:
        """Returns a client context that trusts only this authority."""
        return ssl.create_default_context(cafile=str(self._pem))

    def server(self, name: str, *, from_days: float = -1, to_days: float = 1) -> ssl.SSLContext:
        """Returns a server context. The certificate is valid between two days relative to now."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([x509.DNSName(name)])
        certificate = self._sign(_name(name), key.public_key(), names, from_days, to_days)
        pem, secret = self.folder / f"{name}.pem", self.folder / f"{name}.key"
        pem.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        secret.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.TraditionalOpenSSL,
                serialization.NoEncryption(),
            )
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem, secret)
        return context

    def _sign(
        self,
        subject: x509.Name,
        key: ec.EllipticCurvePublicKey,
        extension: x509.BasicConstraints | x509.SubjectAlternativeName,
        from_days: float = -1,
        to_days: float = 1,
    ) -> x509.Certificate:
        now = dt.datetime.now(dt.UTC)
        key_id = x509.SubjectKeyIdentifier.from_public_key
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now + dt.timedelta(days=from_days))
            .not_valid_after(now + dt.timedelta(days=to_days))
            .add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
            .add_extension(key_id(key), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False
            )
        )
        return builder.sign(self._key, hashes.SHA256())


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])
