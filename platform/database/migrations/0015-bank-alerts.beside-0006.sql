-- The bank's messages about money that came, passed on by a phone or a mail rule.

create table alert_forwarders (
  id text primary key,
  name text not null constraint alert_forwarders_name_check check (length(name) between 1 and 100),
  secret_hash bytea not null constraint alert_forwarders_secret_hash_check check (length(secret_hash) = 32),
  senders text[] not null constraint alert_forwarders_senders_check check (cardinality(senders) between 1 and 10),
  account_digits text not null constraint alert_forwarders_account_digits_check check (account_digits ~ '^[0-9]{3,6}$'),
  made_by text not null references users on delete cascade,
  made_at timestamptz not null,
  heard_at timestamptz,
  constraint alert_forwarders_secret_hash_key unique (secret_hash)
);
comment on table alert_forwarders is E'Phones and mail rules that pass on what the bank says.\nOne that was revoked is deleted.';
comment on column alert_forwarders.name is 'Its name, as the owner wrote it.';
comment on column alert_forwarders.secret_hash is 'SHA-256 of its secret, which is not stored.';
comment on column alert_forwarders.senders is 'The senders whose messages count.';
comment on column alert_forwarders.account_digits is 'The last digits of the account.';
comment on column alert_forwarders.made_by is 'The owner who added it. It works only while that account is an enabled owner''s.';
comment on column alert_forwarders.heard_at is 'When it last passed something on, to about a minute.';
create index alert_forwarders_of_owner on alert_forwarders (made_by);

create table unread_alerts (
  id text primary key,
  received_at timestamptz not null,
  text bytea not null
);
comment on table unread_alerts is E'Messages that may be about money and that the shop could not read.\nEach is deleted after 30 days.';
comment on column unread_alerts.id is 'A hash: the same message has the same.';
comment on column unread_alerts.received_at is 'When it came.';
comment on column unread_alerts.text is 'The message, with its sender. Encrypted.';
create index unread_alerts_newest on unread_alerts (received_at desc, id);

alter table statements
  add column kind text not null default 'file' constraint statements_kind_check check (kind in ('file', 'alerts')),
  add column first_day date,
  add column last_day date;
comment on column statements.kind is 'file: the bank''s own. alerts: the messages of a day.';
comment on column statements.first_day is 'The first day of its lines.';
comment on column statements.last_day is 'The last day of its lines.';

alter table statement_lines
  add column sent_at timestamptz,
  add column seen_in text constraint statement_lines_seen_in_fkey references statements on delete set null,
  add column waits_because text constraint statement_lines_waits_because_check
    check (waits_because in ('sender', 'account', 'late', 'off', 'order', 'limit', 'day'));
comment on column statement_lines.sent_at is 'When the bank sent the message that it came by; empty: it came by a file.';
comment on column statement_lines.seen_in is 'The file in which the bank has it too.';
comment on column statement_lines.waits_because is 'Why a message did not deliver by itself.';
create index statement_lines_of_alerts on statement_lines (paise) where sent_at is not null;
create index statement_lines_seen_in on statement_lines (seen_in) where seen_in is not null;

alter table payments
  add column bank_proof text constraint payments_bank_proof_check check (bank_proof in ('awaited', 'proven', 'missing', 'looked at'));
comment on column payments.bank_proof is E'Of money that a message brought: awaited, until a statement has it; proven; missing, if a statement lacks it; looked at by the owner after that.';
create index payments_unproven on payments (bank_proof, received_at desc, id desc) where bank_proof in ('awaited', 'missing');

alter table shop_settings
  add column alerts_deliver boolean not null default false,
  add column alerts_day_max integer not null default 20000 constraint shop_settings_alerts_day_max_check check (alerts_day_max between 0 and 1000000);
comment on column shop_settings.alerts_deliver is 'Whether bank alerts deliver orders.';
comment on column shop_settings.alerts_day_max is 'How many rupees of orders bank alerts deliver a day.';
