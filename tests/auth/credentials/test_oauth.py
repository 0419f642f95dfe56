"""POST /account/api-access/token as RFC 6749 defines it, by hand and with two third-party clients."""

from base64 import b64encode
from collections.abc import Callable
from typing import Any
from urllib.parse import quote_plus

import anyio.to_thread
import pytest
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session as AuthlibSession
from oauthlib.oauth2 import BackendApplicationClient
from oauthlib.oauth2.rfc6749.errors import InvalidClientError
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session

from tests.auth.credentials.pairs import EXCHANGE, Pair, pair_of, works

FORM = {"grant_type": "client_credentials"}


def basic(pair: Pair) -> dict[str, str]:
    """The Authorization header of RFC 6749 section 2.3.1."""
    coded = f"{quote_plus(pair.api_key)}:{quote_plus(pair.client_secret)}"
    return {"Authorization": f"Basic {b64encode(coded.encode()).decode()}"}


def in_form(pair: Pair) -> dict[str, str]:
    """The two form parameters of RFC 6749 section 2.3.1."""
    return {"client_id": pair.api_key, "client_secret": pair.client_secret}


async def test_accepts_the_pair_as_basic_credentials(world, alice):
    answer = await world.client.post(EXCHANGE, headers=basic(pair_of(alice)), data=FORM)
    assert answer.status_code == 200, answer.text
    assert await works(world, answer.json()["access_token"])


async def test_takes_the_pair_in_the_form(world, alice):
    answer = await world.client.post(EXCHANGE, data={**FORM, **in_form(pair_of(alice))})
    assert answer.status_code == 200, answer.text


async def test_accepts_the_scheme_in_any_case_with_a_client_id(world, alice):
    pair = pair_of(alice)
    header = basic(pair)["Authorization"].replace("Basic", "bAsIc")
    answer = await world.client.post(
        EXCHANGE, headers={"Authorization": header}, data={**FORM, "client_id": pair.api_key}
    )
    assert answer.status_code == 200, answer.text


async def test_ignores_parameters_that_it_does_not_know_and_empty_ones(world, alice):
    form = {**FORM, "resource": "https://x.example", "scope": "", "audience": "y"}
    answer = await world.client.post(EXCHANGE, headers=basic(pair_of(alice)), data=form)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("form", "status", "error"),
    [
        ("", 400, "invalid_request"),
        ("grant_type=", 400, "invalid_request"),
        ("scope=x", 400, "invalid_request"),
        ("grant_type=password", 400, "unsupported_grant_type"),
        ("grant_type=authorization_code&code=x", 400, "unsupported_grant_type"),
        ("grant_type=client_credentials&grant_type=client_credentials", 400, "invalid_request"),
        ("grant_type=client_credentials&client_id=other", 400, "invalid_request"),
        ("grant_type=client_credentials&client_secret=other", 400, "invalid_request"),
        ("grant_type=%ff", 400, "invalid_request"),
        ("&".join(f"a{n}=1" for n in range(200)), 400, "invalid_request"),
    ],
)
async def test_refuses_a_form_that_breaks_the_rules(world, alice, form, status, error):
    media = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = await world.client.post(
        EXCHANGE, headers={**basic(pair_of(alice)), **media}, content=form.encode()
    )
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"


async def test_refuses_a_body_that_is_no_form(world, alice):
    answer = await world.client.post(EXCHANGE, headers=basic(pair_of(alice)), json=FORM)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


async def test_refuses_the_pair_in_two_ways_at_once(world, alice):
    pair = pair_of(alice)
    answer = await world.client.post(EXCHANGE, headers={**basic(pair), **pair.headers}, data=FORM)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


@pytest.mark.parametrize("header", ["Basic", "Basic !", "Basic Og", "Basic " + b64encode(b"\xff:x").decode()])
async def test_refuses_a_malformed_basic_header(world, header):
    answer = await world.client.post(EXCHANGE, headers={"Authorization": header}, data=FORM)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    assert answer.headers["www-authenticate"] == 'Basic realm="wellwish"'


async def test_names_the_scheme_of_the_request_in_the_challenge(world, alice):
    wrong = Pair(alice.api_key, "wrong")
    by_basic = await world.client.post(EXCHANGE, headers=basic(wrong), data=FORM)
    by_form = await world.client.post(EXCHANGE, data={**FORM, **in_form(wrong)})
    assert [answer.status_code for answer in (by_basic, by_form)] == [401, 401]
    assert by_basic.headers["www-authenticate"] == 'Basic realm="wellwish"'
    assert by_form.headers["www-authenticate"] == 'ApiKey realm="wellwish"'


async def test_counts_failures_of_all_methods_together(world, alice, early):
    wrong = Pair(alice.api_key, "wrong")
    for _ in range(4):
        await world.client.post(EXCHANGE, headers=basic(wrong), data=FORM)
        await world.client.post(EXCHANGE, data={**FORM, **in_form(wrong)})
        await world.client.post(EXCHANGE, headers=wrong.headers)
    answer = await world.client.post(EXCHANGE, headers=basic(wrong), data=FORM)
    assert answer.status_code == 429
    assert "www-authenticate" not in answer.headers


def authlib(*given: Any, **more: Any) -> Any:
    """Returns an authlib session as Any, because its stubs omit the methods of requests."""
    return AuthlibSession(*given, **more)


async def apart(call: Callable[[], Any]) -> Any:
    """Runs a blocking client in a thread."""
    return await anyio.to_thread.run_sync(call)


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
async def test_serves_authlib(origin, alice, method):
    def call() -> tuple[dict[str, Any], int]:
        with authlib(alice.api_key, alice.client_secret, token_endpoint_auth_method=method) as session:
            token = session.fetch_token(origin + EXCHANGE, grant_type="client_credentials")
            return token, session.get(f"{origin}/api/templates").status_code

    token, status = await apart(call)
    assert token["account_id"] == alice.account_id
    assert status == 200


async def test_authlib_understands_the_error(origin, alice):
    def call() -> None:
        with authlib(alice.api_key, "wrong") as session:
            session.fetch_token(origin + EXCHANGE, grant_type="client_credentials")

    with pytest.raises(OAuthError) as raised:
        await apart(call)
    assert raised.value.error == "invalid_client"


@pytest.mark.parametrize("in_body", [False, True])
async def test_serves_requests_oauthlib(origin, alice, monkeypatch, in_body):
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")  # The loopback server has no certificate.

    def call() -> tuple[dict[str, Any], int]:
        with OAuth2Session(client=BackendApplicationClient(alice.api_key)) as session:
            if in_body:
                secret = alice.client_secret
                token = session.fetch_token(origin + EXCHANGE, client_secret=secret, include_client_id=True)
            else:
                auth = HTTPBasicAuth(alice.api_key, alice.client_secret)
                token = session.fetch_token(origin + EXCHANGE, auth=auth)
            return token, session.get(f"{origin}/api/templates").status_code

    token, status = await apart(call)
    assert token["account_id"] == alice.account_id
    assert status == 200


async def test_requests_oauthlib_understands_the_error(origin, alice, monkeypatch):
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")

    def call() -> None:
        with OAuth2Session(client=BackendApplicationClient(alice.api_key)) as session:
            session.fetch_token(origin + EXCHANGE, auth=HTTPBasicAuth(alice.api_key, "wrong"))

    with pytest.raises(InvalidClientError):
        await apart(call)
