"""The colours of a picture: ICC.1 profiles, and profiles generated from PNG's primaries and gamma."""

import struct
from collections.abc import Sequence
from typing import Final

_SRGB_GAMMA: Final = 45_455  # in units of 1/100,000, as in PNG
_SRGB_PRIMARIES: Final = (31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000)
_TOLERANCE: Final = 1_000
_D50: Final = (0.9642, 1.0, 0.8249)  # ICC.1, the white point of the profile connection space
_BRADFORD: Final = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))

_Matrix = Sequence[Sequence[float]]


def profile_of(gamma: int, primaries: Sequence[int] | None) -> bytes:
    """Returns a profile for ``gAMA`` and ``cHRM``; empty if they describe sRGB or are invalid."""
    given = _SRGB_PRIMARIES if primaries is None else primaries
    pairs = zip((gamma, *given), (_SRGB_GAMMA, *_SRGB_PRIMARIES), strict=True)
    if all(abs(one - other) <= _TOLERANCE for one, other in pairs):
        return b""
    try:
        columns = _adapted([each / 100_000 for each in given])
        curve = struct.pack(">4s4xIH", b"curv", 1, round(100_000 / gamma * 256))
        tags = {b"wtpt": _xyz(_D50)}
        for name, column in zip((b"r", b"g", b"b"), zip(*columns, strict=True), strict=True):
            tags[name + b"XYZ"] = _xyz(column)
            tags[name + b"TRC"] = curve + bytes(2)
        return _profile(tags)
    except (ZeroDivisionError, struct.error):
        return b""


def _adapted(chromaticities: Sequence[float]) -> _Matrix:
    """Returns the matrix from RGB to XYZ, adapted to D50 (ICC.1, annex E)."""
    white, *others = [
        (x / y, 1.0, (1 - x - y) / y) for x, y in zip(chromaticities[::2], chromaticities[1::2], strict=True)
    ]
    primaries = [list(row) for row in zip(*others, strict=True)]
    scale = _times(_inverse(primaries), [[each] for each in white])
    plain = [[each * scale[at][0] for at, each in enumerate(row)] for row in primaries]
    here, there = (_times(_BRADFORD, [[each] for each in light]) for light in (white, _D50))
    cones = [to / of for [of], [to] in zip(here, there, strict=True)]
    adapted = [[each * cones[at] for each in row] for at, row in enumerate(_times(_BRADFORD, plain))]
    return _times(_inverse(_BRADFORD), adapted)


def _times(one: _Matrix, other: _Matrix) -> list[list[float]]:
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*other, strict=True)]
        for row in one
    ]


def _inverse(of: _Matrix) -> list[list[float]]:
    """Returns the inverse of a matrix of 3 by 3. Raises ZeroDivisionError."""
    (a, b, c), (d, e, f), (g, h, i) = of
    cofactors = [
        [e * i - f * h, c * h - b * i, b * f - c * e],
        [f * g - d * i, a * i - c * g, c * d - a * f],
        [d * h - e * g, b * g - a * h, a * e - b * d],
    ]
    determinant = a * cofactors[0][0] + b * cofactors[1][0] + c * cofactors[2][0]
    return [[each / determinant for each in row] for row in cofactors]


def _xyz(values: Sequence[float]) -> bytes:
    return struct.pack(">4s4x3i", b"XYZ ", *(round(each * 65536) for each in values))


def _profile(tags: dict[bytes, bytes]) -> bytes:
    """Returns a display profile (ICC.1, 7.2 and 7.3)."""
    at = 128 + 4 + 12 * len(tags)
    table, data = [struct.pack(">I", len(tags))], list[bytes]()
    for name, value in tags.items():
        table.append(struct.pack(">4sII", name, at, len(value)))
        data.append(value)
        at += len(value)
    made_on = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    head = struct.pack(">I4xI4s4s4s", at, 0x02100000, b"mntr", b"RGB ", b"XYZ ") + made_on + b"acsp"
    head += bytes(28) + struct.pack(">3i", *(round(each * 65536) for each in _D50))
    return head.ljust(128, b"\x00") + b"".join(table + data)
