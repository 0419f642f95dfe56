-- `recipient` and `recipient_email` are the first recipient's, also where only `recipients` was given.
update cards c set recipient = r.name, recipient_email = r.email
from recipients r
where r.account_id = c.account_id and r.card_id = c.id and r.position = 0
  and (c.recipient is distinct from r.name or c.recipient_email is distinct from r.email);
