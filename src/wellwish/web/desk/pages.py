"""The pages of the desk, package by package."""

from typing import Final

from wellwish.web.desk.account.pages import ACCOUNT
from wellwish.web.desk.cards.pages import CARDS
from wellwish.web.desk.develop.pages import DEVELOP
from wellwish.web.desk.entry.pages import ENTRY
from wellwish.web.desk.money.pages import MONEY
from wellwish.web.desk.notes.pages import NOTES
from wellwish.web.desk.occasions.pages import OCCASIONS
from wellwish.web.desk.people.pages import PEOPLE
from wellwish.web.desk.privacy.pages import PRIVACY
from wellwish.web.desk.staff.pages import STAFF

# Card pages come last, because their paths with an `{action}` would also match fixed paths.
DESK: Final = (*ENTRY, *PRIVACY, *ACCOUNT, *DEVELOP, *PEOPLE, *STAFF, *OCCASIONS, *NOTES, *MONEY, *CARDS)
