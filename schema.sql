-- All data on one screen: the schema that the migrations make, as pg_dump shows it. Nothing runs this file;
-- script/generate writes it.

CREATE SCHEMA public;

COMMENT ON SCHEMA public IS 'standard public schema';

CREATE FUNCTION public.visible_accounts() RETURNS text[]
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN string_to_array(current_setting('app.account_ids'::text, true), ','::text);

CREATE TABLE public.account_suspensions (
    account_id text NOT NULL COLLATE pg_catalog."C",
    suspended_at timestamp with time zone NOT NULL,
    deletion_began_at timestamp with time zone,
    deleted_at timestamp with time zone
);

CREATE TABLE public.accounts (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    country text,
    currency text DEFAULT 'USD'::text NOT NULL,
    timezone text DEFAULT 'UTC'::text NOT NULL,
    locale text DEFAULT 'en'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    return_origins text[] DEFAULT '{}'::text[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    erase_cards_after_days integer,
    reply_to text,
    reply_to_verified_at timestamp with time zone,
    reply_to_link_id text COLLATE pg_catalog."C",
    reply_to_asked_at timestamp with time zone,
    logo jsonb,
    embed_origins jsonb DEFAULT '[]'::jsonb NOT NULL,
    members_see_dates boolean DEFAULT false NOT NULL,
    people_notice text,
    holidays jsonb DEFAULT '[]'::jsonb NOT NULL,
    people_since timestamp with time zone,
    CONSTRAINT accounts_erase_cards_after_days_check CHECK (((erase_cards_after_days >= 1) AND (erase_cards_after_days <= 3650)))
);

CREATE TABLE public.cards (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    bundle_purchase_id text NOT NULL COLLATE pg_catalog."C",
    template_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    sender text NOT NULL,
    recipient text,
    recipient_email text,
    audio_file jsonb,
    card_type smallint NOT NULL,
    auto_reminders boolean NOT NULL,
    public_read boolean NOT NULL,
    contribution_end_date text,
    contribution_ends_at timestamp with time zone,
    contribution_limit integer,
    custom_logo text,
    custom_effect text,
    extra_data text,
    palette text NOT NULL,
    cover_text jsonb,
    moderation text NOT NULL,
    timezone text NOT NULL,
    locale text NOT NULL,
    shared_link boolean NOT NULL,
    external_id text,
    add_money text NOT NULL,
    see_total text NOT NULL,
    see_contributors text NOT NULL,
    add_cash boolean NOT NULL,
    restrict_cash boolean NOT NULL,
    currency text NOT NULL,
    see_contributor_names smallint NOT NULL,
    suggested_amounts jsonb,
    min_amount bigint,
    max_amount bigint,
    goal_amount bigint,
    state text NOT NULL,
    closed_at timestamp with time zone,
    archived_at timestamp with time zone,
    cancelled_at timestamp with time zone,
    deleted_at timestamp with time zone,
    shared_link_version integer DEFAULT 1 NOT NULL,
    public_link_version integer DEFAULT 1 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    places_taken integer DEFAULT 0 NOT NULL,
    revealed_at timestamp with time zone,
    cancelling_at timestamp with time zone,
    words text[] DEFAULT '{}'::text[] NOT NULL COLLATE pg_catalog."C",
    reply_to text,
    see_notes text DEFAULT 'signed'::text NOT NULL,
    goal_reached_at timestamp with time zone,
    organiser_mail text DEFAULT 'daily'::text NOT NULL,
    organiser_id text COLLATE pg_catalog."C",
    CONSTRAINT cards_places_taken_check CHECK ((places_taken >= 0)),
    CONSTRAINT cards_see_notes_check CHECK ((see_notes = ANY (ARRAY['everyone'::text, 'signed'::text, 'nobody'::text]))),
    CONSTRAINT cards_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'archived'::text, 'cancelled'::text])))
);

CREATE TABLE public.customers (
    account_id text NOT NULL COLLATE pg_catalog."C",
    platform_id text NOT NULL COLLATE pg_catalog."C",
    external_id text COLLATE pg_catalog."C",
    bundles text DEFAULT 'own'::text NOT NULL,
    closed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT customers_bundles_check CHECK ((bundles = ANY (ARRAY['own'::text, 'platform'::text]))),
    CONSTRAINT customers_check CHECK ((account_id <> platform_id))
);

CREATE FUNCTION public.customer_accounts(of_platform_id text, only_id text) RETURNS TABLE(id text, name text, external_id text, bundles text, closed_at timestamp with time zone, suspended_at timestamp with time zone, cards bigint, created_at timestamp with time zone, updated_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    BEGIN ATOMIC
 SELECT a.id,
     a.name,
     c.external_id,
     c.bundles,
     c.closed_at,
     s.suspended_at,
     ( SELECT count(*) AS count
            FROM public.cards k
           WHERE ((k.account_id = a.id) AND (k.deleted_at IS NULL))) AS cards,
     a.created_at,
     GREATEST(a.updated_at, c.updated_at) AS updated_at
    FROM ((public.customers c
      JOIN public.accounts a ON ((a.id = c.account_id)))
      LEFT JOIN public.account_suspensions s ON ((s.account_id = c.account_id)))
   WHERE ((c.platform_id = customer_accounts.of_platform_id) AND (array_position(public.visible_accounts(), customer_accounts.of_platform_id) IS NOT NULL) AND ((customer_accounts.only_id IS NULL) OR (c.account_id = customer_accounts.only_id)) AND (s.deletion_began_at IS NULL));
END;

CREATE TABLE public.bundle_purchases (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    bundle_id text COLLATE pg_catalog."C",
    name text NOT NULL,
    status text NOT NULL,
    payment_status text NOT NULL,
    cards_total integer NOT NULL,
    cards_used integer DEFAULT 0 NOT NULL,
    price_amount bigint NOT NULL,
    price_currency text NOT NULL,
    purchased_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    payment_id text COLLATE pg_catalog."C",
    platform_id text COLLATE pg_catalog."C",
    CONSTRAINT bundle_purchases_check CHECK (((cards_used >= 0) AND (cards_used <= cards_total))),
    CONSTRAINT bundle_purchases_payment_status_check CHECK ((payment_status = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text, 'refunded'::text]))),
    CONSTRAINT bundle_purchases_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'failed'::text, 'refunded'::text])))
)
WITH (fillfactor='50');

CREATE FUNCTION public.customers_of(of_platform_id text, only_id text, after_id text, name_part text, wanted_external_id text, most integer) RETURNS TABLE(id text, name text, external_id text, bundles text, closed_at timestamp with time zone, suspended_at timestamp with time zone, cards bigint, created_at timestamp with time zone, updated_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    BEGIN ATOMIC
 WITH page AS MATERIALIZED (
          SELECT a.id,
             a.name,
             c.external_id,
             c.bundles,
             c.closed_at,
             s.suspended_at,
             a.created_at,
             GREATEST(a.updated_at, c.updated_at) AS updated_at
            FROM ((public.customers c
              JOIN public.accounts a ON ((a.id = c.account_id)))
              LEFT JOIN public.account_suspensions s ON ((s.account_id = c.account_id)))
           WHERE ((c.platform_id = customers_of.of_platform_id) AND (array_position(public.visible_accounts(), customers_of.of_platform_id) IS NOT NULL) AND ((customers_of.only_id IS NULL) OR (c.account_id = customers_of.only_id)) AND (s.deletion_began_at IS NULL) AND ((customers_of.after_id IS NULL) OR (c.account_id < customers_of.after_id)) AND ((customers_of.name_part IS NULL) OR (POSITION((lower(customers_of.name_part)) IN (lower(a.name))) > 0)) AND ((customers_of.wanted_external_id IS NULL) OR (c.external_id = customers_of.wanted_external_id)))
           ORDER BY (c.account_id COLLATE "C") DESC
          LIMIT customers_of.most
         ), counted AS MATERIALIZED (
          SELECT b.account_id,
             sum(b.cards_used) AS cards
            FROM public.bundle_purchases b
           WHERE (b.account_id = ANY (ARRAY( SELECT p.id
                    FROM page p)))
           GROUP BY b.account_id
         )
  SELECT page.id,
     page.name,
     page.external_id,
     page.bundles,
     page.closed_at,
     page.suspended_at,
     COALESCE(counted.cards, (0)::bigint) AS "coalesce",
     page.created_at,
     page.updated_at
    FROM (page
      LEFT JOIN counted ON ((counted.account_id = page.id)))
   ORDER BY (page.id COLLATE "C") DESC;
END;

CREATE TABLE public.events (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    card_id text COLLATE pg_catalog."C",
    data jsonb NOT NULL,
    txid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.platforms (
    account_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL
);

CREATE FUNCTION public.draw_card(of_account_id text, wanted_id text, at timestamp with time zone, event_id text) RETURNS TABLE(id text)
    LANGUAGE sql STRICT SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    BEGIN ATOMIC
 WITH chosen AS (
          SELECT p.account_id,
             p.id
            FROM ((public.customers c
              JOIN public.platforms f ON ((f.account_id = c.platform_id)))
              JOIN public.bundle_purchases p ON ((p.account_id = c.platform_id)))
           WHERE ((c.account_id = draw_card.of_account_id) AND (c.bundles = 'platform'::text) AND (array_position(public.visible_accounts(), draw_card.of_account_id) IS NOT NULL) AND (NOT (EXISTS ( SELECT
                    FROM public.account_suspensions s
                   WHERE (s.account_id = c.platform_id)))) AND (p.status = 'active'::text) AND (p.payment_status = 'paid'::text) AND (p.cards_used < p.cards_total) AND ((p.expires_at IS NULL) OR (p.expires_at > draw_card.at)) AND ((draw_card.wanted_id = ''::text) OR (draw_card.wanted_id = p.id)))
           ORDER BY COALESCE(p.expires_at, 'infinity'::timestamp with time zone), p.id
          LIMIT 1
          FOR SHARE OF c
          FOR UPDATE OF p
         ), taken AS (
          UPDATE public.bundle_purchases b SET cards_used = (b.cards_used + 1), version = (b.version + 1), updated_at = draw_card.at
            FROM chosen
           WHERE ((b.account_id = chosen.account_id) AND (b.id = chosen.id) AND (b.cards_used < b.cards_total))
           RETURNING b.account_id,
             b.id,
             b.bundle_id,
             b.name,
             b.cards_total,
             b.cards_used,
             b.price_currency,
             b.expires_at
         ), recorded AS (
          INSERT INTO public.events (account_id, id, type, card_id, data, created_at)  SELECT taken.account_id,
                     draw_card.event_id AS event_id,
                         CASE
                             WHEN (taken.cards_used = taken.cards_total) THEN 'bundle_purchase.exhausted'::text
                             ELSE 'bundle_purchase.low'::text
                         END AS "case",
                     NULL::text AS text,
                     jsonb_build_object('bundle_purchase_id', taken.id, 'cards_remaining', (taken.cards_total - taken.cards_used)) AS jsonb_build_object,
                     draw_card.at AS at
                    FROM taken
                   WHERE (((taken.cards_total - taken.cards_used) = 0) OR ((taken.cards_total - taken.cards_used) = GREATEST(1, (taken.cards_total / 10))))
         )
  INSERT INTO public.bundle_purchases AS drawn (account_id, id, bundle_id, name, status, payment_status, cards_total, cards_used, price_amount, price_currency, purchased_at, expires_at, created_at, updated_at, platform_id)  SELECT draw_card.of_account_id AS of_account_id,
             taken.id,
             taken.bundle_id,
             taken.name,
             'active',
             'paid',
             1,
             1,
             0,
             taken.price_currency,
             draw_card.at AS at,
             taken.expires_at,
             draw_card.at AS at,
             draw_card.at AS at,
             taken.account_id
            FROM taken ON CONFLICT(account_id, id) DO UPDATE SET cards_total = (drawn.cards_total + 1), cards_used = (drawn.cards_used + 1), version = (drawn.version + 1), updated_at = draw_card.at
   RETURNING drawn.id;
END;

CREATE FUNCTION public.drawable_purchases(of_account_id text) RETURNS TABLE(id text, bundle_id text, name text, status text, payment_status text, cards_total integer, cards_used integer, price_amount bigint, price_currency text, payment_id text, purchased_at timestamp with time zone, expires_at timestamp with time zone, version integer, created_at timestamp with time zone, updated_at timestamp with time zone, platform_id text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    BEGIN ATOMIC
 WITH customer AS MATERIALIZED (
          SELECT c_1.platform_id,
             c_1.created_at
            FROM (public.customers c_1
              JOIN public.platforms f ON ((f.account_id = c_1.platform_id)))
           WHERE ((c_1.account_id = drawable_purchases.of_account_id) AND (c_1.bundles = 'platform'::text) AND (array_position(public.visible_accounts(), drawable_purchases.of_account_id) IS NOT NULL) AND (NOT (EXISTS ( SELECT 1
                    FROM public.account_suspensions s
                   WHERE (s.account_id = c_1.platform_id)))))
         ), theirs AS MATERIALIZED (
          SELECT b.id,
             b.account_id,
             b.bundle_id,
             b.name,
             b.status,
             b.payment_status,
             b.cards_total,
             b.cards_used,
             b.price_currency,
             b.purchased_at,
             b.expires_at
            FROM public.bundle_purchases b
           WHERE ((b.account_id = ANY (ARRAY( SELECT c_1.platform_id
                    FROM customer c_1))) AND (b.payment_status = 'paid'::text))
         ), drawn AS MATERIALIZED (
          SELECT b.id,
             b.cards_used,
             b.version,
             b.updated_at
            FROM public.bundle_purchases b
           WHERE ((b.account_id = drawable_purchases.of_account_id) AND (b.id = ANY (ARRAY( SELECT t.id
                    FROM theirs t))))
         )
  SELECT p.id,
     p.bundle_id,
     p.name,
     p.status,
     p.payment_status,
     ((p.cards_total - p.cards_used) + COALESCE(d.cards_used, 0)),
     COALESCE(d.cards_used, 0) AS "coalesce",
     (0)::bigint AS int8,
     p.price_currency,
     NULL::text AS text,
     GREATEST(p.purchased_at, c.created_at) AS "greatest",
     p.expires_at,
     COALESCE(d.version, 1) AS "coalesce",
     GREATEST(p.purchased_at, c.created_at) AS "greatest",
     COALESCE(d.updated_at, GREATEST(p.purchased_at, c.created_at)) AS "coalesce",
     p.account_id
    FROM ((customer c
      JOIN theirs p ON ((p.account_id = c.platform_id)))
      LEFT JOIN drawn d ON ((d.id = p.id)));
END;

CREATE FUNCTION public.events_horizon() RETURNS xid8
    LANGUAGE sql STABLE
    BEGIN ATOMIC
 WITH elsewhere AS MATERIALIZED (
          SELECT l.transactionid
            FROM ((pg_locks l
              JOIN pg_stat_activity a ON ((a.pid = l.pid)))
              JOIN pg_database d ON (((d.datname = current_database()) AND (d.oid <> a.datid))))
           WHERE ((l.locktype = 'transactionid'::text) AND (l.mode = 'ExclusiveLock'::text) AND l.granted)
         UNION ALL
          SELECT p.transaction
            FROM pg_prepared_xacts p
           WHERE (p.database <> current_database())
         )
  SELECT COALESCE(min(pending.id), pg_snapshot_xmax(pg_current_snapshot())) AS "coalesce"
    FROM pg_snapshot_xip(pg_current_snapshot()) pending(id)
   WHERE (NOT (EXISTS ( SELECT
            FROM elsewhere e
           WHERE (e.transactionid = (pending.id)::xid))));
END;

CREATE TABLE public.audit_entries (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL,
    actor text NOT NULL,
    user_id text COLLATE pg_catalog."C",
    credential_id text COLLATE pg_catalog."C",
    network text,
    record_id text COLLATE pg_catalog."C",
    card_id text COLLATE pg_catalog."C",
    fields jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE FUNCTION public.forget_audit_entries(account_ids text[], oldest_id text, most integer) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM public.audit_entries
           WHERE ((audit_entries.account_id, audit_entries.id) IN ( SELECT e.account_id,
                     e.id
                    FROM public.audit_entries e
                   WHERE ((e.account_id = ANY (forget_audit_entries.account_ids)) AND (e.id < forget_audit_entries.oldest_id) AND (e.created_at < (now() - '400 days'::interval)))
                  LIMIT forget_audit_entries.most))
           RETURNING 1 AS "?column?"
         )
  SELECT count(*) AS count
    FROM gone;
END;

CREATE FUNCTION public.forget_events(account_ids text[], oldest_id text, most integer) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM public.events
           WHERE ((events.account_id, events.id) IN ( SELECT e.account_id,
                     e.id
                    FROM public.events e
                   WHERE ((e.account_id = ANY (forget_events.account_ids)) AND (e.id < forget_events.oldest_id) AND (e.created_at < (now() - '90 days'::interval)) AND (EXISTS ( SELECT
                            FROM public.events l
                           WHERE ((l.account_id = e.account_id) AND (l.id > e.id) AND (l.id < forget_events.oldest_id)))))
                  LIMIT forget_events.most))
           RETURNING 1 AS "?column?"
         )
  SELECT count(*) AS count
    FROM gone;
END;

CREATE TABLE public.card_grants (
    user_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.memberships (
    account_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    id text COLLATE pg_catalog."C",
    live_account_id text COLLATE pg_catalog."C",
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text])))
);

