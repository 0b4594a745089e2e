-- One spelling of Hindi is searched: with and without nukta, danda and candrabindu, an anusvara or half
-- a nasal consonant, and digits of any Indian script. `searchedText` in shop/search-pattern.ts does the same.
create or replace function searched_text(given text) returns text language sql immutable parallel safe
  return case when given ~ '^[ -~]*$' then lower(given) else
    translate(regexp_replace(
      translate(regexp_replace(lower(canonical_text(given)), '[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0964\u0965]', '', 'g'), 'ऩऱऴ', 'नरळ'),
      '[ङञणनम]्(?=[कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह])', 'न', 'g'),
      'ंँ०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹', 'नन0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789')
  end;

-- What stands there already. A name that no order has any more may stay.
insert into ordered_names (name)
  select distinct order_name(o) as name from orders o
  where created_at < (select until from order_sums_until) and o.product_name !~ '^[ -~]*$' order by name on conflict do nothing;
update order_texts t set name_id = n.id
  from orders o join ordered_names n on n.name = order_name(o)
  where o.id = t.order_id and o.product_name !~ '^[ -~]*$' and t.name_id <> n.id;

alter table products drop column searched;
alter table products add column searched text generated always as (searched_text(name || translations_of(translations, 'name') || ' ' ||
  replace(replace(replace(replace(regexp_replace(description || translations_of(translations, 'description'), '<[^>]*>', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'))) stored;

drop index if exists users_searched;
drop index if exists audit_entries_searched;
select index_searches();
