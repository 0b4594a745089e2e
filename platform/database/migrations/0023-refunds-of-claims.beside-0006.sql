-- The share of a claimed ID is refunded, and such an ID counts as dead. An order that was paid outside the shop gets a
-- payment with its first refund. A claim that was opened once more keeps the message that it came with.

-- How many IDs of an import are dead is counted without reading its others.
create index units_faulty on units (batch_id) where withdrawn = 'faulty' and batch_id is not null;
create index claims_refunded on claims (decided_at, unit_id) where state in ('refunding', 'refunded');

alter table claims add column refund_id text references refunds;
alter table claims add column again_number integer;
alter table claims add constraint claims_refunded_name_their_refund check (state not in ('refunding', 'refunded') or refund_id is not null);
comment on column claims.refund_id is 'The refund of the ID''s share; of a claim in another state: one that failed.';
comment on column claims.again_number is 'The number of the message with which it was opened once more.';
create unique index claims_of_refund on claims (refund_id) where refund_id is not null;

create function sales_of_claim_change() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  if tg_op = 'UPDATE' and old.state in ('refunding', 'refunded') and old.decided_at < now() - interval '30 minutes' then
    insert into sales_changes (at) values (old.decided_at);
  end if;
  if new.state in ('refunding', 'refunded') and new.decided_at < now() - interval '30 minutes' then
    insert into sales_changes (at) values (new.decided_at);
  end if;
  return null;
end $$;
comment on function sales_of_claim_change is 'Has the days counted again on which IDs became dead by a refund, if that is learned later or the refund failed after all.';
create trigger sales_of_claim_change after update of state, decided_at on claims for each row when (
  (old.state in ('refunding', 'refunded'), old.decided_at) is distinct from (new.state in ('refunding', 'refunded'), new.decided_at))
  execute function sales_of_claim_change();
create trigger sales_of_claim_gain after insert on claims for each row when (new.state in ('refunding', 'refunded'))
  execute function sales_of_claim_change();

create or replace function sales_of_batch_change() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  insert into sales_changes (at)
    select distinct date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00') from (
      select h.delivered_at as at from units u join order_units h on h.unit_id = u.id where u.batch_id = new.id
      union all
      select unnest(array[r.replaced_at, came.replaced_at, o.processed_at]) from units u join replacements r on r.faulty_unit_id = u.id
        join orders o on o.id = r.order_id left join replacements came on came.unit_id = u.id where u.batch_id = new.id
      union all
      select c.decided_at from units u join claims c on c.unit_id = u.id and c.state in ('refunding', 'refunded') where u.batch_id = new.id
    ) as times where at < now() - interval '30 minutes';
  return null;
end $$;

-- The lock on payments comes last, so that nothing else is done while nobody can pay.
alter table payments drop constraint payments_source_check;
alter table payments add constraint payments_source_check check (source in ('upi', 'razorpay', 'stripe', 'by_hand')) not valid;
alter table payments add constraint payments_by_hand_are_of_orders check (
  source <> 'by_hand' or order_id is not null and attempt_id is null and currency = 'INR' and problem is null and state in ('matched', 'refunded')) not valid;
comment on column payments.source is 'upi, razorpay, stripe, or by_hand: paid outside the shop, and noted with the first refund of its order.';
comment on column payments.reference is 'The provider''s id of the payment, the UTR, or by_hand the order''s code.';
