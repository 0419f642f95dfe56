"""The egress guard with a fake resolver and fake sockets never connects to a non-public address."""

import socket
from collections.abc import Sequence
from dataclasses import replace

import pytest

from wellwish.infra.net import (
    DENIED,
    PUBLIC,
    PUBLIC_OR_PLAIN,
    AddressRefusedError,
    CallFailedError,
    Net,
    Rules,
)

pytestmark = pytest.mark.anyio

PUBLIC_V4, PUBLIC_V6 = "93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"
# The control: rules without restrictions, which must let every address through.
OPEN = Rules(schemes=frozenset({"http", "https"}), ports=None, denied=())


class Outside:
    """A fake network: names resolve to the given answers; each connection is recorded and refused."""

    def __init__(self, rules: Rules, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []
        self.connected: list[str] = []
        self.net = Net(rules, self._resolve, self._open)

    async def _resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return list(self.answers[min(len(self.asked), len(self.answers)) - 1]) if self.answers else []

    def _open(self, address: str, port: int) -> socket.socket:
        self.connected.append(address)
        raise ConnectionRefusedError

    async def call(self, url: str) -> str:
        """Returns `refused`, the reason of the failure, or `answered`."""
        try:
            await self.net.call("POST", url, headers={}, body=b"{}")
        except AddressRefusedError:
            return "refused"
        except CallFailedError as error:
            return error.reason
        finally:
            await self.net.close()
        return "answered"


# Addresses in every network of `rules.DENIED`, often from both ends, and addresses with a zone.
ADDRESSES = [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.254", "127.0.0.1",
    "127.255.255.254", "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.0.0.8",
    "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::7f00:1", "::a00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
    "::ffff:93.184.215.14", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1",
    "100::1", "2001::1", "2001:0:7f00:1::", "2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "3fff::1",
    "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%lo", "2606:4700::1111%lo", "fec0::1",
    "ff02::1", "ff0e::1",
]  # fmt: skip

# Spellings of loopback and other denied addresses that some resolvers or parsers accept as addresses.
HOSTS = [
    "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "127.1", "127.0.1", "0",
    "0x7f.1", "127.0.0.1.", "127.0.0.01", "127.0.0.0x1", "10.1", "3232235521", "169.254.43518",
    "0xa9fea9fe", "0251.0376.0251.0376", "127.0.0.1.2", "1.2.3", "999.1.1.1", "4294967297",
    "localhost", "LOCALHOST.", "hooks.localhost",
    "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:7f00:1]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:127.0.0.1]",
    "[::127.0.0.1]", "[fe80::1%25lo]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "[::]",
    "①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1", "⑯⑨.254.⑯⑨.254", "٣٢.1.1.1",  # noqa: RUF001 - what a mapping makes of them is the point
]  # fmt: skip

# Misleading URLs, and URLs of other protocols or ports.
URLS = [
    "https://user@example.com/", "https://user:secret@example.com/", "https://@example.com/",
    "https://:@example.com/", "https://example.com:80@127.0.0.1/", "https://127.0.0.1\\@example.com/",
    "https://example.com\\@127.0.0.1/", "https://example.com#@127.0.0.1/ ", "https://example.com%00.test/",
    "https://example.com%2f@127.0.0.1/", "https://exa mple.com/", "https://example.com\t/", "https:///path",
    "https://", "https:example.com", "//example.com/", "example.com", "http://example.com/",
    "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/_x", "data:text/plain,x", "ws://example.com/",
    "https://example.com:22/", "https://example.com:8443/", "https://example.com:0/", "https://example.com:65536/",
    "https://example.com:-1/", "https://example.com:443x/", "https://example..com/", "https://.example.com/",
    "https://example.com../", "https://-example.com/", "https://" + "a" * 64 + ".com/",
    "https://" + "a." * 127 + "com/", "https://example.com/" + "a" * 2048, "https://exam\u202eple.com\u2028/",
    "https://straße☃.example/", "https://a☃.example/",
    "https://[::1/", "https://[1::2::3]/", "https://[v1.x]/", "https://example.com:443:80/", "",
]  # fmt: skip


def test_counts_its_vectors() -> None:
    count = len(ADDRESSES) * 2 + len(HOSTS) + len(URLS)
    print(f"egress vectors: {count}")
    assert count >= 60
    assert all(
        any(network.network_address in wide for wide in DENIED if wide.version == network.version)
        for network in DENIED
    )


@pytest.mark.parametrize("address", ADDRESSES)
async def test_refuses_a_name_that_resolves_to_a_non_public_address(address: str) -> None:
    outside = Outside(PUBLIC, [address])
    assert await outside.call("https://receiver.example.com/hook") == "refused"
    assert outside.asked == ["receiver.example.com"]
    assert outside.connected == []


@pytest.mark.parametrize("address", ADDRESSES)
async def test_refuses_a_lookup_with_one_non_public_address(address: str) -> None:
    for answer in ([PUBLIC_V4, address], [address, PUBLIC_V6], [PUBLIC_V4, PUBLIC_V6, address]):
        outside = Outside(PUBLIC, answer)
        assert await outside.call("https://receiver.example.com/") == "refused"
        assert outside.connected == []


@pytest.mark.parametrize("host", HOSTS)
async def test_refuses_the_host(host: str) -> None:
    outside = Outside(PUBLIC_OR_PLAIN, ["127.0.0.1"])
    assert await outside.call(f"http://{host}/") == "refused"
    assert outside.connected == []


@pytest.mark.parametrize("url", URLS)
async def test_refuses_the_url(url: str) -> None:
    outside = Outside(PUBLIC, [PUBLIC_V4])
    assert await outside.call(url) == "refused"
    assert outside.asked == []
    assert outside.connected == []


@pytest.mark.parametrize(
    ("url", "answer", "connects"),
    [
        ("https://receiver.example.com/", [PUBLIC_V4], PUBLIC_V4),
        ("https://receiver.example.com./", [PUBLIC_V4], PUBLIC_V4),
        ("https://receiver.example.com:80/", [PUBLIC_V6], PUBLIC_V6),
        ("https://bücher.example/", [PUBLIC_V4], PUBLIC_V4),
        ("https://RECEIVER.example.com:443/a?b=c@d", [PUBLIC_V4], PUBLIC_V4),
        (f"https://{PUBLIC_V4}/", [], PUBLIC_V4),
        (f"https://[{PUBLIC_V6}]/", [], PUBLIC_V6),
        ("https://9.9.9.9/", [], "9.9.9.9"),
    ],
)
async def test_calls_a_public_address(url: str, answer: list[str], connects: str) -> None:
    outside = Outside(PUBLIC, answer)
    assert await outside.call(url) == "connect"
    assert outside.connected == [connects]


@pytest.mark.parametrize(
    ("host", "asked"),
    [
        ("straße.example", "xn--strae-oqa.example"),
        ("βόλος.example", "xn--nxasmm1c.example"),
        ("strasse.example", "strasse.example"),
    ],
)
async def test_resolves_a_name_by_idna_2008(host: str, asked: str) -> None:
    outside = Outside(PUBLIC, [PUBLIC_V4])
    await outside.call(f"https://{host}/")
    assert outside.asked == [asked]


async def test_connects_to_what_was_checked_when_the_name_changes_its_address() -> None:
    """DNS rebinding: the second, private answer is never requested."""
    outside = Outside(PUBLIC, [PUBLIC_V4], ["127.0.0.1"])
    assert await outside.call("https://rebinding.example.com/") == "connect"
    assert outside.asked == ["rebinding.example.com"]
    assert outside.connected == [PUBLIC_V4]
    assert await outside.call("https://rebinding.example.com/") == "refused"
    assert outside.connected == [PUBLIC_V4]


async def test_checks_again_where_the_connection_is_made() -> None:
    """The check at the socket holds even if the resolver's check is bypassed."""
    from wellwish.infra.net import session

    class Blind(session._Checked):
        def __init__(self, rules: Rules, resolve: session.Resolve) -> None:
            super().__init__(OPEN, resolve)

    kept, session._Checked = session._Checked, Blind
    try:
        outside = Outside(PUBLIC, ["127.0.0.1"])
        assert await outside.call("https://receiver.example.com/") != "answered"
        assert outside.asked == ["receiver.example.com"]
        assert outside.connected == []
    finally:
        session._Checked = kept


@pytest.mark.parametrize("address", [each for each in ADDRESSES if "%" not in each])
async def test_control_without_the_list_everything_is_connected_to(address: str) -> None:
    outside = Outside(replace(PUBLIC, denied=()), [address])
    assert await outside.call("https://receiver.example.com/") == "connect"
    assert outside.connected == [address]


async def test_a_name_without_an_address_is_a_failure() -> None:
    outside = Outside(PUBLIC)
    assert await outside.call("https://receiver.example.com/") == "dns"
    assert outside.connected == []
