"""The caller: the account and user identified by an access token, a key pair, a session or a consent."""

from msgspec import Struct

from wellwish.infra.http.budget import Payer


class Caller(Struct, frozen=True):
    """The account and user that make a request. The credential belongs to the user."""

    account_id: str
    user_id: str
    credential_id: str = ""  # empty without a token or a key pair
    consent_id: str = ""  # the consent if an OAuth client acts for the user
    client: str = ""  # the OAuth client's host, for the audit log
    session_id: str = ""  # the session of a signed-in browser, even if it acts with a key pair
    network: str = ""  # IPv4 /24 or IPv6 /64, for the audit log
    is_test: bool = False  # whether the account is the test account of another account
    platform_id: str = ""  # the platform that acts for the account, which is its customer
    shared_with: str = ""  # whose budgets it uses: its platform, or ``test`` with the platform's ID
    scopes: frozenset[str] | None = None  # of a restricted key; None permits everything

    @property
    def payer(self) -> Payer:
        """The account whose budgets the call uses; customers share the budgets of their platform."""
        return Payer(self.shared_with) if self.platform_id else Payer.of(self.account_id, self.shared_with)

    @property
    def admin_user_id(self) -> str:
        """The user as whose card admin the caller can act in other accounts.

        Empty if a platform acts, and for a restricted key, which acts for its account only.
        """
        return "" if self.platform_id or self.scopes is not None else self.user_id

    @property
    def member_of(self) -> str:
        """The account in which the user has a role."""
        return self.platform_id or self.account_id