CREATE TABLE public.users (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    email_key text NOT NULL COLLATE pg_catalog."C",
    name text,
    email_verified_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE FUNCTION public.granted_cards(acting_user_id text, acting_account_id text) RETURNS TABLE(account_id text, card_id text)
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT g.account_id,
     g.card_id
    FROM (public.card_grants g
      JOIN public.users u ON (((u.id = g.user_id) AND (u.email_verified_at IS NOT NULL))))
   WHERE ((g.user_id = granted_cards.acting_user_id) AND ((granted_cards.acting_account_id = granted_cards.acting_user_id) OR (EXISTS ( SELECT
            FROM public.memberships m
           WHERE ((m.user_id = g.user_id) AND (m.account_id = granted_cards.acting_account_id) AND (m.live_account_id IS NULL))))));
END;

CREATE FUNCTION public.hold_reveal() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  new.ready := false;
  new.run_at := new.run_at + interval '7 days';
  return new;
end
$$;

CREATE FUNCTION public.hold_test_clock(account_ids text[]) RETURNS interval
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('test clock of ' || held.id, 0))
  from unnest(account_ids) as held (id) order by held.id;
  return (select max(t.ahead) from test_accounts t where t.account_id = any (account_ids));
end
$$;

CREATE FUNCTION public.is_committing(of_transaction xid) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN false;

CREATE FUNCTION public.platform_of(of_account_id text) RETURNS TABLE(name text, bundles text, closed_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    BEGIN ATOMIC
 SELECT p.name,
     c.bundles,
     c.closed_at
    FROM (public.customers c
      JOIN public.accounts p ON ((p.id = c.platform_id)))
   WHERE ((c.account_id = platform_of.of_account_id) AND (array_position(public.visible_accounts(), platform_of.of_account_id) IS NOT NULL));
END;

CREATE FUNCTION public.return_drawn_card(of_account_id text, purchase_id text, at timestamp with time zone) RETURNS TABLE(id text)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    BEGIN ATOMIC
 WITH returned AS (
          UPDATE public.bundle_purchases b SET cards_used = (b.cards_used - 1), version = (b.version + 1), updated_at = return_drawn_card.at
            FROM public.bundle_purchases d_1
           WHERE ((d_1.account_id = return_drawn_card.of_account_id) AND (d_1.id = return_drawn_card.purchase_id) AND (d_1.cards_used > 0) AND (array_position(public.visible_accounts(), return_drawn_card.of_account_id) IS NOT NULL) AND (b.account_id = d_1.platform_id) AND (b.id = d_1.id) AND (b.cards_used > 0))
           RETURNING b.id
         )
  UPDATE public.bundle_purchases d SET cards_total = (d.cards_total - 1), cards_used = (d.cards_used - 1), version = (d.version + 1), updated_at = return_drawn_card.at
    FROM returned
   WHERE ((d.account_id = return_drawn_card.of_account_id) AND (d.id = returned.id))
   RETURNING d.id;
END;

CREATE TABLE public.access_tokens (
    hash bytea NOT NULL,
    account_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    credential_id text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp with time zone NOT NULL
);

CREATE VIEW public.admin_cards WITH (security_invoker='true') AS
 SELECT g.user_id,
    m.account_id AS acting_account_id,
    g.account_id,
    g.card_id
   FROM ((public.card_grants g
     JOIN public.users u ON (((u.id = g.user_id) AND (u.email_verified_at IS NOT NULL))))
     JOIN public.memberships m ON (((m.user_id = g.user_id) AND (m.live_account_id IS NULL))))
UNION ALL
 SELECT g.user_id,
    g.user_id AS acting_account_id,
    g.account_id,
    g.card_id
   FROM (public.card_grants g
     JOIN public.users u ON (((u.id = g.user_id) AND (u.email_verified_at IS NOT NULL))));

CREATE TABLE public.bounce_addresses (
    token_hash bytea NOT NULL,
    account_id text NOT NULL COLLATE pg_catalog."C",
    message_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    address_hash bytea
);

CREATE TABLE public.bundle_prices (
    bundle_id text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT bundle_prices_amount_check CHECK ((amount > 0))
);

CREATE TABLE public.bundles (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    cards integer NOT NULL,
    retired_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    slug text,
    "position" integer DEFAULT 0 NOT NULL,
    valid_days integer,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT bundles_cards_check CHECK ((cards > 0)),
    CONSTRAINT bundles_valid_days_check CHECK ((valid_days > 0))
);

CREATE TABLE public.cached_pdfs (
    account_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    digest bytea NOT NULL,
    folder text COLLATE pg_catalog."C",
    bytes bigint NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.card_admins (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    name text,
    can_update boolean NOT NULL,
    invite_contributors boolean NOT NULL,
    admin_management boolean NOT NULL,
    activated_at timestamp with time zone,
    removed_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE public.card_batches (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    status_reason text,
    cards_total integer NOT NULL,
    body jsonb,
    card_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
    finished_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT card_batches_cards_total_check CHECK (((cards_total >= 1) AND (cards_total <= 200))),
    CONSTRAINT card_batches_check CHECK (((body IS NOT NULL) = (status = 'pending'::text))),
    CONSTRAINT card_batches_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])))
);

