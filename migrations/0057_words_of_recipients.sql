-- Migration 0035 gave cards the recipient that only their list of recipients had, but not its words, so these cards were
-- not found by it. The words are split as in migration 0027. Holds row locks of the cards that it changes.
with wanted as materialized (
  select c.account_id, c.id, array(
    select distinct left(word, 64)
    from regexp_split_to_table(
      regexp_replace(
        replace(replace(replace(translate(
          lower(normalize(c.recipient, NFKD)), 'øđłıς', 'odliσ'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200c\u200d]+',
        '', 'g'),
      '[^0-9a-z\u00e0-\u00f6\u00f8-\u0558\u0560-\u0588\u05d0-\u05f2\u0620-\u0669\u066e-\u06d3\u06d5-\u0963\u0966-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u30fa\u30fc-\u31ff\u3400-\u4dbf\u4e00-\ud7ff\U00010000-\U0001cfff\U00020000-\U0003ffff]+'
    ) as word
    where word <> '') as words
  from cards c
  where c.deleted_at is null and c.recipient is not null
), changed as (
  update cards c set words = array(select distinct unnest(c.words || w.words) order by 1)
  from wanted w
  where c.account_id = w.account_id and c.id = w.id and c.deleted_at is null and not c.words @> w.words
  returning c.account_id, c.id, w.words
)
insert into card_words (account_id, word, card_id)
select account_id, unnest(words), id from changed
on conflict do nothing;
