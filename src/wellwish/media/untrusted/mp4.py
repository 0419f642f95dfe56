"""Rewrite the sound of an MP4 file, which may be fragmented, to a new file (ISO/IEC 14496-12).

Only the samples, their durations and sizes, the codec configuration and the start of the edit list are
copied. Everything else, such as locations, titles and unreferenced bytes, is omitted.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wellwish.media.untrusted import trailing_data
from wellwish.media.untrusted.confine import RefusedError
from wellwish.media.untrusted.mp4_written import Sound, box, written

MAX_BOXES: Final = 50_000  # 10 minutes in fragments of 100 ms have 42,000
MAX_SAMPLES: Final = 250_000  # 10 minutes of Opus in frames of 2.5 ms, its shortest, are 240,000
_MAX_TIMESCALE: Final = 1_000_000
_MAX_CONFIGURATION: Final = 1_000  # bytes; AAC and Opus need below 100
_CODECS: Final = frozenset({b"mp4a", b"Opus", b".mp3"})
_CONFIGURATIONS: Final = frozenset({b"esds", b"dOps", b"wave"})
# Object types of `mp4a` that browsers play: AAC of MPEG-4 and MPEG-2, and MP3 (ISO/IEC 14496-1, table 5).
_OBJECT_TYPES: Final = frozenset({0x40, 0x66, 0x67, 0x68, 0x69, 0x6B})
_NEEDED: Final = frozenset({b"moov", b"moof", b"mdat"})
# The sizes of the header by the version of a sound's sample entry; QuickTime has versions 1 and 2.
_ENTRY_BYTES: Final = {0: 28, 1: 44, 2: 64}

# Flags of tfhd and trun.
_BASE_OFFSET, _DESCRIPTION, _USUAL_DURATION, _USUAL_SIZE = 0x01, 0x02, 0x08, 0x10
_DATA_OFFSET, _FIRST_FLAGS, _DURATION, _SIZE, _FLAGS, _TIME_OFFSET = 0x01, 0x04, 0x100, 0x200, 0x400, 0x800


@dataclass(frozen=True)
class _Box:
    """A box: its name and start, and the start and end of its value."""

    name: bytes
    at: int
    start: int
    end: int


class _File:
    """The boxes of a file, up to ``MAX_BOXES``."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._left = MAX_BOXES
        self._taken = 0

    def top(self) -> Iterator[_Box]:
        """Yields the boxes of the file. Data after the last box is dropped, unless the sound needs it."""
        at, end = 0, len(self.content)
        while at + 8 <= end:
            size, name = struct.unpack_from(">I4s", self.content, at)
            if size == 1 and at + 16 <= end:
                (size,) = struct.unpack_from(">Q", self.content, at + 8)
            whole = at + size if size else end
            if (whole > end or whole < at + 8) and name not in _NEEDED:
                break
            yield from self.boxes(at, whole)
            at = whole
        trailing_data.check(self.content[at:])

    def boxes(self, start: int, end: int) -> Iterator[_Box]:
        """Yields the boxes that fill the range between two positions. Raises RefusedError."""
        at = start
        while at < end:
            self._left -= 1
            size, name = struct.unpack_from(">I4s", self.content, at)
            head = 8
            if size == 1:
                size, head = struct.unpack_from(">Q", self.content, at + 8)[0], 16
            elif size == 0:
                size = end - at
            if size < head or at + size > end or self._left < 0:
                raise RefusedError("broken")
            yield _Box(name, at, at + head, at + size)
            at += size

    def inside(self, box: _Box, *names: bytes) -> _Box | None:
        """Returns the first box at a path of names, or None."""
        found: _Box | None = box
        for name in names:
            if found is None:
                return None
            found = next((each for each in self.boxes(found.start, found.end) if each.name == name), None)
        return found

    def value(self, box: _Box, *names: bytes) -> bytes:
        """Returns the value of the box at a path of names. Raises RefusedError if there is none."""
        found = self.inside(box, *names)
        if found is None:
            raise RefusedError("broken")
        return self.content[found.start : found.end]

    def piece(self, at: int, size: int) -> bytes:
        """Returns the samples at this offset.

        The total size of all pieces must not exceed the file size, because overlapping pieces would multiply
        the output.
        """
        self._taken += size
        if at < 0 or at + size > len(self.content) or self._taken > len(self.content):
            raise RefusedError("broken")
        return self.content[at : at + size]


