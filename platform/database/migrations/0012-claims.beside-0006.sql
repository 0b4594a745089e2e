-- Claims: delivered IDs that do not work, what the shop decided about each, and until when a buyer may open one.

alter table shop_settings add column claim_hours integer not null default 72 check (claim_hours between 0 and 1000000);
alter table products add column claim_hours integer check (claim_hours between 0 and 1000000);
comment on column products.claim_hours is 'For how many hours after the delivery its IDs may be claimed; 0: not at all; empty: as the shop''s.';
alter table orders add column claim_until timestamptz
  constraint orders_only_approved_can_be_claimed check (claim_until is null or status = 'approved');
comment on column orders.claim_until is 'Until when its buyer may claim an ID; empty: not at all.';

-- Beside an earlier release, which delivers as well.
create function order_gets_claim_time() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  hours integer;
begin
  select coalesce(p.claim_hours, s.claim_hours) into hours from products p, shop_settings s where p.id = new.product_id;
  if hours > 0 then new.claim_until := new.processed_at + make_interval(hours => hours); end if;
  return new;
end $$;
comment on function order_gets_claim_time is 'Gives an order that is approved the time within which its IDs may be claimed.';
create trigger order_gets_claim_time before update of status on orders for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function order_gets_claim_time();

create table claims (
  id text primary key,
  order_id text not null references orders,
  number integer not null check (number > 0),
  unit_id bigint not null references units,
  position integer not null check (position >= 0),
  opened_by text not null check (opened_by in ('buyer', 'person')),
  person_id text,
  reason text not null check (reason in ('refused', 'used', 'different', 'other')),
  message_number integer,
  state text not null check (state in ('open', 'swapped', 'refunding', 'refunded', 'refused', 'withdrawn')),
  opened_at timestamptz not null,
  reopened_at timestamptz,
  waits_since timestamptz,
  decided_at timestamptz,
  decided_by text,
  answer_number integer,
  constraint claims_number_key unique (order_id, number),
  constraint claims_of_persons_name_them check ((opened_by = 'person') = (person_id is not null)),
  constraint claims_decided_have_time check ((state = 'open') = (decided_at is null)),
  constraint claims_open_are_undecided check (state <> 'open' or (decided_by is null and answer_number is null)),
  constraint claims_wait_while_open check (waits_since is null or state = 'open')
);
comment on table claims is 'The delivered IDs that do not work, as their buyers or persons of the shop say, and what was decided.';
comment on column claims.id is 'What both sides call it: the order''s code and its number, such as REQ-MX0K4BK0-C1.';
comment on column claims.order_id is 'The order.';
comment on column claims.number is 'Its number in the order, from 1 without gaps.';
comment on column claims.unit_id is 'The number of the ID.';
comment on column claims.position is 'Where the ID stands among the IDs of the order, from 0.';
comment on column claims.opened_by is 'Who opened it: buyer, or a person of the shop.';
comment on column claims.person_id is 'Which account of the shop, or API key, opened it.';
comment on column claims.reason is 'What is wrong: refused (it is not accepted), used (somebody else uses it), different (not what was ordered) or other.';
comment on column claims.message_number is 'The number of the message that came with it.';
comment on column claims.state is 'open, swapped, refunding, refunded, refused, or withdrawn: its buyer took it back, or its ID was erased.';
comment on column claims.opened_at is 'When it was opened.';
comment on column claims.reopened_at is 'When it was opened once more after it was refused.';
comment on column claims.waits_since is 'Since when a swap waits for stock.';
comment on column claims.decided_at is 'When it was decided or taken back.';
comment on column claims.decided_by is 'Which account of the shop, or API key, decided it.';
comment on column claims.answer_number is 'The number of the message with the reason of its refusal.';
create unique index claims_one_of_unit on claims (unit_id) where state in ('open', 'swapped', 'refunding', 'refunded');
create index claims_of_place on claims (order_id, position, number desc);
create index claims_open on claims (opened_at, id) where state = 'open';
create index claims_decided on claims (decided_at desc, id desc) where decided_at is not null;
create index claims_waiting on claims (waits_since, id) where waits_since is not null;
