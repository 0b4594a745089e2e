-- The shop asks a buyer for something: words, a picture, a new code and proof, or a UTR. One question of an order is open at most.
-- A release of before knows no question: it leaves an open one open, which its buyer may answer later.

alter table order_messages add column asks text constraint order_messages_asks_check check (asks in ('words', 'picture', 'proof', 'utr'));
alter table order_messages add column answers integer constraint order_messages_answers_check check (
  answers is null or side = 'buyer' and answers < number);
alter table order_messages add column replaced_proof_key text;
alter table order_messages drop constraint order_messages_says_something;
alter table order_messages add constraint order_messages_says_something check (
  erased_at is not null or text is not null or picture_key is not null or asks is not null);
comment on column order_messages.text is 'What was written; empty: nothing was, or it was erased.';
comment on column order_messages.asks is 'What a question of the shop asks for, or what a buyer''s answer brings: words, picture, proof or utr.';
comment on column order_messages.answers is 'The number of the question that it answers.';
comment on column order_messages.replaced_proof_key is 'The file of the proof that this answer replaced. It is erased with the order''s proof.';
create index order_messages_replaced_proofs on order_messages (replaced_proof_key) where replaced_proof_key is not null;

alter table conversations add column question integer;
alter table conversations add column answered_at timestamptz;
alter table conversations add column waited_ms bigint not null default 0 constraint conversations_waited_ms_check check (waited_ms >= 0);
comment on column conversations.question is 'The number of the open question; empty: none.';
comment on column conversations.answered_at is 'When the buyer answered the last question, until the shop writes again or checks the proof.';
comment on column conversations.waited_ms is 'For how many milliseconds the order waited for its buyer until now, without the present wait.';

alter table shop_settings add column answer_hours integer not null default 48
  constraint shop_settings_answer_hours_check check (answer_hours between 0 and 1000000);
comment on column shop_settings.answer_hours is 'After how many hours without an answer an order is cancelled; 0: never.';
