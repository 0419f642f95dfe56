"""Generates models, parameters, resources and commands of the Python client.

`python -P tools/clients/python.py FOLDER`
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import commands
import resources
from simplify import schemas_of

ROOT: Final = Path(__file__).resolve().parent.parent.parent
_OPTIONS: Final = (
    "--input-file-type=openapi",
    "--target-python-version=3.11",
    "--use-standard-collections",
    "--use-union-operator",
    "--use-schema-description",
    "--disable-timestamp",
    "--enum-field-as-literal=all",
    "--formatters=builtin",
)
_OF_MODELS: Final = (
    "--output-model-type=msgspec.Struct",
    "--output-datetime-class=datetime",
    "--keyword-only",
    "--use-field-description",
)
_OF_PARAMS: Final = ("--output-model-type=typing.TypedDict",)


def generate(schemas: dict[str, Any], says: str, *options: str) -> str:
    """The output of datamodel-code-generator for the schemas."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder) / "schemas.json", Path(folder) / "made.py"
        head = {"openapi": "3.1.0", "info": {"title": "Wellwish", "version": "1"}, "paths": {}}
        given.write_text(json.dumps({**head, "components": {"schemas": schemas}}))
        command = [sys.executable, "-P", "-m", "datamodel_code_generator", *_OPTIONS, *options]
        done = subprocess.run(
            [*command, f"--input={given}", f"--output={made}"], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(done.stderr)
        text = re.sub(r"\A(#.*\n)+\n", "", made.read_text())
    return f'"""{says} Written by `script/generate clients`."""\n\n{text}'


def main(folder: Path) -> None:
    read = json.loads((ROOT / "openapi.json").read_text())
    models = generate(schemas_of(read, requests=False), "The records that the API returns.", *_OF_MODELS)
    params = generate(schemas_of(read, requests=True), "The bodies of requests.", *_OF_PARAMS)
    (folder / "models.py").write_text(models)
    (folder / "params.py").write_text(params)
    (folder / "resources.py").write_text(resources.source(read))
    (folder / "commands.py").write_text(commands.source(read))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