CREATE TABLE public.card_words (
    account_id text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.carrier_errors (
    carrier text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.carrier_texts (
    account_id text NOT NULL COLLATE pg_catalog."C",
    message_id text NOT NULL COLLATE pg_catalog."C",
    carrier text NOT NULL COLLATE pg_catalog."C",
    handed_over_at timestamp with time zone NOT NULL,
    delivered_at timestamp with time zone
);

CREATE TABLE public.carriers (
    name text NOT NULL COLLATE pg_catalog."C",
    weight integer NOT NULL,
    moved_at timestamp with time zone NOT NULL,
    CONSTRAINT carriers_weight_check CHECK (((weight >= 0) AND (weight <= 100)))
);

CREATE TABLE public.consent_tokens (
    hash bytea NOT NULL,
    consent_id text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.consents (
    id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    client_id text NOT NULL,
    client_name text NOT NULL,
    redirect_uri text NOT NULL,
    resource text NOT NULL,
    scope text NOT NULL,
    code_hash bytea NOT NULL,
    code_challenge text NOT NULL,
    code_expires_at timestamp with time zone NOT NULL,
    refresh_hash bytea,
    key_fingerprint bytea NOT NULL,
    generation integer DEFAULT 0 NOT NULL,
    refreshed_at timestamp with time zone NOT NULL,
    network text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone NOT NULL
);

CREATE TABLE public.contributions (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    invitation_id text COLLATE pg_catalog."C",
    source text NOT NULL,
    name text,
    anonymous boolean NOT NULL,
    note_id text NOT NULL COLLATE pg_catalog."C",
    note_text text NOT NULL,
    pen text NOT NULL,
    ink text NOT NULL,
    paper text NOT NULL,
    visibility text NOT NULL,
    note_status text NOT NULL,
    published_at timestamp with time zone,
    hidden_at timestamp with time zone,
    rejected_at timestamp with time zone,
    deleted_at timestamp with time zone,
    form_key bytea,
    own_link_version integer DEFAULT 1 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    money_method text,
    money_status text,
    money_amount bigint,
    money_currency text,
    money_refunded bigint DEFAULT 0 NOT NULL,
    hide_amount boolean DEFAULT false NOT NULL,
    payment_id text COLLATE pg_catalog."C",
    lang text,
    author_hash bytea,
    author_hashes bytea[] DEFAULT '{}'::bytea[] NOT NULL,
    CONSTRAINT contributions_deleted CHECK (((note_status <> 'deleted'::text) OR ((note_text = ''::text) AND (name IS NULL) AND (form_key IS NULL) AND (deleted_at IS NOT NULL)))),
    CONSTRAINT contributions_ink_check CHECK ((ink = ANY (ARRAY['navy'::text, 'berry'::text, 'green'::text, 'rust'::text, 'plum'::text, 'charcoal'::text]))),
    CONSTRAINT contributions_money CHECK ((((money_method IS NULL) = (money_status IS NULL)) AND ((money_method IS NULL) = (money_amount IS NULL)) AND ((money_method IS NULL) = (money_currency IS NULL)))),
    CONSTRAINT contributions_money_amount_check CHECK ((money_amount > 0)),
    CONSTRAINT contributions_money_method_check CHECK ((money_method = ANY (ARRAY['online'::text, 'cash'::text]))),
    CONSTRAINT contributions_money_refunded_check CHECK ((money_refunded >= 0)),
    CONSTRAINT contributions_money_status_check CHECK ((money_status = ANY (ARRAY['pending'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'cancelled'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text, 'lost'::text, 'promised'::text, 'confirmed'::text, 'dropped'::text]))),
    CONSTRAINT contributions_note_status_check CHECK ((note_status = ANY (ARRAY['none'::text, 'pending'::text, 'published'::text, 'hidden'::text, 'rejected'::text, 'deleted'::text]))),
    CONSTRAINT contributions_paper_check CHECK ((paper = ANY (ARRAY['cream'::text, 'blush'::text, 'butter'::text, 'mint'::text, 'sky'::text, 'lilac'::text]))),
    CONSTRAINT contributions_pen_check CHECK ((pen = ANY (ARRAY['kalam'::text, 'caveat'::text, 'patrick'::text, 'gochi'::text, 'reenie'::text, 'shadows'::text, 'courier'::text]))),
    CONSTRAINT contributions_source_check CHECK ((source = ANY (ARRAY['shared_link'::text, 'invitation'::text, 'owner'::text]))),
    CONSTRAINT contributions_visibility_check CHECK ((visibility = ANY (ARRAY['everyone'::text, 'recipient'::text])))
);

CREATE TABLE public.counters (
    name text NOT NULL,
    label text NOT NULL,
    value bigint NOT NULL
);

CREATE TABLE public.credentials (
    id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    api_key_hash bytea NOT NULL,
    client_secret_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    first_used_at timestamp with time zone,
    successor_id text COLLATE pg_catalog."C",
    ends_at timestamp with time zone,
    last_used_at timestamp with time zone,
    key_fingerprint bytea
);

CREATE TABLE public.data_requests (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    status text NOT NULL,
    status_reason text,
    sealed_address bytea,
    address_hash bytea NOT NULL,
    person_id text COLLATE pg_catalog."C",
    tally jsonb DEFAULT '{}'::jsonb NOT NULL,
    steps_total integer DEFAULT 0 NOT NULL,
    steps_done integer DEFAULT 0 NOT NULL,
    receipt text,
    signature bytea,
    key_id text,
    folder text,
    size_bytes bigint,
    expires_at timestamp with time zone,
    finished_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    whole jsonb,
    CONSTRAINT data_requests_kind_check CHECK ((kind = ANY (ARRAY['export'::text, 'erasure'::text]))),
    CONSTRAINT data_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])))
);

CREATE TABLE public.deletion_requests (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.drawn_covers (
    account_id text NOT NULL COLLATE pg_catalog."C",
    subject_id text NOT NULL COLLATE pg_catalog."C",
    digest bytea NOT NULL,
    folder text NOT NULL COLLATE pg_catalog."C",
    sizes jsonb,
    claimed_until timestamp with time zone
);

CREATE TABLE public.email_changes (
    user_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    email_key text NOT NULL COLLATE pg_catalog."C",
    old_code_hash bytea NOT NULL,
    new_code_hash bytea NOT NULL,
    language text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    mailed_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.erasures (
    address_hash bytea NOT NULL,
    erased_at timestamp with time zone NOT NULL
);

CREATE TABLE public.expansions (
    account_id text NOT NULL COLLATE pg_catalog."C",
    invitation_id text NOT NULL COLLATE pg_catalog."C",
    members jsonb NOT NULL,
    members_total integer NOT NULL,
    members_done integer DEFAULT 0 NOT NULL,
    already_invited integer DEFAULT 0 NOT NULL,
    members_dropped integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.export_parts (
    account_id text NOT NULL COLLATE pg_catalog."C",
    export_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    records integer NOT NULL,
    media_id text COLLATE pg_catalog."C",
    size_bytes bigint NOT NULL,
    sha256 text NOT NULL,
    storage_key text NOT NULL
);

CREATE TABLE public.group_counts (
    account_id text NOT NULL COLLATE pg_catalog."C",
    groups bigint DEFAULT 0 NOT NULL,
    most_groups bigint DEFAULT 0 NOT NULL,
    members bigint DEFAULT 0 NOT NULL,
    most_members bigint DEFAULT 0 NOT NULL,
    CONSTRAINT group_counts_check CHECK (((most_groups = 0) OR (groups <= most_groups))),
    CONSTRAINT group_counts_check1 CHECK (((most_members = 0) OR (members <= most_members))),
    CONSTRAINT group_counts_groups_check CHECK ((groups >= 0)),
    CONSTRAINT group_counts_members_check CHECK ((members >= 0))
)
WITH (fillfactor='70');

CREATE TABLE public.group_members (
    account_id text NOT NULL COLLATE pg_catalog."C",
    group_id text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    name text,
    email text,
    phone text
);

CREATE TABLE public.groups (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    external_id text,
    kind text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    webhook_url bytea,
    webhook_host text,
    CONSTRAINT groups_webhook CHECK (((webhook_url IS NULL) = (webhook_host IS NULL))),
    CONSTRAINT groups_webhook_kind CHECK (((webhook_url IS NULL) OR (kind = 'channel'::text)))
);

CREATE TABLE public.handovers (
    account_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    method text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    note text,
    sealed_url text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT handovers_amount_check CHECK ((amount > 0)),
    CONSTRAINT handovers_method_check CHECK ((method = ANY (ARRAY['voucher'::text, 'cash'::text, 'bank_transfer'::text, 'present'::text, 'other'::text])))
);

CREATE TABLE public.idempotency_keys (
    account_id text NOT NULL COLLATE pg_catalog."C",
    key_hash bytea NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint NOT NULL,
    answer bytea,
    created_at timestamp with time zone NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_insert_scale_factor='0.05');

CREATE TABLE public.invitation_counts (
    account_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    used bigint NOT NULL,
    most bigint NOT NULL,
    CONSTRAINT invitation_counts_check CHECK (((most = 0) OR (used <= most))),
    CONSTRAINT invitation_counts_used_check CHECK ((used >= 0))
)
WITH (fillfactor='70');

CREATE TABLE public.invitations (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    parent_id text COLLATE pg_catalog."C",
    group_id text COLLATE pg_catalog."C",
    is_parent boolean NOT NULL,
    delivery_type text NOT NULL,
    delivery_id text NOT NULL,
    address_key text NOT NULL COLLATE pg_catalog."C",
    name text,
    title text,
    message text,
    reminder text NOT NULL,
    status text NOT NULL,
    status_reason text,
    sends boolean NOT NULL,
    asked integer DEFAULT 0 NOT NULL,
    link_version integer DEFAULT 1 NOT NULL,
    sent_count integer DEFAULT 0 NOT NULL,
    last_sent_at timestamp with time zone,
    delivered_at timestamp with time zone,
    opened_at timestamp with time zone,
    contributed_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    next_reminder_at timestamp with time zone,
    reminders_sent integer DEFAULT 0 NOT NULL,
    reminders_from timestamp with time zone,
    seen_at timestamp with time zone,
    unanswered_status text,
    unanswered_reason text,
    unanswered_updated_at timestamp with time zone,
    CONSTRAINT invitations_delivery_type_check CHECK ((delivery_type = ANY (ARRAY['email'::text, 'sms'::text, 'group'::text]))),
    CONSTRAINT invitations_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'delivered'::text, 'opened'::text, 'contributed'::text, 'bounced'::text, 'failed'::text, 'declined'::text, 'revoked'::text, 'suppressed'::text])))
);

CREATE TABLE public.job_successes (
    kind text NOT NULL COLLATE pg_catalog."C",
    succeeded_at timestamp with time zone NOT NULL
);

CREATE TABLE public.jobs (
    id bigint NOT NULL,
    kind text NOT NULL,
    args jsonb NOT NULL,
    run_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    locked_until timestamp with time zone,
    last_error text,
    dead_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    key text COLLATE pg_catalog."C",
    claims bigint DEFAULT 0 NOT NULL,
    account_id text GENERATED ALWAYS AS (COALESCE((args ->> 'account_id'::text), ''::text)) STORED COLLATE pg_catalog."C",
    is_bulk boolean DEFAULT false NOT NULL,
    ready boolean DEFAULT true NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE public.jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.kept_choices (
    account_id text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    email_hash bytea,
    external_id_hash bytea,
    no_cards boolean NOT NULL,
    no_birthday boolean NOT NULL,
    only_team boolean NOT NULL,
    skipped_year smallint,
    number integer DEFAULT 0 NOT NULL,
    with_address boolean DEFAULT false NOT NULL
);

CREATE TABLE public.kept_forms (
    user_id text NOT NULL COLLATE pg_catalog."C",
    sealed bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.key_generations (
    number integer NOT NULL,
    starts_at timestamp with time zone,
    sealed bytea NOT NULL
);

CREATE TABLE public.ledger (
    account_id text NOT NULL COLLATE pg_catalog."C",
    movement text NOT NULL COLLATE pg_catalog."C",
    leg smallint NOT NULL,
    debit text NOT NULL COLLATE pg_catalog."C",
    credit text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    payment_id text COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ledger_amount_check CHECK ((amount > 0)),
    CONSTRAINT ledger_check CHECK ((debit <> credit)),
    CONSTRAINT ledger_leg_check CHECK ((leg > 0))
);

CREATE TABLE public.ledger_accounts (
    account_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ledger_accounts_check CHECK ((split_part(name, ':'::text, 1) = kind)),
    CONSTRAINT ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['provider'::text, 'clearing'::text, 'fees'::text, 'disputes'::text, 'refunds'::text, 'pot'::text, 'sales'::text, 'pledges'::text, 'promised'::text, 'cash'::text])))
);

CREATE TABLE public.ledger_balances (
    account_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    balance bigint NOT NULL
);

CREATE TABLE public.links (
    hash bytea NOT NULL,
    account_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    subject_id text NOT NULL COLLATE pg_catalog."C",
    card_id text COLLATE pg_catalog."C",
    expires_at timestamp with time zone,
    sealed_address bytea
);

CREATE TABLE public.mail_reports (
    account_id text NOT NULL COLLATE pg_catalog."C",
    message_id text NOT NULL COLLATE pg_catalog."C",
    card_id text COLLATE pg_catalog."C",
    kind text NOT NULL,
    reason text NOT NULL,
    text text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT mail_reports_reason_check CHECK ((reason = ANY (ARRAY['unknown_sender'::text, 'spam'::text, 'fraud'::text, 'other'::text])))
);

