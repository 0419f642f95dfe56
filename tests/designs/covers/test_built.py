"""The packaged covers match the drawing code, with one per palette of the catalogue."""

import hashlib
import tomllib
import zlib
from importlib.resources import files as resources

import pytest
from PIL import Image

from tests.designs.covers import quality, stamp
from wellwish.designs.covers import files
from wellwish_covers.design import designs, render

# The compressed size in the wheel, which may have 15 MB including 2 MB of code.
MAX_BYTES = 13_000_000


def catalogue() -> dict[str, list[str]]:
    text = (resources("wellwish.designs.templates") / "catalogue.toml").read_text(encoding="utf-8")
    return {t["slug"]: [p["name"] for p in t["palettes"]] for t in tomllib.loads(text)["template"]}


def test_every_template_has_its_design_in_the_palettes_of_the_catalogue() -> None:
    assert {slug: list(design.palettes) for slug, design in designs().items()} == catalogue()


def test_the_manifest_has_every_template_and_palette() -> None:
    assert {slug: list(palettes) for slug, palettes in files.manifest().items()} == catalogue()


@pytest.mark.parametrize("slug", stamp.chosen(catalogue(), checked=stamp.CHECKED))
def test_built_covers_are_current(slug: str) -> None:
    for i, palette in enumerate(files.palettes(slug)):
        built = files.cover_file(slug, i, "svg").read_text(encoding="utf-8")
        assert built == render(slug, palette), "run script/covers"
        quality.check_document(built)


@pytest.mark.parametrize("slug", catalogue())
def test_files_are_those_of_the_manifest(slug: str) -> None:
    for i, palette in enumerate(files.palettes(slug)):
        for kind, digest in files.manifest()[slug][palette].items():
            path = files.cover_file(slug, i, kind)
            assert hashlib.sha256(path.read_bytes()).hexdigest() == digest
            if kind != "svg":
                with Image.open(path) as picture:
                    assert picture.size == files.SIZES[kind]
                    assert f"image/{str(picture.format).lower()}" == files.MEDIA_TYPES[kind]


def test_nothing_else_lies_there_and_all_of_it_is_small_enough() -> None:
    wanted = {files.cover_file(s, i, k) for s in files.manifest() for i in range(3) for k in files.SUFFIXES}
    found = {path for path in files.FOLDER.rglob("*") if path.is_file()}
    assert found == wanted | {files.FOLDER / "manifest.json"}
    assert sum(len(zlib.compress(path.read_bytes())) for path in found) < MAX_BYTES


def test_pictures_are_light_enough_for_a_phone() -> None:
    for slug in files.manifest():
        for i in range(len(files.palettes(slug))):
            assert files.cover_file(slug, i, "avif_480").stat().st_size <= 40_000
            assert files.cover_file(slug, i, "avif_240").stat().st_size <= 16_000
            assert files.cover_file(slug, i, "og").stat().st_size <= 120_000


def test_a_path_leads_back_to_its_file_and_no_other_path_does() -> None:
    path = files.url_path("birthday-cake", 0, "avif_480")
    assert path.startswith("/covers/birthday-cake/indigo-480.")
    assert files.find_file(path) == (files.cover_file("birthday-cake", 0, "avif_480"), "image/avif")
    for wrong in (path[:-6] + ".avif", "/covers/../files.py", "/covers/birthday-cake/indigo.svg", ""):
        assert files.find_file(wrong) is None
    paths = {files.url_path(s, i, k) for s in files.manifest() for i in range(3) for k in files.SUFFIXES}
    assert len(paths) == len(catalogue()) * 3 * 4


def test_refuses_a_cover_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        files.cover_file("nothing", 0, "svg")
    with pytest.raises(IndexError):
        files.cover_file("birthday-cake", 3, "svg")
