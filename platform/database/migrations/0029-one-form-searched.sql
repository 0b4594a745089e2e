-- Searches compare texts in one form, the one of `canonicalText` in shop/canonical-text.ts, in small letters: `ड़` may be one character or two, and a name may hold a
-- no-break space or a soft hyphen. Characters that nobody sees go, and the letters on both sides of one may then be joined.
create function canonical_text(given text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(
    regexp_replace(normalize(regexp_replace(normalize(given, nfkc), '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), nfkc), '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
    '[\u0009-\u000d\u0085\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000]', ' ', 'g'), '[\u058a\u05be\u1400\u1806\u2010-\u2015\u2053\u207b\u208b\u2212\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31-\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead]', '-', 'g');
-- Its body is read when it is made: an index is built where no name of the shop's schema is looked up.
create function searched_text(given text) returns text language sql immutable parallel safe
  return lower(case when given ~ '^[ -~]*$' then given else canonical_text(given) end);

create or replace function order_text(o orders) returns text language sql immutable as $$
  select lower(o.id || chr(10) || o.request_code || chr(10)) || searched_text(o.product_name)
$$;
create or replace function order_name(o orders) returns text language sql immutable as $$
  select searched_text(o.product_name)
$$;

-- What stands there already. A name that no order has any more may stay.
insert into ordered_names (name)
  select distinct order_name(o) as name from orders o
  where created_at < (select until from order_sums_until) and o.product_name !~ '^[ -~]*$' order by name on conflict do nothing;
update order_texts t set name_id = n.id
  from orders o join ordered_names n on n.name = order_name(o)
  where o.id = t.order_id and o.product_name !~ '^[ -~]*$' and t.name_id <> n.id;

alter table products drop column searched;
alter table products add column searched text generated always as (searched_text(name || ' ' ||
  replace(replace(replace(replace(regexp_replace(description, '<[^>]*>', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'))) stored;

drop index if exists users_searched;
drop index if exists audit_entries_searched;
create or replace function index_searches() returns boolean language plpgsql set maintenance_work_mem = '128MB' as $$
declare
  ops text;
begin
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'searches look at each row: %', sqlerrm;
    return false;
  end;
  select format('%I.gin_trgm_ops', n.nspname) into ops
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format('create index if not exists products_searched on products using gin (searched %s)', ops);
  execute format('create index if not exists users_searched on users using gin (email %s, searched_text(name) %s, searched_text(id) %s)', ops, ops, ops);
  execute format('create index if not exists audit_entries_searched on audit_entries using gin (searched_text(subject_name) %s)', ops);
  execute format('create index if not exists order_texts_searched on order_texts using gin (text %s)', ops);
  execute format('create index if not exists ordered_names_searched on ordered_names using gin (name %s)', ops);
  return true;
end $$;
select index_searches();
