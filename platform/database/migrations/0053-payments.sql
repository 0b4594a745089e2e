-- Payments that confirm themselves: attempts at a provider, the money that came in, refunds, the news of providers, amounts
-- and statements of UPI, and what the owner set for each method.

alter table shop_settings
  add column instant_amount_max integer not null default 2000,
  add column instant_ids_max integer not null default 5,
  add column late_payment_hours integer not null default 12,
  add column payment_asked_hours integer not null default 48,
  add constraint shop_settings_instant_amount_max_check check (instant_amount_max between 0 and 1000000),
  add constraint shop_settings_instant_ids_max_check check (instant_ids_max between 0 and 1000000),
  add constraint shop_settings_late_payment_hours_check check (late_payment_hours between 0 and 1000000),
  add constraint shop_settings_payment_asked_hours_check check (payment_asked_hours between 0 and 1000000);
comment on column shop_settings.instant_amount_max is 'Up to how many rupees a paid order is delivered at once; 0 is no limit.';
comment on column shop_settings.instant_ids_max is 'How many IDs a day a buyer without an approved order gets at once; 0 is no limit.';
comment on column shop_settings.late_payment_hours is 'How long after its cancellation an order is reopened by its payment.';
comment on column shop_settings.payment_asked_hours is 'How long an order waits for the payment that its buyer was asked for.';

alter table products add column delivery text not null default 'instant',
  add constraint products_delivery_check check (delivery in ('instant', 'after approval'));
comment on column products.delivery is 'Whether a paid order is delivered at once or waits for an approval.';

-- ---- Orders ----

alter table orders
  add column payable_paise bigint,
  add column hold_until timestamptz,
  add column reopened_at timestamptz,
  add column payment_asked_at timestamptz,
  add column utr text,
  add column utr_sent_at timestamptz;
comment on column orders.payable_paise is 'What its buyer pays where that is not the total: an amount of its own for UPI.';
comment on column orders.hold_until is 'Until when its IDs wait for a payment. Null means no such end.';
comment on column orders.reopened_at is 'When its payment reopened it. It was cancelled before, at cancelled_at.';
comment on column orders.payment_asked_at is 'When an admin asked its buyer to pay before the delivery.';
comment on column orders.utr is 'The 12 digits by which its buyer says to have paid. A claim, no proof.';

alter table orders
  drop constraint orders_payment_method_check,
  drop constraint orders_check4,
  drop constraint orders_check7,
  drop constraint orders_expired_are_cancelled,
  add constraint orders_payment_method_check check (payment_method in ('request', 'amazon', 'upi', 'razorpay', 'stripe')),
  add constraint orders_gift_cards_are_amazons check (payment_method = 'amazon' or gift_card_code is null),
  add constraint orders_proofs_are_sent_by_buyers check (payment_method not in ('razorpay', 'stripe') or proof_key is null),
  add constraint orders_cancelled_have_time check ((status = 'cancelled') = (cancelled_at is not null and reopened_at is null)),
  add constraint orders_reopened_are_approved check (reopened_at is null or (status = 'approved' and cancelled_at is not null)),
  add constraint orders_expired_were_cancelled check (expired_after_hours is null or (cancelled_at is not null and expired_after_hours >= 0)),
  add constraint orders_payable_near_total
    check (payable_paise = total_paise or (payable_paise >= 100 and payable_paise < total_paise and payable_paise > total_paise - 100)),
  add constraint orders_utr_check check (utr ~ '^[0-9]{12}$'),
  add constraint orders_utr_has_time check ((utr is null) = (utr_sent_at is null));
create index orders_on_hold on orders (hold_until, id) where status = 'pending' and hold_until is not null;
create index orders_pending_paid on orders (created_at, id) where status = 'pending' and paid_at is not null;
create index orders_pending_asked on orders (payment_asked_at, id) where status = 'pending' and payment_asked_at is not null;
create index orders_approved_of_browser on orders ((unlocked_by[1])) include (processed_at, quantity, approved_by)
  where status = 'approved' and unlocked_by[1] is not null;
