"""The numbers in `bench/results/*.json`, for the chart and the tables of the docs."""

import json
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any, Final

from findings import FIXED, FORMERLY, Findings
from growth import Growth
from operations import OPERATIONS
from rounds import Sample, middle, share

_DIGITS: Final = 3


def numbers(findings: Findings) -> dict[str, Any]:
    """Returns medians, and the medians of the ratios of each round."""
    return {
        "operations": {key: _operation(samples) for key, samples in findings.operations.items()},
        "figures": medians(findings.figures),
        # Release 0.1.0, measured in the same rounds.
        "former": {
            "operations": {
                key: {"wellwish 1": _sample(samples[FORMERLY])}
                for key, samples in findings.operations.items()
                if FORMERLY in samples
            },
            "figures": medians(findings.former),
        },
        "growth": {} if findings.growth is None else _growth(findings.growth),
    }


def medians(figures: dict[str, list[dict[str, float]]]) -> dict[str, dict[str, float]]:
    return {
        name: {number: round(median(each[number] for each in found), _DIGITS) for number in found[0]}
        for name, found in figures.items()
        if found
    }


def _operation(samples: dict[str, list[Sample]]) -> dict[str, dict[str, float]]:
    found = {who: _sample(taken) for who, taken in samples.items()}
    for who, numbers_of in found.items():
        kind, _, workers = who.partition(" ")
        if kind != "wellwish":
            continue
        others = {
            "of_fixed": FIXED, "of_ceiling": "ceiling", "of_orm": f"orm {workers}",
            "of_former": FORMERLY if workers == "1" else "",
        }  # fmt: skip
        numbers_of |= {
            name: round(share(samples[who], samples[other]), _DIGITS)
            for name, other in others.items()
            if other in samples
        }
        if f"orm {workers}" in samples:
            pairs = zip(samples[f"orm {workers}"], samples[who], strict=True)
            times = median(orm.server_us / own.server_us for orm, own in pairs)
            numbers_of["orm_server_times"] = round(times, _DIGITS)
    return found


def _sample(taken: list[Sample]) -> dict[str, float]:
    known = asdict(middle(taken)).items()
    return {name: round(value, 1) for name, value in known if value == value}  # noqa: PLR0124 - no NaN


def _growth(growth: Growth) -> dict[str, Any]:
    keys = {each.title: each.key for each in OPERATIONS}
    return {
        "few": growth.few,
        "many": growth.many,
        **{
            keys[title]: {
                "latency": round(large.latency_ms / small.latency_ms, _DIGITS),
                "cpu": round(large.cpu_us / small.cpu_us, _DIGITS),
            }
            for title, (small, large) in growth.costs.items()
        },
    }


def keep(findings: Findings, file: Path, machine: str) -> None:
    """Writes the new numbers; the file keeps older ones that this run did not measure."""
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    made = numbers(findings)
    former = kept.get("former", {})
    made["former"] = {part: {**former.get(part, {}), **measured} for part, measured in made["former"].items()}
    for part in ("operations", "figures", "growth"):
        made[part] = {**kept.get(part, {}), **made[part]}
    made["machine"] = machine
    file.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
