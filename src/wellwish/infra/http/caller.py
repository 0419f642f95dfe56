"""The caller: the account and the user behind an access token, a key pair, a session or a consent."""

from msgspec import Struct

from wellwish.infra.http.budget import Payer


class Caller(Struct, frozen=True):
    """The account and the user that make a request; the credential belongs to the user."""

    account_id: str
    user_id: str
    credential_id: str = ""  # empty without a token or a key pair
    consent_id: str = ""  # of a client of OAuth that acts for the user
    client: str = ""  # the host of this client, for the audit log
    session_id: str = ""  # of a signed-in browser, also where it acts with a key pair
    network: str = ""  # IPv4 /24 or IPv6 /64, for the audit log
    is_test: bool = False  # the account holds the test data of another one
    platform_id: str = ""  # the platform that acts for the account, which is its customer
    shared_with: str = ""  # whose budgets the account shares: its platform, or the test data of its customers

    @property
    def payer(self) -> Payer:
        """The account whose budgets the call counts against: customers share those of their platform."""
        return Payer(self.shared_with) if self.platform_id else Payer.of(self.account_id, self.shared_with)

    @property
    def admin_user_id(self) -> str:
        """The user whose cards in other accounts the caller sees as an admin; empty while a platform acts."""
        return "" if self.platform_id else self.user_id

    @property
    def member_of(self) -> str:
        """The account in which the user has a role."""
        return self.platform_id or self.account_id
