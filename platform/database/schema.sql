-- The whole database on one page: every table with its constraints and indexes, by feature.
-- Generated from a migrated database by `npm run schema`; a test keeps it equal. Change the database with a new migration, not here.
-- The functions and triggers named below each table are in functions/, one file each.

-- ---- Products and stock ----

-- What the shop sells, also deleted products, because orders point at them.
CREATE TABLE products (
  id text NOT NULL,  -- Its id.
  name text NOT NULL,  -- Its name.
  price_paise bigint NOT NULL,  -- The price of one ID.
  description text NOT NULL DEFAULT ''::text,  -- HTML, as buyers see it.
  image text NOT NULL DEFAULT ''::text,  -- The address of its picture: https://… of another site, /product-images/… of an uploaded one; empty: none.
  is_sample boolean NOT NULL DEFAULT false,  -- Whether it is one of the samples of a first start.
  created_at timestamp with time zone NOT NULL,  -- When it was added.
  updated_at timestamp with time zone NOT NULL,  -- When it was last changed.
  deleted_at timestamp with time zone,  -- When it was deleted; empty: it is there.
  hidden_at timestamp with time zone,  -- Since when it is not shown; empty: it is shown.
  removed_ids integer,  -- How many free IDs left with it when it was deleted.
  held_notified_at timestamp with time zone,  -- When the owner was last told that most of it is held.
  leaving_at timestamp with time zone,  -- Since when it is being deleted, where that takes several steps.
  id_pattern text NOT NULL DEFAULT ''::text,  -- What its IDs look like; empty: nobody said.
  id_example text NOT NULL DEFAULT ''::text,  -- An example of that.
  language text NOT NULL DEFAULT shop_language(),  -- The language of its name and description, such as en: the shop's, if there is a name in it.
  translations jsonb NOT NULL DEFAULT '{}'::jsonb,  -- Its texts in other languages, such as {"hi": {"name": "…"}}. A missing text is left out.
  delivery text NOT NULL DEFAULT 'instant'::text,  -- Whether a paid order is delivered at once (instant) or waits for an approval (after approval).
  searched text GENERATED ALWAYS AS (searched_text(((name || translations_of(translations, 'name'::text)) || ' '::text) || replace(replace(replace(replace(regexp_replace(description || translations_of(translations, 'description'::text), '<[^>]*>'::text, ' '::text, 'g'::text), '&lt;'::text, '<'::text), '&gt;'::text, '>'::text), '&quot;'::text, '"'::text), '&amp;'::text, '&'::text))) STORED,
  claim_hours integer,  -- For how many hours after the delivery its IDs may be claimed; 0: not at all; empty: as the shop's.
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_claim_hours_check CHECK (claim_hours >= 0 AND claim_hours <= 1000000),
  CONSTRAINT products_delivery_check CHECK (delivery = ANY (ARRAY['instant'::text, 'after approval'::text])),
  CONSTRAINT products_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  CONSTRAINT products_name_check CHECK (name <> ''::text),
  CONSTRAINT products_price_paise_check CHECK (price_paise >= 0 AND price_paise <= 100000000),
  CONSTRAINT products_translations_check CHECK (is_translations(translations, language, ARRAY['name'::text, 'description'::text]))
);
CREATE INDEX products_deleted ON products USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX products_on_sale ON products USING btree (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX products_samples ON products USING btree (id) WHERE is_sample AND deleted_at IS NULL;
CREATE INDEX products_searched ON products USING gin (searched gin_trgm_ops);
CREATE INDEX products_shown ON products USING btree (created_at, id) WHERE deleted_at IS NULL AND hidden_at IS NULL;
-- Triggers: product_in_shop_language

-- What buyers do with the IDs of a product, one row per language.
-- The HTML is sanitized.
CREATE TABLE instructions (
  product_id text NOT NULL,  -- The product.
  language text NOT NULL,  -- The language of the text, such as hi.
  html text NOT NULL,  -- HTML, as buyers see it.
  updated_at timestamp with time zone NOT NULL,  -- When it was last changed.
  CONSTRAINT instructions_pkey PRIMARY KEY (product_id, language),
  CONSTRAINT instructions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT instructions_html_check CHECK (html <> ''::text),
  CONSTRAINT instructions_language_check CHECK (language ~ '^[a-z]{2}$'::text)
);

-- Every ID ever added, and where it is now.
-- The value is encrypted, the fingerprint a keyed hash of the canonical form. Because it is unique, the same string cannot be stocked twice.
-- A unit is in one place: free, in one order, or withdrawn.
CREATE TABLE units (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,  -- Its number in the books.
  product_id text NOT NULL,  -- The product that it is of.
  value bytea,  -- The ID itself; empty once it was erased.
  fingerprint bytea NOT NULL,  -- Of an erased ID alone: what the shop knows it again by, under the same secret.
  imported_at timestamp with time zone NOT NULL,  -- When it came into the shop.
  withdrawn text,  -- faulty, removed, held back or recalled, as its state says; empty: none of these.
  withdrawn_at timestamp with time zone,  -- When it turned out faulty, was removed, held back or recalled.
  batch_id text,  -- The import that it came with.
  erased_at timestamp with time zone,  -- When it was erased, because the owner does not keep delivered IDs longer.
  CONSTRAINT units_pkey PRIMARY KEY (id),
  CONSTRAINT units_fingerprint_key UNIQUE (fingerprint),
  CONSTRAINT units_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  CONSTRAINT units_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT units_erased_have_no_value CHECK ((value IS NULL) = (erased_at IS NOT NULL)),
  CONSTRAINT units_fingerprint_check CHECK (octet_length(fingerprint) = 32),
  CONSTRAINT units_withdrawn_check CHECK (withdrawn = ANY (ARRAY['faulty'::text, 'removed'::text, 'held back'::text, 'recalled'::text])),
  CONSTRAINT units_withdrawn_have_time CHECK ((withdrawn IS NULL) = (withdrawn_at IS NULL))
);
CREATE INDEX units_faulty ON units USING btree (batch_id) WHERE withdrawn = 'faulty'::text AND batch_id IS NOT NULL;
CREATE INDEX units_of_batch ON units USING btree (batch_id, id) WHERE batch_id IS NOT NULL;
CREATE INDEX units_of_product ON units USING btree (product_id, id);
CREATE INDEX units_set_aside ON units USING btree (product_id, id) WHERE withdrawn = ANY (ARRAY['faulty'::text, 'held back'::text, 'recalled'::text]);
-- Triggers: never_emptied, units_changed, units_entered, units_erased, gone_for_good, batch_units_changed, batch_units_entered, batch_units_erased, id_stays_itself, units_value_erased

-- The IDs that can be sold now. Reserving deletes rows, releasing inserts them.
-- Two buyers cannot get the same ID: only one transaction can delete its row, and order_units takes each unit once.
CREATE TABLE free_units (
  product_id text NOT NULL,
  unit_id bigint NOT NULL,
  CONSTRAINT free_units_pkey PRIMARY KEY (product_id, unit_id),
  CONSTRAINT free_units_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id)
);
-- Triggers: never_emptied, free_units_came, free_units_went, recalled_stay_out, record_stock_arrival, unsettled_stay_out

-- One row per product: the counters of its IDs and the end of its ledger chain.
-- Whoever changes a product's stock locks this row first. books_balance checks the counters at commit.
CREATE TABLE product_stock (
  product_id text NOT NULL,
  available integer NOT NULL DEFAULT 0,  -- IDs that can be ordered, counted by the program. The others are counted by triggers.
  imported integer NOT NULL DEFAULT 0,  -- All IDs of the product: free, held, delivered and withdrawn.
  free integer NOT NULL DEFAULT 0,  -- Rows in free_units. Equals available at commit.
  held integer NOT NULL DEFAULT 0,  -- IDs that are reserved for pending orders.
  delivered integer NOT NULL DEFAULT 0,
  withdrawn integer NOT NULL DEFAULT 0,
  ledger_seq bigint NOT NULL DEFAULT 0,
  ledger_mac bytea NOT NULL DEFAULT '\x'::bytea,
  ledger_head bytea NOT NULL DEFAULT '\x'::bytea,
  is_mostly_held boolean NOT NULL GENERATED ALWAYS AS (held >= 5 AND (held::bigint * 100) >= ((held::bigint + available) * 80)) STORED,
  CONSTRAINT product_stock_pkey PRIMARY KEY (product_id),
  CONSTRAINT product_stock_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT product_stock_available_check CHECK (available >= 0),
  CONSTRAINT product_stock_delivered_check CHECK (delivered >= 0),
  CONSTRAINT product_stock_free_check CHECK (free >= 0),
  CONSTRAINT product_stock_held_check CHECK (held >= 0),
  CONSTRAINT product_stock_imported_check CHECK (imported >= 0),
  CONSTRAINT product_stock_withdrawn_check CHECK (withdrawn >= 0)
);
CREATE INDEX product_stock_mostly_held ON product_stock USING btree (product_id) WHERE is_mostly_held;
-- Triggers: books_balance, never_emptied

-- Where imported IDs come from.
CREATE TABLE suppliers (
  id text NOT NULL,  -- Its id.
  name text NOT NULL,  -- Its name. No two names differ in upper and lower case alone.
  hidden_at timestamp with time zone,  -- When it was hidden: imports do not offer it any more.
  CONSTRAINT suppliers_pkey PRIMARY KEY (id),
  CONSTRAINT suppliers_name_check CHECK (name = btrim(name) AND length(name) >= 1 AND length(name) <= 100)
);
CREATE UNIQUE INDEX suppliers_by_name ON suppliers USING btree (lower(name));

