"""The service's command line with loopback treated as public, so that webhooks reach receivers in a test."""

from tests.outside import RULES
from wellwish import app
from wellwish.cli.app import main

if __name__ == "__main__":
    app.PUBLIC = app.PUBLIC_OR_PLAIN = RULES  # pyright: ignore[reportAttributeAccessIssue, reportConstantRedefinition]
    main()