CREATE TABLE public.media (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    status text NOT NULL,
    folder text NOT NULL COLLATE pg_catalog."C",
    files jsonb NOT NULL,
    content_type text NOT NULL,
    bytes integer NOT NULL,
    width integer,
    height integer,
    duration_ms integer,
    description text,
    transcript text,
    source text,
    contribution_id text COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    upload_browser text,
    upload_source text,
    "position" smallint DEFAULT 0 NOT NULL,
    thanks_recipient_id text COLLATE pg_catalog."C",
    thanks_contribution_id text COLLATE pg_catalog."C",
    CONSTRAINT media_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'refused'::text])))
);

CREATE TABLE public.media_paths (
    hash bytea NOT NULL,
    account_id text NOT NULL COLLATE pg_catalog."C",
    media_id text NOT NULL COLLATE pg_catalog."C",
    waiting_since timestamp with time zone
);

CREATE TABLE public.member_invitations (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    role text NOT NULL,
    invited_by text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT member_invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text])))
);

CREATE TABLE public.messages (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL,
    recipient text NOT NULL,
    subject text,
    body text NOT NULL,
    link_kind text,
    link_subject_id text,
    link_version integer,
    dedupe_key text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    card_id text COLLATE pg_catalog."C",
    invitation_id text COLLATE pg_catalog."C",
    reference text COLLATE pg_catalog."C",
    content jsonb,
    status text NOT NULL,
    status_reason text,
    attempts integer DEFAULT 0 NOT NULL,
    first_attempt_at timestamp with time zone,
    last_answer text,
    provider text,
    provider_id text,
    handed_over_at timestamp with time zone,
    delivered_at timestamp with time zone,
    CONSTRAINT messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'handed_over'::text, 'delivered'::text, 'bounced'::text, 'failed'::text, 'suppressed'::text, 'dropped'::text])))
);

CREATE TABLE public.migrations (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.minute_counts (
    minute timestamp with time zone NOT NULL,
    name text NOT NULL,
    label text NOT NULL,
    value bigint NOT NULL
);

CREATE TABLE public.muted_cards (
    account_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    address_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.note_reports (
    account_id text NOT NULL COLLATE pg_catalog."C",
    contribution_id text NOT NULL COLLATE pg_catalog."C",
    reporter_hash bytea NOT NULL,
    card_id text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL,
    text text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT note_reports_reason_check CHECK ((reason = ANY (ARRAY['hurtful'::text, 'private'::text, 'spam'::text, 'other'::text])))
);

CREATE TABLE public.occasion_rules (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    occasion text NOT NULL,
    date_name text COLLATE pg_catalog."C",
    team_ids jsonb,
    years jsonb,
    template_ids jsonb NOT NULL,
    title text NOT NULL,
    sender text NOT NULL,
    message text,
    opens_days_before smallint NOT NULL,
    closes_hour smallint NOT NULL,
    days_off text NOT NULL,
    leap_day text NOT NULL,
    invites text NOT NULL,
    group_id text COLLATE pg_catalog."C",
    max_cards_a_month integer NOT NULL,
    organiser_id text NOT NULL COLLATE pg_catalog."C",
    started_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    collection jsonb,
    bundle_purchase_ids jsonb,
    manager_organises boolean DEFAULT false NOT NULL,
    CONSTRAINT occasion_rules_check CHECK (((occasion = 'date'::text) = (date_name IS NOT NULL))),
    CONSTRAINT occasion_rules_closes_hour_check CHECK (((closes_hour >= 0) AND (closes_hour <= 23))),
    CONSTRAINT occasion_rules_days_off_check CHECK ((days_off = ANY (ARRAY['before'::text, 'after'::text, 'nearest'::text, 'keep'::text]))),
    CONSTRAINT occasion_rules_invites_check CHECK ((invites = ANY (ARRAY['team'::text, 'manager_and_peers'::text, 'group'::text, 'nobody'::text]))),
    CONSTRAINT occasion_rules_leap_day_check CHECK ((leap_day = ANY (ARRAY['february_28'::text, 'march_1'::text]))),
    CONSTRAINT occasion_rules_max_cards_a_month_check CHECK ((max_cards_a_month > 0)),
    CONSTRAINT occasion_rules_occasion_check CHECK ((occasion = ANY (ARRAY['birthday'::text, 'anniversary'::text, 'welcome'::text, 'date'::text]))),
    CONSTRAINT occasion_rules_opens_days_before_check CHECK (((opens_days_before >= 1) AND (opens_days_before <= 30)))
);

CREATE TABLE public.occasions (
    account_id text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    occasion text NOT NULL COLLATE pg_catalog."C",
    year smallint NOT NULL,
    rule_id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    card_id text COLLATE pg_catalog."C",
    template_id text COLLATE pg_catalog."C",
    years smallint,
    falls_on date NOT NULL,
    opens_on date NOT NULL,
    closes_on date NOT NULL,
    opens_at timestamp with time zone NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    signers integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    changes jsonb,
    revision integer DEFAULT 0 NOT NULL,
    CONSTRAINT occasions_check CHECK (((state = 'made'::text) = (card_id IS NOT NULL)))
);

CREATE TABLE public.organiser_news (
    account_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    txid xid8 NOT NULL,
    read_at timestamp with time zone NOT NULL,
    mailed_at timestamp with time zone,
    mailed_day date,
    all_signed_at timestamp with time zone,
    warned_of timestamp with time zone
);

CREATE TABLE public.passkeys (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    agent text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);

CREATE TABLE public.payment_links (
    hash bytea NOT NULL,
    account_id text NOT NULL COLLATE pg_catalog."C",
    payment_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.payment_providers (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    provider text NOT NULL,
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    live boolean NOT NULL,
    connected boolean NOT NULL,
    secret_key bytea,
    webhook_secret bytea,
    key_hint text,
    checked_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone,
    forgotten_at timestamp with time zone,
    version integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    fees jsonb,
    CONSTRAINT payment_providers_check CHECK ((connected OR ((secret_key IS NULL) = (forgotten_at IS NOT NULL))))
);

CREATE TABLE public.payments (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL,
    subject_id text NOT NULL COLLATE pg_catalog."C",
    card_id text COLLATE pg_catalog."C",
    merchant text NOT NULL,
    provider text NOT NULL,
    title text NOT NULL,
    status text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    fee bigint,
    refunded bigint DEFAULT 0 NOT NULL,
    refunding bigint DEFAULT 0 NOT NULL,
    failure text,
    follow text NOT NULL,
    checkout_reference text,
    provider_reference text,
    expires_at timestamp with time zone NOT NULL,
    succeeded_at timestamp with time zone,
    disputed_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    paid_to text NOT NULL COLLATE pg_catalog."C",
    lost bigint DEFAULT 0 NOT NULL,
    checkout_attempt integer DEFAULT 0 NOT NULL,
    return_url text,
    processing_at timestamp with time zone,
    invoice_number text,
    invoice_url text,
    invoice_tax bigint,
    mismatched_at timestamp with time zone,
    method text,
    CONSTRAINT payments_amount_check CHECK ((amount > 0)),
    CONSTRAINT payments_check CHECK (((refunded + refunding) <= amount)),
    CONSTRAINT payments_fee_check CHECK ((fee >= 0)),
    CONSTRAINT payments_lost_check CHECK ((lost >= 0)),
    CONSTRAINT payments_merchant_check CHECK ((merchant = ANY (ARRAY['operator'::text, 'account'::text]))),
    CONSTRAINT payments_purpose_check CHECK ((purpose = ANY (ARRAY['bundle_purchase'::text, 'contribution'::text]))),
    CONSTRAINT payments_refunded_check CHECK ((refunded >= 0)),
    CONSTRAINT payments_refunding_check CHECK ((refunding >= 0)),
    CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'succeeded'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text, 'lost'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE public.payout_movements (
    account_id text NOT NULL COLLATE pg_catalog."C",
    movement text NOT NULL COLLATE pg_catalog."C",
    payout_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.payouts (
    account_id text NOT NULL COLLATE pg_catalog."C",
    merchant text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.people (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    external_id text,
    name text NOT NULL,
    email text,
    email_key text COLLATE pg_catalog."C",
    phone text,
    locale text,
    timezone text,
    manager_id text COLLATE pg_catalog."C",
    celebrate boolean NOT NULL,
    left_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    no_cards boolean DEFAULT false NOT NULL,
    no_birthday boolean DEFAULT false NOT NULL,
    only_team boolean DEFAULT false NOT NULL,
    skipped_year smallint,
    notice_due boolean DEFAULT false NOT NULL,
    notified_at timestamp with time zone,
    link_version integer DEFAULT 1 NOT NULL,
    choice_link_version integer,
    CONSTRAINT people_check CHECK (((email IS NULL) = (email_key IS NULL)))
);

CREATE TABLE public.person_dates (
    account_id text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    date text NOT NULL COLLATE pg_catalog."C",
    month smallint NOT NULL,
    day smallint NOT NULL,
    CONSTRAINT person_dates_check CHECK (((name <> 'birthday'::text) OR (date ~~ '--%'::text))),
    CONSTRAINT person_dates_day_check CHECK (((day >= 1) AND (day <= 31))),
    CONSTRAINT person_dates_month_check CHECK (((month >= 1) AND (month <= 12)))
);

CREATE TABLE public.person_requests (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    language text NOT NULL,
    link_hash bytea NOT NULL,
    browser_hash bytea,
    mailed_at timestamp with time zone,
    used_at timestamp with time zone,
    account_ids text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    searched_to text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    searched_at timestamp with time zone,
    erase_at timestamp with time zone,
    with_anonymous boolean DEFAULT false NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.processes (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    host text NOT NULL,
    version text NOT NULL,
    revision text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    beat_at timestamp with time zone NOT NULL,
    worked_at timestamp with time zone,
    pool_size integer NOT NULL,
    pool_used integer NOT NULL,
    disk_free_bytes bigint,
    disk_size_bytes bigint,
    CONSTRAINT processes_kind_check CHECK ((kind = ANY (ARRAY['serve'::text, 'work'::text])))
);

CREATE TABLE public.provider_events (
    merchant text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    account_id text COLLATE pg_catalog."C",
    payment_id text COLLATE pg_catalog."C",
    amount bigint,
    currency text,
    outcome text NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    reason text,
    body text,
    listed_at timestamp with time zone,
    resolved_at timestamp with time zone,
    note text,
    CONSTRAINT provider_events_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'nothing'::text, 'unknown'::text, 'mismatch'::text, 'waiting'::text])))
);

CREATE TABLE public.provider_polls (
    merchant text NOT NULL COLLATE pg_catalog."C",
    polled_until timestamp with time zone,
    account_id text COLLATE pg_catalog."C",
    busy_until timestamp with time zone,
    connected_id text COLLATE pg_catalog."C"
);

CREATE TABLE public.receipt_addresses (
    account_id text NOT NULL COLLATE pg_catalog."C",
    contribution_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    sealed_address text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.recipients (
    account_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    name text,
    email text,
    phone text,
    locale text,
    external_id text,
    link_version integer DEFAULT 1 NOT NULL,
    first_viewed_at timestamp with time zone
);

CREATE TABLE public.refund_requests (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    payment_id text NOT NULL COLLATE pg_catalog."C",
    contribution_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    reason text,
    note text,
    refund_id text COLLATE pg_catalog."C",
    decided_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT refund_requests_amount_check CHECK ((amount > 0)),
    CONSTRAINT refund_requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'approved'::text, 'refused'::text, 'closed'::text])))
);

CREATE TABLE public.refunds (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    payment_id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    provider_reference text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    reported_at timestamp with time zone,
    CONSTRAINT refunds_amount_check CHECK ((amount > 0)),
    CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);

CREATE TABLE public.restricted_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    scopes jsonb NOT NULL,
    networks jsonb,
    api_key_hash bytea NOT NULL,
    client_secret_hash bytea NOT NULL,
    key_fingerprint bytea NOT NULL,
    ends_at timestamp with time zone,
    first_used_at timestamp with time zone,
    last_used_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT restricted_keys_networks_check CHECK ((jsonb_array_length(networks) > 0)),
    CONSTRAINT restricted_keys_scopes_check CHECK ((jsonb_array_length(scopes) > 0))
);

