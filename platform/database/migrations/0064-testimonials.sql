-- What the landing page quotes: three samples, the owner's own testimonials, or nothing.

alter table shop_settings
  add column testimonials_shown text not null default 'samples',
  add column testimonials text not null default '',
  add constraint shop_settings_testimonials_shown_check check (testimonials_shown in ('samples', 'own', 'none')),
  add constraint shop_settings_own_testimonials check (testimonials_shown <> 'own' or testimonials <> '');
comment on column shop_settings.testimonials is 'Up to three, a line each: words | name | place. In the language of the other texts.';
