"""The organisers of a card, and the news that each may read."""

from msgspec import Struct, structs

from wellwish.cards.card_row import CardRow
from wellwish.cards.organisers.news import News
from wellwish.infra.db import Tx


class Organiser(Struct, frozen=True):
    """A person who gets email about a card, with their privileges.

    The member who created the card and the owners have all privileges; active admins have those granted.
    """

    user_id: str
    email: str
    name: str | None
    can_update: bool
    invite_contributors: bool

    def reads(self, news: News) -> News:
        """Returns the part of the news that this person can see on the pages."""
        if not self.can_update:
            news = structs.replace(news, waiting=0, reported=0)
        if not self.invite_contributors:
            news = structs.replace(news, undelivered=0, all_signed=False, some_declined=False)
        return news


async def organisers(tx: Tx, row: CardRow) -> list[Organiser]:
    """Returns the people who get emails about the card, without duplicates.

    Owners are included if the member who created the card has left the account, or if a program requested the
    email, which makes the account itself the organiser.
    """
    return await tx.many(
        Organiser,
        """
        with members as (
          select u.id as user_id, u.email, u.name, true as can_update, true as invite_contributors
          from memberships m join users u on u.id = m.user_id
          where m.account_id = :account_id and u.email_verified_at is not null and (
            m.user_id = :organiser_id
            or :organiser_id::text is not null and m.role = 'owner' and not exists (
              select 1 from memberships o where o.account_id = :account_id and o.user_id = :organiser_id)))
        select user_id, email, name, can_update, invite_contributors from members
        union all
        select a.user_id, a.email, a.name, a.can_update, a.invite_contributors from card_admins a
        where a.account_id = :account_id and a.card_id = :card_id and a.removed_at is null
          and a.activated_at is not null and not exists (select 1 from members m where m.user_id = a.user_id)
        order by user_id limit 1000
        """,
        account_id=row.account_id,
        card_id=row.id,
        organiser_id=row.organiser_id,
    )
