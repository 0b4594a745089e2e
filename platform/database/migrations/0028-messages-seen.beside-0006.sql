-- Up to which message of its conversation an order's buyer has seen it.

alter table conversations add column buyer_seen integer not null default 0;
alter table conversations add constraint conversations_buyer_seen_check check (buyer_seen >= 0) not valid;
alter table conversations validate constraint conversations_buyer_seen_check;
comment on column conversations.buyer_seen is 'The number of the last message that its buyer has seen; 0: none.';
