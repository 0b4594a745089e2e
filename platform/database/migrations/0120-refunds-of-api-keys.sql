-- An API key may have a limit of what it refunds in 24 hours. Keys made before have none, and lack the scope to refund.

alter table api_keys add column refunds_a_day_paise bigint check (refunds_a_day_paise > 0);
comment on column api_keys.refunds_a_day_paise is 'The most that it may refund in 24 hours. Null: no limit.';
