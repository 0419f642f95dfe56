"""A running demo for clients in other processes."""

import json
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.journeys.test_readme import running


@dataclass(frozen=True)
class Demo:
    """A running demo, and the credentials of its account."""

    url: str
    pair: tuple[str, str]
    token: str

    def get(self, path: str) -> Any:
        return _send(f"{self.url}{path}", "GET", {"Authorization": f"Bearer {self.token}"})


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with running(tmp_path_factory.mktemp("demo") / "data") as url:
        made = _send(f"{url}/account/api-access/credentials/rotate", "POST", {})
        pair = (made["api_key"], made["client_secret"])
        headers = {"x-api-key": pair[0], "x-client-secret": pair[1]}
        yield Demo(url, pair, _send(f"{url}/account/api-access/token", "POST", headers)["access_token"])


def _send(url: str, method: str, headers: dict[str, str]) -> Any:
    request = urllib.request.Request(url, method=method, headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())