def rewritten(content: bytes) -> tuple[bytes, int]:
    """Returns the new file and its duration in ms. Raises RefusedError, IndexError, struct.error."""
    file = _File(content)
    boxes = list(file.top())
    moov = next((each for each in boxes if each.name == b"moov"), None)
    if moov is None:
        raise RefusedError("broken")
    tracks = [each for each in file.boxes(moov.start, moov.end) if each.name == b"trak"]
    handlers = [file.value(each, b"mdia", b"hdlr")[8:12] for each in tracks]
    if handlers != [b"soun"]:
        raise RefusedError("not_accepted")
    sound = _sound(file, moov, tracks[0])
    usual = file.inside(moov, b"mvex", b"trex")
    defaults = (0, 0) if usual is None else struct.unpack_from(">II", content, usual.start + 12)
    for moof in boxes:
        if moof.name == b"moof":
            _add_fragment(file, sound, moof, defaults)
    if not sound.sizes or sum(count for count, _ in sound.durations) != len(sound.sizes):
        raise RefusedError("broken")
    return written(sound), sound.duration * 1000 // sound.timescale


def _sound(file: _File, moov: _Box, track: _Box) -> Sound:
    header = file.value(track, b"mdia", b"mdhd")
    (timescale,) = struct.unpack_from(">I", header, 20 if header[0] == 1 else 12)
    if not 0 < timescale <= _MAX_TIMESCALE:
        raise RefusedError("broken")
    table = file.inside(track, b"mdia", b"minf", b"stbl")
    if table is None:
        raise RefusedError("broken")
    skipped, lasts = _edit(file, moov, track, timescale)
    sound = Sound(timescale, _entry(file, table), skipped, lasts)
    _add_table(file, sound, table)
    return sound


def _edit(file: _File, moov: _Box, track: _Box, timescale: int) -> tuple[int, int]:
    """Returns start and duration of the sound from the first edit that is not a pause."""
    edits = file.inside(track, b"edts", b"elst")
    if edits is None:
        return 0, 0
    value = file.content[edits.start : edits.end]
    form = ">Qq4x" if value[0] == 1 else ">Ii4x"
    edit_bytes = struct.calcsize(form)
    header = file.value(moov, b"mvhd")
    (of_movie,) = struct.unpack_from(">I", header, 20 if header[0] == 1 else 12)
    for at in range(8, min(len(value), 8 + 10 * edit_bytes), edit_bytes):
        lasts, begins = struct.unpack_from(form, value, at)
        if begins >= 0 and of_movie:
            return begins, lasts * timescale // of_movie
    return 0, 0


def _entry(file: _File, table: _Box) -> bytes:
    """Returns the sample entry, reduced to the configuration of a known codec."""
    described = file.inside(table, b"stsd")
    if described is None or struct.unpack_from(">I", file.content, described.start + 4)[0] != 1:
        raise RefusedError("broken")
    found = next(file.boxes(described.start + 8, described.end), None)
    if found is not None and found.name == b"alac":
        raise RefusedError("lossless")
    if found is None or found.name not in _CODECS:
        raise RefusedError("not_accepted")
    (version,) = struct.unpack_from(">H", file.content, found.start + 8)
    fixed = found.start + _ENTRY_BYTES.get(version, len(file.content))
    kept = [
        file.content[each.at : each.end]
        for each in file.boxes(fixed, found.end)
        if each.name in _CONFIGURATIONS
    ]
    entry = bytes(6) + b"\x00\x01" + file.content[found.start + 8 : fixed] + b"".join(kept)
    if fixed > found.end or len(entry) > _MAX_CONFIGURATION:
        raise RefusedError("broken")
    if found.name == b"mp4a" and _object_type(b"".join(kept)) not in _OBJECT_TYPES:
        raise RefusedError("not_accepted")
    return box(found.name, entry)


def _object_type(configuration: bytes) -> int:
    """Returns the object type in an elementary stream descriptor (ISO/IEC 14496-1, 7.2.6.5)."""
    at = configuration.index(b"esds") + 8 if b"esds" in configuration else len(configuration)
    while at < len(configuration):
        tag, at = configuration[at], at + 1
        while configuration[at] & 0x80:  # the size, in groups of 7 bits
            at += 1
        at += 1
        if tag == 4:  # DecoderConfigDescriptor
            return configuration[at]
        if tag != 3:  # ES_Descriptor, which contains the others
            break
        flags = configuration[at + 2]
        at += 3 + (2 if flags & 0x80 else 0) + (2 if flags & 0x20 else 0)
        at += 1 + configuration[at] if flags & 0x40 else 0
    return 0


