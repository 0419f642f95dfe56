"""Generates models, parameters and resources of the TypeScript client: `python tools/clients/typescript.py [FOLDER]`."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from resources import Method, methods
from simplify import schemas_of

ROOT: Final = Path(__file__).resolve().parent.parent.parent
TARGET: Final = ROOT / "clients/typescript/src"
# From tools/generators/package-lock.json; Node is a package of the environment.
GENERATOR: Final = ROOT / "tools/generators/node_modules/openapi-typescript/bin/cli.js"
NODE: Final = Path(sys.executable).with_name("node")
_OPTIONS: Final = (
    "--root-types",
    "--root-types-no-schema-prefix",
    "--root-types-keep-casing",
    "--empty-objects-unknown",
)
# Resources with a hand-written method.
_BASES: Final = {"events": "Tail"}
_TYPES: Final = {"str": "string", "int": "number", "bool": "boolean", "float": "number"}
_WRITTEN: Final = "Written by `script/generate clients`."
_HEAD: Final = f"""// The operations of the API. {_WRITTEN}

import type {{ Core }} from "./core.js";
import type * as models from "./models.js";
import type * as params from "./params.js";
import {{ bytes, type IfMatch, type IfMatchRequired, list, type List, nothing, path, record, Resource }} from "./resource.js";
import {{ Tail }} from "./tail.js";
"""


def generate(schemas: dict[str, Any], says: str) -> str:
    """The output of openapi-typescript for the schemas."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder) / "schemas.json", Path(folder) / "made.ts"
        head = {"openapi": "3.1.0", "info": {"title": "Wellwish", "version": "1"}, "paths": {}}
        given.write_text(json.dumps({**head, "components": {"schemas": schemas}}))
        command = [NODE, GENERATOR, given, "--output", made, *_OPTIONS]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stdout + done.stderr)
        text = re.sub(r"\A/\*\*.*?\*/\n", "", made.read_text(), flags=re.DOTALL)
    return f"// {says} {_WRITTEN}\n{text}"


def source(document: dict[str, Any]) -> str:
    """The source of the module with the resources."""
    by_resource: dict[str, list[Method]] = {}
    for method in methods(document):
        by_resource.setdefault(method.resource, []).append(method)
    classes = [_class(name, group) for name, group in by_resource.items()]
    return "\n".join([_HEAD, *classes, _roots(list(by_resource))])


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def _class_name(resource: str) -> str:
    return _camel(f"_{resource}")


def _class(name: str, group: list[Method]) -> str:
    base = _BASES.get(name, "Resource")
    return f"export class {_class_name(name)} extends {base} {{\n" + "\n".join(map(_define, group)) + "}\n"


def _define(method: Method) -> str:
    arguments = [f"{_camel(each)}: string" for each in method.segments]
    given: list[str] = []
    if method.body:
        arguments.append(
            f"body: params.{method.body}"
            + ("" if method.operation["requestBody"].get("required") else " = {}")
        )
        given.append("body")
    if method.query:
        fields = "; ".join(f"{name}?: {_TYPES[kind]} | undefined" for name, kind in method.query.items())
        arguments.append(f"query: {{ {fields} }} = {{}}")
        given.append("query")
    if method.if_match:
        arguments.append("options: " + ("IfMatch = {}" if "None" in method.if_match else "IfMatchRequired"))
        given.append("...options")
    result, call = _call(method, f", {{ {', '.join(given)} }}" if given else "")
    return (
        f"  /** {method.summary}. */\n"
        f"  {_camel(method.name)}({', '.join(arguments)}): {result} {{\n"
        f"    return {call};\n"
        f"  }}\n"
    )


def _call(method: Method, given: str) -> tuple[str, str]:
    """The type of the result, and the expression that returns it."""
    path = f'"{method.path}"'
    if method.segments:
        filled = re.sub(r"\{(\w+)\}", lambda found: f"${{{_camel(found[1])}}}", method.path)
        path = f"path`{filled}`"
    if method.listed:
        return f"List<{method.listed}>", f"list(this.core, {path}{', query' if method.query else ''})"
    kind, function = f"Promise<{method.kind}>", "record"
    if method.kind == "bytes":
        kind, function = "Promise<Uint8Array>", "bytes"
    elif method.kind == "None":
        kind, function = "Promise<void>", "nothing"
    return kind, f'{function}(this.core, "{method.verb}", {path}{given})'


def _roots(resources: list[str]) -> str:
    fields = "".join(f"  readonly {_camel(each)}: {_class_name(each)};\n" for each in resources)
    made = "".join(f"    this.{_camel(each)} = new {_class_name(each)}(core);\n" for each in resources)
    return (
        f"/** The operations by resource. */\nexport class Resources {{\n{fields}\n"
        f"  constructor(core: Core) {{\n{made}  }}\n}}\n"
    )


def main(folder: Path) -> None:
    read = json.loads((ROOT / "openapi.json").read_text())
    models = generate(schemas_of(read, requests=False), "The records that the API returns.")
    (folder / "models.ts").write_text(models)
    (folder / "params.ts").write_text(generate(schemas_of(read, requests=True), "The bodies of requests."))
    (folder / "resources.ts").write_text(source(read))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
