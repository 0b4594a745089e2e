-- Owners invite people to work in the shop by a link that is shown once.

create table invitations (
  id text primary key,
  token_hash bytea not null constraint invitations_token_hash_check check (length(token_hash) = 32),
  name text not null constraint invitations_name_check check (length(name) between 1 and 100),
  rights text[] not null constraint invitations_rights_check check (
    cardinality(rights) > 0 and rights <@ '{read-orders,decide-orders,answer-buyers,manage-stock,see-ids,handle-money,see-figures}'::text[]),
  email text constraint invitations_email_check check (length(email) between 1 and 254),
  made_by text not null references users on delete cascade,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_token_hash_key unique (token_hash),
  constraint invitations_expire_later check (expires_at > made_at)
);
comment on table invitations is E'Open invitations to work in the shop.\nOne that is used or withdrawn is deleted; one that expired is deleted within the hour.';
comment on column invitations.token_hash is 'SHA-256 of the token in the link, which is not stored.';
comment on column invitations.name is 'The name of the invited person, as the owner wrote it.';
comment on column invitations.rights is 'What the person may do.';
comment on column invitations.email is 'The address that alone can join by it. Null: any.';
comment on column invitations.made_by is 'The owner who made it. It works only while that account is an enabled owner''s.';
create index invitations_of_owner on invitations (made_by);
