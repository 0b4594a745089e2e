-- What other programs show to make the calls of the JSON API that the key's scopes name. Of the key itself only its SHA-256 is kept, and its first characters, by which
-- an admin knows it again. It is as good as the account that made it: where that is gone, so is the key.
create table api_keys (
  id text primary key,
  user_id text not null references users on delete cascade,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  key_hash bytea not null unique check (length(key_hash) = 32),
  beginning text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_of_user on api_keys (user_id);