create index orders_by_utr on orders (utr) where utr is not null;

-- ---- Tables ----

create table payment_methods (
  name text primary key,
  is_on boolean not null default false,
  settings jsonb not null default '{}',
  secrets bytea,
  old_webhook_secret bytea,
  old_webhook_secret_until timestamptz,
  silent_since timestamptz,
  updated_at timestamptz not null default now(),
  constraint payment_methods_name_check check (name in ('upi', 'razorpay', 'stripe')),
  constraint payment_methods_on_have_secrets check (not is_on or name = 'upi' or secrets is not null),
  constraint payment_methods_old_secret_ends check ((old_webhook_secret is null) = (old_webhook_secret_until is null))
);
comment on table payment_methods is E'What the owner set for each method that confirms itself. A row for each, off at first.\nSecrets are encrypted. The webhook secret before the last change still counts for 24 hours.';
comment on column payment_methods.silent_since is 'Since when the provider did not answer; null: it did.';
insert into payment_methods (name) values ('upi'), ('razorpay'), ('stripe');

create table payment_attempts (
  id text primary key,
  order_id text not null references orders,
  provider text not null,
  number integer not null,
  reference text not null,
  provider_id text,
  paise bigint not null,
  state text not null,
  request text,
  pay_url text,
  created_at timestamptz not null,
  opened_at timestamptz,
  expires_at timestamptz not null,
  closed_at timestamptz,
  next_check_at timestamptz,
  failure text,
  constraint payment_attempts_reference_key unique (reference),
  constraint payment_attempts_number_key unique (order_id, number),
  constraint payment_attempts_provider_id_key unique (provider, provider_id),
  constraint payment_attempts_provider_check check (provider in ('razorpay', 'stripe')),
  constraint payment_attempts_number_check check (number >= 1),
  constraint payment_attempts_reference_check check (reference ~ '^[A-Za-z0-9_-]{1,40}$'),
  constraint payment_attempts_paise_check check (paise > 0),
  constraint payment_attempts_state_check check (state in ('opening', 'open', 'paid', 'failed', 'expired', 'cancelled')),
  constraint payment_attempts_open_have_address check (state <> 'open' or (provider_id is not null and pay_url is not null and opened_at is not null)),
  constraint payment_attempts_closed_have_time check ((state in ('opening', 'open')) = (closed_at is null))
);
comment on table payment_attempts is E'An order''s attempts to be paid at a provider, one at a time. The id is the idempotency key of opening it.\nIt is written before the provider is called. Paid absorbs; what ended otherwise may still become paid.';
comment on column payment_attempts.reference is 'Our own reference, which the provider repeats.';
comment on column payment_attempts.request is 'What was sent to open it, to be repeated byte by byte.';
comment on column payment_attempts.next_check_at is 'When the provider is asked for its state. Null means no more.';
create unique index payment_attempts_one_at_a_time on payment_attempts (order_id) where state in ('opening', 'open');
create index payment_attempts_to_check on payment_attempts (next_check_at, id) where next_check_at is not null;

