-- Pages that the owner writes in each language and publishes, and the versions of the terms.
-- An order records the version of the terms that was published when it was placed.

create table pages (
  slug text not null check (slug in ('terms', 'privacy', 'refunds', 'delivery', 'about')),
  language text not null check (language ~ '^[a-z]{2}$'),
  title text not null check (title <> ''),
  html text not null,
  published_at timestamptz,
  updated_at timestamptz not null,
  primary key (slug, language),
  constraint pages_published_have_a_text check (published_at is null or html <> '')
);

create table terms_versions (
  number integer primary key check (number > 0),
  texts jsonb not null,
  published_at timestamptz not null,
  ended_at timestamptz check (ended_at >= published_at)
);
create unique index terms_versions_in_force on terms_versions ((true)) where ended_at is null;

create function current_terms_version() returns integer language sql stable as $$
  select number from terms_versions where ended_at is null
$$;

-- Added before its default, so that earlier orders have none.
alter table orders add column terms_version integer;
alter table orders alter column terms_version set default current_terms_version();

comment on table pages is E'The terms, the privacy policy and other pages of the owner, one row per language.\nThe HTML is sanitized. A page without published_at is a draft, which visitors do not see.';
comment on table terms_versions is E'Every text of the terms that was published, by language, and until when. At most one version is in force.';
comment on function current_terms_version() is 'The version of the terms that is published now, or null. The default of orders.terms_version.';
comment on column orders.terms_version is 'The version of the terms that the order was placed under. Null means that none were published.';
