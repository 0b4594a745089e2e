-- When the newest notification to a device failed, so that the owner sees that it gets none.

alter table push_devices add column failed_at timestamptz;
comment on column push_devices.failed_at is 'When the newest try failed. Null if it succeeded, or if there was none.';