-- How IDs came into the shop, many at a time: where from, what they cost, and how many are left.
-- A draft has been checked and not added.
CREATE TABLE batches (
  id text NOT NULL,  -- Its id.
  product_id text NOT NULL,  -- The product that they are of.
  way text NOT NULL,  -- import (with a check before), page (Add IDs), product (with the product's form) or api.
  source text NOT NULL DEFAULT ''::text,  -- A note about them, in the owner's words.
  cost_paise bigint,  -- What one of them cost; empty: nobody said.
  state text NOT NULL,  -- adding, added, undoing or undone.
  created_at timestamp with time zone NOT NULL,  -- When it began.
  undone_at timestamp with time zone,  -- When it was undone.
  admin_id text,  -- The id of the account that did it, or api-key: and the number of an API key.
  report jsonb,  -- What its check found.
  chosen text[],  -- Which kinds of lines were added, where there was a check.
  ids integer NOT NULL DEFAULT 0,  -- How many IDs there are of it.
  delivered integer NOT NULL DEFAULT 0,  -- How many of these were handed over.
  withdrawn integer NOT NULL DEFAULT 0,  -- How many of these turned out faulty, were removed or recalled.
  supplier_id text,  -- The supplier; empty: nobody said.
  CONSTRAINT batches_pkey PRIMARY KEY (id),
  CONSTRAINT batches_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT batches_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES suppliers(id),
  CONSTRAINT batches_cost_paise_check CHECK (cost_paise >= 0 AND cost_paise <= 100000000),
  CONSTRAINT batches_delivered_check CHECK (delivered >= 0),
  CONSTRAINT batches_ids_check CHECK (ids >= 0),
  CONSTRAINT batches_reports_are_decided CHECK (state = 'draft'::text OR report IS NULL OR chosen IS NOT NULL),
  CONSTRAINT batches_state_check CHECK (state = ANY (ARRAY['draft'::text, 'adding'::text, 'added'::text, 'undoing'::text, 'undone'::text])),
  CONSTRAINT batches_undone_have_time CHECK ((undone_at IS NOT NULL) = (state = 'undone'::text)),
  CONSTRAINT batches_way_check CHECK (way = ANY (ARRAY['import'::text, 'page'::text, 'product'::text, 'api'::text])),
  CONSTRAINT batches_withdrawn_check CHECK (withdrawn >= 0)
);
CREATE INDEX batches_drafts ON batches USING btree (created_at) WHERE state = 'draft'::text;
CREATE INDEX batches_listed ON batches USING btree (created_at DESC, id DESC) WHERE state <> 'draft'::text;
CREATE INDEX batches_of_product ON batches USING btree (product_id, created_at DESC, id DESC) WHERE state <> 'draft'::text;
CREATE INDEX batches_of_supplier ON batches USING btree (supplier_id) WHERE supplier_id IS NOT NULL;
-- Triggers: sales_of_batch_change

-- The lines of a draft import, encrypted, until they are added or the draft expires.
CREATE TABLE batch_lines (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  batch_id text NOT NULL,
  kind text NOT NULL,
  lines bytea NOT NULL,
  CONSTRAINT batch_lines_pkey PRIMARY KEY (id),
  CONSTRAINT batch_lines_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE,
  CONSTRAINT batch_lines_kind_check CHECK (kind = ANY (ARRAY['waiting'::text, 'shown'::text]))
);
CREATE INDEX batch_lines_of_batch ON batch_lines USING btree (batch_id, kind, id);

-- Imports whose IDs are bad, as persons of the shop say.
-- Until a recall is undone, an ID of its import that would become free is withdrawn as recalled.
CREATE TABLE recalls (
  id text NOT NULL,  -- Its id.
  batch_id text NOT NULL,  -- The import.
  at timestamp with time zone NOT NULL,  -- When it began.
  by text NOT NULL,  -- Which account of the shop, or API key, recalled it.
  reason text NOT NULL,  -- What is wrong with its IDs: refused (they are not accepted), used (somebody else uses them), different (not what was ordered) or other.
  scope text NOT NULL,  -- For which delivered IDs claims are opened: none, in_time (those that their buyers could claim when it began) or all.
  claimed_upto bigint NOT NULL DEFAULT 0,  -- The number of the last delivered ID that was looked at to open a claim.
  finished_at timestamp with time zone,  -- When its steps, or those of its undoing, were done; empty: they go on.
  undone_at timestamp with time zone,  -- When it was undone.
  CONSTRAINT recalls_pkey PRIMARY KEY (id),
  CONSTRAINT recalls_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  CONSTRAINT recalls_reason_check CHECK (reason = ANY (ARRAY['refused'::text, 'used'::text, 'different'::text, 'other'::text])),
  CONSTRAINT recalls_scope_check CHECK (scope = ANY (ARRAY['none'::text, 'in_time'::text, 'all'::text]))
);
CREATE UNIQUE INDEX recalls_in_force ON recalls USING btree (batch_id) WHERE undone_at IS NULL;
CREATE INDEX recalls_of_batch ON recalls USING btree (batch_id, at DESC);
CREATE INDEX recalls_under_way ON recalls USING btree (at) WHERE finished_at IS NULL;

-- Products whose low stock was announced. A row is deleted when there is more, so each shortage is announced once.
CREATE TABLE low_stock (
  product_id text NOT NULL,
  notified_at timestamp with time zone NOT NULL,
  CONSTRAINT low_stock_pkey PRIMARY KEY (product_id),
  CONSTRAINT low_stock_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

-- Each restore of a backup, and import of an export, from which this shop came.
-- Until it is settled, IDs that would be free are held back: they may have gone out after the backup.
CREATE TABLE restores (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  made_at timestamp with time zone NOT NULL,  -- The moment that the backup or export shows.
  restored_at timestamp with time zone NOT NULL,
  freeing_since timestamp with time zone,  -- When the owner had named the IDs that went out. From then on IDs are free again.
  settled_at timestamp with time zone,  -- When the last ID that was held back became free.
  missing_orders integer,  -- How many orders are missing since, by the owner's count.
  CONSTRAINT restores_pkey PRIMARY KEY (id),
  CONSTRAINT restores_freed_before_settled CHECK (settled_at IS NULL OR freeing_since IS NOT NULL),
  CONSTRAINT restores_kind_check CHECK (kind = ANY (ARRAY['backup'::text, 'export'::text])),
  CONSTRAINT restores_missing_orders_check CHECK (missing_orders >= 0)
);
CREATE INDEX restores_unsettled ON restores USING btree (id) WHERE settled_at IS NULL;

-- ---- Orders ----

-- Every order, in any state.
-- The checks tie the status to the columns that it needs. Name and price are copied from the product when the order is placed.
CREATE TABLE orders (
  id text NOT NULL,  -- Its id.
  request_code text NOT NULL,  -- The code that people say on the phone: REQ-…
  status text NOT NULL DEFAULT 'pending'::text,  -- pending, approved, rejected or cancelled.
  created_at timestamp with time zone NOT NULL,  -- When it was placed.
  product_id text NOT NULL,  -- The product that was ordered.
  product_name text NOT NULL,  -- Its name at that time.
  product_names jsonb,  -- Its names at that time by language, for its buyer; empty for an order of the old shop.
  quantity integer NOT NULL,  -- How many IDs.
  price_paise bigint NOT NULL,  -- The price of one at that time.
  total_paise bigint NOT NULL,  -- The price of all.
  terms_version integer DEFAULT current_terms_version(),  -- The version of the terms that it was placed under; empty: none was published.
  user_id text,  -- The customer who placed it; empty: a guest, or somebody who deleted the account.
  email bytea,  -- The address that was given with it.
  email_print bytea,  -- The keyed fingerprint of the email address, by which a search finds the order. Null until it is made.
  language text,  -- The language in which it was ordered, such as hi; empty: the shop's.
  access_key_hash bytea,  -- The hash of the key in its private link; it opens nothing.
  link_number integer NOT NULL DEFAULT 0,  -- How often an admin made a private link for it.
  unlocked_by bytea[] NOT NULL DEFAULT '{}'::bytea[],  -- The hashes of the browsers that may read it; they open nothing.
  idempotency_key bytea,
  idempotency_body bytea,
  placed_from bytea,
  placed_from_56 bytea,
  placed_from_48 bytea,
  payment_method text NOT NULL,  -- request (paid after the approval), amazon (a gift card), upi, razorpay or stripe.
  payable_paise bigint,  -- What its buyer pays where that is not the total: an amount of its own for UPI.
  hold_until timestamp with time zone,  -- Until when its IDs wait for a payment; empty: no such end.
  payment_asked_at timestamp with time zone,  -- When an admin asked its buyer to pay before the delivery.
  utr text,  -- The 12 digits by which its buyer says to have paid. A claim, no proof.
  utr_sent_at timestamp with time zone,  -- When the buyer sent them.
  has_payment_to_review boolean NOT NULL DEFAULT false,  -- Whether an admin has to review a payment for it, while it is pending: the amount or the currency differs.
  paid_at timestamp with time zone,  -- When it was paid, as far as the shop knows.
  gift_card_code bytea,  -- The code of the gift card.
  gift_card_last4 text,  -- Its last four signs, as the buyer sees it.
  proof_name text,  -- What the file of the payment proof was called.
  proof_key text,  -- Where the proof lies in the folder files/.
  proof_resent_at timestamp with time zone,  -- When the buyer last sent a new code and picture.
  payment_verified boolean,  -- What an admin found when looking at the proof; empty: nobody looked.
  verification_note text,  -- What an admin noted when it was verified; when it was not, the sentence about that. Buyers are told only that it failed.
  processed_at timestamp with time zone,  -- When it was approved or rejected.
  approved_by text,  -- Who approved it: the id of the admin's account, api-key: and the number of an API key, payment: and the method whose money did it, or what the shop before had noted.
  reason text,  -- Why it was rejected.
  cancelled_at timestamp with time zone,  -- When it was cancelled.
  expired_after_hours integer,  -- After how many hours it was cancelled by itself; 0: its time to pay ended.
  reopened_at timestamp with time zone,  -- When its payment reopened it after it was cancelled.
  handled_at timestamp with time zone GENERATED ALWAYS AS (COALESCE(processed_at, cancelled_at)) STORED,
  download_link text,  -- The link that the buyer was given with the IDs.
  instructions jsonb,  -- The product's instructions by language when the IDs were delivered, as sanitized HTML; empty: none.
  admin_note text,  -- What was noted for admins alone: when a proof was found wrong, or in the shop before.
  proof_erased_at timestamp with time zone,  -- When its proof was erased.
  code_erased_at timestamp with time zone,  -- When its gift card code was erased.
  ids_erased_at timestamp with time zone,  -- When its IDs were erased.
  is_from_old_shop boolean NOT NULL DEFAULT false,  -- Whether it was placed in the shop before this one.
  short_by integer,  -- How many IDs an imported order lacks; below zero: how many it was given too many.
  claim_until timestamp with time zone,  -- Until when its buyer may claim an ID; empty: not at all.
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_request_code_key UNIQUE (request_code),
  CONSTRAINT orders_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT orders_approved_have_approver CHECK ((status = 'approved'::text) = (approved_by IS NOT NULL)),
  CONSTRAINT orders_cancelled_have_time CHECK ((status = 'cancelled'::text) = (cancelled_at IS NOT NULL AND reopened_at IS NULL)),
  CONSTRAINT orders_download_link_check CHECK (download_link ~ '^https?://'::text),
  CONSTRAINT orders_erased_codes_are_gone CHECK (code_erased_at IS NULL OR gift_card_code IS NULL AND status <> 'pending'::text),
  CONSTRAINT orders_erased_ids_were_given CHECK (ids_erased_at IS NULL OR status = 'approved'::text),
  CONSTRAINT orders_erased_proofs_are_gone CHECK (proof_erased_at IS NULL OR proof_key IS NULL AND status <> 'pending'::text),
  CONSTRAINT orders_expired_were_cancelled CHECK (expired_after_hours IS NULL OR cancelled_at IS NOT NULL AND expired_after_hours >= 0),
  CONSTRAINT orders_gift_cards_are_amazons CHECK (payment_method = 'amazon'::text OR gift_card_code IS NULL),
  CONSTRAINT orders_idempotency_keys_have_body CHECK ((idempotency_key IS NULL) = (idempotency_body IS NULL)),
  CONSTRAINT orders_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  CONSTRAINT orders_last4_are_of_a_code CHECK (gift_card_last4 IS NULL OR gift_card_code IS NOT NULL),
  CONSTRAINT orders_link_number_check CHECK (link_number >= 0),
  CONSTRAINT orders_only_approved_can_be_claimed CHECK (claim_until IS NULL OR status = 'approved'::text),
  CONSTRAINT orders_only_approved_have_instructions CHECK (instructions IS NULL OR jsonb_typeof(instructions) = 'object'::text AND status = 'approved'::text),
  CONSTRAINT orders_only_approved_have_link CHECK (status = 'approved'::text OR download_link IS NULL),
  CONSTRAINT orders_only_gift_cards_are_sent_again CHECK (proof_resent_at IS NULL OR payment_method = 'amazon'::text),
  CONSTRAINT orders_only_gift_cards_are_verified CHECK (payment_verified IS NULL OR payment_method = 'amazon'::text),
  CONSTRAINT orders_payable_within_total CHECK (payable_paise > 0 AND payable_paise <= total_paise),
  CONSTRAINT orders_payment_method_check CHECK (payment_method = ANY (ARRAY['request'::text, 'amazon'::text, 'upi'::text, 'razorpay'::text, 'stripe'::text])),
  CONSTRAINT orders_placed_from_while_pending CHECK (placed_from IS NULL OR status = 'pending'::text),
  CONSTRAINT orders_placed_near_while_pending CHECK (num_nulls(placed_from_56, placed_from_48) = 2 OR status = 'pending'::text),
  CONSTRAINT orders_price_paise_check CHECK (price_paise >= 0),
  CONSTRAINT orders_prints_have_an_email CHECK (email_print IS NULL OR email IS NOT NULL),
  CONSTRAINT orders_processed_have_time CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = (processed_at IS NOT NULL)),
  CONSTRAINT orders_product_names_are_texts CHECK (jsonb_typeof(product_names) = 'object'::text AND NOT jsonb_path_exists(product_names, '$.*?(@.type() != "string")'::jsonpath)),
  CONSTRAINT orders_proofs_are_sent_by_buyers CHECK ((payment_method <> ALL (ARRAY['razorpay'::text, 'stripe'::text])) OR proof_key IS NULL),
  CONSTRAINT orders_proofs_have_name_and_key CHECK ((proof_name IS NULL) = (proof_key IS NULL)),
  CONSTRAINT orders_quantity_check CHECK (quantity >= 1),
  CONSTRAINT orders_rejected_have_reason CHECK ((status = 'rejected'::text) = (reason IS NOT NULL)),
  CONSTRAINT orders_reopened_are_approved CHECK (reopened_at IS NULL OR status = 'approved'::text AND cancelled_at IS NOT NULL),
  CONSTRAINT orders_request_code_check CHECK (request_code ~ '^REQ-[0-9A-Z]+$'::text),
  CONSTRAINT orders_short_by_check CHECK (short_by <> 0),
  CONSTRAINT orders_short_from_old_shop CHECK (is_from_old_shop OR short_by IS NULL),
  CONSTRAINT orders_sold_within_limits CHECK (is_from_old_shop OR quantity <= 1000 AND price_paise <= 100000000 AND product_name <> ''::text),
  CONSTRAINT orders_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text])),
  CONSTRAINT orders_total_multiplies CHECK (total_paise = (price_paise * quantity) OR is_from_old_shop AND total_paise >= 0),
  CONSTRAINT orders_unlocked_by_20_browsers CHECK (cardinality(unlocked_by) <= 20),
  CONSTRAINT orders_utr_has_time CHECK ((utr IS NULL) = (utr_sent_at IS NULL)),
  CONSTRAINT orders_utrs_have_12_digits CHECK (utr ~ '^[0-9]{12}$'::text)
);
CREATE INDEX orders_approved_of_browser ON orders USING btree ((unlocked_by[1])) INCLUDE (processed_at, quantity, approved_by) WHERE status = 'approved'::text AND unlocked_by[1] IS NOT NULL;
CREATE INDEX orders_by_email ON orders USING btree (email_print, created_at DESC, id DESC) WHERE email_print IS NOT NULL;
CREATE UNIQUE INDEX orders_by_idempotency_key ON orders USING btree (idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX orders_by_proof_key ON orders USING btree (proof_key) WHERE proof_key IS NOT NULL;
CREATE INDEX orders_by_utr ON orders USING btree (utr) WHERE utr IS NOT NULL;
CREATE INDEX orders_claimable ON orders USING btree (product_id, claim_until) WHERE claim_until IS NOT NULL;
CREATE INDEX orders_ended_of_browser ON orders USING btree ((unlocked_by[1]), created_at DESC, id DESC) WHERE status <> 'pending'::text AND user_id IS NULL AND unlocked_by[1] IS NOT NULL;
CREATE INDEX orders_handled ON orders USING btree (handled_at DESC, id DESC) WHERE handled_at IS NOT NULL;
CREATE INDEX orders_handled_by_status ON orders USING btree (status, handled_at DESC, id DESC) INCLUDE (total_paise) WHERE handled_at IS NOT NULL;
CREATE INDEX orders_of_product ON orders USING btree (product_id) WHERE status = 'pending'::text;
CREATE INDEX orders_of_user ON orders USING btree (user_id, created_at DESC, id DESC) INCLUDE (status) WHERE user_id IS NOT NULL;
CREATE INDEX orders_on_hold ON orders USING btree (hold_until, id) WHERE status = 'pending'::text AND hold_until IS NOT NULL;
CREATE INDEX orders_opened_by_link ON orders USING gin (unlocked_by) WHERE user_id IS NULL AND cardinality(unlocked_by) > 1;
CREATE INDEX orders_paid ON orders USING btree (handled_at DESC, id DESC) WHERE paid_at IS NOT NULL AND handled_at IS NOT NULL;
CREATE INDEX orders_paid_at ON orders USING btree (paid_at) INCLUDE (total_paise, payable_paise) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text])) AND total_paise > 0 AND paid_at IS NOT NULL;
CREATE INDEX orders_paid_in_vain ON orders USING btree (status, handled_at DESC, id DESC) WHERE paid_at IS NOT NULL AND (status = ANY (ARRAY['rejected'::text, 'cancelled'::text]));
CREATE INDEX orders_pending_asked ON orders USING btree (payment_asked_at, id) WHERE status = 'pending'::text AND payment_asked_at IS NOT NULL;
CREATE INDEX orders_pending_expiring ON orders USING btree (created_at, id) WHERE status = 'pending'::text AND user_id IS NULL AND payment_method = 'request'::text AND paid_at IS NULL AND NOT is_from_old_shop;
CREATE INDEX orders_pending_of_48 ON orders USING btree (placed_from_48) INCLUDE (quantity) WHERE status = 'pending'::text AND placed_from_48 IS NOT NULL;
CREATE INDEX orders_pending_of_56 ON orders USING btree (placed_from_56) INCLUDE (quantity) WHERE status = 'pending'::text AND placed_from_56 IS NOT NULL;
CREATE INDEX orders_pending_of_address ON orders USING btree (placed_from) INCLUDE (quantity) WHERE status = 'pending'::text AND placed_from IS NOT NULL;
CREATE INDEX orders_pending_of_browser ON orders USING btree ((unlocked_by[1])) INCLUDE (quantity) WHERE status = 'pending'::text AND unlocked_by[1] IS NOT NULL;
CREATE INDEX orders_pending_of_user ON orders USING btree (user_id) INCLUDE (quantity) WHERE status = 'pending'::text AND user_id IS NOT NULL;
CREATE INDEX orders_pending_paid ON orders USING btree (created_at, id) WHERE status = 'pending'::text AND paid_at IS NOT NULL;
CREATE INDEX orders_pending_queue ON orders USING btree ((paid_at IS NULL AND NOT has_payment_to_review), created_at, id) WHERE status = 'pending'::text;
CREATE INDEX orders_pending_to_review ON orders USING btree (created_at, id) WHERE status = 'pending'::text AND (paid_at IS NOT NULL OR has_payment_to_review OR utr IS NOT NULL OR payment_method = 'amazon'::text);
CREATE INDEX orders_placed ON orders USING btree (created_at DESC, id DESC) INCLUDE (total_paise);
CREATE INDEX orders_processed ON orders USING btree (processed_at DESC, id DESC) WHERE processed_at IS NOT NULL;
CREATE INDEX orders_unpaid ON orders USING btree (handled_at DESC, id DESC) WHERE status = 'approved'::text AND paid_at IS NULL;
CREATE INDEX orders_with_code ON orders USING btree (handled_at, id) WHERE gift_card_code IS NOT NULL AND handled_at IS NOT NULL;
CREATE INDEX orders_with_ids ON orders USING btree (handled_at, id) WHERE status = 'approved'::text AND ids_erased_at IS NULL;
CREATE INDEX orders_with_new_email ON orders USING btree (id) WHERE email IS NOT NULL AND email_print IS NULL;
CREATE INDEX orders_with_proof ON orders USING btree (handled_at, id) WHERE proof_key IS NOT NULL AND handled_at IS NOT NULL;
-- Triggers: begin_upi_hold, free_upi_amount, order_gets_claim_time, order_gets_instructions, order_gets_receipt, order_has_its_ids, order_is_final, order_short_ends, matched_order_stands, order_texts_change, never_emptied, forget_where_placed, sales_of_order_change, take_upi_amount

