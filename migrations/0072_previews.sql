-- Previews of a card as everyone, as a contributor and as an admin; 'preview' is the recipient's. The constraint only
-- becomes wider, so it needs no check of the existing rows.
alter table links drop constraint links_kind_check;
alter table links add constraint links_kind_check check (kind in (
  'sign', 'invitation', 'view', 'public_view', 'unsubscribe', 'own', 'preview', 'preview_everyone',
  'preview_contributor', 'preview_admin', 'mute', 'wall')) not valid;
