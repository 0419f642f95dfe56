"""``python -m wellwish`` and the command `wellwish`."""

from wellwish.cli.app import main

if __name__ == "__main__":
    main()
