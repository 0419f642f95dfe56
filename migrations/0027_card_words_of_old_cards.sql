-- The words of the cards that exist, as cards/words.py splits them. lower() stands for its case folding: the two differ
-- in letters that a database without a locale (LC_CTYPE C) does not lower, Greek and Cyrillic capitals among them, until
-- the next change of such a card. One statement per table holds row locks, not the table.
update cards set words = array(
  select distinct left(word, 64)
  from regexp_split_to_table(
    regexp_replace(
      replace(replace(replace(translate(
        lower(normalize(concat_ws(' ', title, sender, recipient), NFKD)), 'øđłıς', 'odliσ'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200c\u200d]+',
      '', 'g'),
    '[^0-9a-z\u00e0-\u00f6\u00f8-\u0558\u0560-\u0588\u05d0-\u05f2\u0620-\u0669\u066e-\u06d3\u06d5-\u0963\u0966-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u30fa\u30fc-\u31ff\u3400-\u4dbf\u4e00-\ud7ff\U00010000-\U0001cfff\U00020000-\U0003ffff]+'
  ) as word
  where word <> '')
where deleted_at is null;

insert into card_words (account_id, word, card_id)
select account_id, unnest(words), id from cards where deleted_at is null
on conflict do nothing;
