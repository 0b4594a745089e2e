-- A shop may take money by any one method: neither `Request First` nor gift cards need to be on while
-- UPI or a provider is. The commands that change a method check that one stays on.

alter table shop_settings drop constraint shop_settings_check;

-- The keys of a provider that were replaced. Pages that were opened with them can be read and closed
-- with them alone, if the new keys are those of another account. They are deleted when no attempt
-- from before is followed any more.

alter table payment_methods add column earlier_keys bytea;
comment on column payment_methods.earlier_keys is 'Keys that were replaced, with the time, as encrypted JSON; attempts from before are followed with them.';
