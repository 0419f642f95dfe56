"""GET /.well-known/oauth-authorization-server."""

import json

from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from starlette.requests import Request

from tests.auth.credentials.pairs import EXCHANGE
from wellwish.auth.credentials.metadata import metadata

PATH = "/.well-known/oauth-authorization-server"


async def test_describes_the_token_endpoint(world):
    answer = await world.client.get(PATH)
    base_url = world.services.settings.base_url
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == {
        "issuer": base_url,
        "authorization_endpoint": f"{base_url}/oauth/authorize",
        "token_endpoint": f"{base_url}/oauth/token",
        "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"],
        "token_endpoint_auth_methods_supported": ["none", "client_secret_basic", "client_secret_post"],
        "revocation_endpoint": f"{base_url}/oauth/revoke",
        "revocation_endpoint_auth_methods_supported": ["none"],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "code_challenge_methods_supported": ["S256"],
        "scopes_supported": ["cards.read", "cards.write", "people.invite", "people.read"],
        "authorization_response_iss_parameter_supported": True,
        "client_id_metadata_document_supported": True,
        "service_documentation": f"{base_url}/docs",
    }


async def test_describes_only_key_pairs_without_assistants(world):
    answer = await metadata(world.services, Request({"type": "http"}))
    base_url = world.services.settings.base_url
    assert json.loads(bytes(answer.body)) == {
        "issuer": base_url,
        "token_endpoint": base_url + EXCHANGE,
        "grant_types_supported": ["client_credentials"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "response_types_supported": [],
        "service_documentation": f"{base_url}/docs",
    }


async def test_satisfies_authlibs_reading_of_rfc_8414(world):
    described = (await world.client.get(PATH)).json()
    # RFC 8414 section 2 requires https; the test service uses http.
    https = {**described, "issuer": described["issuer"].replace("http://", "https://")}
    document = AuthorizationServerMetadata(https)
    for name in ("token_endpoint", "grant_types_supported", "token_endpoint_auth_methods_supported"):
        getattr(document, f"validate_{name}")()
    document.validate_issuer()


async def test_does_not_follow_the_host_header(world):
    answer = await world.client.get(PATH, headers={"Host": "evil.example"})
    assert "evil" not in answer.text
