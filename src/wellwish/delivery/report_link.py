"""The link in an email by which its reader reports the email to the operator."""

from typing import Final

from wellwish.accounts.derived_link import DerivedLink

KIND: Final = "report"
LINK: Final = DerivedLink("/report", KIND)