-- Accounts that may read an order which is not theirs, because they added it after opening its private link.
CREATE TABLE order_views (
  id text NOT NULL,
  order_id text NOT NULL,
  user_id text NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT order_views_pkey PRIMARY KEY (id),
  CONSTRAINT order_views_once UNIQUE (order_id, user_id),
  CONSTRAINT order_views_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT order_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX order_views_of_user ON order_views USING btree (user_id, added_at DESC);

-- What was delivered at once to new buyers within a day, so that one buyer cannot be many.
CREATE TABLE instant_deliveries (
  order_id text NOT NULL,
  quantity integer NOT NULL,
  delivered_at timestamp with time zone NOT NULL,
  marks bytea[] NOT NULL,  -- Fingerprints of what pays, of the mailbox and of the networks.
  CONSTRAINT instant_deliveries_pkey PRIMARY KEY (order_id),
  CONSTRAINT instant_deliveries_quantity_check CHECK (quantity > 0)
);
CREATE INDEX instant_deliveries_newest ON instant_deliveries USING btree (delivered_at);

-- The IDs of an order: reserved while delivered_at is null, delivered once it is set.
-- unit_id is the primary key, so an ID is in one order at most.
CREATE TABLE order_units (
  unit_id bigint NOT NULL,
  order_id text NOT NULL,
  delivered_at timestamp with time zone,
  position integer,
  CONSTRAINT order_units_pkey PRIMARY KEY (unit_id),
  CONSTRAINT order_units_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_units_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id),
  CONSTRAINT order_units_delivered_have_position CHECK ((delivered_at IS NULL) = ("position" IS NULL))
);
CREATE UNIQUE INDEX order_units_by_position ON order_units USING btree (order_id, "position");
-- Triggers: delivered_for_good, never_emptied, order_units_came, order_units_changed, batch_delivered, batch_delivered_one, order_units_went

-- Which delivered ID was replaced by which, and when.
-- The faulty one is withdrawn.
CREATE TABLE replacements (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,  -- Its number.
  order_id text NOT NULL,  -- The order.
  faulty_unit_id bigint NOT NULL,  -- The number of the dead ID.
  unit_id bigint NOT NULL,  -- The number of the ID that took its place.
  position integer NOT NULL,  -- Where it stands among the IDs of the order, from 0.
  replaced_at timestamp with time zone NOT NULL,  -- When it was replaced.
  CONSTRAINT replacements_pkey PRIMARY KEY (id),
  CONSTRAINT replacements_faulty_unit_id_key UNIQUE (faulty_unit_id),
  CONSTRAINT replacements_unit_id_key UNIQUE (unit_id),
  CONSTRAINT replacements_faulty_unit_id_fkey FOREIGN KEY (faulty_unit_id) REFERENCES units(id),
  CONSTRAINT replacements_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT replacements_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id),
  CONSTRAINT replacements_are_other_ids CHECK (faulty_unit_id <> unit_id),
  CONSTRAINT replacements_position_check CHECK ("position" >= 0)
);
CREATE INDEX replacements_by_time ON replacements USING btree (replaced_at);
CREATE INDEX replacements_of_order ON replacements USING btree (order_id, id);
-- Triggers: never_emptied, sales_of_replacement_gain

-- The receipt of each order that was approved here, with seller and tax as they were then; the amounts are those of the order.
-- With a GSTIN it is a tax invoice.
CREATE TABLE receipts (
  order_id text NOT NULL,  -- The order.
  year integer NOT NULL,  -- The year in which its financial year begins: 2026 from April 2026 to March 2027.
  number integer NOT NULL,  -- Its number in that financial year, from 1 and without gaps.
  code text NOT NULL GENERATED ALWAYS AS ((((year::text || '-'::text) || lpad(((year + 1) % 100)::text, 2, '0'::text)) || '/'::text) || lpad(number::text, GREATEST(5, length(number::text)), '0'::text)) STORED,  -- Its number as it is printed.
  issued_at timestamp with time zone NOT NULL,  -- Its date: when the order was approved.
  seller_name text NOT NULL,  -- The seller.
  seller_address text NOT NULL,  -- The seller's address.
  gstin text,  -- The seller's GSTIN; empty: it is no tax invoice.
  hsn_code text NOT NULL,  -- The HSN or SAC code.
  gst_rate integer NOT NULL,  -- The GST that its amount includes, in hundredths of a percent: 1800 is 18 %. Counts with a GSTIN only.
  CONSTRAINT receipts_pkey PRIMARY KEY (order_id),
  CONSTRAINT receipts_year_number_key UNIQUE (year, number),
  CONSTRAINT receipts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT receipts_gst_rate_check CHECK (gst_rate >= 0 AND gst_rate <= 10000),
  CONSTRAINT receipts_hsn_code_check CHECK (hsn_code ~ '^([0-9]{4,8})?$'::text),
  CONSTRAINT receipts_number_check CHECK (number > 0),
  CONSTRAINT receipts_seller_name_check CHECK (seller_name <> ''::text),
  CONSTRAINT receipts_year_check CHECK (year >= 1900 AND year <= 9998)
);

-- The last number of a receipt in each financial year, by the year in which it begins.
CREATE TABLE receipt_counters (
  year integer NOT NULL,
  last integer NOT NULL,
  CONSTRAINT receipt_counters_pkey PRIMARY KEY (year),
  CONSTRAINT receipt_counters_last_check CHECK (last > 0)
);

-- What gift card codes and proof pictures are known again by, so that a second use is noticed.
CREATE TABLE payment_fingerprints (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,  -- Its number.
  order_id text NOT NULL,  -- The order that the code or picture came with.
  recorded_at timestamp with time zone NOT NULL,  -- When it came.
  gift_card bytea[],  -- The keyed fingerprints of the code: under the same secret it is known again.
  proof_key text,  -- Where the picture lies, or lay, in the folder files/.
  pixels bytea,  -- The hash of the picture's pixels.
  perceptual_hash bit(2048),  -- How the picture is from afar, in 2,048 signs of 0 and 1.
  compare_at timestamp with time zone,  -- Since when it waits to be compared with others.
  CONSTRAINT payment_fingerprints_pkey PRIMARY KEY (id),
  CONSTRAINT payment_fingerprints_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT payment_fingerprints_compare_pictures CHECK (perceptual_hash IS NULL OR pixels IS NOT NULL),
  CONSTRAINT payment_fingerprints_gift_card_check CHECK (cardinality(gift_card) > 0)
);
CREATE INDEX payment_fingerprints_by_gift_card ON payment_fingerprints USING btree ((gift_card[1]), id);
CREATE INDEX payment_fingerprints_by_pixels ON payment_fingerprints USING btree (pixels, id) WHERE pixels IS NOT NULL;
CREATE INDEX payment_fingerprints_of_order ON payment_fingerprints USING btree (order_id, id DESC);
CREATE INDEX payment_fingerprints_to_compare ON payment_fingerprints USING btree (id DESC) WHERE compare_at IS NOT NULL;

-- Pairs of proof pictures that look the same, found by their perceptual hashes.
CREATE TABLE similar_proofs (
  fingerprint_id bigint NOT NULL,
  earlier_id bigint NOT NULL,
  CONSTRAINT similar_proofs_pkey PRIMARY KEY (fingerprint_id, earlier_id),
  CONSTRAINT similar_proofs_earlier_id_fkey FOREIGN KEY (earlier_id) REFERENCES payment_fingerprints(id) ON DELETE CASCADE,
  CONSTRAINT similar_proofs_fingerprint_id_fkey FOREIGN KEY (fingerprint_id) REFERENCES payment_fingerprints(id) ON DELETE CASCADE,
  CONSTRAINT similar_proofs_compare_with_earlier CHECK (earlier_id < fingerprint_id)
);

-- What an order's buyer and the shop wrote to each other.
-- The text is encrypted.
CREATE TABLE order_messages (
  id text NOT NULL,  -- Its id: the same form sent twice has the same.
  order_id text NOT NULL,  -- The order.
  number integer NOT NULL,  -- Its number in the order, from 1 without gaps.
  side text NOT NULL,  -- Who wrote it: buyer or shop.
  person_id text,  -- Which account of the shop, or API key, wrote it.
  text bytea,  -- What was written; empty: nothing was, or it was erased.
  at timestamp with time zone NOT NULL,  -- When it was written.
  erased_at timestamp with time zone,  -- When it was erased.
  picture_key text,  -- The file of its picture; empty: none. That of an erased message is removed.
  asks text,  -- What a question of the shop asks for, or what a buyer's answer brings: words, picture, proof or utr.
  answers integer,  -- The number of the question that it answers.
  replaced_proof_key text,  -- The file of the proof that this answer replaced. It is erased with the order's proof.
  CONSTRAINT order_messages_pkey PRIMARY KEY (id),
  CONSTRAINT order_messages_number_key UNIQUE (order_id, number),
  CONSTRAINT order_messages_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_messages_answers_check CHECK (answers IS NULL OR side = 'buyer'::text AND answers < number),
  CONSTRAINT order_messages_asks_check CHECK (asks = ANY (ARRAY['words'::text, 'picture'::text, 'proof'::text, 'utr'::text])),
  CONSTRAINT order_messages_no_text_if_erased CHECK (erased_at IS NULL OR text IS NULL),
  CONSTRAINT order_messages_number_check CHECK (number > 0),
  CONSTRAINT order_messages_person_is_of_shop CHECK (person_id IS NULL OR side = 'shop'::text),
  CONSTRAINT order_messages_says_something CHECK (erased_at IS NOT NULL OR text IS NOT NULL OR picture_key IS NOT NULL OR asks IS NOT NULL),
  CONSTRAINT order_messages_side_check CHECK (side = ANY (ARRAY['buyer'::text, 'shop'::text]))
);
CREATE UNIQUE INDEX order_messages_pictures ON order_messages USING btree (picture_key) WHERE picture_key IS NOT NULL;
CREATE INDEX order_messages_replaced_proofs ON order_messages USING btree (replaced_proof_key) WHERE replaced_proof_key IS NOT NULL;

-- The orders with messages, and for whom each waits.
CREATE TABLE conversations (
  order_id text NOT NULL,  -- The order.
  waits_for text,  -- For whom the order waits: buyer or shop; empty: for nobody.
  waits_since timestamp with time zone,  -- Since when.
  last_at timestamp with time zone NOT NULL,  -- When its last message was written.
  question integer,  -- The number of the open question; empty: none.
  answered_at timestamp with time zone,  -- When the buyer answered the last question, until the shop writes again or checks the proof.
  waited_ms bigint NOT NULL DEFAULT 0,  -- For how many milliseconds the order waited for its buyer until now, without the present wait.
  buyer_told_at timestamp with time zone,  -- When its buyer was last told by email of a message; empty: the order's page was opened since.
  shop_told_at timestamp with time zone,  -- When the persons of the shop were last told of a message; empty: one of them opened it since.
  buyer_seen integer NOT NULL DEFAULT 0,  -- The number of the last message that its buyer has seen; 0: none.
  CONSTRAINT conversations_pkey PRIMARY KEY (order_id),
  CONSTRAINT conversations_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT conversations_buyer_seen_check CHECK (buyer_seen >= 0),
  CONSTRAINT conversations_wait_has_time CHECK ((waits_for IS NULL) = (waits_since IS NULL)),
  CONSTRAINT conversations_waited_ms_check CHECK (waited_ms >= 0),
  CONSTRAINT conversations_waits_for_check CHECK (waits_for = ANY (ARRAY['buyer'::text, 'shop'::text]))
);
CREATE INDEX conversations_newest ON conversations USING btree (last_at DESC, order_id DESC);
CREATE INDEX conversations_waiting ON conversations USING btree (waits_for, waits_since, order_id) WHERE waits_for IS NOT NULL;