CREATE TABLE public.restricted_tokens (
    hash bytea NOT NULL,
    restricted_key_id text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.sandbox_events (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    payment_id text NOT NULL COLLATE pg_catalog."C",
    refund_id text COLLATE pg_catalog."C",
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.sandbox_payments (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    hash bytea NOT NULL,
    title text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    return_url text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT sandbox_payments_state_check CHECK ((state = ANY (ARRAY['open'::text, 'challenged'::text, 'paying'::text, 'paid'::text, 'declined'::text, 'cancelled'::text])))
);

CREATE TABLE public.sandbox_refunds (
    id text NOT NULL COLLATE pg_catalog."C",
    payment_id text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT sandbox_refunds_amount_check CHECK ((amount > 0))
);

CREATE TABLE public.server_key (
    is_only boolean DEFAULT true NOT NULL,
    fingerprint bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    previous_fingerprint bytea,
    rotated_at timestamp with time zone,
    CONSTRAINT server_key_is_only_check CHECK (is_only)
);

CREATE TABLE public.sessions (
    id text NOT NULL COLLATE pg_catalog."C",
    token_hash bytea NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    account_id text COLLATE pg_catalog."C",
    agent text NOT NULL,
    network text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    key_fingerprint bytea
);

CREATE TABLE public.sign_in_attempts (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    email_key text NOT NULL COLLATE pg_catalog."C",
    link_hash bytea NOT NULL,
    code_hash bytea NOT NULL,
    browser_hash bytea,
    next_path text NOT NULL,
    language text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    mailed_at timestamp with time zone,
    used_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.stored_response_bytes (
    account_id text NOT NULL COLLATE pg_catalog."C",
    hours jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.05');

CREATE TABLE public.suppressions (
    address_hash bytea NOT NULL,
    account_id text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id text COLLATE pg_catalog."C",
    delivery_type text,
    sealed_address bytea,
    expires_at timestamp with time zone,
    CONSTRAINT suppressions_delivery_type_check CHECK ((delivery_type = ANY (ARRAY['email'::text, 'sms'::text]))),
    CONSTRAINT suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'stopped'::text, 'elsewhere'::text])))
);

CREATE TABLE public.team_people (
    account_id text NOT NULL COLLATE pg_catalog."C",
    group_id text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.templates (
    id text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    occasion text NOT NULL,
    layout text NOT NULL,
    tone text NOT NULL,
    effect text NOT NULL,
    locale text NOT NULL,
    palettes jsonb NOT NULL,
    retired_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.test_accounts (
    account_id text NOT NULL COLLATE pg_catalog."C",
    live_account_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    ahead interval DEFAULT '00:00:00'::interval NOT NULL,
    advancing_to timestamp with time zone,
    leads jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT test_accounts_ahead_check CHECK ((ahead >= '00:00:00'::interval)),
    CONSTRAINT test_accounts_check CHECK ((account_id <> live_account_id))
);

CREATE TABLE public.text_languages (
    address_hash bytea NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    said_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.thanks (
    account_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    recipient_id text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    contribution_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.throttles (
    subject bytea NOT NULL,
    window_ends_at timestamp with time zone CONSTRAINT throttles_window_start_not_null NOT NULL,
    uses integer NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02');

CREATE TABLE public.walls (
    account_id text NOT NULL COLLATE pg_catalog."C",
    card_id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    deleted_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.webhook_attempts (
    account_id text NOT NULL COLLATE pg_catalog."C",
    delivery_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    response_status integer,
    response_body text,
    error text,
    duration_ms integer NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.webhook_deliveries (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    endpoint_id text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    event_type text NOT NULL,
    status text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    tries_left integer NOT NULL,
    next_attempt_at timestamp with time zone,
    delivered_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);

CREATE TABLE public.webhook_endpoints (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL,
    description text,
    event_types jsonb,
    payload text NOT NULL,
    personal_data boolean NOT NULL,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_secret_ends_at timestamp with time zone,
    since_txid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    failing_since timestamp with time zone,
    paused_until timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_reason text,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    last_failed_at timestamp with time zone,
    by_platform boolean DEFAULT false NOT NULL,
    CONSTRAINT webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['by_hand'::text, 'failing'::text, 'gone'::text]))),
    CONSTRAINT webhook_endpoints_payload_check CHECK ((payload = ANY (ARRAY['thin'::text, 'full'::text])))
);

CREATE TABLE public.webhook_tails (
    account_id text NOT NULL COLLATE pg_catalog."C",
    txid xid8 NOT NULL,
    event_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.write_probes (
    payload bytea NOT NULL
);
ALTER TABLE ONLY public.write_probes ALTER COLUMN payload SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.account_suspensions
    ADD CONSTRAINT account_suspensions_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE public.audit_entries
    ADD CONSTRAINT audit_entries_actor_check CHECK ((actor = ANY (ARRAY['user'::text, 'api_key'::text, 'operator'::text, 'platform'::text, 'customer'::text]))) NOT VALID;

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.bounce_addresses
    ADD CONSTRAINT bounce_addresses_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.bundle_prices
    ADD CONSTRAINT bundle_prices_pkey PRIMARY KEY (bundle_id, currency);

ALTER TABLE public.bundle_purchases
    ADD CONSTRAINT bundle_purchases_cards_total_check CHECK (((cards_total > 0) OR ((platform_id IS NOT NULL) AND (cards_total = 0)))) NOT VALID;

ALTER TABLE public.bundle_purchases
    ADD CONSTRAINT bundle_purchases_drawn_check CHECK (((platform_id IS NULL) OR (cards_used = cards_total))) NOT VALID;

ALTER TABLE ONLY public.bundle_purchases
    ADD CONSTRAINT bundle_purchases_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.bundles
    ADD CONSTRAINT bundles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bundles
    ADD CONSTRAINT bundles_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.cached_pdfs
    ADD CONSTRAINT cached_pdfs_pkey PRIMARY KEY (account_id, card_id, digest);

ALTER TABLE ONLY public.card_admins
    ADD CONSTRAINT card_admins_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.card_batches
    ADD CONSTRAINT card_batches_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.card_grants
    ADD CONSTRAINT card_grants_pkey PRIMARY KEY (user_id, card_id, account_id);

ALTER TABLE ONLY public.card_words
    ADD CONSTRAINT card_words_pkey PRIMARY KEY (account_id, word, card_id);

ALTER TABLE public.cards
    ADD CONSTRAINT cards_organiser_mail_check CHECK ((organiser_mail = ANY (ARRAY['none'::text, 'each'::text, 'daily'::text]))) NOT VALID;

ALTER TABLE ONLY public.cards
    ADD CONSTRAINT cards_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.carrier_texts
    ADD CONSTRAINT carrier_texts_pkey PRIMARY KEY (account_id, message_id);

ALTER TABLE ONLY public.carriers
    ADD CONSTRAINT carriers_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.consent_tokens
    ADD CONSTRAINT consent_tokens_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_code_hash_key UNIQUE (code_hash);

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_refresh_hash_key UNIQUE (refresh_hash);

ALTER TABLE ONLY public.contributions
    ADD CONSTRAINT contributions_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.counters
    ADD CONSTRAINT counters_pkey PRIMARY KEY (name, label);

ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_api_key_hash_key UNIQUE (api_key_hash);

ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.data_requests
    ADD CONSTRAINT data_requests_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.deletion_requests
    ADD CONSTRAINT deletion_requests_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.drawn_covers
    ADD CONSTRAINT drawn_covers_pkey PRIMARY KEY (account_id, subject_id);

ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_id_key UNIQUE (id);

ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (address_hash);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.expansions
    ADD CONSTRAINT expansions_pkey PRIMARY KEY (account_id, invitation_id);

ALTER TABLE ONLY public.export_parts
    ADD CONSTRAINT export_parts_pkey PRIMARY KEY (account_id, export_id, number);

ALTER TABLE ONLY public.group_counts
    ADD CONSTRAINT group_counts_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.group_members
    ADD CONSTRAINT group_members_pkey PRIMARY KEY (account_id, group_id, "position");

ALTER TABLE public.groups
    ADD CONSTRAINT groups_kind_check CHECK ((kind = ANY (ARRAY['people'::text, 'channel'::text, 'team'::text]))) NOT VALID;

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.handovers
    ADD CONSTRAINT handovers_pkey PRIMARY KEY (account_id, card_id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, key_hash);

ALTER TABLE ONLY public.invitation_counts
    ADD CONSTRAINT invitation_counts_pkey PRIMARY KEY (account_id, card_id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.job_successes
    ADD CONSTRAINT job_successes_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kept_choices
    ADD CONSTRAINT kept_choices_pkey PRIMARY KEY (account_id, person_id, number);

ALTER TABLE ONLY public.kept_forms
    ADD CONSTRAINT kept_forms_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.key_generations
    ADD CONSTRAINT key_generations_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.ledger_accounts
    ADD CONSTRAINT ledger_accounts_pkey PRIMARY KEY (account_id, name, currency);

ALTER TABLE ONLY public.ledger_balances
    ADD CONSTRAINT ledger_balances_pkey PRIMARY KEY (account_id, name, currency);

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (account_id, movement, leg);

ALTER TABLE public.links
    ADD CONSTRAINT links_kind_check CHECK ((kind = ANY (ARRAY['sign'::text, 'invitation'::text, 'view'::text, 'public_view'::text, 'unsubscribe'::text, 'own'::text, 'preview'::text, 'preview_everyone'::text, 'preview_contributor'::text, 'preview_admin'::text, 'mute'::text, 'wall'::text]))) NOT VALID;

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.mail_reports
    ADD CONSTRAINT mail_reports_pkey PRIMARY KEY (account_id, message_id);

ALTER TABLE public.media
    ADD CONSTRAINT media_kind_check CHECK ((kind = ANY (ARRAY['photo'::text, 'gif'::text, 'video'::text, 'drawing'::text, 'voice'::text, 'audio'::text, 'logo'::text]))) NOT VALID;

ALTER TABLE ONLY public.media_paths
    ADD CONSTRAINT media_paths_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.media
    ADD CONSTRAINT media_pkey PRIMARY KEY (account_id, id);

ALTER TABLE public.media
    ADD CONSTRAINT media_position_check CHECK (((("position" >= 0) AND ("position" <= 3)) AND (("position" = 0) OR (kind = ANY (ARRAY['photo'::text, 'gif'::text]))))) NOT VALID;

ALTER TABLE public.media
    ADD CONSTRAINT media_thanks_check CHECK ((((thanks_recipient_id IS NULL) = (thanks_contribution_id IS NULL)) AND ((thanks_recipient_id IS NULL) OR ((contribution_id IS NULL) AND (kind = ANY (ARRAY['photo'::text, 'voice'::text])))))) NOT VALID;

ALTER TABLE ONLY public.member_invitations
    ADD CONSTRAINT member_invitations_account_id_user_id_key UNIQUE (account_id, user_id);

ALTER TABLE ONLY public.member_invitations
    ADD CONSTRAINT member_invitations_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (account_id, user_id);

ALTER TABLE public.messages
    ADD CONSTRAINT messages_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'group'::text]))) NOT VALID;

ALTER TABLE public.messages
    ADD CONSTRAINT messages_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'resend'::text, 'reminder'::text, 'admin_added'::text, 'privileges_changed'::text, 'credential_rotated'::text, 'webhook_endpoint_disabled'::text, 'own_link'::text, 'receipt'::text, 'card_opened'::text, 'card_thanked'::text, 'sign_in'::text, 'gift'::text, 'gift_reminder'::text, 'refund_request'::text, 'member_invited'::text, 'email_change'::text, 'person_request'::text, 'card_news'::text, 'reply_to'::text, 'payment_inquiry'::text, 'cards_needed'::text, 'person_added'::text, 'deletion_request'::text]))) NOT VALID;

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.minute_counts
    ADD CONSTRAINT minute_counts_pkey PRIMARY KEY (minute, name, label);

ALTER TABLE ONLY public.muted_cards
    ADD CONSTRAINT muted_cards_pkey PRIMARY KEY (account_id, card_id, address_hash);

