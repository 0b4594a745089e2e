-- The language of orders and accounts, for emails and pages, and the shop's own.

alter table orders add column language text, add constraint orders_language_check check (language ~ '^[a-z]{2}$');
alter table users add column language text, add constraint users_language_check check (language ~ '^[a-z]{2}$');
alter table shop_settings
  add column language text not null default 'en', add constraint shop_settings_language_check check (language ~ '^[a-z]{2}$');

comment on column orders.language is 'The language in which its buyer ordered, such as hi; emails about it use it. Null means the shop''s.';
comment on column users.language is 'The language that this account''s pages and emails use. Null means no choice.';
comment on column shop_settings.language is 'The language for visitors and emails that ask for none.';
