"""Write sound as an MP4 file: one track, its tables, and the samples in one chunk (ISO/IEC 14496-12)."""

import struct
from dataclasses import dataclass, field
from typing import Final

from wellwish.media.untrusted.confine import RefusedError

_UNITY: Final = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
_UNDETERMINED: Final = 0x55C4  # the language "und"


@dataclass
class Sound:
    timescale: int
    entry: bytes  # the sample entry with the codec's configuration
    skipped: int  # units of the timescale before the sound begins (encoder delay)
    lasts: int  # the duration in the edit list; 0 for all of the sound
    durations: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  # count, duration of each
    sizes: list[int] = field(default_factory=list[int])
    pieces: list[bytes] = field(default_factory=list[bytes])  # the samples, several in each

    duration: int = 0  # the sum of the durations

    def add_durations(self, *durations: tuple[int, int]) -> None:
        """Adds pairs of a number of samples and the duration of each."""
        self.durations += durations
        self.duration += sum(count * each for count, each in durations)

    def end_last_at(self, time: int) -> None:
        """Changes the duration of the last sample, so that the next one begins at this time."""
        count, lasts = self.durations.pop()
        late = max(time - self.duration, -lasts)
        self.durations += [(count - 1, lasts), (1, lasts + late)]
        self.duration += late


def box(name: bytes, value: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(value), name) + value


def _full(name: bytes, form: str, *values: int | bytes, version_flags: int = 0) -> bytes:
    return box(name, struct.pack(f">I{form}", version_flags, *values))


def written(sound: Sound) -> bytes:
    data = b"".join(sound.pieces)
    head = box(b"ftyp", b"M4A \x00\x00\x00\x00M4A isommp42")
    # The size of moov does not depend on the offset of the data, which follows it.
    before = len(head) + len(_moov(sound, 0)) + 8
    return head + _moov(sound, before) + box(b"mdat", data)


def _moov(sound: Sound, data_at: int) -> bytes:
    lasts, scale = sound.duration, sound.timescale
    if max(lasts, len(sound.sizes)) >= 2**32:
        raise RefusedError("broken")
    edits = b""
    if 0 < sound.skipped < min(lasts, 2**31):
        audible = min(sound.lasts or lasts, lasts - sound.skipped)
        edits = box(b"edts", _full(b"elst", "IIiI", 1, audible, sound.skipped, 0x10000))
    merged = _merged(sound.durations)
    table = box(
        b"stbl",
        _full(b"stsd", f"I{len(sound.entry)}s", 1, sound.entry)
        + _full(b"stts", f"I{2 * len(merged)}I", len(merged), *(each for pair in merged for each in pair))
        + _full(b"stsc", "4I", 1, 1, len(sound.sizes), 1)
        + _full(b"stsz", f"II{len(sound.sizes)}I", 0, len(sound.sizes), *sound.sizes)
        + _full(b"stco", "II", 1, data_at),
    )  # fmt: skip
    in_file = _full(b"url ", "", version_flags=1)
    here = box(b"dinf", _full(b"dref", f"I{len(in_file)}s", 1, in_file))
    media = box(
        b"mdia",
        _full(b"mdhd", "4IHH", 0, 0, scale, lasts, _UNDETERMINED, 0)
        + _full(b"hdlr", "I4s12xB", 0, b"soun", 0)
        + box(b"minf", _full(b"smhd", "I", 0) + here + table),
    )
    track = _full(b"tkhd", "5I8xHHHH36s8x", 0, 0, 1, 0, lasts, 0, 0, 0x100, 0, _UNITY, version_flags=3)
    movie = _full(b"mvhd", "4IIH10x36s24xI", 0, 0, scale, lasts, 0x10000, 0x100, _UNITY, 2)
    return box(b"moov", movie + box(b"trak", track + edits + media))


def _merged(durations: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the durations, merging equal neighbours."""
    merged: list[tuple[int, int]] = []
    for count, each in durations:
        if merged and merged[-1][1] == each:
            merged[-1] = (merged[-1][0] + count, each)
        elif count:
            merged.append((count, each))
    return merged
