"""LibreOffice opens and saves our CSV without changing its texts."""

import csv
import io
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.movements.test_sheet import CELLS
from wellwish.movements import sheet

pytestmark = pytest.mark.full
# Separator, quote, UTF-8, first row; then whether quoted cells are text and special numbers are detected.
_COMMA, _ALL = "44,34,76,1,,0,false,false", "44/59/9,34,76,1,,0,false,false"


@pytest.mark.parametrize("separators", [_COMMA, _ALL])
def test_libreoffice_saves_what_it_opened(separators: str, tmp_path: Path) -> None:
    if shutil.which("soffice") is None:
        pytest.skip("NO LIBREOFFICE ON THIS MACHINE: it does not open our CSV")
    # LibreOffice drops control characters in cells, and a cell has one kind of line break.
    texts = [each for each in CELLS if each and not set("\0\r\t") & set(each)]
    (tmp_path / "in.csv").write_bytes(sheet.BOM + sheet.lines([["a", each, "z"] for each in texts]))
    saved = _converted(tmp_path, "in.csv", "ods", f"--infilter=CSV:{separators}")
    saved = _converted(tmp_path, saved, f"csv:Text - txt - csv (StarCalc):{_COMMA}")
    with io.StringIO((tmp_path / saved).read_text("utf-8-sig"), newline="") as file:
        assert [row[1] for row in csv.reader(file)] == [CELLS[each] for each in texts]
    (tmp_path / "naive.csv").write_text("a,=1+1,z\n")  # the control
    saved = _converted(tmp_path, _converted(tmp_path, "naive.csv", "ods", f"--infilter=CSV:{_COMMA}"), "csv")
    assert (tmp_path / saved).read_text().startswith("a,2,z")


def _converted(folder: Path, name: str, form: str, *options: str) -> str:
    """Returns the name of the converted file, in a separate folder."""
    out = folder / f"{name.replace('/', '-')}-converted"
    command = [
        "soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", *options,
        "--convert-to", form, "--outdir", str(out), str(folder / name),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    [made] = out.iterdir()
    return str(made.relative_to(folder))
