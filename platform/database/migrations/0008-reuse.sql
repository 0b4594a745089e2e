-- What each gift card code and proof picture that an order came with is known again by. It stays when the order sends another, and when the file is gone.
create table payment_marks (
  id bigint generated always as identity primary key,
  order_id text not null references orders on delete cascade,
  noted_at timestamptz not null,
  gift_card bytea[] check (cardinality(gift_card) > 0),
  proof_key text,
  pixels bytea,
  look bit(2048) check (look is null or pixels is not null),
  compare_at timestamptz
);
create index payment_marks_of_order on payment_marks (order_id, id desc);
create index payment_marks_by_gift_card on payment_marks ((gift_card[1]), id);
create index payment_marks_by_pixels on payment_marks (pixels, id) where pixels is not null;
create index payment_marks_to_compare on payment_marks (id desc) where compare_at is not null;

-- Which proof pictures look like which that came earlier.
create table proof_likenesses (
  mark_id bigint not null references payment_marks on delete cascade,
  earlier_id bigint not null references payment_marks on delete cascade,
  primary key (mark_id, earlier_id),
  check (earlier_id < mark_id)
);

-- Orders of before: their codes can only be opened, and their pictures only be seen, by the shop itself, which does so a few at a time.
insert into payment_marks (order_id, noted_at, proof_key, compare_at)
select id, coalesce(proof_resent_at, created_at), proof_key, now() from orders
where gift_card_code is not null or proof_key is not null
order by coalesce(proof_resent_at, created_at), id;
