-- A message about an order can be a picture, with or without a text. A release of before erases a message without
-- knowing of its picture: only a message that is not erased has one.

alter table order_messages add column picture_key text;
alter table order_messages drop constraint order_messages_text_unless_erased;
alter table order_messages add constraint order_messages_no_text_if_erased check (erased_at is null or text is null);
alter table order_messages add constraint order_messages_says_something check (erased_at is not null or text is not null or picture_key is not null);
comment on column order_messages.text is 'What was written; empty: there is a picture alone, or it was erased.';
comment on column order_messages.picture_key is 'The file of its picture; empty: none. That of an erased message is removed.';
create unique index order_messages_pictures on order_messages (picture_key) where picture_key is not null;
