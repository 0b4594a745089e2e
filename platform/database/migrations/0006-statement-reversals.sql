-- What a bank took back is remembered, because the line of the money itself may come in a later file.

create table statement_reversals (
  reference text primary key check (reference ~ '^[!-~]{1,200}$'),
  noticed_at timestamptz not null
);
comment on table statement_reversals is E'UTRs of money that left the account, as statements have them.\nA line of money in with such a UTR is not settled before somebody has looked at it.';
comment on column statement_reversals.reference is 'The UTR.';
comment on column statement_reversals.noticed_at is 'When a statement with it was read first.';
