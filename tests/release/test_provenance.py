"""The provenance statement follows the specifications of in-toto and SLSA that it names.

The schema is written from in-toto's Statement v1, ResourceDescriptor, DigestSet and field types, and from
SLSA's provenance v1. Fields that they do not know are faults here, although consumers ignore them.
"""

import copy
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tools import release

ROOT = Path(__file__).resolve().parents[2]
Statement = dict[str, Any]

# RFC 3986, with scheme and authority in lower case.
URI = {"type": "string", "pattern": r"^[a-z][a-z0-9+.-]*:(?!//[^/?#]*[A-Z])\S+$"}
TIMESTAMP = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$"}


def fields(required: list[str], **known: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": known, "additionalProperties": False}


DIGEST = {
    **fields(
        [],
        sha256={"type": "string", "pattern": "^[0-9a-f]{64}$"},
        gitCommit={"type": "string", "pattern": "^([0-9a-f]{40}|[0-9a-f]{64})$"},
    ),
    "minProperties": 1,
}
RESOURCE = {
    **fields(
        [],
        name={"type": "string"},
        uri=URI,
        digest=DIGEST,
        content={"type": "string"},
        downloadLocation=URI,
        mediaType={"type": "string"},
        annotations={"type": "object"},
    ),
    "anyOf": [{"required": [each]} for each in ("uri", "digest", "content")],
}
RESOURCES = {"type": "array", "items": RESOURCE}
VERSIONS = {"type": "object", "additionalProperties": {"type": "string"}}
PREDICATE = fields(
    ["buildDefinition", "runDetails"],
    buildDefinition=fields(
        ["buildType", "externalParameters"],
        buildType=URI,
        externalParameters={"type": "object"},
        internalParameters={"type": "object"},
        resolvedDependencies=RESOURCES,
    ),
    runDetails=fields(
        ["builder"],
        builder=fields(["id"], id=URI, builderDependencies=RESOURCES, version=VERSIONS),
        metadata=fields([], invocationId={"type": "string"}, startedOn=TIMESTAMP, finishedOn=TIMESTAMP),
        byproducts=RESOURCES,
    ),
)
STATEMENT = Draft202012Validator(
    fields(
        ["_type", "subject", "predicateType", "predicate"],
        _type={"const": "https://in-toto.io/Statement/v1"},
        subject={
            "type": "array",
            "minItems": 1,
            "uniqueItems": True,
            "items": {**RESOURCE, "required": ["name", "digest"]},
        },
        predicateType={"const": "https://slsa.dev/provenance/v1"},
        predicate=PREDICATE,
    )
)


def faults(statement: Statement) -> list[str]:
    return [f"{each.json_path}: {each.message}" for each in STATEMENT.iter_errors(statement)]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    file = tmp_path / "wellwish-1.2.3-py3-none-any.whl"
    file.write_bytes(b"a wheel")
    return file


@pytest.fixture
def statement(package: Path, monkeypatch: pytest.MonkeyPatch) -> Statement:
    monkeypatch.setattr(release, "git", lambda *_: "4f2a9c017b3d5e6f7a8b9c0d1e2f3a4b5c6d7e8f")
    return release.provenance(ROOT, "1.2.3", [package])


def test_the_statement_follows_its_specifications(statement: Statement, package: Path) -> None:
    assert faults(statement) == []
    digest = hashlib.sha256(package.read_bytes()).hexdigest()
    assert statement["subject"] == [{"name": package.name, "digest": {"sha256": digest}}]
    definition = statement["predicate"]["buildDefinition"]
    assert definition["externalParameters"] == {"version": "1.2.3"}
    source, *locks = definition["resolvedDependencies"]
    assert source["digest"] == {"gitCommit": "4f2a9c017b3d5e6f7a8b9c0d1e2f3a4b5c6d7e8f"}
    for each in locks:
        assert each["digest"]["sha256"] == hashlib.sha256((ROOT / each["name"]).read_bytes()).hexdigest()
    assert {each["name"] for each in locks} >= {"requirements.txt", "requirements-dev.txt"}
    assert definition["buildType"] in (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def change(*path: str | int, to: Any = None) -> Callable[[Statement], None]:
    """Returns a change of a field, or its removal."""

    def apply(statement: Statement) -> None:
        place: Any = statement
        for each in path[:-1]:
            place = place[each]
        if to is None:
            del place[path[-1]]
        else:
            place[path[-1]] = to

    return apply


DEFINITION = ("predicate", "buildDefinition")
SOURCE = (*DEFINITION, "resolvedDependencies", 0)


@pytest.mark.parametrize(
    "spoil",
    [
        change("_type", to="https://in-toto.io/Statement/v0.1"),
        change("predicateType", to="https://slsa.dev/provenance/v1-rc2"),
        change("subject", to=[]),
        change("subject", 0, "digest"),
        change("subject", 0, "digest", "sha256", to="AB" * 32),
        change("subject", 0, "digest", to={}),
        change(*DEFINITION, "buildType"),
        change(*DEFINITION, "buildType", to="script/release"),
        change(*DEFINITION, "externalParameters"),
        change(*DEFINITION, "systemParameters", to={}),
        change(*SOURCE, "digest"),
        change(*SOURCE, "digest", "gitCommit", to="4f2a9c0"),
        change(*SOURCE, "uri", to="requirements.txt"),
        change(*SOURCE, "uri", to="https://Example.org/"),
        change(*SOURCE, "localName", to="source"),
        change("predicate", "runDetails", "builder", "id"),
        change("predicate", "runDetails", "metadata", to={"startedOn": "2026-11-24 10:00"}),
        change("predicate", "runDetails"),
    ],
)
def test_another_statement_has_a_fault(statement: Statement, spoil: Callable[[Statement], None]) -> None:
    """The control."""
    spoilt = copy.deepcopy(statement)
    spoil(spoilt)
    assert faults(spoilt)
