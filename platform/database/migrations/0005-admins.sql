-- Of a session's token only its SHA-256 is kept. The table is written anew by this, so that no token stays behind in it; nobody is logged out.
alter table sessions alter column token type bytea using sha256(convert_to(token, 'UTF8'));
alter table sessions rename column token to token_hash;

-- The second factor of an admin: the sealed key of an authenticator app. It counts from when a first code has confirmed it. A code's step is used once.
create table second_factors (
  user_id text primary key references users on delete cascade,
  key bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint,
  wrong_codes integer not null default 0 check (wrong_codes >= 0),
  locked_until timestamptz
);

-- What lets an admin in once who lost the app: hashes alone.
create table recovery_codes (
  user_id text not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- When a session has shown its account's second factor.
alter table sessions add column second_factor_at timestamptz;

alter table shop_settings add column requires_second_factor boolean not null default false;