-- The delivered IDs that do not work, as their buyers or persons of the shop say, and what was decided.
CREATE TABLE claims (
  id text NOT NULL,  -- What both sides call it: the order's code and its number, such as REQ-MX0K4BK0-C1.
  order_id text NOT NULL,  -- The order.
  number integer NOT NULL,  -- Its number in the order, from 1 without gaps.
  unit_id bigint NOT NULL,  -- The number of the ID.
  position integer NOT NULL,  -- Where the ID stands among the IDs of the order, from 0.
  opened_by text NOT NULL,  -- Who opened it: buyer, a person of the shop, or the shop itself with a recall.
  person_id text,  -- Which account of the shop, or API key, opened it.
  reason text NOT NULL,  -- What is wrong, as was said last: refused (it is not accepted), used (somebody else uses it), different (not what was ordered) or other.
  message_number integer,  -- The number of the message that came with it.
  state text NOT NULL,  -- open, swapped, refunding, refunded, refused, or withdrawn: its buyer took it back, or its ID was erased.
  opened_at timestamp with time zone NOT NULL,  -- When it was opened.
  reopened_at timestamp with time zone,  -- When it was opened once more after it was refused.
  waits_since timestamp with time zone,  -- Since when a swap waits for stock.
  decided_at timestamp with time zone,  -- When it was decided or taken back.
  decided_by text,  -- Which account of the shop, or API key, decided it.
  answer_number integer,  -- The number of the message with the reason of its refusal.
  refund_id text,  -- The refund of the ID's share; of a claim in another state: one that failed.
  again_number integer,  -- The number of the message with which it was opened once more.
  first_reason text,  -- What was said to be wrong at first, if it was opened once more; empty: the same.
  CONSTRAINT claims_pkey PRIMARY KEY (id),
  CONSTRAINT claims_number_key UNIQUE (order_id, number),
  CONSTRAINT claims_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT claims_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT claims_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id),
  CONSTRAINT claims_decided_have_time CHECK ((state = 'open'::text) = (decided_at IS NULL)),
  CONSTRAINT claims_first_reason_check CHECK (first_reason = ANY (ARRAY['refused'::text, 'used'::text, 'different'::text, 'other'::text])),
  CONSTRAINT claims_number_check CHECK (number > 0),
  CONSTRAINT claims_of_persons_name_them CHECK ((opened_by = 'person'::text) = (person_id IS NOT NULL)),
  CONSTRAINT claims_open_are_undecided CHECK (state <> 'open'::text OR decided_by IS NULL AND answer_number IS NULL),
  CONSTRAINT claims_opened_by_check CHECK (opened_by = ANY (ARRAY['buyer'::text, 'person'::text, 'shop'::text])),
  CONSTRAINT claims_position_check CHECK ("position" >= 0),
  CONSTRAINT claims_reason_check CHECK (reason = ANY (ARRAY['refused'::text, 'used'::text, 'different'::text, 'other'::text])),
  CONSTRAINT claims_refunded_name_their_refund CHECK ((state <> ALL (ARRAY['refunding'::text, 'refunded'::text])) OR refund_id IS NOT NULL),
  CONSTRAINT claims_state_check CHECK (state = ANY (ARRAY['open'::text, 'swapped'::text, 'refunding'::text, 'refunded'::text, 'refused'::text, 'withdrawn'::text])),
  CONSTRAINT claims_wait_while_open CHECK (waits_since IS NULL OR state = 'open'::text)
);
CREATE INDEX claims_decided ON claims USING btree (decided_at DESC, id DESC) WHERE decided_at IS NOT NULL;
CREATE INDEX claims_of_place ON claims USING btree (order_id, "position", number DESC);
CREATE UNIQUE INDEX claims_of_refund ON claims USING btree (refund_id) WHERE refund_id IS NOT NULL;
CREATE UNIQUE INDEX claims_one_of_unit ON claims USING btree (unit_id) WHERE state = ANY (ARRAY['open'::text, 'swapped'::text, 'refunding'::text, 'refunded'::text]);
CREATE INDEX claims_open ON claims USING btree (opened_at, id) WHERE state = 'open'::text;
CREATE INDEX claims_refunded ON claims USING btree (decided_at, unit_id) WHERE state = ANY (ARRAY['refunding'::text, 'refunded'::text]);
CREATE INDEX claims_waiting ON claims USING btree (waits_since, id) WHERE waits_since IS NOT NULL;
-- Triggers: sales_of_claim_change

-- ---- Payments ----

-- What the owner set for each method that confirms itself. A row for each, off at first.
-- Secrets are encrypted. The webhook secret before the last change still counts for 24 hours.
CREATE TABLE payment_methods (
  name text NOT NULL,
  is_on boolean NOT NULL DEFAULT false,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  secrets bytea,
  old_webhook_secret bytea,
  old_webhook_secret_until timestamp with time zone,
  silent_since timestamp with time zone,  -- Since when the provider did not answer; null: it did.
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  earlier_keys bytea,  -- Keys that were replaced, with the time, as encrypted JSON; attempts from before are followed with them.
  CONSTRAINT payment_methods_pkey PRIMARY KEY (name),
  CONSTRAINT payment_methods_name_check CHECK (name = ANY (ARRAY['upi'::text, 'razorpay'::text, 'stripe'::text])),
  CONSTRAINT payment_methods_old_secret_ends CHECK ((old_webhook_secret IS NULL) = (old_webhook_secret_until IS NULL)),
  CONSTRAINT payment_methods_on_have_secrets CHECK (NOT is_on OR name = 'upi'::text OR secrets IS NOT NULL)
);

-- How orders were to be paid at a provider, one attempt at a time.
-- The id is the idempotency key of opening it. It is written before the provider is called.
-- Paid absorbs; what ended otherwise may still become paid.
CREATE TABLE payment_attempts (
  id text NOT NULL,  -- Its id.
  order_id text NOT NULL,  -- The order.
  provider text NOT NULL,  -- razorpay or stripe.
  number integer NOT NULL,  -- Which attempt of its order it is, from 1.
  reference text NOT NULL,  -- Our own reference, which the provider repeats.
  provider_id text,  -- What the provider calls it.
  paise bigint NOT NULL,  -- What was to be paid.
  state text NOT NULL,  -- opening, open, paid, failed, expired or cancelled.
  request text,  -- What was sent to open it, to be repeated byte by byte.
  pay_url text,  -- Where its buyer pays.
  created_at timestamp with time zone NOT NULL,  -- When it began.
  opened_at timestamp with time zone,  -- When the provider had it.
  expires_at timestamp with time zone NOT NULL,  -- When it ends.
  closed_at timestamp with time zone,  -- When it ended.
  next_check_at timestamp with time zone,  -- When the provider is asked again; empty: no more.
  failure text,  -- What went wrong.
  CONSTRAINT payment_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT payment_attempts_number_key UNIQUE (order_id, number),
  CONSTRAINT payment_attempts_provider_id_key UNIQUE (provider, provider_id),
  CONSTRAINT payment_attempts_reference_key UNIQUE (reference),
  CONSTRAINT payment_attempts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT payment_attempts_closed_have_time CHECK ((state = ANY (ARRAY['opening'::text, 'open'::text])) = (closed_at IS NULL)),
  CONSTRAINT payment_attempts_number_check CHECK (number >= 1),
  CONSTRAINT payment_attempts_open_have_address CHECK (state <> 'open'::text OR provider_id IS NOT NULL AND pay_url IS NOT NULL AND opened_at IS NOT NULL),
  CONSTRAINT payment_attempts_paise_check CHECK (paise > 0),
  CONSTRAINT payment_attempts_provider_check CHECK (provider = ANY (ARRAY['razorpay'::text, 'stripe'::text])),
  CONSTRAINT payment_attempts_provider_id_check CHECK (provider_id ~ '^[!-~]{1,255}$'::text),
  CONSTRAINT payment_attempts_reference_check CHECK (reference ~ '^[A-Za-z0-9_-]{1,40}$'::text),
  CONSTRAINT payment_attempts_state_check CHECK (state = ANY (ARRAY['opening'::text, 'open'::text, 'paid'::text, 'failed'::text, 'expired'::text, 'cancelled'::text]))
);
CREATE UNIQUE INDEX payment_attempts_one_at_a_time ON payment_attempts USING btree (order_id) WHERE state = ANY (ARRAY['opening'::text, 'open'::text]);
CREATE INDEX payment_attempts_to_check ON payment_attempts USING btree (next_check_at, id) WHERE next_check_at IS NOT NULL;
-- Triggers: attempt_goes_on

