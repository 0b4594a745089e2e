-- When each side of a conversation was last told of a message that it has not opened since.

alter table conversations add column buyer_told_at timestamptz, add column shop_told_at timestamptz;
comment on column conversations.buyer_told_at is 'When its buyer was last told by email of a message; empty: the order''s page was opened since.';
comment on column conversations.shop_told_at is 'When the persons of the shop were last told of a message; empty: one of them opened it since.';
