-- Each order is written into every index that tells of it, when it is placed and again when it is decided. Nobody reads by the time of a cancellation since lists go by `handled_at`,
-- and of the names of proofs only those that there are have to differ.
drop index orders_cancelled;
alter table orders drop constraint orders_proof_key_key;
create unique index orders_by_proof_key on orders (proof_key) where proof_key is not null;
