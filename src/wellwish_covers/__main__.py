"""Draw one cover: JSON arguments of ``draw`` on standard input, its files on standard output."""

import json
import resource
import sys
from base64 import b64encode
from typing import Final

from wellwish_covers import draw

MAX_CPU_S: Final = 15
MAX_MEMORY_BYTES: Final = 2 * 1024**3


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    files = draw(**json.load(sys.stdin))
    json.dump({kind: b64encode(content).decode() for kind, content in files.items()}, sys.stdout)


if __name__ == "__main__":
    main()