-- The money that came in, each payment once, and what became of it.
-- Only this table says what was paid.
-- matched: it pays for its order. review: somebody has to look. refund due, refunded: it goes back. ignored: with a reason.
CREATE TABLE payments (
  id text NOT NULL,  -- Its id.
  source text NOT NULL,  -- upi, razorpay, stripe, or by_hand: paid outside the shop, and noted with the first refund of its order.
  reference text NOT NULL,  -- The provider's id of the payment, the UTR, or by_hand the order's code.
  paise bigint NOT NULL,  -- The amount, in hundredths of its currency.
  currency text NOT NULL,  -- The currency, such as INR.
  paid_at timestamp with time zone NOT NULL,  -- When it was paid, by the provider's clock.
  received_at timestamp with time zone NOT NULL,  -- When the shop learned of it.
  payer bytea,  -- Who paid, as the bank or provider says.
  fee_paise bigint,  -- What the provider keeps of it.
  order_id text,  -- The order that it is for, where one is known.
  attempt_id text,  -- The attempt that it came by.
  state text NOT NULL,  -- matched (it pays for its order), review, refund due, refunded or ignored.
  problem text,  -- Why it did not simply pay for its order.
  held_back text,  -- Which limit kept its order from being delivered at once: product, amount, ids or new buyers.
  reason text,  -- Why it is ignored.
  decided_by text,  -- The id of the account that matched or ignored it; empty: the shop itself.
  decided_at timestamp with time zone,  -- When that was.
  is_beside_line boolean NOT NULL DEFAULT false,  -- Whether an admin said that it is other money than a bank line with its number or amount.
  bank_proof text,  -- Of money that a message brought: awaited, until a statement has it; proven; missing, if a statement lacks it; looked at by the owner after that.
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_once UNIQUE (source, reference),
  CONSTRAINT payments_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  CONSTRAINT payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT payments_bank_proof_check CHECK (bank_proof = ANY (ARRAY['awaited'::text, 'proven'::text, 'missing'::text, 'looked at'::text])),
  CONSTRAINT payments_by_hand_are_of_orders CHECK (source <> 'by_hand'::text OR order_id IS NOT NULL AND attempt_id IS NULL AND currency = 'INR'::text AND problem IS NULL AND (state = ANY (ARRAY['matched'::text, 'refunded'::text]))),
  CONSTRAINT payments_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT payments_decided_have_time CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT payments_held_back_check CHECK (held_back = ANY (ARRAY['product'::text, 'amount'::text, 'ids'::text, 'new buyers'::text])),
  CONSTRAINT payments_ignored_have_reason CHECK (state <> 'ignored'::text OR reason IS NOT NULL AND decided_at IS NOT NULL),
  CONSTRAINT payments_matched_have_order CHECK (state <> 'matched'::text OR order_id IS NOT NULL AND problem IS NULL),
  CONSTRAINT payments_paise_check CHECK (paise > 0),
  CONSTRAINT payments_problem_check CHECK (problem = ANY (ARRAY['short'::text, 'over'::text, 'currency'::text, 'unknown'::text, 'late'::text, 'limit'::text, 'duplicate'::text, 'rejected'::text, 'cancelled'::text])),
  CONSTRAINT payments_reference_check CHECK (reference ~ '^[!-~]{1,255}$'::text),
  CONSTRAINT payments_source_check CHECK (source = ANY (ARRAY['upi'::text, 'razorpay'::text, 'stripe'::text, 'by_hand'::text])),
  CONSTRAINT payments_state_check CHECK (state = ANY (ARRAY['matched'::text, 'review'::text, 'refund due'::text, 'refunded'::text, 'ignored'::text])),
  CONSTRAINT payments_unmatched_have_problem CHECK ((state <> ALL (ARRAY['review'::text, 'refund due'::text])) OR problem IS NOT NULL)
);
CREATE INDEX payments_by_reference ON payments USING btree (reference);
CREATE INDEX payments_by_state ON payments USING btree (state, received_at DESC, id DESC);
CREATE INDEX payments_newest ON payments USING btree (received_at DESC, id DESC);
CREATE INDEX payments_of_attempt ON payments USING btree (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX payments_of_order ON payments USING btree (order_id, received_at) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX payments_one_for_an_order ON payments USING btree (order_id) WHERE state = 'matched'::text;
CREATE INDEX payments_open ON payments USING btree (received_at DESC, id DESC) WHERE state = ANY (ARRAY['review'::text, 'refund due'::text]);
CREATE INDEX payments_unproven ON payments USING btree (bank_proof, received_at DESC, id DESC) WHERE bank_proof = ANY (ARRAY['awaited'::text, 'missing'::text]);
CREATE INDEX payments_with_payer ON payments USING btree (received_at, id) WHERE payer IS NOT NULL;
-- Triggers: matched_gets_credit_notes, matched_order_stands, mark_payment_to_review, money_stays, refunds_add_up, sales_of_money_change

-- The money that went back, whole or in part.
-- Their sum never exceeds the payment.
CREATE TABLE refunds (
  id text NOT NULL,  -- Its id.
  payment_id text NOT NULL,  -- The payment of which it gives back.
  paise bigint NOT NULL,  -- The amount.
  how text NOT NULL,  -- provider, or by hand.
  idempotency_key text NOT NULL,  -- By which the provider knows it again.
  provider_id text,  -- What the provider calls it.
  reference text,  -- By hand: how the transfer is found again.
  state text NOT NULL,  -- due, sent, done or failed.
  problem text,  -- What went wrong.
  admin_id text,  -- The id of the account that asked for it; empty: the shop itself.
  reason text NOT NULL DEFAULT ''::text,  -- Why.
  created_at timestamp with time zone NOT NULL,  -- When it was asked for.
  next_attempt_at timestamp with time zone,  -- When the provider is asked again.
  done_at timestamp with time zone,  -- When it was done.
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_by_hand_are_done CHECK (how = 'provider'::text OR state = 'done'::text AND reference IS NOT NULL),
  CONSTRAINT refunds_done_have_time CHECK ((state = 'done'::text) = (done_at IS NOT NULL)),
  CONSTRAINT refunds_how_check CHECK (how = ANY (ARRAY['provider'::text, 'by hand'::text])),
  CONSTRAINT refunds_idempotency_key_check CHECK (idempotency_key ~ '^[A-Za-z0-9_-]{1,128}$'::text),
  CONSTRAINT refunds_paise_check CHECK (paise > 0),
  CONSTRAINT refunds_provider_id_check CHECK (provider_id ~ '^[!-~]{1,255}$'::text),
  CONSTRAINT refunds_state_check CHECK (state = ANY (ARRAY['due'::text, 'sent'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX refunds_done ON refunds USING btree (done_at) WHERE state = 'done'::text;
CREATE INDEX refunds_of_payment ON refunds USING btree (payment_id, created_at);
CREATE INDEX refunds_waiting ON refunds USING btree (next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
-- Triggers: refund_gets_credit_note, money_stays, refunds_add_up, refunds_stay_below, sales_of_refund_change

-- What each refund took back of the receipt of its order; seller and tax are those of the receipt.
-- It is void if its refund is not done any more: the bank sent the money back.
CREATE TABLE credit_notes (
  refund_id text NOT NULL,  -- The refund.
  order_id text NOT NULL,  -- The order, whose receipt it is about.
  year integer NOT NULL,  -- The year in which its financial year begins.
  number integer NOT NULL,  -- Its number in that financial year, from 1 and without gaps.
  code text NOT NULL GENERATED ALWAYS AS ((((('CN/'::text || year::text) || '-'::text) || lpad(((year + 1) % 100)::text, 2, '0'::text)) || '/'::text) || lpad(number::text, GREATEST(5, length(number::text)), '0'::text)) STORED,  -- Its number as it is printed.
  issued_at timestamp with time zone NOT NULL,  -- Its date: when the refund was done, or the order was approved or its payment matched after that.
  paise bigint NOT NULL,  -- The amount, with its tax: the refund, less what was paid above the receipt.
  CONSTRAINT credit_notes_pkey PRIMARY KEY (refund_id),
  CONSTRAINT credit_notes_year_number_key UNIQUE (year, number),
  CONSTRAINT credit_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES receipts(order_id),
  CONSTRAINT credit_notes_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT credit_notes_number_check CHECK (number > 0),
  CONSTRAINT credit_notes_paise_check CHECK (paise > 0),
  CONSTRAINT credit_notes_year_check CHECK (year >= 1900 AND year <= 9998)
);
CREATE INDEX credit_notes_issued ON credit_notes USING btree (issued_at);
CREATE INDEX credit_notes_of_order ON credit_notes USING btree (order_id, year, number);
-- Triggers: sales_of_money_change

-- The last number of a credit note in each financial year, by the year in which it begins.
CREATE TABLE credit_note_counters (
  year integer NOT NULL,
  last integer NOT NULL,
  CONSTRAINT credit_note_counters_pkey PRIMARY KEY (year),
  CONSTRAINT credit_note_counters_last_check CHECK (last > 0)
);

-- Disputes of payments at their provider, as it last described them.
-- A dispute changes neither its payment nor its order.
CREATE TABLE disputes (
  id text NOT NULL,  -- Its id.
  payment_id text NOT NULL,  -- The payment that is disputed.
  provider text NOT NULL,  -- razorpay or stripe.
  provider_id text NOT NULL,  -- What the provider calls it.
  paise bigint NOT NULL,  -- How much of the payment is disputed.
  currency text NOT NULL,  -- Its currency, three capital letters.
  reason text NOT NULL DEFAULT ''::text,  -- Why, in the provider's words.
  state text NOT NULL,  -- to answer, under review, won, lost or closed (without a decision).
  respond_by timestamp with time zone,  -- Until when the owner has to answer at the provider.
  opened_at timestamp with time zone NOT NULL,  -- When it was opened, by the provider's clock.
  closed_at timestamp with time zone,  -- When the shop learned that it is over.
  checked_at timestamp with time zone NOT NULL,  -- When the provider was asked for what stands here; an earlier answer changes nothing.
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_provider_id_key UNIQUE (provider, provider_id),
  CONSTRAINT disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT disputes_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT disputes_end_has_time CHECK ((state = ANY (ARRAY['won'::text, 'lost'::text, 'closed'::text])) = (closed_at IS NOT NULL)),
  CONSTRAINT disputes_paise_check CHECK (paise >= 0),
  CONSTRAINT disputes_provider_check CHECK (provider = ANY (ARRAY['razorpay'::text, 'stripe'::text])),
  CONSTRAINT disputes_provider_id_check CHECK (provider_id ~ '^[A-Za-z0-9_-]{1,255}$'::text),
  CONSTRAINT disputes_reason_check CHECK (length(reason) <= 255),
  CONSTRAINT disputes_state_check CHECK (state = ANY (ARRAY['to answer'::text, 'under review'::text, 'won'::text, 'lost'::text, 'closed'::text]))
);
CREATE INDEX disputes_of_payment ON disputes USING btree (payment_id, opened_at, id);
CREATE INDEX disputes_open ON disputes USING btree (checked_at, id) WHERE closed_at IS NULL;

-- News from providers, each once. Nothing is taken from them: they only say what to ask the provider about.
-- The body is encrypted and erased after 30 days.
CREATE TABLE payment_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  provider text NOT NULL,
  event_id text NOT NULL,
  kind text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  attempt_id text,
  outcome text,  -- What the check found that it caused; null: it has not finished.
  body bytea,
  body_print bytea,  -- A keyed fingerprint of the raw body.
  CONSTRAINT payment_events_pkey PRIMARY KEY (id),
  CONSTRAINT payment_events_once UNIQUE (provider, event_id),
  CONSTRAINT payment_events_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  CONSTRAINT payment_events_body_print_check CHECK (length(body_print) = 32),
  CONSTRAINT payment_events_provider_check CHECK (provider = ANY (ARRAY['razorpay'::text, 'stripe'::text]))
);
CREATE UNIQUE INDEX payment_events_body_once ON payment_events USING btree (provider, body_print);
CREATE INDEX payment_events_newest ON payment_events USING btree (provider, received_at DESC);
CREATE INDEX payment_events_with_body ON payment_events USING btree (received_at, id) WHERE body IS NOT NULL;

-- The amounts by which payments by UPI are told apart.
-- No two open orders share one, nor one with an order that ended lately.
CREATE TABLE upi_amounts (
  paise bigint NOT NULL,  -- The amount.
  order_id text NOT NULL,  -- The order that has it.
  free_at timestamp with time zone,  -- From when another order may have it; empty: its order is open.
  is_unseen boolean NOT NULL DEFAULT false,  -- Whether its buyer has not been shown it yet, so that nobody can have paid it.
  taken_from bytea,  -- Fingerprint of the network that its order came from. Null if it does not count for one: the order was approved, or an admin asked for the payment.
  taken_from_56 bytea,  -- The same of the IPv6 /56 around that network.
  taken_from_48 bytea,  -- The same of the IPv6 /48 around that network.
  CONSTRAINT upi_amounts_pkey PRIMARY KEY (paise),
  CONSTRAINT upi_amounts_order_key UNIQUE (order_id),
  CONSTRAINT upi_amounts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT upi_amounts_paise_check CHECK (paise >= 100)
);
CREATE INDEX upi_amounts_free ON upi_amounts USING btree (free_at) WHERE free_at IS NOT NULL;
CREATE INDEX upi_amounts_of_48 ON upi_amounts USING btree (taken_from_48) WHERE taken_from_48 IS NOT NULL;
CREATE INDEX upi_amounts_of_56 ON upi_amounts USING btree (taken_from_56) WHERE taken_from_56 IS NOT NULL;
CREATE INDEX upi_amounts_of_address ON upi_amounts USING btree (taken_from) WHERE taken_from IS NOT NULL;

-- The bank statements that admins uploaded.
-- Nothing follows from one before it is confirmed.
CREATE TABLE statements (
  id text NOT NULL,  -- Its id.
  bank text NOT NULL,  -- The bank whose layout it has.
  file_name text NOT NULL,  -- What the file was called.
  state text NOT NULL,  -- reading, preview or confirmed.
  columns jsonb,  -- Which column is which, where an admin chose.
  lines integer NOT NULL DEFAULT 0,  -- How many credits it has.
  known_lines integer NOT NULL DEFAULT 0,  -- How many of them an earlier statement had.
  admin_id text NOT NULL,  -- The id of the account that uploaded it.
  uploaded_at timestamp with time zone NOT NULL,  -- When.
  confirmed_at timestamp with time zone,  -- When an admin confirmed what it pays for.
  kind text NOT NULL DEFAULT 'file'::text,  -- file: the bank's own. alerts: the messages of a day.
  first_day date,  -- The first day of its lines.
  last_day date,  -- The last day of its lines.
  CONSTRAINT statements_pkey PRIMARY KEY (id),
  CONSTRAINT statements_confirmed_have_time CHECK ((state = 'confirmed'::text) = (confirmed_at IS NOT NULL)),
  CONSTRAINT statements_count_lines CHECK (lines >= 0 AND known_lines >= 0),
  CONSTRAINT statements_kind_check CHECK (kind = ANY (ARRAY['file'::text, 'alerts'::text])),
  CONSTRAINT statements_state_check CHECK (state = ANY (ARRAY['reading'::text, 'preview'::text, 'confirmed'::text]))
);
CREATE INDEX statements_newest ON statements USING btree (uploaded_at DESC, id DESC);

-- The credits of bank statements, each once, however many files contain it.
-- A line pays at most once.
CREATE TABLE statement_lines (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,  -- Its number.
  statement_id text NOT NULL,  -- The statement that had it first.
  fingerprint bytea NOT NULL,  -- A hash: equal for the same line of the bank in every file.
  day date NOT NULL,  -- The day, such as 2026-11-26.
  paise bigint NOT NULL,  -- The amount.
  reference text,  -- The number of 12 digits that is most likely its UTR.
  narration bytea,  -- What the bank wrote: it names the payer.
  verdict text,  -- certain, likely, conflict or other.
  order_id text,  -- The order that it seems to pay for.
  payment_id text,  -- The payment that it became; each line is used once.
  trust text,  -- sure: the bank's own column, or alone at the bank's own place. placed: there, beside other numbers. guessed: elsewhere, where its payer may have written it.
  numbers text[] NOT NULL DEFAULT '{}'::text[],  -- All its numbers of 12 digits. A payment that was recorded by hand may be known by any of them.
  is_reversal boolean NOT NULL DEFAULT false,  -- Whether the bank itself marks it as money that comes back.
  sent_at timestamp with time zone,  -- When the bank sent the message that it came by; empty: it came by a file.
  seen_in text,  -- The file in which the bank has it too.
  waits_because text,  -- Why a message did not deliver by itself.
  CONSTRAINT statement_lines_pkey PRIMARY KEY (id),
  CONSTRAINT statement_lines_once UNIQUE (fingerprint),
  CONSTRAINT statement_lines_pay_once UNIQUE (payment_id),
  CONSTRAINT statement_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT statement_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT statement_lines_seen_in_fkey FOREIGN KEY (seen_in) REFERENCES statements(id) ON DELETE SET NULL,
  CONSTRAINT statement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id) ON DELETE CASCADE,
  CONSTRAINT statement_lines_fingerprint_check CHECK (octet_length(fingerprint) = 32),
  CONSTRAINT statement_lines_meant_for_order CHECK ((verdict <> ALL (ARRAY['certain'::text, 'likely'::text])) OR order_id IS NOT NULL),
  CONSTRAINT statement_lines_paise_check CHECK (paise > 0),
  CONSTRAINT statement_lines_reference_check CHECK (reference ~ '^[!-~]{1,200}$'::text),
  CONSTRAINT statement_lines_trust_check CHECK (trust = ANY (ARRAY['sure'::text, 'placed'::text, 'guessed'::text])),
  CONSTRAINT statement_lines_verdict_check CHECK (verdict = ANY (ARRAY['certain'::text, 'likely'::text, 'conflict'::text, 'other'::text])),
  CONSTRAINT statement_lines_waits_because_check CHECK (waits_because = ANY (ARRAY['sender'::text, 'account'::text, 'late'::text, 'off'::text, 'order'::text, 'limit'::text, 'day'::text]))
);
CREATE INDEX statement_lines_by_reference ON statement_lines USING btree (reference) WHERE reference IS NOT NULL;
CREATE INDEX statement_lines_of_alerts ON statement_lines USING btree (paise) WHERE sent_at IS NOT NULL;
CREATE INDEX statement_lines_of_statement ON statement_lines USING btree (statement_id, id);
CREATE INDEX statement_lines_paid_amounts ON statement_lines USING btree (paise, day) WHERE payment_id IS NOT NULL;
CREATE INDEX statement_lines_paid_numbers ON statement_lines USING gin (numbers) WHERE payment_id IS NOT NULL;
CREATE INDEX statement_lines_seen_in ON statement_lines USING btree (seen_in) WHERE seen_in IS NOT NULL;

-- UTRs of money that left the account, as statements have them.
-- A line of money in with such a UTR is not settled before somebody has looked at it.
CREATE TABLE statement_reversals (
  reference text NOT NULL,  -- The UTR.
  noticed_at timestamp with time zone NOT NULL,  -- When a statement with it was read first.
  CONSTRAINT statement_reversals_pkey PRIMARY KEY (reference),
  CONSTRAINT statement_reversals_reference_check CHECK (reference ~ '^[!-~]{1,200}$'::text)
);

-- Phones and mail rules that pass on what the bank says.
-- One that was revoked is deleted.
CREATE TABLE alert_forwarders (
  id text NOT NULL,
  name text NOT NULL,  -- Its name, as the owner wrote it.
  secret_hash bytea NOT NULL,  -- SHA-256 of its secret, which is not stored.
  senders text[] NOT NULL,  -- The senders whose messages count.
  account_digits text NOT NULL,  -- The last digits of the account.
  made_by text NOT NULL,  -- The owner who added it. It works only while that account is an enabled owner's.
  made_at timestamp with time zone NOT NULL,
  heard_at timestamp with time zone,  -- When it last passed something on, to about a minute.
  CONSTRAINT alert_forwarders_pkey PRIMARY KEY (id),
  CONSTRAINT alert_forwarders_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT alert_forwarders_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT alert_forwarders_account_digits_check CHECK (account_digits ~ '^[0-9]{3,6}$'::text),
  CONSTRAINT alert_forwarders_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT alert_forwarders_secret_hash_check CHECK (length(secret_hash) = 32),
  CONSTRAINT alert_forwarders_senders_check CHECK (cardinality(senders) >= 1 AND cardinality(senders) <= 10)
);
CREATE INDEX alert_forwarders_of_owner ON alert_forwarders USING btree (made_by);

-- Messages that may be about money and that the shop could not read.
-- Each is deleted after 30 days.
CREATE TABLE unread_alerts (
  id text NOT NULL,  -- A hash: the same message has the same.
  received_at timestamp with time zone NOT NULL,  -- When it came.
  text bytea NOT NULL,  -- The message, with its sender. Encrypted.
  CONSTRAINT unread_alerts_pkey PRIMARY KEY (id)
);
CREATE INDEX unread_alerts_newest ON unread_alerts USING btree (received_at DESC, id);

-- ---- Search of past orders, and sales ----

-- The product names in orders, each once, in the form in which a search compares texts.
CREATE TABLE ordered_names (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  CONSTRAINT ordered_names_pkey PRIMARY KEY (id),
  CONSTRAINT ordered_names_are_known_once EXCLUDE USING hash (name WITH =)
);
CREATE INDEX ordered_names_searched ON ordered_names USING gin (name gin_trgm_ops);

-- What a search finds an order by, for orders placed before order_sums_until: order_codes in text, order_name by name_id.
CREATE TABLE order_texts (
  order_id text NOT NULL,
  text text NOT NULL,
  name_id bigint NOT NULL,
  CONSTRAINT order_texts_pkey PRIMARY KEY (order_id),
  CONSTRAINT order_texts_name_id_fkey FOREIGN KEY (name_id) REFERENCES ordered_names(id),
  CONSTRAINT order_texts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX order_texts_by_name ON order_texts USING btree (name_id);
CREATE INDEX order_texts_searched ON order_texts USING gin (text gin_trgm_ops);

-- Up to when order_texts are complete. Newer orders are read from orders itself.
CREATE TABLE order_sums_until (
  only_row boolean NOT NULL DEFAULT true,
  until timestamp with time zone NOT NULL,
  CONSTRAINT order_sums_until_pkey PRIMARY KEY (only_row),
  CONSTRAINT order_sums_until_only_row_check CHECK (only_row)
);

-- What was sold, per day and month of the shop's time zone, by product, payment method, import, hour of the day and person.
-- Each day is counted whole, from its orders, and a month is the sum of its days.
CREATE TABLE sales_sums (
  kind text NOT NULL,
  span text NOT NULL,
  since date NOT NULL,
  key text NOT NULL,  -- The id of the product, method, import (empty: none is known), hour or person.
  orders bigint NOT NULL,
  paise bigint NOT NULL,
  tax_paise bigint NOT NULL,
  fee_paise bigint NOT NULL,
  refunds bigint NOT NULL,
  refund_paise bigint NOT NULL,
  refund_tax_paise bigint NOT NULL,
  ids bigint NOT NULL,
  cost_paise bigint NOT NULL,
  ids_without_cost bigint NOT NULL,
  dead_ids bigint NOT NULL,
  dead_cost_paise bigint NOT NULL,
  CONSTRAINT sales_sums_pkey PRIMARY KEY (kind, span, since, key),
  CONSTRAINT sales_sums_kind_check CHECK (kind = ANY (ARRAY['product'::text, 'method'::text, 'batch'::text, 'hour'::text, 'person'::text])),
  CONSTRAINT sales_sums_span_check CHECK (span = ANY (ARRAY['day'::text, 'month'::text]))
);

-- Up to when sales_sums are complete, and in which time zone. Later sales are counted from orders.
CREATE TABLE sales_sums_until (
  only_row boolean NOT NULL DEFAULT true,
  until timestamp with time zone NOT NULL,
  time_zone text NOT NULL,
  CONSTRAINT sales_sums_until_pkey PRIMARY KEY (only_row),
  CONSTRAINT sales_sums_until_only_row_check CHECK (only_row)
);

-- Times of sales that changed later, whose days are counted again.
-- Until then their days are read from orders. Rows are never merged, so that a change that is not committed yet is not lost.
CREATE TABLE sales_changes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  CONSTRAINT sales_changes_pkey PRIMARY KEY (id)
);

-- ---- Ledger and audit ----

-- What happened to each ID, by fingerprint: one chain of rows per product, each with a keyed hash over the one before it.
-- Rows are only ever added. The key is in no table, so write access to the database is not enough to forge a row.
CREATE TABLE ledger (
  product_id text NOT NULL,
  seq bigint NOT NULL,
  event text NOT NULL,
  fingerprints bytea[] NOT NULL,
  order_id text,
  admin_id text,
  at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT ledger_pkey PRIMARY KEY (product_id, seq),
  CONSTRAINT ledger_event_check CHECK (event = ANY (ARRAY['imported'::text, 'reserved'::text, 'released'::text, 'delivered'::text, 'replaced'::text, 'faulty'::text, 'removed'::text, 'held back'::text, 'recalled'::text, 'restored'::text, 'moved'::text, 'erased'::text, 'rotated'::text]))
);
CREATE INDEX ledger_erased_prints ON ledger USING gin (fingerprints) WITH (fastupdate=off) WHERE event = 'erased'::text;
-- Triggers: never_rewritten, order_has_its_ids

-- What admins did, and when.
CREATE TABLE audit_entries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,  -- Its number.
  at timestamp with time zone NOT NULL,  -- When it was done.
  admin_id text NOT NULL,  -- The id of the account that did it, api-key: and the number of an API key, or command-line.
  admin_name text NOT NULL,  -- Its address at that time, or which API key and whose, or the command line.
  action text NOT NULL,  -- What was done, as one word such as order-approved.
  subject_kind text NOT NULL,  -- What it was done to: order, payment, product, supplier, account, settings, email, subscription, apiKey or message.
  subject_id text NOT NULL,  -- The id of that.
  subject_name text NOT NULL,  -- Its name at that time.
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,  -- Plain words and numbers about it.
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_newest ON audit_entries USING btree (at DESC, id DESC);
CREATE INDEX audit_entries_of_admin ON audit_entries USING btree (admin_id, id);
CREATE INDEX audit_entries_of_subject ON audit_entries USING btree (subject_kind, subject_id, id);
CREATE INDEX audit_entries_searched ON audit_entries USING gin (searched_text(subject_name) gin_trgm_ops);
-- Triggers: action_is_signed

-- ---- Accounts ----

-- Accounts of customers and admins.
-- The role is what makes an admin.
CREATE TABLE users (
  id text NOT NULL,  -- Its id.
  name text NOT NULL,  -- The name.
  email text NOT NULL,  -- The address, in lower case.
  email_verified boolean NOT NULL DEFAULT false,  -- Whether the address was confirmed.
  image text,  -- Its picture, where the old shop had one.
  phone_number text,  -- Its phone number, where the old shop had one.
  role text NOT NULL DEFAULT 'customer'::text,  -- customer, helper or admin (an owner).
  disabled boolean NOT NULL DEFAULT false,  -- Whether it may not log in.
  last_login_at timestamp with time zone,  -- When it was last logged in to.
  created_at timestamp with time zone NOT NULL,  -- When it was opened.
  updated_at timestamp with time zone NOT NULL,  -- When it was last changed.
  was_admin boolean NOT NULL DEFAULT false,
  language text,  -- The language of its pages and emails; empty: no choice.
  rights text[] NOT NULL DEFAULT '{}'::text[],  -- What a helper may do; empty for customers, and for owners, who may do everything.
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_email_check CHECK (email = lower(email)),
  CONSTRAINT users_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  CONSTRAINT users_rights_check CHECK (
CASE
    WHEN role = 'helper'::text THEN cardinality(rights) > 0
    ELSE cardinality(rights) = 0
END AND rights <@ '{read-orders,decide-orders,answer-buyers,manage-stock,see-ids,handle-money,see-figures}'::text[]),
  CONSTRAINT users_role_check CHECK (role = ANY (ARRAY['customer'::text, 'helper'::text, 'admin'::text]))
);
CREATE INDEX users_newest ON users USING btree (created_at DESC, id DESC);
CREATE INDEX users_searched ON users USING gin (email gin_trgm_ops, searched_text(name) gin_trgm_ops, searched_text(id) gin_trgm_ops);
-- Triggers: end_push_with_rights, preserve_was_admin, rights_of_helpers

-- Who is logged in where. Tokens are stored as hashes.
CREATE TABLE sessions (
  id text NOT NULL,
  token_hash bytea NOT NULL,
  user_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  second_factor_at timestamp with time zone,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id);
-- Triggers: end_push_with_session

-- The hashes of the passwords, so that everybody can go on logging in. No password can be read from them.
-- The shape is what Better Auth expects.
CREATE TABLE credentials (
  id text NOT NULL,  -- Its id.
  account_id text NOT NULL,  -- The account, as the login knows it.
  provider_id text NOT NULL,  -- The way of logging in: credential is a password.
  user_id text NOT NULL,  -- The account.
  password text,  -- The hash, with its salt.
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone NOT NULL,  -- When it was set first.
  updated_at timestamp with time zone NOT NULL,  -- When it was last changed.
  CONSTRAINT credentials_pkey PRIMARY KEY (id),
  CONSTRAINT credentials_provider_id_account_id_key UNIQUE (provider_id, account_id),
  CONSTRAINT credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT credentials_are_passwords_of_accounts CHECK (provider_id = 'credential'::text AND account_id = user_id)
);
CREATE INDEX credentials_of_user ON credentials USING btree (user_id);

-- Short-lived values of Better Auth.
CREATE TABLE verifications (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_by_identifier ON verifications USING btree (identifier);

-- The newest reset link of each account, as a hash. It works once, for one hour.
CREATE TABLE password_resets (
  user_id text NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (user_id),
  CONSTRAINT password_resets_token_hash_key UNIQUE (token_hash),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- The authenticator key of an account, encrypted, and how many wrong codes were tried.
CREATE TABLE second_factors (
  user_id text NOT NULL,
  key bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint,
  wrong_codes integer NOT NULL DEFAULT 0,
  locked_until timestamp with time zone,
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT second_factors_wrong_codes_check CHECK (wrong_codes >= 0)
);

-- Hashes of unused recovery codes.
CREATE TABLE recovery_codes (
  user_id text NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
);

-- How the old shop hashed the passwords of imported accounts that did not log in here yet.
-- The first login replaces the hash.
CREATE TABLE old_password_keys (
  number integer NOT NULL GENERATED ALWAYS AS IDENTITY,  -- Its number, which those hashes name.
  signer_key bytea NOT NULL,  -- The key; a secret.
  salt_separator text NOT NULL,  -- What stands between salt and password.
  rounds integer NOT NULL,  -- How often it was mixed.
  mem_cost integer NOT NULL,  -- How much memory that took, as a power of 2.
  stored_at timestamp with time zone NOT NULL,  -- When it came.
  CONSTRAINT old_password_keys_pkey PRIMARY KEY (number),
  CONSTRAINT old_password_keys_mem_cost_check CHECK (mem_cost >= 1 AND mem_cost <= 14),
  CONSTRAINT old_password_keys_rounds_check CHECK (rounds >= 1 AND rounds <= 8)
);

-- Accounts of the old shop whose address another one has now.
-- Nobody can log in to them.
CREATE TABLE withdrawn_accounts (
  user_id text NOT NULL,  -- The account.
  email text NOT NULL,  -- The address that it had.
  withdrawn_at timestamp with time zone NOT NULL,  -- When that was.
  CONSTRAINT withdrawn_accounts_pkey PRIMARY KEY (user_id),
  CONSTRAINT withdrawn_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- The links to become the first admin, one for each machine that was started without one. Every machine takes them.
-- They end after an hour, at that machine's next start, and with the first admin.
CREATE TABLE set_up_links (
  machine text NOT NULL,  -- The machine that printed it: its name, port and data folder.
  token_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT set_up_links_pkey PRIMARY KEY (machine)
);

-- Open invitations to work in the shop.
-- One that is used or withdrawn is deleted; one that expired is deleted within the hour.
CREATE TABLE invitations (
  id text NOT NULL,
  token_hash bytea NOT NULL,  -- SHA-256 of the token in the link, which is not stored.
  name text NOT NULL,  -- The name of the invited person, as the owner wrote it.
  rights text[] NOT NULL,  -- What the person may do.
  email text,  -- The address that alone can join by it. Null: any.
  made_by text NOT NULL,  -- The owner who made it. It works only while that account is an enabled owner's.
  made_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitations_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT invitations_email_check CHECK (length(email) >= 1 AND length(email) <= 254),
  CONSTRAINT invitations_expire_later CHECK (expires_at > made_at),
  CONSTRAINT invitations_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT invitations_rights_check CHECK (cardinality(rights) > 0 AND rights <@ '{read-orders,decide-orders,answer-buyers,manage-stock,see-ids,handle-money,see-figures}'::text[]),
  CONSTRAINT invitations_token_hash_check CHECK (length(token_hash) = 32)
);
CREATE INDEX invitations_of_owner ON invitations USING btree (made_by);

-- Rate limits: attempts in the current window. "who" is a keyed fingerprint of what is attempted and by whom.
CREATE UNLOGGED TABLE rate_limits (
  who bytea NOT NULL,
  count integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (who),
  CONSTRAINT rate_limits_count_check CHECK (count >= 0)
);
CREATE INDEX rate_limits_ended ON rate_limits USING btree (ends_at);

-- ---- Pages ----

-- The pages that the owner wrote, one row per page and language.
-- The HTML is sanitized. A page without published_at is a draft, which visitors do not see.
CREATE TABLE pages (
  slug text NOT NULL,  -- terms, privacy, refunds, delivery or about: its address.
  language text NOT NULL,  -- The language of the text, such as hi.
  title text NOT NULL,  -- Its title.
  html text NOT NULL,  -- HTML, as visitors see it.
  published_at timestamp with time zone,  -- Since when visitors see this text; empty: they do not.
  updated_at timestamp with time zone NOT NULL,  -- When it was last changed.
  CONSTRAINT pages_pkey PRIMARY KEY (slug, language),
  CONSTRAINT pages_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  CONSTRAINT pages_published_have_a_text CHECK (published_at IS NULL OR html <> ''::text),
  CONSTRAINT pages_slug_check CHECK (slug = ANY (ARRAY['terms'::text, 'privacy'::text, 'refunds'::text, 'delivery'::text, 'about'::text])),
  CONSTRAINT pages_title_check CHECK (title <> ''::text)
);

-- Every text of the terms that was published, by language, and until when: orders name the one they were placed under.
-- At most one version is in force.
CREATE TABLE terms_versions (
  number integer NOT NULL,  -- Its number, from 1.
  texts jsonb NOT NULL,  -- Title and HTML in each language.
  published_at timestamp with time zone NOT NULL,  -- When it was published.
  ended_at timestamp with time zone,  -- When another took its place or it was withdrawn; empty: it is in force.
  CONSTRAINT terms_versions_pkey PRIMARY KEY (number),
  CONSTRAINT terms_versions_end_after_publication CHECK (ended_at >= published_at),
  CONSTRAINT terms_versions_number_check CHECK (number > 0)
);
CREATE UNIQUE INDEX terms_versions_in_force ON terms_versions USING btree ((true)) WHERE ended_at IS NULL;

-- ---- Settings and secrets ----

-- What the owner set: one row.
-- What each column means is said in shop/settings/settings-list.ts.
CREATE TABLE shop_settings (
  only_row boolean NOT NULL DEFAULT true,
  name text NOT NULL DEFAULT 'Trackside'::text,
  blurb text NOT NULL DEFAULT 'Verified account IDs for train booking, handed over the moment your order is approved.'::text,
  since_year integer NOT NULL DEFAULT 2025,
  support_email text,
  chat_url text,
  messaging_url text,
  id_checker_url text,
  admin_currency text NOT NULL DEFAULT '₹'::text,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),  -- When they were last changed.
  takes_request boolean NOT NULL DEFAULT true,
  takes_amazon boolean NOT NULL DEFAULT true,
  how_to_pay text NOT NULL DEFAULT ''::text,
  time_zone text NOT NULL DEFAULT 'Asia/Kolkata'::text,
  mails_ids boolean NOT NULL DEFAULT false,
  mails_new_orders boolean NOT NULL DEFAULT true,
  owner_email text,
  pending_orders_max integer NOT NULL DEFAULT 10,
  held_ids_max integer NOT NULL DEFAULT 20,
  guest_order_hours integer NOT NULL DEFAULT 72,
  look_ups_max integer NOT NULL DEFAULT 60,
  orders_max integer NOT NULL DEFAULT 20,
  sign_ins_max integer NOT NULL DEFAULT 10,
  sign_ups_max integer NOT NULL DEFAULT 20,
  resets_max integer NOT NULL DEFAULT 20,
  contact_messages_max integer NOT NULL DEFAULT 5,
  uploads_max integer NOT NULL DEFAULT 20,
  event_streams_max integer NOT NULL DEFAULT 20,
  requires_second_factor boolean NOT NULL DEFAULT false,
  erase_proofs_days integer NOT NULL DEFAULT 0,
  erase_codes_days integer NOT NULL DEFAULT 0,
  erase_ids_days integer NOT NULL DEFAULT 0,
  address_orders_max integer NOT NULL DEFAULT 50,
  address_ids_max integer NOT NULL DEFAULT 100,
  language text NOT NULL DEFAULT 'en'::text,
  text_language text NOT NULL DEFAULT 'en'::text,
  translations jsonb NOT NULL DEFAULT '{}'::jsonb,
  instant_amount_max integer NOT NULL DEFAULT 2000,
  instant_ids_max integer NOT NULL DEFAULT 5,
  late_payment_hours integer NOT NULL DEFAULT 12,
  payment_asked_hours integer NOT NULL DEFAULT 48,
  seller_name text NOT NULL DEFAULT ''::text,
  seller_address text NOT NULL DEFAULT ''::text,
  gstin text,
  hsn_code text NOT NULL DEFAULT ''::text,
  gst_rate integer NOT NULL DEFAULT 1800,
  testimonials_shown text NOT NULL DEFAULT 'none'::text,
  testimonials text NOT NULL DEFAULT ''::text,
  rejection_reasons jsonb,
  new_buyers_ids_max integer NOT NULL DEFAULT 100,
  logo text,
  accent text,
  landing_picture text,
  shows_landing_picture boolean NOT NULL DEFAULT true,
  landing_sections text NOT NULL DEFAULT 'products,promises,steps,features,categories,testimonials'::text,
  claim_hours integer NOT NULL DEFAULT 72,
  alerts_deliver boolean NOT NULL DEFAULT false,  -- Whether bank alerts deliver orders.
  alerts_day_max integer NOT NULL DEFAULT 20000,  -- How many rupees of orders bank alerts deliver a day.
  answer_hours integer NOT NULL DEFAULT 48,  -- After how many hours without an answer an order is cancelled; 0: never.
  grievance_name text NOT NULL DEFAULT ''::text,  -- The grievance officer's name; empty: none.
  grievance_contact text NOT NULL DEFAULT ''::text,  -- How to reach the grievance officer; empty: not said.
  erase_messages_days integer NOT NULL DEFAULT 0,  -- After how many days messages about orders are erased; 0: never.
  question_presets jsonb,  -- The questions offered when a buyer is asked; empty: the standard ones.
  CONSTRAINT shop_settings_pkey PRIMARY KEY (only_row),
  CONSTRAINT shop_settings_accent_check CHECK (accent ~ '^#[0-9a-f]{6}$'::text),
  CONSTRAINT shop_settings_address_ids_max_check CHECK (address_ids_max >= 0 AND address_ids_max <= 1000000),
  CONSTRAINT shop_settings_address_orders_max_check CHECK (address_orders_max >= 0 AND address_orders_max <= 1000000),
  CONSTRAINT shop_settings_admin_currency_check CHECK (admin_currency = ANY (ARRAY['₹'::text, '$'::text])),
  CONSTRAINT shop_settings_alerts_day_max_check CHECK (alerts_day_max >= 0 AND alerts_day_max <= 1000000),
  CONSTRAINT shop_settings_answer_hours_check CHECK (answer_hours >= 0 AND answer_hours <= 1000000),
  CONSTRAINT shop_settings_claim_hours_check CHECK (claim_hours >= 0 AND claim_hours <= 1000000),
  CONSTRAINT shop_settings_contact_messages_max_check CHECK (contact_messages_max >= 0 AND contact_messages_max <= 1000000),
  CONSTRAINT shop_settings_erase_codes_days_check CHECK (erase_codes_days >= 0 AND erase_codes_days <= 1000000),
  CONSTRAINT shop_settings_erase_ids_days_check CHECK (erase_ids_days >= 0 AND erase_ids_days <= 1000000),
  CONSTRAINT shop_settings_erase_messages_days_check CHECK (erase_messages_days >= 0 AND erase_messages_days <= 1000000),
  CONSTRAINT shop_settings_erase_proofs_days_check CHECK (erase_proofs_days >= 0 AND erase_proofs_days <= 1000000),
  CONSTRAINT shop_settings_event_streams_max_check CHECK (event_streams_max >= 0 AND event_streams_max <= 1000000),
  CONSTRAINT shop_settings_gst_rate_check CHECK (gst_rate >= 0 AND gst_rate <= 10000),
  CONSTRAINT shop_settings_gstin_check CHECK (gstin ~ '^[0-9]{2}[A-Z0-9]{13}$'::text),
  CONSTRAINT shop_settings_guest_order_hours_check CHECK (guest_order_hours >= 0 AND guest_order_hours <= 1000000),
  CONSTRAINT shop_settings_held_ids_max_check CHECK (held_ids_max >= 0 AND held_ids_max <= 1000000),
  CONSTRAINT shop_settings_hsn_code_check CHECK (hsn_code ~ '^([0-9]{4,8})?$'::text),
  CONSTRAINT shop_settings_instant_amount_max_check CHECK (instant_amount_max >= 0 AND instant_amount_max <= 1000000),
  CONSTRAINT shop_settings_instant_ids_max_check CHECK (instant_ids_max >= 0 AND instant_ids_max <= 1000000),
  CONSTRAINT shop_settings_landing_picture_check CHECK (landing_picture ~ '^/shop-pictures/[0-9a-f]{48}\.webp$'::text),
  CONSTRAINT shop_settings_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  CONSTRAINT shop_settings_late_payment_hours_check CHECK (late_payment_hours >= 0 AND late_payment_hours <= 1000000),
  CONSTRAINT shop_settings_logo_check CHECK (logo ~ '^/shop-pictures/[0-9a-f]{48}\.webp$'::text),
  CONSTRAINT shop_settings_look_ups_max_check CHECK (look_ups_max >= 0 AND look_ups_max <= 1000000),
  CONSTRAINT shop_settings_new_buyers_ids_max_check CHECK (new_buyers_ids_max >= 0 AND new_buyers_ids_max <= 1000000),
  CONSTRAINT shop_settings_only_row_check CHECK (only_row),
  CONSTRAINT shop_settings_orders_max_check CHECK (orders_max >= 0 AND orders_max <= 1000000),
  CONSTRAINT shop_settings_own_testimonials CHECK (testimonials_shown <> 'own'::text OR testimonials <> ''::text),
  CONSTRAINT shop_settings_payment_asked_hours_check CHECK (payment_asked_hours >= 0 AND payment_asked_hours <= 1000000),
  CONSTRAINT shop_settings_pending_orders_max_check CHECK (pending_orders_max >= 0 AND pending_orders_max <= 1000000),
  CONSTRAINT shop_settings_question_presets_are_questions CHECK (
CASE
    WHEN jsonb_typeof(question_presets) = 'array'::text THEN jsonb_array_length(question_presets) >= 1 AND jsonb_array_length(question_presets) <= 20 AND NOT jsonb_path_exists(question_presets, 'strict $[*]?(@.type() != "object")'::jsonpath) AND jsonb_array_length(jsonb_path_query_array(question_presets, '$[*]."asks"?(((@ == "words" || @ == "picture") || @ == "proof") || @ == "utr")'::jsonpath)) = jsonb_array_length(question_presets) AND NOT jsonb_path_exists(question_presets, '$[*]."text".*?(@.type() != "string" || @ == "")'::jsonpath)
    ELSE question_presets IS NULL
END),
  CONSTRAINT shop_settings_rejection_reasons_are_texts CHECK (
CASE
    WHEN jsonb_typeof(rejection_reasons) = 'array'::text THEN jsonb_array_length(rejection_reasons) >= 1 AND jsonb_array_length(rejection_reasons) <= 10 AND NOT jsonb_path_exists(rejection_reasons, 'strict $[*]?(@.type() != "object")'::jsonpath) AND NOT jsonb_path_exists(rejection_reasons, '$[*].*?(@.type() != "string" || @ == "")'::jsonpath)
    ELSE rejection_reasons IS NULL
END),
  CONSTRAINT shop_settings_resets_max_check CHECK (resets_max >= 0 AND resets_max <= 1000000),
  CONSTRAINT shop_settings_sign_ins_max_check CHECK (sign_ins_max >= 0 AND sign_ins_max <= 1000000),
  CONSTRAINT shop_settings_sign_ups_max_check CHECK (sign_ups_max >= 0 AND sign_ups_max <= 1000000),
  CONSTRAINT shop_settings_since_year_check CHECK (since_year >= 1900 AND since_year <= 2200),
  CONSTRAINT shop_settings_testimonials_shown_check CHECK (testimonials_shown = ANY (ARRAY['samples'::text, 'own'::text, 'none'::text])),
  CONSTRAINT shop_settings_text_language_check CHECK (text_language ~ '^[a-z]{2}$'::text),
  CONSTRAINT shop_settings_translations_check CHECK (is_translations(translations, text_language, ARRAY['name'::text, 'blurb'::text, 'howToPay'::text])),
  CONSTRAINT shop_settings_uploads_max_check CHECK (uploads_max >= 0 AND uploads_max <= 1000000)
);
-- Triggers: products_follow_language, settings_in_shop_language

-- Values by which the shop recognizes that its secret and its ledger key belong to this database. One row.
CREATE TABLE key_check (
  only_row boolean NOT NULL DEFAULT true,
  value bytea NOT NULL,
  recorded_at timestamp with time zone NOT NULL DEFAULT now(),
  ledger_check bytea,
  CONSTRAINT key_check_pkey PRIMARY KEY (only_row),
  CONSTRAINT key_check_only_row_check CHECK (only_row)
);

-- Keys of earlier secrets, encrypted: enough to recognize old fingerprints and check old ledger rows.
CREATE TABLE earlier_keys (
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  keys bytea NOT NULL,
  stored_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT earlier_keys_pkey PRIMARY KEY (number)
);
-- Triggers: never_emptied

-- ---- Messages and notifications ----

-- What the shop wrote, and to whom; the text is made when an email is sent or shown.
CREATE TABLE emails (
  id text NOT NULL,  -- Its id.
  kind text NOT NULL,  -- What it is about, as one word such as order-approved.
  order_id text,  -- The order that it is about.
  user_id text,  -- The account that it is about.
  recipient bytea,  -- The address; empty: the owner.
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,  -- Plain words about it.
  state text NOT NULL,  -- kept (no mail is set up), waiting, sent or failed.
  attempts integer NOT NULL DEFAULT 0,  -- How often it was tried.
  last_problem text,  -- What went wrong last: the key of a text and its values in JSON, or a sentence of an earlier version.
  created_at timestamp with time zone NOT NULL,  -- When it was written.
  next_attempt_at timestamp with time zone,  -- When it is tried again.
  sent_at timestamp with time zone,  -- When it left.
  CONSTRAINT emails_pkey PRIMARY KEY (id),
  CONSTRAINT emails_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT emails_sent_have_time CHECK ((state = 'sent'::text) = (sent_at IS NOT NULL)),
  CONSTRAINT emails_state_check CHECK (state = ANY (ARRAY['kept'::text, 'waiting'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX emails_due ON emails USING btree (email_urgency(kind), next_attempt_at, id) WHERE state = 'waiting'::text;
CREATE INDEX emails_failed ON emails USING btree (created_at DESC, id DESC) WHERE state = 'failed'::text;
CREATE INDEX emails_kept ON emails USING btree (created_at DESC, id DESC) WHERE state = 'kept'::text;
CREATE INDEX emails_newest ON emails USING btree (created_at DESC, id DESC);
CREATE INDEX emails_of_order ON emails USING btree (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX emails_of_user ON emails USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX emails_sent ON emails USING btree (created_at DESC, id DESC) WHERE state = 'sent'::text;

-- Subscriptions: webhook endpoints and chats that are notified of events.
CREATE TABLE subscriptions (
  id text NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  secret bytea NOT NULL,
  events text[] NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_events_check CHECK (cardinality(events) > 0),
  CONSTRAINT subscriptions_kind_check CHECK (kind = ANY (ARRAY['webhook'::text, 'bot'::text]))
);

-- Deliveries: one row per event and subscription, with the answer.
CREATE TABLE deliveries (
  id text NOT NULL,
  subscription_id text NOT NULL,
  event text NOT NULL,
  facts jsonb NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  next_attempt_at timestamp with time zone,
  attempted_at timestamp with time zone,
  answer_status integer,
  answer_text text,
  problem text,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT deliveries_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  CONSTRAINT deliveries_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])),
  CONSTRAINT deliveries_waiting_have_next_attempt CHECK ((state = 'waiting'::text) = (next_attempt_at IS NOT NULL))
);
CREATE INDEX deliveries_failed ON deliveries USING btree (created_at DESC, id DESC) WHERE state = 'failed'::text;
CREATE INDEX deliveries_newest ON deliveries USING btree (created_at DESC, id DESC);
CREATE INDEX deliveries_of_subscription ON deliveries USING btree (subscription_id, created_at DESC, id DESC);
CREATE INDEX deliveries_waiting ON deliveries USING btree (subscription_id, next_attempt_at, id) WHERE state = 'waiting'::text;

-- The key by which push services recognize the shop (VAPID). The private key is encrypted. One row.
CREATE TABLE push_key (
  only_row boolean NOT NULL DEFAULT true,
  public_key text NOT NULL,
  private_key bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT push_key_pkey PRIMARY KEY (only_row),
  CONSTRAINT push_key_only_row_check CHECK (only_row)
);

-- Devices that get push notifications: of persons who work in the shop, and of buyers.
-- The push service's address and the browser's keys are encrypted.
CREATE TABLE push_devices (
  id text NOT NULL,
  user_id text,  -- The account that it belongs to; empty: a guest's browser.
  session_id text,  -- The newest session in which the device was seen. Null once that ran out.
  endpoint bytea NOT NULL,
  endpoint_hash bytea NOT NULL,  -- The SHA-256 of the address, by which a browser finds its row.
  keys bytea NOT NULL,
  user_agent text,  -- The browser that asked, as sessions store it.
  created_at timestamp with time zone NOT NULL,
  notified_at timestamp with time zone,  -- When the push service last accepted a notification.
  failed_at timestamp with time zone,  -- When the newest try failed. Null if it succeeded, or if there was none.
  browser_hash bytea,  -- The SHA-256 of the browser's key, for a buyer's device, which hears of the orders that this key opens and of the account's; empty: of who works in the shop.
  CONSTRAINT push_devices_pkey PRIMARY KEY (id),
  CONSTRAINT push_devices_endpoint_hash_key UNIQUE (endpoint_hash),
  CONSTRAINT push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL,
  CONSTRAINT push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT push_devices_of_somebody CHECK (user_id IS NOT NULL OR browser_hash IS NOT NULL)
);
CREATE UNIQUE INDEX push_devices_of_browser ON push_devices USING btree (browser_hash) WHERE browser_hash IS NOT NULL;
CREATE INDEX push_devices_of_session ON push_devices USING btree (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX push_devices_of_shop ON push_devices USING btree (id) WHERE browser_hash IS NULL;
CREATE INDEX push_devices_of_user ON push_devices USING btree (user_id, created_at, id);

-- What visitors wrote on the contact page.
-- The sender's address is encrypted.
CREATE TABLE contact_messages (
  id text NOT NULL,  -- Its id.
  name text NOT NULL,  -- The name that was given.
  email bytea NOT NULL,  -- The address that was given.
  message text NOT NULL,  -- What was written.
  user_id text,  -- The account of whoever wrote it, where there was one.
  created_at timestamp with time zone NOT NULL,  -- When it came.
  handled_at timestamp with time zone,  -- When an admin handled it; empty: it is open.
  CONSTRAINT contact_messages_pkey PRIMARY KEY (id),
  CONSTRAINT contact_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX contact_messages_handled ON contact_messages USING btree (created_at DESC, id DESC) WHERE handled_at IS NOT NULL;
CREATE INDEX contact_messages_newest ON contact_messages USING btree (created_at DESC, id DESC);
CREATE INDEX contact_messages_open ON contact_messages USING btree (created_at DESC, id DESC) WHERE handled_at IS NULL;

-- Who wants an email when a sold-out product is back: one row per product and address.
-- The address is encrypted. A row waits once its address is confirmed, until the one email is queued.
CREATE TABLE waitlist (
  id text NOT NULL,  -- Its id.
  product_id text NOT NULL,  -- The product.
  email bytea NOT NULL,  -- The address.
  email_fingerprint bytea NOT NULL,  -- A keyed hash of the address in lower case, by which it is found.
  language text NOT NULL,  -- The language that the visitor had, such as hi.
  user_id text,  -- The account of whoever left it, where there was one.
  token_hash bytea,  -- The hash of the newest link that confirms the address. Null once it was used.
  token_expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,  -- When it was left: those who came first are told first.
  confirmed_at timestamp with time zone,  -- When it was confirmed.
  notified_at timestamp with time zone,  -- When its email was written; empty: it waits.
  stored_until timestamp with time zone NOT NULL,  -- When it is removed.
  CONSTRAINT waitlist_pkey PRIMARY KEY (id),
  CONSTRAINT waitlist_product_id_email_fingerprint_key UNIQUE (product_id, email_fingerprint),
  CONSTRAINT waitlist_token_hash_key UNIQUE (token_hash),
  CONSTRAINT waitlist_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT waitlist_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT waitlist_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  CONSTRAINT waitlist_notified_after_confirmed CHECK (notified_at IS NULL OR confirmed_at IS NOT NULL),
  CONSTRAINT waitlist_token CHECK ((token_hash IS NULL) = (token_expires_at IS NULL))
);
CREATE INDEX waitlist_ending ON waitlist USING btree (stored_until);
CREATE INDEX waitlist_of_address ON waitlist USING btree (email_fingerprint);
CREATE INDEX waitlist_of_user ON waitlist USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX waitlist_waiting ON waitlist USING btree (product_id, created_at, id) WHERE confirmed_at IS NOT NULL AND notified_at IS NULL;

-- IDs that came in while somebody waited for their product. A chore queues the emails and removes the rows.
CREATE TABLE stock_arrivals (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  product_id text NOT NULL,
  ids integer NOT NULL,
  CONSTRAINT stock_arrivals_pkey PRIMARY KEY (id),
  CONSTRAINT stock_arrivals_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT stock_arrivals_ids_check CHECK (ids > 0)
);
CREATE INDEX stock_arrivals_of_product ON stock_arrivals USING btree (product_id);

-- ---- API keys ----

-- API keys, as hashes, with the scopes of each.
CREATE TABLE api_keys (
  id text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  key_hash bytea NOT NULL,
  beginning text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  refunds_a_day_paise bigint,  -- The most that it may refund in 24 hours. Null: no limit.
  reads_whole boolean NOT NULL DEFAULT true,  -- Whether it was made before keys had the rights to see IDs and to handle money: it reads IDs and gift card codes whole.
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT api_keys_key_hash_check CHECK (length(key_hash) = 32),
  CONSTRAINT api_keys_refunds_a_day_paise_check CHECK (refunds_a_day_paise > 0),
  CONSTRAINT api_keys_scopes_check CHECK (cardinality(scopes) > 0)
);
CREATE INDEX api_keys_of_user ON api_keys USING btree (user_id);

-- ---- Job queue ----

-- Which workers of the job queue are alive: each writes the time every few seconds.
CREATE UNLOGGED TABLE job_workers (
  id text NOT NULL,
  beat_at timestamp with time zone NOT NULL,
  beating_since timestamp with time zone NOT NULL,
  CONSTRAINT job_workers_pkey PRIMARY KEY (id)
);

-- ---- Backups ----

-- The automatic backups as each machine that makes them saw them last.
CREATE TABLE backup_states (
  machine text NOT NULL,  -- The machine: its name, port and data folder.
  last_good_at timestamp with time zone,  -- When the newest complete backup there was made. Null if there is none.
  failed_at timestamp with time zone,  -- When its newest try failed. Null if it succeeded.
  is_on_same_disk boolean NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  place text NOT NULL,  -- Where they are stored: folder, or bucket.
  rows_ms integer,  -- How long the rows of its newest backup took, in milliseconds. Null if that is not known.
  told_at timestamp with time zone,  -- When the owner was told that they fail or are late. Null if all is well.
  CONSTRAINT backup_states_pkey PRIMARY KEY (machine, place),
  CONSTRAINT backup_states_place_check CHECK (place = ANY (ARRAY['folder'::text, 'bucket'::text])),
  CONSTRAINT backup_states_rows_ms_check CHECK (rows_ms >= 0)
);

-- ---- Import of the old shop ----

-- Imports of the old shop, and previews of one.
CREATE TABLE old_shop_imports (
  id text NOT NULL,
  state text NOT NULL,
  is_preview boolean NOT NULL,
  by_name text NOT NULL,
  files jsonb NOT NULL,
  checkpoints jsonb NOT NULL DEFAULT '{}'::jsonb,
  progress jsonb NOT NULL DEFAULT '{}'::jsonb,
  summary jsonb,
  problem text,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT old_shop_imports_pkey PRIMARY KEY (id),
  CONSTRAINT old_shop_imports_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX old_shop_imports_newest ON old_shop_imports USING btree (started_at DESC, id);

-- What an import did with each row of the export, and its warnings.
CREATE TABLE old_shop_import_rows (
  run_id text NOT NULL,
  n bigint NOT NULL,
  kind text NOT NULL,
  path text NOT NULL,
  outcome text NOT NULL,
  warnings text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT old_shop_import_rows_pkey PRIMARY KEY (run_id, n),
  CONSTRAINT old_shop_import_rows_run_id_fkey FOREIGN KEY (run_id) REFERENCES old_shop_imports(id) ON DELETE CASCADE
);
CREATE INDEX old_shop_import_rows_with_warnings ON old_shop_import_rows USING btree (run_id, n) WHERE warnings <> '{}'::text[];

-- Which row here came from which row of the old shop.
CREATE TABLE old_shop_rows (
  kind text NOT NULL,
  old_id text NOT NULL,
  local_id text NOT NULL,
  there bytea NOT NULL,
  here bytea,
  old_user_id text,
  proof_file text,
  imported_at timestamp with time zone NOT NULL,
  CONSTRAINT old_shop_rows_pkey PRIMARY KEY (kind, old_id),
  CONSTRAINT old_shop_rows_kind_check CHECK (kind = ANY (ARRAY['product'::text, 'order'::text, 'account'::text]))
);
CREATE INDEX old_shop_rows_by_local ON old_shop_rows USING btree (kind, local_id);
CREATE INDEX old_shop_rows_of_user ON old_shop_rows USING btree (old_user_id) WHERE old_user_id IS NOT NULL;

-- IDs that came from the old shop.
CREATE TABLE old_shop_ids (
  unit_id bigint NOT NULL,
  tree smallint,
  CONSTRAINT old_shop_ids_pkey PRIMARY KEY (unit_id),
  CONSTRAINT old_shop_ids_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id) ON DELETE CASCADE,
  CONSTRAINT old_shop_ids_tree_check CHECK (tree >= 1 AND tree <= 3)
);

-- ---- Migrations ----

-- Which migrations this database has run.
CREATE TABLE migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  ran_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

-- What a start of the shop does once for each database, and when it was done.
CREATE TABLE start_steps (
  name text NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT start_steps_pkey PRIMARY KEY (name)
);
