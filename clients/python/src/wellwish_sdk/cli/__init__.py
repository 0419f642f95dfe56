"""The command `ww`. It needs the extra `cli`: `pip install 'wellwish-sdk[cli]'`."""

import sys


def main() -> None:
    """Runs the command, or exits with a message if the extra is missing."""
    try:
        import cyclopts  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ModuleNotFoundError:
        sys.exit("ww needs an extra: pip install 'wellwish-sdk[cli]'")
    from wellwish_sdk.cli.app import run

    sys.exit(run())
