"""Typeset a keepsake as a PDF: ``python -m wellwish.keepsake.typeset FOLDER``.

The folder contains keepsake.json, keepsake.typ, the pictures and the fonts; the output is keepsake.pdf.
Outside of the folder, Typst reads only system fonts, as a fallback for missing glyphs.
"""

import contextlib
import os
import resource
import sys
import threading
import time
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

from wellwish.keepsake.scripts import UNDISPLAYED

MAX_CPU_S: Final = 60
MAX_MEMORY_BYTES: Final = 3 * 1024**3  # limit of the address space; a thousand notes with photos need a third
SHORT_CPU_S: Final = 0.5  # cards with ordinary notes take less


def step_back() -> None:
    """Lowers the priority of a long run, so that short runs and requests precede it."""
    while time.process_time() < SHORT_CPU_S:
        time.sleep(0.05)
    # Linux sets priorities per thread, and Typst has already started its threads.
    with contextlib.suppress(OSError):
        for thread in os.listdir("/proc/self/task"):
            os.setpriority(os.PRIO_PROCESS, int(thread), 10)


def main(folder: Path) -> None:
    """Typesets the keepsake within limits of CPU time and memory."""
    threading.Thread(target=step_back, daemon=True).start()
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    typst = import_module("typst")
    compile_pdf = partial(
        typst.compile,
        str(folder / "keepsake.typ"),
        output=str(folder / "keepsake.pdf"),
        root=str(folder),
        font_paths=[str(folder / "fonts")],
        package_path=str(folder),  # an empty path, because the document imports no packages
        package_cache_path=str(folder),
    )
    try:
        # Typst refuses a document that lacks a title, a language or the description of a picture, or whose
        # text has a character that no font of the system contains.
        compile_pdf(pdf_standards=["ua-1"])
    except typst.TypstError as error:
        # This PDF is tagged as well, but does not claim to conform to PDF/UA-1.
        compile_pdf(sys_inputs={"incomplete": "yes"} if UNDISPLAYED in error.message else {})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
