-- Who hears grievances, and after how many days messages about orders are erased.

alter table shop_settings
  add column grievance_name text not null default '',
  add column grievance_contact text not null default '',
  add column erase_messages_days integer not null default 0
    constraint shop_settings_erase_messages_days_check check (erase_messages_days between 0 and 1000000);
comment on column shop_settings.grievance_name is 'The grievance officer''s name; empty: none.';
comment on column shop_settings.grievance_contact is 'How to reach the grievance officer; empty: not said.';
comment on column shop_settings.erase_messages_days is 'After how many days messages about orders are erased; 0: never.';
