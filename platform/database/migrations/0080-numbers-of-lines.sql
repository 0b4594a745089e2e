-- A payer can write 12 digits into a name, a UPI ID or a note. A line says which numbers it has, how
-- far its UTR is one, and whether the bank marks it as a reversal.

alter table statement_lines
  add column trust text,
  add column numbers text[] not null default '{}',
  add column is_reversal boolean not null default false,
  add constraint statement_lines_trust_check check (trust in ('sure', 'placed', 'guessed'));
comment on column statement_lines.reference is 'The number of 12 digits that is most likely its UTR.';
comment on column statement_lines.trust is 'sure: the bank''s own column, or alone at the bank''s own place. placed: there, beside other numbers. guessed: elsewhere, where its payer may have written it.';
comment on column statement_lines.numbers is 'All its numbers of 12 digits. A payment that was recorded by hand may be known by any of them.';
comment on column statement_lines.is_reversal is 'Whether the bank itself marks it as money that comes back.';
update statement_lines set trust = 'guessed', numbers = array[reference] where reference is not null;
create index statement_lines_paid_numbers on statement_lines using gin (numbers) where payment_id is not null;
create index statement_lines_paid_amounts on statement_lines (paise, day) where payment_id is not null;

alter table payments add column is_beside_line boolean not null default false;
comment on column payments.is_beside_line is 'Whether an admin said that it is other money than a bank line with its number or amount.';