def _add_table(file: _File, sound: Sound, table: _Box) -> None:
    """Adds the samples described by the track's tables, which are empty in a fragmented file."""
    stsz = file.value(table, b"stsz")
    usual, count = struct.unpack_from(">II", stsz, 4)
    if count > MAX_SAMPLES:
        raise RefusedError("segments")
    sizes = [usual] * count if usual else list(struct.unpack_from(f">{count}I", stsz, 12))
    stts = file.value(table, b"stts")
    entries = struct.unpack_from(">I", stts, 4)[0]
    if entries > count:
        raise RefusedError("broken")
    sound.add_durations(*struct.iter_unpack(">II", stts[8 : 8 + 8 * entries]))
    sound.sizes += sizes
    at = 0
    for offset, samples in _chunks(file, table, count):
        sound.pieces.append(file.piece(offset, sum(sizes[at : at + samples])))
        at += samples
    if at != count:
        raise RefusedError("broken")


def _chunks(file: _File, table: _Box, count: int) -> Iterator[tuple[int, int]]:
    """Yields the offset of each chunk and its number of samples."""
    wide = file.inside(table, b"co64") is not None
    offsets = file.value(table, b"co64" if wide else b"stco")
    chunks = struct.unpack_from(">I", offsets, 4)[0]
    stsc = file.value(table, b"stsc")
    entries = struct.unpack_from(">I", stsc, 4)[0]
    if chunks > count or entries > chunks:
        raise RefusedError("broken")
    runs = [*struct.iter_unpack(">III", stsc[8 : 8 + 12 * entries])]
    run, samples = 0, 0
    for number, offset in enumerate(struct.unpack_from(f">{chunks}{'Q' if wide else 'I'}", offsets, 8), 1):
        while run < len(runs) and runs[run][0] <= number:
            samples, run = runs[run][1], run + 1
        if not 0 < samples <= count:
            raise RefusedError("broken")
        yield offset, samples


def _add_fragment(file: _File, sound: Sound, moof: _Box, defaults: tuple[int, int]) -> None:
    for traf in file.boxes(moof.start, moof.end):
        if traf.name != b"traf":
            continue
        header = file.value(traf, b"tfhd")
        flags, at = int.from_bytes(header[1:4]), 8
        base, (duration, size) = moof.at, defaults
        if flags & _BASE_OFFSET:
            base, at = struct.unpack_from(">Q", header, at)[0], at + 8
        at += 4 if flags & _DESCRIPTION else 0
        if flags & _USUAL_DURATION:
            duration, at = struct.unpack_from(">I", header, at)[0], at + 4
        if flags & _USUAL_SIZE:
            size = struct.unpack_from(">I", header, at)[0]
        # Recorders guess the duration of a fragment's last sample. The start of the next fragment is exact.
        began = file.inside(traf, b"tfdt")
        if began is not None and sound.sizes:
            wide = file.content[began.start] == 1
            sound.end_last_at(struct.unpack_from(">Q" if wide else ">I", file.content, began.start + 4)[0])
        follows = base
        for trun in file.boxes(traf.start, traf.end):
            if trun.name == b"trun":
                follows = _add_run(file, sound, trun, (base, follows), (duration, size))


def _add_run(file: _File, sound: Sound, trun: _Box, places: tuple[int, int], usual: tuple[int, int]) -> int:
    """Adds the samples of a run and returns the end of their data.

    ``places`` contains the base of the run's offset, and the start of its data if it has no offset.
    """
    value = file.content[trun.start : trun.end]
    flags, count = int.from_bytes(value[1:4]), struct.unpack_from(">I", value, 4)[0]
    if count + len(sound.sizes) > MAX_SAMPLES:
        raise RefusedError("segments")
    (base, begins), at = places, 8
    if flags & _DATA_OFFSET:
        begins, at = base + struct.unpack_from(">i", value, at)[0], at + 4
    at += 4 if flags & _FIRST_FLAGS else 0
    fields = [bit for bit in (_DURATION, _SIZE, _FLAGS, _TIME_OFFSET) if flags & bit]
    columns = struct.unpack_from(f">{count * len(fields)}I", value, at)
    durations, sizes = (
        columns[fields.index(name) :: len(fields)] if name in fields else (every,) * count
        for name, every in zip((_DURATION, _SIZE), usual, strict=True)
    )
    sound.add_durations(*((1, each) for each in durations))
    sound.sizes += sizes
    whole = sum(sizes)
    sound.pieces.append(file.piece(begins, whole))
    return begins + whole
