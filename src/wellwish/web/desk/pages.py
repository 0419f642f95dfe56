"""The pages of the desk, room by room."""

from typing import Final

from wellwish.web.desk.account.pages import ACCOUNT
from wellwish.web.desk.cards.pages import CARDS
from wellwish.web.desk.develop.pages import DEVELOP
from wellwish.web.desk.entry.pages import ENTRY
from wellwish.web.desk.money.pages import MONEY
from wellwish.web.desk.notes.pages import NOTES
from wellwish.web.desk.people.pages import PEOPLE
from wellwish.web.desk.privacy.pages import PRIVACY

# Paths of card pages with an `{action}` would also match fixed paths, so the pages of cards come last.
DESK: Final = (*ENTRY, *PRIVACY, *ACCOUNT, *DEVELOP, *PEOPLE, *NOTES, *MONEY, *CARDS)
