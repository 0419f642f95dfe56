"""The stamp of a full check is valid only for the covers that were checked."""

from pathlib import Path

import pytest

from tests.designs.covers import stamp


@pytest.mark.parametrize(
    "name",
    [
        "src/wellwish_covers/birthday.py",
        "src/wellwish_covers/words.toml",
        "src/wellwish/designs/covers/built/manifest.json",
        "src/wellwish/designs/templates/catalogue.toml",
        "tests/designs/covers/quality.py",
    ],
)
def test_includes_the_files_that_decide_how_covers_look(name: str) -> None:
    assert stamp.ROOT / name in stamp.files()
    assert any(path.suffix in {".ttf", ".otf", ".woff2"} for path in stamp.files())


def test_another_content_another_name_and_another_library_change_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamp, "ROOT", tmp_path)
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"a")
    before = stamp.digest([one])
    assert stamp.digest([one]) == before
    one.write_bytes(b"b")
    assert stamp.digest([one]) != before
    other.write_bytes(b"a")
    assert stamp.digest([other]) != before
    one.write_bytes(b"a")
    monkeypatch.setattr(stamp, "version", lambda _: "0")
    assert stamp.digest([one]) != before


def test_every_design_is_checked_where_the_stamp_does_not_fit() -> None:
    assert stamp.chosen("abc", checked=False) == ["a", "b", "c"]
    first, *others = stamp.chosen("abc", checked=True)
    assert first == "a"
    assert others == [pytest.param(slug, marks=pytest.mark.full) for slug in "bc"]
    assert not stamp.is_checked("0" * 64)
    assert stamp.is_checked(stamp.digest(stamp.files()) + "\n")
