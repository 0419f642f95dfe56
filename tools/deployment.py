"""Lint the Containerfile, compose.yaml and the systemd units: `script/check deployment`.

No container daemon is needed. The rules cover violations that an operator notices late: root in the
container, an image without a version, a secret in the environment, a unit without hardening.
"""

import re
import sys
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
_IMAGE = re.compile(r"[\w.-]+/[\w./-]+:(?!latest$)[\w.-]+")
UNITS = ("wellwish-serve@.service", "wellwish-work@.service", "wellwish-backup.service")
INSTRUCTIONS = {
    "FROM",
    "WORKDIR",
    "COPY",
    "ARG",
    "RUN",
    "ENV",
    "USER",
    "VOLUME",
    "EXPOSE",
    "HEALTHCHECK",
    "ENTRYPOINT",
    "CMD",
}
HARDENED = {
    "NoNewPrivileges": "yes",
    "CapabilityBoundingSet": "",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "SystemCallArchitectures": "native",
    "UMask": "0077",
}


def instructions(containerfile: str) -> list[tuple[str, str]]:
    """Returns name and value of each instruction, with continuation lines joined."""
    text = re.sub(r"\\\n\s*", "", re.sub(r"^\s*#.*\n", "", containerfile, flags=re.MULTILINE))
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in text.splitlines() if line.strip()]


def containerfile_faults(text: str, root: Path = ROOT) -> list[str]:
    found = instructions(text)
    values: dict[str, list[str]] = {}
    for name, value in found:
        values.setdefault(name, []).append(value)
    faults = [f"unknown instruction {name}" for name in values if name not in INSTRUCTIONS]
    images = [value.split(" ")[0] for value in values.get("FROM", [])]
    faults += [
        f"FROM {image} needs a registry and a version" for image in images if not _IMAGE.fullmatch(image)
    ]
    for value in values.get("COPY", []):
        if not value.startswith("--from="):
            faults += [
                f"COPY {path} does not exist" for path in value.split()[:-1] if not (root / path).exists()
            ]
    last = found[max(place for place, (name, _) in enumerate(found) if name == "FROM") :]
    users = [value for name, value in last if name == "USER"]
    if not users or users[-1].split(":")[0] in ("root", "0"):
        faults.append("the last stage runs as root")
    faults += [
        f"{name} is missing"
        for name in ("HEALTHCHECK", "ENTRYPOINT", "CMD", "VOLUME")
        if name not in dict(last)
    ]
    faults += [
        f"a secret in {value}"
        for value in values.get("ENV", [])
        if re.search(r"KEY|PASSWORD|DATABASE_URL", value)
    ]
    faults += [
        "pip without hashes"
        for value in values.get("RUN", [])
        if re.search(r"pip install(?!.*(--require-hashes|--no-deps))", value)
    ]
    return faults


def compose_faults(text: str, folder: Path = ROOT / "deploy/compose") -> list[str]:
    compose: dict[str, Any] = yaml.safe_load(text)
    faults: list[str] = []
    for name, service in compose["services"].items():
        image = service.get("image", "")
        if "build" not in service and not _IMAGE.fullmatch(image):
            faults.append(f"{name}: the image {image} needs a registry and a version")
        if name != "database" and not (service.get("read_only") and service.get("cap_drop") == ["ALL"]):
            faults.append(f"{name} can write to its root file system or keeps capabilities")
        faults += [
            f"{name}: {setting} is a secret in the environment"
            for setting in service.get("environment", {})
            if re.search(r"PASSWORD|SECRET_KEY|DATABASE_URL", setting) and not setting.endswith("_FILE")
        ]
        faults += [
            f"{name}: the secret {each} is not defined"
            for each in service.get("secrets", [])
            if each not in compose["secrets"]
        ]
        faults += [
            f"{name} depends on {each}, which does not exist"
            for each in service.get("depends_on", {})
            if each not in compose["services"]
        ]
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./") and not (folder / source).exists():
                faults.append(f"{name}: {source} does not exist")
            elif not source.startswith("./") and source not in compose["volumes"]:
                faults.append(f"{name}: the volume {source} is not defined")
    return faults


def unit_faults(name: str, text: str) -> list[str]:
    unit = ConfigParser(strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#",))
    unit.optionxform = str  # type: ignore[method-assign,assignment]
    unit.read_string(text)
    service = unit["Service"]
    faults = [
        f"{name}: {key} is not {value or 'empty'}"
        for key, value in HARDENED.items()
        if service.get(key) != value
    ]
    if service.get("User", "root") == "root":
        faults.append(f"{name} runs as root")
    if re.search(r"^Environment=.*\b(WELLWISH_SECRET_KEY|DATABASE_URL)=", text, re.MULTILINE):
        faults.append(f"{name} has a secret in the environment")
    return faults


def everything() -> list[str]:
    faults = containerfile_faults((ROOT / "Containerfile").read_text(encoding="utf-8"))
    faults += compose_faults((ROOT / "deploy/compose/compose.yaml").read_text(encoding="utf-8"))
    for name in UNITS:
        faults += unit_faults(name, (ROOT / "deploy/systemd" / name).read_text(encoding="utf-8"))
    return faults


if __name__ == "__main__":
    sys.exit("\n".join(everything()) or 0)
