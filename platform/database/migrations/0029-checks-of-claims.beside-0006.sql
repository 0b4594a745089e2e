-- The checks that earlier migrations added without reading the rows are proven now, while orders go on. A preview of a recall
-- counts the orders that may still be claimed; a claim keeps the reason that it was opened for first.

alter table payments validate constraint payments_source_check;
alter table payments validate constraint payments_by_hand_are_of_orders;
alter table units validate constraint units_withdrawn_check;
alter table ledger validate constraint ledger_event_check;

create index units_put_aside on units (product_id, id) where withdrawn = any (array['faulty', 'held back', 'recalled']);
create index orders_claimable on orders (product_id, claim_until) where claim_until is not null;
drop index units_set_aside;
alter index units_put_aside rename to units_set_aside;

-- The lock on claims comes last, so that no index is built while nobody can read them.
alter table claims add column first_reason text check (first_reason in ('refused', 'used', 'different', 'other'));
comment on column claims.reason is 'What is wrong, as was said last: refused (it is not accepted), used (somebody else uses it), different (not what was ordered) or other.';
comment on column claims.first_reason is 'What was said to be wrong at first, if it was opened once more; empty: the same.';
