"""The ceiling: pgbench sends the application's statements to PostgreSQL and does nothing else.

A recorded request (record.py) becomes a script. Every parameter stays a typed parameter of the prepared
statement, so that the plans are the application's. Values that all requests share come from a pgbench
variable as text; null is `nullif(:nothing, '-')`. Values unique to a request come from a client counter: IDs
keep their prefix and order, and the hash of a request is a SHA-256 of the counter. Statements sent in one
message go in one pipeline.
"""

import json
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any, Final

from record import Record, Said, row_counts
from stage import SLOTS, Stage, slot_id

from wellwish.infra.embedded.binaries import bin_folder

_COUNTER: Final = "<<counter>>"
_SLOT: Final = "<<slot>>"
_HASH_BYTES: Final = 32  # longer values are encrypted text, which may repeat
_COUNTS_A_RUN: Final = 10_000_000  # no two runs may generate the same IDs
_RUNS: Final = count(1)


@dataclass
class Script:
    """A pgbench script and its variables."""

    text: str = ""
    variables: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Pace:
    """The rate of one pgbench run."""

    transactions: int
    per_second: float
    mean_ms: float


def script_of(record: Record) -> Script:
    made = _Maker(record)
    lines = [
        "\\set count :count + 1",
        "\\set own :count * 100 + :client_id",
        f"\\set slot random(1, {SLOTS})",
    ]
    for index, said in enumerate(record.said):
        if said.values:
            lines.append(f"{made.statement(said, index)};")
            continue
        several = [part.strip() for part in said.sql.split(";") if part.strip()]
        piped = len(several) > 1
        lines += ["\\startpipeline"] if piped else []
        lines += [f"{part};" for part in several]
        lines += ["\\endpipeline"] if piped else []
    made.script.text = "\n".join(lines) + "\n"
    return made.script


class _Maker:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.script = Script(variables={"nothing": "-"})
        self.names = {found: index for index, found in enumerate(sorted(record.fresh_ids))}
        ids = "|".join(map(re.escape, sorted(record.fresh_ids))) or r"\b\B"
        self.ids = re.compile(ids)

    def statement(self, said: Said, index: int) -> str:
        """Returns the statement with each parameter replaced by an expression."""
        places = [
            self.expression(value, kind, f"s{index}_{place}")
            for place, (value, kind) in enumerate(zip(said.values, said.types, strict=True), start=1)
        ]
        return re.sub(r"\$(\d+)", lambda match: places[int(match[1]) - 1], said.sql).strip()

    def expression(self, value: Any, kind: str, name: str) -> str:
        if value is None:
            return f"nullif(:nothing, '-')::{kind}"
        if isinstance(value, bytes) and value in self.record.fresh_hashes and len(value) <= _HASH_BYTES:
            return f"sha256(convert_to({self.variable(name, value.hex())}::text || :own, 'UTF8'))"
        if isinstance(value, list) and any(each in self.record.fresh_hashes for each in value):
            listed = self.variable(name, _array([each.hex() for each in value]))
            return f"array(select sha256(convert_to(h || :own, 'UTF8')) from unnest({listed}::text[]) as h)"
        if type(value) is int and value in self.record.fresh_numbers:
            return f":own::{kind}"
        text = self.general(_text(value))
        if not text:  # pgbench has no empty variables
            return f"''::{kind}"
        place = f"{self.variable(name, text)}"
        if _COUNTER in text:
            place = f"replace({place}, '{_COUNTER}', lpad(:own::text, 12, '0'))"
        if _SLOT in text:
            place = f"replace({place}, '{_SLOT}', lpad(:slot::text, 2, '0'))"
        return f"{place}::{kind}" if place.startswith(":") else f"({place})::{kind}"

    def variable(self, name: str, text: str) -> str:
        self.script.variables[name] = text
        return f":{name}"

    def general(self, text: str) -> str:
        """Returns the text with placeholders where requests differ. IDs keep their length and sort order."""
        text = self.ids.sub(self._id, text)
        for prefix in ("bp", "card"):
            text = text.replace(slot_id(prefix, SLOTS), slot_id(prefix, SLOTS)[:-2] + _SLOT)
        return text.replace(self.record.number, _COUNTER)

    def _id(self, match: re.Match[str]) -> str:
        return f"{match[0].partition('_')[0]}_7{_COUNTER}{self.names[match[0]]:013d}"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return f"\\x{value.hex()}"
    if isinstance(value, list | tuple):
        return _array([None if each is None else _text(each) for each in value])
    return str(value)


def _array(values: Sequence[str | None]) -> str:
    """Returns the literal of an array.

    Within quotes, PostgreSQL escapes quotation marks and backslashes as JSON does.
    """
    quoted = ("null" if each is None else '"' + re.sub(r'(["\\])', r"\\\1", each) + '"' for each in values)
    return "{" + ",".join(quoted) + "}"


def run(stage: Stage, script: Script, *, clients: int, seconds: float, most: int = 0) -> Pace:
    """Runs the script with `clients` connections, for `seconds` or for `most` transactions per client."""
    file = stage.folder / "ceiling.sql"
    file.write_text(script.text)
    variables = {**script.variables, "count": str(next(_RUNS) * _COUNTS_A_RUN)}
    defined = [f"--define={name}={value}" for name, value in variables.items()]
    command = [
        str(bin_folder() / "pgbench"), "--no-vacuum", "--protocol=prepared", "--jobs=1",
        f"--client={clients}", f"--file={file}",
        f"--transactions={most}" if most else f"--time={max(1, round(seconds))}",
        *defined, stage.runtime_dsn,
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return _pace(done)


def _pace(done: "subprocess.CompletedProcess[str]") -> Pace:
    tps = re.search(r"tps = ([\d.]+)", done.stdout)
    number = re.search(r"actually processed: (\d+)", done.stdout)
    mean = re.search(r"latency average = ([\d.]+)", done.stdout)
    if done.returncode or not tps or not number or not mean or "ERROR" in done.stderr:
        raise RuntimeError(f"pgbench failed: {done.stderr[:2000]}")
    return Pace(int(number[1]), float(tps[1]), float(mean[1]))


async def check(stage: Stage, record: Record, script: Script) -> None:
    """Raises RuntimeError unless a transaction of the script adds the same rows as a request."""
    before = await row_counts(stage)
    run(stage, script, clients=1, seconds=0, most=1)
    after = await row_counts(stage)
    added = {table: after[table] - before[table] for table in after if after[table] != before[table]}
    if added != record.rows:
        raise RuntimeError(f"the ceiling does other work: {json.dumps(added)}, not {json.dumps(record.rows)}")