create table payments (
  id text primary key,
  source text not null,
  reference text not null,
  paise bigint not null,
  currency text not null,
  paid_at timestamptz not null,
  received_at timestamptz not null,
  payer bytea,
  fee_paise bigint,
  order_id text references orders,
  attempt_id text references payment_attempts,
  state text not null,
  problem text,
  held_back text,
  reason text,
  decided_by text,
  decided_at timestamptz,
  constraint payments_once unique (source, reference),
  constraint payments_source_check check (source in ('upi', 'razorpay', 'stripe')),
  constraint payments_reference_check check (reference ~ '^[!-~]{1,200}$'),
  constraint payments_paise_check check (paise > 0),
  constraint payments_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint payments_state_check check (state in ('matched', 'review', 'refund due', 'refunded', 'ignored')),
  constraint payments_problem_check
    check (problem in ('short', 'over', 'currency', 'unknown', 'late', 'limit', 'duplicate', 'rejected', 'cancelled')),
  constraint payments_held_back_check check (held_back in ('product', 'amount', 'ids')),
  constraint payments_matched_have_order check (state <> 'matched' or (order_id is not null and problem is null)),
  constraint payments_unmatched_have_problem check (state not in ('review', 'refund due') or problem is not null),
  constraint payments_ignored_have_reason check (state <> 'ignored' or (reason is not null and decided_at is not null)),
  constraint payments_decided_have_time check ((decided_by is null) = (decided_at is null))
);
comment on table payments is E'Money that came in, each payment once. Only this table says what was paid.\nmatched: it pays for its order. review: somebody has to look. refund due, refunded: it goes back. ignored: with a reason.';
comment on column payments.reference is 'The provider''s id of the payment, or the UTR.';
comment on column payments.problem is 'Why it did not simply pay for its order.';
comment on column payments.held_back is 'Which of the owner''s limits kept its order from being delivered at once.';
comment on column payments.decided_by is 'The admin who matched or ignored it. Null means the shop itself.';
create unique index payments_one_for_an_order on payments (order_id) where state = 'matched';
create index payments_of_order on payments (order_id, received_at) where order_id is not null;
create index payments_of_attempt on payments (attempt_id) where attempt_id is not null;
create index payments_newest on payments (received_at desc, id desc);
create index payments_by_state on payments (state, received_at desc, id desc);
create index payments_open on payments (received_at desc, id desc) where state in ('review', 'refund due');
create index payments_by_reference on payments (reference);
create index payments_with_payer on payments (received_at, id) where payer is not null;

create table refunds (
  id text primary key,
  payment_id text not null references payments,
  paise bigint not null,
  how text not null,
  idempotency_key text not null,
  provider_id text,
  reference text,
  state text not null,
  problem text,
  admin_id text,
  reason text not null default '',
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  done_at timestamptz,
  constraint refunds_idempotency_key_key unique (idempotency_key),
  constraint refunds_paise_check check (paise > 0),
  constraint refunds_how_check check (how in ('provider', 'by hand')),
  constraint refunds_state_check check (state in ('due', 'sent', 'done', 'failed')),
  constraint refunds_by_hand_are_done check (how = 'provider' or (state = 'done' and reference is not null)),
  constraint refunds_done_have_time check ((state = 'done') = (done_at is not null))
);
comment on table refunds is 'Money that went back, whole or in part. Their sum never exceeds the payment.';
comment on column refunds.reference is 'By hand: how the transfer is found again.';
comment on column refunds.admin_id is 'Who asked for it. Null means the shop itself.';
create index refunds_of_payment on refunds (payment_id, created_at);
create index refunds_waiting on refunds (next_attempt_at, id) where next_attempt_at is not null;

create table payment_events (
  id bigint generated always as identity primary key,
  provider text not null,
  event_id text not null,
  kind text not null,
  received_at timestamptz not null,
  attempt_id text references payment_attempts,
  outcome text,
  body bytea,
  constraint payment_events_once unique (provider, event_id),
  constraint payment_events_provider_check check (provider in ('razorpay', 'stripe'))
);
comment on table payment_events is E'News from providers, each once. Nothing is taken from them: they only say what to ask the provider about.\nThe body is encrypted and erased after 30 days.';
comment on column payment_events.outcome is 'What the check found that it caused; null: it has not finished.';
create index payment_events_newest on payment_events (provider, received_at desc);
create index payment_events_with_body on payment_events (received_at, id) where body is not null;

create table upi_amounts (
  paise bigint primary key,
  order_id text not null references orders,
  free_at timestamptz,
  constraint upi_amounts_order_key unique (order_id),
  constraint upi_amounts_paise_check check (paise >= 100)
);
comment on table upi_amounts is 'The amounts that UPI orders have for themselves: no two open orders share one, nor one with an order that ended lately.';
comment on column upi_amounts.free_at is 'From when another order may have it. Null while its order is open.';
create index upi_amounts_free on upi_amounts (free_at) where free_at is not null;

