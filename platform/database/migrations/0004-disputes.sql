-- Disputes (chargebacks) that a provider tells of: what is disputed of a payment, why, and until when an answer is due.

create table disputes (
  id text primary key,
  payment_id text not null references payments,
  provider text not null check (provider in ('razorpay', 'stripe')),
  provider_id text not null check (provider_id ~ '^[A-Za-z0-9_-]{1,255}$'),
  paise bigint not null check (paise >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null default '' check (length(reason) <= 255),
  state text not null check (state in ('to answer', 'under review', 'won', 'lost', 'closed')),
  respond_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  checked_at timestamptz not null,
  constraint disputes_provider_id_key unique (provider, provider_id),
  constraint disputes_end_has_time check ((state in ('won', 'lost', 'closed')) = (closed_at is not null))
);
comment on table disputes is E'Disputes of payments at their provider, as it last described them.\nA dispute changes neither its payment nor its order.';
comment on column disputes.id is 'Its id.';
comment on column disputes.payment_id is 'The payment that is disputed.';
comment on column disputes.provider is 'razorpay or stripe.';
comment on column disputes.provider_id is 'What the provider calls it.';
comment on column disputes.paise is 'How much of the payment is disputed.';
comment on column disputes.currency is 'Its currency, three capital letters.';
comment on column disputes.reason is 'Why, in the provider''s words.';
comment on column disputes.state is 'to answer, under review, won, lost or closed (without a decision).';
comment on column disputes.respond_by is 'Until when the owner has to answer at the provider.';
comment on column disputes.opened_at is 'When it was opened, by the provider''s clock.';
comment on column disputes.closed_at is 'When the shop learned that it is over.';
comment on column disputes.checked_at is 'When the provider was asked for what stands here; an earlier answer changes nothing.';
create index disputes_of_payment on disputes (payment_id, opened_at, id);
create index disputes_open on disputes (checked_at, id) where closed_at is null;
