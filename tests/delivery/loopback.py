"""The command line of the service where loopback counts as public: webhooks to receivers of a test leave."""

from tests.outside import RULES
from wellwish import app
from wellwish.cli.app import main

if __name__ == "__main__":
    app.PUBLIC = app.PUBLIC_OR_PLAIN = RULES  # pyright: ignore[reportAttributeAccessIssue, reportConstantRedefinition]
    main()