create table statements (
  id text primary key,
  bank text not null,
  file_name text not null,
  state text not null,
  columns jsonb,
  lines integer not null default 0,
  known_lines integer not null default 0,
  admin_id text not null,
  uploaded_at timestamptz not null,
  confirmed_at timestamptz,
  constraint statements_state_check check (state in ('reading', 'preview', 'confirmed')),
  constraint statements_lines_check check (lines >= 0 and known_lines >= 0),
  constraint statements_confirmed_have_time check ((state = 'confirmed') = (confirmed_at is not null))
);
comment on table statements is 'Bank statements that an admin uploaded. Nothing follows from one before it is confirmed.';
comment on column statements.lines is 'How many credits it has. known_lines is how many of them an earlier statement had.';
create index statements_newest on statements (uploaded_at desc, id desc);

create table statement_lines (
  id bigint generated always as identity primary key,
  statement_id text not null references statements on delete cascade,
  fingerprint bytea not null,
  day date not null,
  paise bigint not null,
  reference text,
  narration bytea,
  verdict text,
  order_id text references orders,
  payment_id text references payments,
  constraint statement_lines_once unique (fingerprint),
  constraint statement_lines_pay_once unique (payment_id),
  constraint statement_lines_fingerprint_check check (octet_length(fingerprint) = 32),
  constraint statement_lines_paise_check check (paise > 0),
  constraint statement_lines_verdict_check check (verdict in ('certain', 'likely', 'conflict', 'other')),
  constraint statement_lines_meant_for_order check (verdict not in ('certain', 'likely') or order_id is not null)
);
comment on table statement_lines is 'The credits of statements, each once, however many files contain it. A line pays at most once.';
comment on column statement_lines.fingerprint is 'A hash: equal for the same line of the bank in every file.';
comment on column statement_lines.narration is 'What the bank wrote, encrypted: it names the payer.';
comment on column statement_lines.payment_id is 'The payment that it became; each line is used once.';
create index statement_lines_of_statement on statement_lines (statement_id, id);
create index statement_lines_by_reference on statement_lines (reference) where reference is not null;

-- ---- Rules ----

create or replace function order_is_final() returns trigger language plpgsql as $$
begin
  if old.status = 'cancelled' and new.status = 'approved' and new.reopened_at is not null and exists (
    select from payments p where p.order_id = new.id and p.state = 'matched' and p.xmin = pg_current_xact_id()::xid
  ) then
    return new;
  end if;
  raise exception 'a % order is final', old.status using errcode = '23514', constraint = 'order_is_final';
end $$;
comment on function order_is_final() is 'Only a pending order changes its status. Money alone reopens a cancelled one: in the transaction that writes its matched payment.';

create function matched_order_stands() returns trigger language plpgsql as $$
declare
  of_order text;
begin
  if tg_table_name = 'orders' then
    of_order := new.id;
  else
    of_order := new.order_id;
  end if;
  if exists (
    select from payments p join orders o on o.id = p.order_id
    where p.order_id = of_order and p.state = 'matched' and o.status not in ('pending', 'approved')
  ) then
    raise exception 'the money of an order that was rejected or cancelled is to be refunded' using errcode = '23514', constraint = 'matched_order_stands';
  end if;
  return null;
end $$;
comment on function matched_order_stands() is 'At commit: a matched payment belongs to a pending or an approved order.';
create constraint trigger matched_order_stands after insert or update of state, order_id on payments
  deferrable initially deferred for each row when (new.state = 'matched') execute function matched_order_stands();
create constraint trigger order_stands_with_payment after update of status on orders
  deferrable initially deferred for each row when (new.status in ('rejected', 'cancelled')) execute function matched_order_stands();