ALTER TABLE ONLY public.note_reports
    ADD CONSTRAINT note_reports_pkey PRIMARY KEY (account_id, contribution_id, reporter_hash);

ALTER TABLE ONLY public.occasion_rules
    ADD CONSTRAINT occasion_rules_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.occasions
    ADD CONSTRAINT occasions_pkey PRIMARY KEY (account_id, person_id, occasion, year);

ALTER TABLE public.occasions
    ADD CONSTRAINT occasions_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'made'::text, 'skipped'::text, 'declined'::text, 'left'::text, 'paused'::text, 'missed'::text, 'no_design'::text, 'no_signers'::text, 'too_many_signers'::text, 'over_limit'::text, 'no_cards'::text, 'failed'::text]))) NOT VALID;

ALTER TABLE ONLY public.organiser_news
    ADD CONSTRAINT organiser_news_pkey PRIMARY KEY (account_id, card_id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment_links
    ADD CONSTRAINT payment_links_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.payment_providers
    ADD CONSTRAINT payment_providers_account_id_provider_merchant_id_live_key UNIQUE (account_id, provider, merchant_id, live);

ALTER TABLE ONLY public.payment_providers
    ADD CONSTRAINT payment_providers_pkey PRIMARY KEY (account_id, id);

ALTER TABLE public.payment_providers
    ADD CONSTRAINT payment_providers_provider_check CHECK ((provider = ANY (ARRAY['mollie'::text, 'stripe'::text]))) NOT VALID;

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (account_id, id);

ALTER TABLE public.payments
    ADD CONSTRAINT payments_provider_check CHECK ((provider = ANY (ARRAY['mollie'::text, 'sandbox'::text, 'stripe'::text]))) NOT VALID;

ALTER TABLE ONLY public.payout_movements
    ADD CONSTRAINT payout_movements_pkey PRIMARY KEY (account_id, movement);

ALTER TABLE ONLY public.payouts
    ADD CONSTRAINT payouts_pkey PRIMARY KEY (account_id, merchant, id);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.person_dates
    ADD CONSTRAINT person_dates_pkey PRIMARY KEY (account_id, person_id, name);

ALTER TABLE ONLY public.person_requests
    ADD CONSTRAINT person_requests_browser_hash_key UNIQUE (browser_hash);

ALTER TABLE ONLY public.person_requests
    ADD CONSTRAINT person_requests_link_hash_key UNIQUE (link_hash);

ALTER TABLE ONLY public.person_requests
    ADD CONSTRAINT person_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.platforms
    ADD CONSTRAINT platforms_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.provider_events
    ADD CONSTRAINT provider_events_pkey PRIMARY KEY (merchant, id);

ALTER TABLE ONLY public.provider_polls
    ADD CONSTRAINT provider_polls_pkey PRIMARY KEY (merchant);

ALTER TABLE ONLY public.receipt_addresses
    ADD CONSTRAINT receipt_addresses_pkey PRIMARY KEY (account_id, contribution_id);

ALTER TABLE ONLY public.recipients
    ADD CONSTRAINT recipients_pkey PRIMARY KEY (account_id, card_id, id);

ALTER TABLE ONLY public.refund_requests
    ADD CONSTRAINT refund_requests_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.restricted_keys
    ADD CONSTRAINT restricted_keys_api_key_hash_key UNIQUE (api_key_hash);

ALTER TABLE ONLY public.restricted_keys
    ADD CONSTRAINT restricted_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.restricted_tokens
    ADD CONSTRAINT restricted_tokens_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.sandbox_events
    ADD CONSTRAINT sandbox_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sandbox_payments
    ADD CONSTRAINT sandbox_payments_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.sandbox_payments
    ADD CONSTRAINT sandbox_payments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sandbox_refunds
    ADD CONSTRAINT sandbox_refunds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.server_key
    ADD CONSTRAINT server_key_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_browser_hash_key UNIQUE (browser_hash);

ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_link_hash_key UNIQUE (link_hash);

ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.stored_response_bytes
    ADD CONSTRAINT stored_response_bytes_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.suppressions
    ADD CONSTRAINT suppressions_pkey PRIMARY KEY (address_hash, account_id);

ALTER TABLE ONLY public.team_people
    ADD CONSTRAINT team_people_pkey PRIMARY KEY (account_id, group_id, person_id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.test_accounts
    ADD CONSTRAINT test_accounts_live_account_id_key UNIQUE (live_account_id);

ALTER TABLE ONLY public.test_accounts
    ADD CONSTRAINT test_accounts_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.text_languages
    ADD CONSTRAINT text_languages_pkey PRIMARY KEY (address_hash);

ALTER TABLE ONLY public.thanks
    ADD CONSTRAINT thanks_pkey PRIMARY KEY (account_id, card_id, recipient_id, contribution_id);

ALTER TABLE ONLY public.throttles
    ADD CONSTRAINT throttles_pkey PRIMARY KEY (subject, window_ends_at);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key_key UNIQUE (email_key);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.walls
    ADD CONSTRAINT walls_pkey PRIMARY KEY (account_id, card_id);

ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (account_id, delivery_id, number);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.webhook_tails
    ADD CONSTRAINT webhook_tails_pkey PRIMARY KEY (account_id);

CREATE INDEX access_tokens_credential_id_idx ON public.access_tokens USING btree (credential_id);

CREATE INDEX access_tokens_expires_at_idx ON public.access_tokens USING btree (expires_at);

CREATE INDEX audit_entries_account_id_action_id_idx ON public.audit_entries USING btree (account_id, action, id);

CREATE INDEX audit_entries_account_id_card_id_id_idx ON public.audit_entries USING btree (account_id, card_id, id);

CREATE INDEX audit_entries_account_id_user_id_id_idx ON public.audit_entries USING btree (account_id, user_id, id);

CREATE INDEX bounce_addresses_created_at_idx ON public.bounce_addresses USING btree (created_at);

CREATE INDEX bundle_purchases_account_id_coalesce_id_idx ON public.bundle_purchases USING btree (account_id, COALESCE(expires_at, 'infinity'::timestamp with time zone), id) WHERE (status = 'active'::text);

CREATE INDEX cached_pdfs_created_at_idx ON public.cached_pdfs USING btree (created_at);

CREATE UNIQUE INDEX card_admins_account_id_card_id_user_id_idx ON public.card_admins USING btree (account_id, card_id, user_id) WHERE (removed_at IS NULL);

CREATE INDEX cards_account_id_contribution_ends_at_idx ON public.cards USING btree (account_id, contribution_ends_at) WHERE ((state = 'open'::text) AND (contribution_ends_at IS NOT NULL) AND (deleted_at IS NULL));

CREATE UNIQUE INDEX cards_account_id_external_id_idx ON public.cards USING btree (account_id, external_id) WHERE ((external_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX cards_account_id_state_id_idx ON public.cards USING btree (account_id, state, id) WHERE (deleted_at IS NULL);

CREATE INDEX cards_account_id_template_id_id_idx ON public.cards USING btree (account_id, template_id, id) WHERE (deleted_at IS NULL);

CREATE INDEX cards_of_bundle ON public.cards USING btree (account_id, bundle_purchase_id, id);

CREATE INDEX carrier_errors_carrier_created_at_idx ON public.carrier_errors USING btree (carrier, created_at);

CREATE INDEX carrier_texts_carrier_handed_over_at_idx ON public.carrier_texts USING btree (carrier, handed_over_at);

CREATE INDEX consent_tokens_consent_id_idx ON public.consent_tokens USING btree (consent_id);

CREATE INDEX consent_tokens_expires_at_idx ON public.consent_tokens USING btree (expires_at);

CREATE INDEX consents_account_id_user_id_idx ON public.consents USING btree (account_id, user_id);

CREATE INDEX consents_code_expires_at_idx ON public.consents USING btree (code_expires_at) WHERE (refresh_hash IS NULL);

CREATE INDEX consents_last_used_at_idx ON public.consents USING btree (last_used_at);

CREATE UNIQUE INDEX contributions_account_id_card_id_form_key_idx ON public.contributions USING btree (account_id, card_id, form_key) WHERE (form_key IS NOT NULL);

CREATE INDEX contributions_account_id_card_id_id_idx ON public.contributions USING btree (account_id, card_id, id);

CREATE INDEX contributions_account_id_card_id_invitation_id_idx ON public.contributions USING btree (account_id, card_id, invitation_id) WHERE (invitation_id IS NOT NULL);

CREATE INDEX contributions_account_id_card_id_money_status_id_idx ON public.contributions USING btree (account_id, card_id, money_status, id) WHERE (money_status IS NOT NULL);

CREATE INDEX contributions_anonymous ON public.contributions USING btree (account_id, card_id) WHERE (anonymous AND (note_status <> 'deleted'::text));

CREATE INDEX contributions_author_hash ON public.contributions USING btree (account_id, author_hash) WHERE (author_hash IS NOT NULL);

CREATE INDEX contributions_author_hashes ON public.contributions USING btree (account_id) WHERE (author_hashes <> '{}'::bytea[]);

CREATE INDEX contributions_pending ON public.contributions USING btree (account_id, card_id) WHERE (note_status = 'pending'::text);

CREATE INDEX credentials_account_id_idx ON public.credentials USING btree (account_id);

CREATE INDEX credentials_ends_at_idx ON public.credentials USING btree (ends_at) WHERE (ends_at IS NOT NULL);

CREATE INDEX customers_platform_id_account_id_idx ON public.customers USING btree (platform_id, account_id);

CREATE UNIQUE INDEX customers_platform_id_external_id_idx ON public.customers USING btree (platform_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX data_requests_expires_at ON public.data_requests USING btree (expires_at) WHERE (folder IS NOT NULL);

CREATE UNIQUE INDEX data_requests_running ON public.data_requests USING btree (account_id, address_hash) WHERE (status = 'pending'::text);

CREATE INDEX drawn_covers_account_id_digest_expr_claimed_until_idx ON public.drawn_covers USING btree (account_id, digest, ((sizes IS NULL)), claimed_until DESC NULLS LAST);

CREATE INDEX drawn_covers_account_id_folder_idx ON public.drawn_covers USING btree (account_id, folder);

CREATE INDEX email_changes_expires_at_idx ON public.email_changes USING btree (expires_at);

CREATE INDEX events_account_id_card_id_id_idx ON public.events USING btree (account_id, card_id, id) WHERE (card_id IS NOT NULL);

CREATE INDEX events_account_id_txid_id_idx ON public.events USING btree (account_id, txid, id);

CREATE INDEX events_account_id_type_id_idx ON public.events USING btree (account_id, type, id);

CREATE INDEX events_account_id_type_txid_id_idx ON public.events USING btree (account_id, type, txid, id);

CREATE UNIQUE INDEX groups_account_id_external_id_idx ON public.groups USING btree (account_id, external_id) WHERE (external_id IS NOT NULL);

CREATE UNIQUE INDEX groups_account_id_name_idx ON public.groups USING btree (account_id, name);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE UNIQUE INDEX invitations_account_id_card_id_address_key_idx ON public.invitations USING btree (account_id, card_id, address_key) WHERE (status <> ALL (ARRAY['revoked'::text, 'failed'::text, 'bounced'::text]));

CREATE INDEX invitations_account_id_card_id_id_idx ON public.invitations USING btree (account_id, card_id, id);

CREATE INDEX invitations_account_id_card_id_id_idx1 ON public.invitations USING btree (account_id, card_id, id) WHERE (parent_id IS NULL);

CREATE INDEX invitations_account_id_group_id_id_idx ON public.invitations USING btree (account_id, group_id, id) WHERE (group_id IS NOT NULL);

CREATE INDEX invitations_account_id_parent_id_id_idx ON public.invitations USING btree (account_id, parent_id, id) WHERE (parent_id IS NOT NULL);

CREATE INDEX invitations_queued_members ON public.invitations USING btree (account_id, parent_id) WHERE ((parent_id IS NOT NULL) AND (status = 'queued'::text));

CREATE INDEX invitations_seen ON public.invitations USING btree (account_id, card_id) WHERE (seen_at IS NOT NULL);

CREATE INDEX jobs_dead ON public.jobs USING btree (id) WHERE (dead_at IS NOT NULL);

CREATE INDEX jobs_due ON public.jobs USING btree (kind, run_at) WHERE (ready AND (dead_at IS NULL));

CREATE UNIQUE INDEX jobs_key_idx ON public.jobs USING btree (key) WHERE ((key IS NOT NULL) AND (dead_at IS NULL));

CREATE INDEX jobs_later ON public.jobs USING btree (run_at) WHERE ((NOT ready) AND (dead_at IS NULL));

CREATE INDEX jobs_later_account ON public.jobs USING btree (account_id, run_at) WHERE ((NOT ready) AND (dead_at IS NULL));

CREATE INDEX jobs_later_kind ON public.jobs USING btree (kind, run_at) WHERE ((NOT ready) AND (dead_at IS NULL));

CREATE INDEX jobs_ready ON public.jobs USING btree (kind, account_id, is_bulk, run_at, id) WHERE (ready AND (dead_at IS NULL));

CREATE INDEX kept_choices_email_hash ON public.kept_choices USING btree (account_id, email_hash);

CREATE INDEX kept_choices_external_id_hash ON public.kept_choices USING btree (account_id, external_id_hash);

CREATE INDEX kept_forms_expires_at_idx ON public.kept_forms USING btree (expires_at);

CREATE INDEX ledger_account_id_created_at_movement_leg_idx ON public.ledger USING btree (account_id, created_at, movement, leg);

CREATE INDEX ledger_account_id_credit_currency_amount_idx ON public.ledger USING btree (account_id, credit, currency) INCLUDE (amount);

CREATE INDEX ledger_account_id_debit_currency_amount_idx ON public.ledger USING btree (account_id, debit, currency) INCLUDE (amount);

CREATE INDEX ledger_account_id_payment_id_idx ON public.ledger USING btree (account_id, payment_id);

CREATE INDEX links_account_id_card_id_idx ON public.links USING btree (account_id, card_id);

CREATE INDEX mail_reports_created_at_idx ON public.mail_reports USING btree (created_at) WHERE (closed_at IS NULL);

CREATE INDEX media_account_id_card_id_id_idx ON public.media USING btree (account_id, card_id, id);

CREATE INDEX media_account_id_card_id_idx ON public.media USING btree (account_id, card_id) WHERE (contribution_id IS NULL);

CREATE UNIQUE INDEX media_account_id_card_id_kind_idx ON public.media USING btree (account_id, card_id, kind) WHERE (kind = ANY (ARRAY['audio'::text, 'logo'::text]));

CREATE UNIQUE INDEX media_account_id_folder_idx ON public.media USING btree (account_id, folder);

CREATE UNIQUE INDEX media_of_note ON public.media USING btree (account_id, contribution_id, (
CASE kind
    WHEN 'gif'::text THEN 'photo'::text
    ELSE kind
END), "position") WHERE (contribution_id IS NOT NULL);

CREATE UNIQUE INDEX media_of_thanks ON public.media USING btree (account_id, card_id, thanks_recipient_id, thanks_contribution_id, kind) WHERE (thanks_recipient_id IS NOT NULL);

CREATE INDEX media_paths_account_id_media_id_idx ON public.media_paths USING btree (account_id, media_id);

CREATE INDEX media_paths_waiting_since_idx ON public.media_paths USING btree (waiting_since) WHERE (waiting_since IS NOT NULL);

CREATE INDEX member_invitations_expires_at_idx ON public.member_invitations USING btree (expires_at);

CREATE INDEX member_invitations_user_id_idx ON public.member_invitations USING btree (user_id);

CREATE UNIQUE INDEX memberships_account_id_user_id_role_key ON public.memberships USING btree (account_id, user_id, role);

CREATE INDEX memberships_live_account_id_user_id_role_idx ON public.memberships USING btree (live_account_id, user_id, role) WHERE (live_account_id IS NOT NULL);

CREATE INDEX memberships_user_id_idx ON public.memberships USING btree (user_id);

CREATE INDEX messages_account_id_card_id_idx ON public.messages USING btree (account_id, card_id) WHERE (card_id IS NOT NULL);

CREATE UNIQUE INDEX messages_account_id_dedupe_key_idx ON public.messages USING btree (account_id, dedupe_key);

CREATE INDEX messages_own_links ON public.messages USING btree (account_id, card_id, link_subject_id) WHERE (kind = 'own_link'::text);

CREATE INDEX note_reports_account_id_card_id_contribution_id_idx ON public.note_reports USING btree (account_id, card_id, contribution_id);

CREATE INDEX occasions_changed ON public.occasions USING btree (account_id, year) WHERE ((changes IS NOT NULL) AND (state <> 'made'::text));

CREATE INDEX occasions_closes_on ON public.occasions USING btree (account_id, closes_on);

CREATE INDEX occasions_opens_on ON public.occasions USING btree (account_id, rule_id, opens_on) WHERE (state = 'made'::text);

CREATE INDEX passkeys_user_id_idx ON public.passkeys USING btree (user_id);

CREATE UNIQUE INDEX payment_providers_account_id_idx ON public.payment_providers USING btree (account_id) WHERE (removed_at IS NULL);

CREATE INDEX payments_account_id_card_id_id_idx ON public.payments USING btree (account_id, card_id, id) WHERE (card_id IS NOT NULL);

CREATE INDEX payments_account_id_id_mismatched_idx ON public.payments USING btree (account_id, id) WHERE (mismatched_at IS NOT NULL);

CREATE INDEX payments_account_id_paid_to_idx ON public.payments USING btree (account_id, paid_to) WHERE ((status = ANY (ARRAY['pending'::text, 'processing'::text])) OR (refunding > 0));

CREATE INDEX payments_account_id_provider_reference_idx ON public.payments USING btree (account_id, provider_reference) WHERE (provider_reference IS NOT NULL);

CREATE INDEX payments_account_id_status_id_idx ON public.payments USING btree (account_id, status, id);

CREATE INDEX payments_account_id_subject_id_idx ON public.payments USING btree (account_id, subject_id);

CREATE INDEX people_declining ON public.people USING btree (account_id, id) WHERE (no_cards OR no_birthday OR (skipped_year IS NOT NULL));

CREATE UNIQUE INDEX people_email_key ON public.people USING btree (account_id, email_key) WHERE (email_key IS NOT NULL);

CREATE UNIQUE INDEX people_external_id ON public.people USING btree (account_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX people_left_at ON public.people USING btree (account_id, left_at) WHERE (left_at IS NOT NULL);

CREATE INDEX people_manager_id ON public.people USING btree (account_id, manager_id) WHERE (manager_id IS NOT NULL);

CREATE INDEX people_name ON public.people USING btree (account_id, lower(name), id);

CREATE INDEX people_not_invited ON public.people USING btree (account_id, id) WHERE ((left_at IS NOT NULL) OR ((email IS NULL) AND (phone IS NULL)));

CREATE INDEX people_notice_due ON public.people USING btree (account_id, id) WHERE notice_due;

CREATE INDEX people_skipped_year ON public.people USING btree (account_id, skipped_year) WHERE (skipped_year IS NOT NULL);

CREATE INDEX person_dates_month_day_name ON public.person_dates USING btree (month, day, account_id, name);

CREATE INDEX person_requests_expires_at_idx ON public.person_requests USING btree (expires_at);

CREATE INDEX provider_events_account_id_payment_id_idx ON public.provider_events USING btree (account_id, payment_id) WHERE (outcome = 'waiting'::text);

CREATE INDEX provider_events_merchant_created_at_idx ON public.provider_events USING btree (merchant, created_at) WHERE ((outcome = ANY (ARRAY['unknown'::text, 'mismatch'::text, 'waiting'::text])) AND (resolved_at IS NULL));

CREATE INDEX provider_polls_connected_id_idx ON public.provider_polls USING btree (connected_id) WHERE (connected_id IS NOT NULL);

CREATE INDEX provider_polls_merchant_idx ON public.provider_polls USING btree (merchant) WHERE (account_id IS NOT NULL);

CREATE INDEX refund_requests_card ON public.refund_requests USING btree (account_id, card_id, id);

CREATE UNIQUE INDEX refund_requests_open ON public.refund_requests USING btree (account_id, payment_id) WHERE (status = 'open'::text);

CREATE INDEX refund_requests_payment ON public.refund_requests USING btree (account_id, payment_id, id);

CREATE INDEX refunds_account_id_payment_id_idx ON public.refunds USING btree (account_id, payment_id);

CREATE UNIQUE INDEX refunds_account_id_provider_reference_idx ON public.refunds USING btree (account_id, provider_reference) WHERE (provider_reference IS NOT NULL);

CREATE INDEX restricted_keys_account_id_user_id_idx ON public.restricted_keys USING btree (account_id, user_id);

CREATE INDEX restricted_keys_ends_at_idx ON public.restricted_keys USING btree (ends_at) WHERE (ends_at IS NOT NULL);

CREATE INDEX restricted_tokens_expires_at_idx ON public.restricted_tokens USING btree (expires_at);

CREATE INDEX restricted_tokens_restricted_key_id_idx ON public.restricted_tokens USING btree (restricted_key_id);

CREATE INDEX sandbox_events_merchant_created_at_idx ON public.sandbox_events USING btree (merchant, created_at);

CREATE UNIQUE INDEX sandbox_events_payment_id_refund_id_idx ON public.sandbox_events USING btree (payment_id, refund_id) WHERE (refund_id IS NOT NULL);

CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_last_used_at_idx ON public.sessions USING btree (last_used_at);

CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);

CREATE INDEX sign_in_attempts_expires_at_idx ON public.sign_in_attempts USING btree (expires_at);

CREATE UNIQUE INDEX suppressions_account_id_id_idx ON public.suppressions USING btree (account_id, id) WHERE (id IS NOT NULL);

CREATE INDEX suppressions_address_hash_idx ON public.suppressions USING btree (address_hash) WHERE (reason = 'elsewhere'::text);

CREATE INDEX suppressions_expires_at_idx ON public.suppressions USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX team_people_person_id ON public.team_people USING btree (account_id, person_id, group_id);

CREATE INDEX text_languages_said_at_idx ON public.text_languages USING btree (said_at);

CREATE INDEX throttles_window_ends_at_idx ON public.throttles USING btree (window_ends_at);

CREATE UNIQUE INDEX webhook_deliveries_account_id_endpoint_id_event_id_idx ON public.webhook_deliveries USING btree (account_id, endpoint_id, event_id);

CREATE INDEX webhook_deliveries_account_id_endpoint_id_id_idx ON public.webhook_deliveries USING btree (account_id, endpoint_id, id);

CREATE INDEX webhook_deliveries_account_id_endpoint_id_next_attempt_at_idx ON public.webhook_deliveries USING btree (account_id, endpoint_id, next_attempt_at) WHERE (status = 'pending'::text);

CREATE TRIGGER hold_reveal BEFORE INSERT ON public.jobs FOR EACH ROW WHEN ((new.kind = 'invitations.reveal_signed'::text)) EXECUTE FUNCTION public.hold_reveal();

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_credential_id_fkey FOREIGN KEY (credential_id) REFERENCES public.credentials(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_suspensions
    ADD CONSTRAINT account_suspensions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.bundle_prices
    ADD CONSTRAINT bundle_prices_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES public.bundles(id);

ALTER TABLE ONLY public.bundle_purchases
    ADD CONSTRAINT bundle_purchases_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.bundle_purchases
    ADD CONSTRAINT bundle_purchases_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES public.bundles(id);

ALTER TABLE ONLY public.card_admins
    ADD CONSTRAINT card_admins_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.cards(account_id, id);

ALTER TABLE ONLY public.card_admins
    ADD CONSTRAINT card_admins_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.card_batches
    ADD CONSTRAINT card_batches_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.card_grants
    ADD CONSTRAINT card_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.cards
    ADD CONSTRAINT cards_account_id_bundle_purchase_id_fkey FOREIGN KEY (account_id, bundle_purchase_id) REFERENCES public.bundle_purchases(account_id, id);

ALTER TABLE ONLY public.consent_tokens
    ADD CONSTRAINT consent_tokens_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES public.consents(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES public.memberships(account_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.contributions
    ADD CONSTRAINT contributions_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.cards(account_id, id);

ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.data_requests
    ADD CONSTRAINT data_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.deletion_requests
    ADD CONSTRAINT deletion_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.expansions
    ADD CONSTRAINT expansions_account_id_invitation_id_fkey FOREIGN KEY (account_id, invitation_id) REFERENCES public.invitations(account_id, id);

ALTER TABLE ONLY public.export_parts
    ADD CONSTRAINT export_parts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.group_members
    ADD CONSTRAINT group_members_account_id_group_id_fkey FOREIGN KEY (account_id, group_id) REFERENCES public.groups(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.handovers
    ADD CONSTRAINT handovers_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.cards(account_id, id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.cards(account_id, id);

ALTER TABLE ONLY public.kept_forms
    ADD CONSTRAINT kept_forms_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_account_id_credit_currency_fkey FOREIGN KEY (account_id, credit, currency) REFERENCES public.ledger_accounts(account_id, name, currency);

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_account_id_debit_currency_fkey FOREIGN KEY (account_id, debit, currency) REFERENCES public.ledger_accounts(account_id, name, currency);

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_account_id_payment_id_fkey FOREIGN KEY (account_id, payment_id) REFERENCES public.payments(account_id, id);

ALTER TABLE ONLY public.ledger_balances
    ADD CONSTRAINT ledger_balances_account_id_name_currency_fkey FOREIGN KEY (account_id, name, currency) REFERENCES public.ledger_accounts(account_id, name, currency);

ALTER TABLE ONLY public.media
    ADD CONSTRAINT media_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.cards(account_id, id);

ALTER TABLE ONLY public.member_invitations
    ADD CONSTRAINT member_invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.member_invitations
    ADD CONSTRAINT member_invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_live_fkey FOREIGN KEY (live_account_id, user_id, role) REFERENCES public.memberships(account_id, user_id, role) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.muted_cards
    ADD CONSTRAINT muted_cards_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.cards(account_id, id);

ALTER TABLE ONLY public.note_reports
    ADD CONSTRAINT note_reports_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.cards(account_id, id);

ALTER TABLE ONLY public.occasions
    ADD CONSTRAINT occasions_account_id_person_id_fkey FOREIGN KEY (account_id, person_id) REFERENCES public.people(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.organiser_news
    ADD CONSTRAINT organiser_news_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.cards(account_id, id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.payment_providers
    ADD CONSTRAINT payment_providers_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.person_dates
    ADD CONSTRAINT person_dates_account_id_person_id_fkey FOREIGN KEY (account_id, person_id) REFERENCES public.people(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.platforms
    ADD CONSTRAINT platforms_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.receipt_addresses
    ADD CONSTRAINT receipt_addresses_account_id_contribution_id_fkey FOREIGN KEY (account_id, contribution_id) REFERENCES public.contributions(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recipients
    ADD CONSTRAINT recipients_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.cards(account_id, id);

ALTER TABLE ONLY public.refund_requests
    ADD CONSTRAINT refund_requests_account_id_payment_id_fkey FOREIGN KEY (account_id, payment_id) REFERENCES public.payments(account_id, id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_account_id_payment_id_fkey FOREIGN KEY (account_id, payment_id) REFERENCES public.payments(account_id, id);

ALTER TABLE ONLY public.restricted_keys
    ADD CONSTRAINT restricted_keys_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES public.memberships(account_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.restricted_tokens
    ADD CONSTRAINT restricted_tokens_restricted_key_id_fkey FOREIGN KEY (restricted_key_id) REFERENCES public.restricted_keys(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sandbox_refunds
    ADD CONSTRAINT sandbox_refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.sandbox_payments(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_people
    ADD CONSTRAINT team_people_account_id_group_id_fkey FOREIGN KEY (account_id, group_id) REFERENCES public.groups(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_people
    ADD CONSTRAINT team_people_account_id_person_id_fkey FOREIGN KEY (account_id, person_id) REFERENCES public.people(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.test_accounts
    ADD CONSTRAINT test_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.test_accounts
    ADD CONSTRAINT test_accounts_live_account_id_fkey FOREIGN KEY (live_account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.thanks
    ADD CONSTRAINT thanks_account_id_card_id_recipient_id_fkey FOREIGN KEY (account_id, card_id, recipient_id) REFERENCES public.recipients(account_id, card_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.walls
    ADD CONSTRAINT walls_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.cards(account_id, id);

ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_account_id_delivery_id_fkey FOREIGN KEY (account_id, delivery_id) REFERENCES public.webhook_deliveries(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE public.accounts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.bundle_purchases ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.card_admins ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.card_batches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.card_words ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.cards ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.contributions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.data_requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deletion_requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.drawn_covers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.expansions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.export_parts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.group_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.group_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.groups ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.handovers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invitation_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invitations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.kept_choices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ledger ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ledger_accounts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ledger_balances ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mail_reports ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.media ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.muted_cards ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.note_reports ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.occasion_rules ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.occasions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.organiser_news ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payment_providers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payout_movements ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payouts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.people ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.person_dates ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.receipt_addresses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.recipients ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.refund_requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.refunds ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.team_people ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant ON public.accounts USING ((array_position(public.visible_accounts(), id) IS NOT NULL));

CREATE POLICY tenant ON public.audit_entries USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.bundle_purchases USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.card_admins USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.card_batches USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.card_words USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.cards USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.contributions USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.data_requests USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.deletion_requests USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.drawn_covers USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.events USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.expansions USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.export_parts USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.group_counts USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.group_members USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.groups USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.handovers USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.invitation_counts USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.invitations USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.kept_choices USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.ledger USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.ledger_accounts USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.ledger_balances USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.mail_reports USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.media USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.messages USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.muted_cards USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.note_reports USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.occasion_rules USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.occasions USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.organiser_news USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.payment_providers USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.payments USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.payout_movements USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.payouts USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.people USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.person_dates USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.receipt_addresses USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.recipients USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.refund_requests USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.refunds USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.team_people USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.thanks USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.walls USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.webhook_attempts USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.webhook_deliveries USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

CREATE POLICY tenant ON public.webhook_endpoints USING ((array_position(public.visible_accounts(), account_id) IS NOT NULL));

ALTER TABLE public.thanks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.walls ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_attempts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_endpoints ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO wellwish_runtime;

GRANT SELECT ON TABLE public.account_suspensions TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.accounts TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.cards TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.customers TO wellwish_runtime;

REVOKE ALL ON FUNCTION public.customer_accounts(of_platform_id text, only_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.customer_accounts(of_platform_id text, only_id text) TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bundle_purchases TO wellwish_runtime;

REVOKE ALL ON FUNCTION public.customers_of(of_platform_id text, only_id text, after_id text, name_part text, wanted_external_id text, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.customers_of(of_platform_id text, only_id text, after_id text, name_part text, wanted_external_id text, most integer) TO wellwish_runtime;

GRANT SELECT,INSERT ON TABLE public.events TO wellwish_runtime;

GRANT SELECT ON TABLE public.platforms TO wellwish_runtime;

REVOKE ALL ON FUNCTION public.draw_card(of_account_id text, wanted_id text, at timestamp with time zone, event_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.draw_card(of_account_id text, wanted_id text, at timestamp with time zone, event_id text) TO wellwish_runtime;

REVOKE ALL ON FUNCTION public.drawable_purchases(of_account_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.drawable_purchases(of_account_id text) TO wellwish_runtime;

GRANT SELECT,INSERT ON TABLE public.audit_entries TO wellwish_runtime;

REVOKE ALL ON FUNCTION public.forget_audit_entries(account_ids text[], oldest_id text, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forget_audit_entries(account_ids text[], oldest_id text, most integer) TO wellwish_runtime;

REVOKE ALL ON FUNCTION public.forget_events(account_ids text[], oldest_id text, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forget_events(account_ids text[], oldest_id text, most integer) TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.card_grants TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memberships TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.users TO wellwish_runtime;

REVOKE ALL ON FUNCTION public.platform_of(of_account_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.platform_of(of_account_id text) TO wellwish_runtime;

REVOKE ALL ON FUNCTION public.return_drawn_card(of_account_id text, purchase_id text, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.return_drawn_card(of_account_id text, purchase_id text, at timestamp with time zone) TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.access_tokens TO wellwish_runtime;

GRANT SELECT ON TABLE public.admin_cards TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bounce_addresses TO wellwish_runtime;

GRANT SELECT ON TABLE public.bundle_prices TO wellwish_runtime;

GRANT SELECT ON TABLE public.bundles TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.cached_pdfs TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.card_admins TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.card_batches TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE ON TABLE public.card_words TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.carrier_errors TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.carrier_texts TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.carriers TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.consent_tokens TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.consents TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.contributions TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.counters TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.credentials TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.data_requests TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE ON TABLE public.deletion_requests TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.drawn_covers TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.email_changes TO wellwish_runtime;

GRANT SELECT,INSERT,UPDATE ON TABLE public.erasures TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.expansions TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.export_parts TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.group_counts TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.group_members TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.groups TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.handovers TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency_keys TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitation_counts TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitations TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.job_successes TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.jobs TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.kept_choices TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.kept_forms TO wellwish_runtime;

GRANT SELECT ON TABLE public.key_generations TO wellwish_runtime;

GRANT SELECT,INSERT ON TABLE public.ledger TO wellwish_runtime;

GRANT SELECT,INSERT ON TABLE public.ledger_accounts TO wellwish_runtime;

GRANT SELECT,INSERT,UPDATE ON TABLE public.ledger_balances TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.links TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_reports TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.media TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.media_paths TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.member_invitations TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE ON TABLE public.messages TO wellwish_runtime;

GRANT UPDATE(status) ON TABLE public.messages TO wellwish_runtime;

GRANT UPDATE(status_reason) ON TABLE public.messages TO wellwish_runtime;

GRANT UPDATE(attempts) ON TABLE public.messages TO wellwish_runtime;

GRANT UPDATE(first_attempt_at) ON TABLE public.messages TO wellwish_runtime;

GRANT UPDATE(last_answer) ON TABLE public.messages TO wellwish_runtime;

GRANT UPDATE(provider) ON TABLE public.messages TO wellwish_runtime;

GRANT UPDATE(provider_id) ON TABLE public.messages TO wellwish_runtime;

GRANT UPDATE(handed_over_at) ON TABLE public.messages TO wellwish_runtime;

GRANT UPDATE(delivered_at) ON TABLE public.messages TO wellwish_runtime;

GRANT SELECT ON TABLE public.migrations TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.minute_counts TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE ON TABLE public.muted_cards TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.note_reports TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.occasion_rules TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.occasions TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.organiser_news TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkeys TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment_links TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment_providers TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payments TO wellwish_runtime;

GRANT SELECT,INSERT ON TABLE public.payout_movements TO wellwish_runtime;

GRANT SELECT,INSERT ON TABLE public.payouts TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.people TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person_dates TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person_requests TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.processes TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.provider_events TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.provider_polls TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.receipt_addresses TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recipients TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.refund_requests TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.refunds TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.restricted_keys TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.restricted_tokens TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sandbox_events TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sandbox_payments TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sandbox_refunds TO wellwish_runtime;

GRANT SELECT,INSERT ON TABLE public.server_key TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sessions TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_attempts TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.stored_response_bytes TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.suppressions TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_people TO wellwish_runtime;

GRANT SELECT ON TABLE public.templates TO wellwish_runtime;

GRANT SELECT,INSERT ON TABLE public.test_accounts TO wellwish_runtime;

GRANT UPDATE(ahead) ON TABLE public.test_accounts TO wellwish_runtime;

GRANT UPDATE(advancing_to) ON TABLE public.test_accounts TO wellwish_runtime;

GRANT UPDATE(leads) ON TABLE public.test_accounts TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.text_languages TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.thanks TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.throttles TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.walls TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_attempts TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_deliveries TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_endpoints TO wellwish_runtime;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_tails TO wellwish_runtime;

GRANT SELECT,INSERT ON TABLE public.write_probes TO wellwish_runtime;