create function refunds_stay_below() returns trigger language plpgsql as $$
declare
  came bigint;
  back bigint;
begin
  select paise into came from payments where id = new.payment_id for update;
  select coalesce(sum(paise), 0) into back from refunds where payment_id = new.payment_id and state <> 'failed' and id <> new.id;
  if new.state <> 'failed' and back + new.paise > came then
    raise exception 'refunds of % and % paise exceed the payment of %', back, new.paise, came using errcode = '23514', constraint = 'refunds_stay_below';
  end if;
  return new;
end $$;
comment on function refunds_stay_below() is 'Refunds never exceed their payment. The payment''s row is locked, so two at once count each other.';
create trigger refunds_stay_below before insert or update of state, paise on refunds
  for each row execute function refunds_stay_below();

create function refunds_add_up() returns trigger language plpgsql as $$
declare
  of_payment text;
begin
  if tg_table_name = 'payments' then
    of_payment := new.id;
  else
    of_payment := new.payment_id;
  end if;
  if exists (
    select from payments p where p.id = of_payment
      and (p.state = 'refunded') <> (p.paise = (select coalesce(sum(r.paise), 0) from refunds r where r.payment_id = p.id and r.state = 'done'))
  ) then
    raise exception 'the refunds of payment % do not add up to its state', of_payment using errcode = '23514', constraint = 'refunds_add_up';
  end if;
  return null;
end $$;
comment on function refunds_add_up() is 'At commit: a payment is refunded if and only if the refunds that are done add up to it.';
create constraint trigger refunds_add_up after insert or update of state on payments
  deferrable initially deferred for each row execute function refunds_add_up();
create constraint trigger refunds_of_payment_add_up after insert or update of state on refunds
  deferrable initially deferred for each row execute function refunds_add_up();

create function attempt_goes_on() returns trigger language plpgsql as $$
begin
  if old.state = 'paid' or new.state = 'opening' or (new.state = 'open' and old.state <> 'opening')
    or (new.state <> 'paid' and old.state not in ('opening', 'open'))
  then
    raise exception 'an attempt that is % does not become %', old.state, new.state using errcode = '23514', constraint = 'attempt_goes_on';
  end if;
  return new;
end $$;
comment on function attempt_goes_on() is 'An attempt goes on: opening, open, then an end. Any end but paid may still become paid; nothing else goes back.';
create trigger attempt_goes_on before update of state on payment_attempts
  for each row when (old.state <> new.state) execute function attempt_goes_on();

create function free_upi_amount() returns trigger language plpgsql as $$
begin
  update upi_amounts set free_at = now() + interval '72 hours' where order_id = new.id;
  return null;
end $$;
comment on function free_upi_amount() is 'An order that ends keeps its own UPI amount for 72 hours, so that late money is not taken for another order''s.';
create trigger free_upi_amount after update of status on orders
  for each row when (old.status = 'pending' and new.payable_paise is not null) execute function free_upi_amount();

create function money_stays() returns trigger language plpgsql as $$
begin
  raise exception '% are neither deleted nor changed in what was paid', tg_table_name using errcode = '55000', constraint = 'money_stays';
end $$;
comment on function money_stays() is 'Money that came in or went back is not deleted, and its amount and reference do not change.';
create trigger payments_stay before delete on payments for each row execute function money_stays();
create trigger payments_stay_themselves before update of source, reference, paise, currency on payments for each row
  when ((old.source, old.reference, old.paise, old.currency) is distinct from (new.source, new.reference, new.paise, new.currency))
  execute function money_stays();
create trigger payments_are_not_emptied before truncate on payments for each statement execute function money_stays();
create trigger refunds_stay before delete on refunds for each row execute function money_stays();
create trigger refunds_stay_themselves before update of payment_id, paise on refunds for each row
  when ((old.payment_id, old.paise) is distinct from (new.payment_id, new.paise)) execute function money_stays();
create trigger refunds_are_not_emptied before truncate on refunds for each statement execute function money_stays();
