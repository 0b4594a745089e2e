-- The shop's database as version 1.0.0 has it: first what is stored, by feature, then what the database does by itself.
-- Once 1.0.0 is released this file stays as it is, and every change is a new migration file.

-- ---- Texts: the forms in which they are compared, and translations ----

create function without_more_marks(given text) returns text language sql immutable parallel safe
  return regexp_replace(given, '([\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]{30})[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]+', '\1', 'g');
comment on function without_more_marks(text) is 'A text with at most 30 combining marks in a run, as in normalized in shop/canonical-text.ts.';

create function canonical_text(given text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(
    without_more_marks(normalize(without_more_marks(regexp_replace(given, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')), nfkc)),
    '[\u0009-\u000d\u0085\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000]', ' ', 'g'), '[\u058a\u05be\u1400\u1806\u2010-\u2015\u2053\u207b\u208b\u2212\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31-\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead]', '-', 'g');
comment on function canonical_text(text) is 'The same form as canonicalText in shop/canonical-text.ts.';

create function searched_text(given text) returns text language sql immutable parallel safe
  return case when given ~ '^[ -~]*$' then lower(given) else
    translate(regexp_replace(
      translate(regexp_replace(lower(canonical_text(given)), '[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0964\u0965]', '', 'g'), 'ऩऱऴ', 'नरळ'),
      '[ङञणनम]्(?=[कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह])', 'न', 'g'),
      'ंँ०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹', 'नन0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789')
  end;
comment on function searched_text(text) is 'The form in which a search compares texts: canonical, in lower case.';

create function is_translations(given jsonb, main text, fields text[]) returns boolean language sql immutable parallel safe
  return jsonb_typeof(given) = 'object' and not given ? main and not exists (
    select from jsonb_each(case jsonb_typeof(given) when 'object' then given else '{}'::jsonb end) as other (language, texts)
    where language !~ '^[a-z]{2}$' or jsonb_typeof(texts) <> 'object' or texts = '{}'::jsonb or exists (
      select from jsonb_each(case jsonb_typeof(texts) when 'object' then texts else '{}'::jsonb end) as its (field, value)
      where field <> all(fields) or jsonb_typeof(value) <> 'string' or value = '""'::jsonb));
comment on function is_translations(jsonb, text, text[]) is 'Whether a value holds translations of these fields into other languages than the main one.';

create function translations_of(translations jsonb, field text) returns text language sql immutable parallel safe
  return coalesce((select string_agg(' ' || (texts ->> field), '' order by language) from jsonb_each(translations) as other (language, texts)), '');
comment on function translations_of(jsonb, text) is 'All translations of a field as one text for the search, each after a space.';

create function translations_with(translations jsonb, language text, texts jsonb) returns jsonb language sql immutable parallel safe
  return translations || coalesce((select jsonb_build_object(language, jsonb_object_agg(field, value))
    from jsonb_each_text(texts) as its (field, value) where value <> '' having count(*) > 0), '{}'::jsonb);
comment on function translations_with(jsonb, text, jsonb) is 'Translations with these texts in another language; empty ones are left out.';

-- ---- Settings and secrets ----

create table shop_settings (
  only_row boolean primary key default true check (only_row),
  name text not null default 'Trackside',
  blurb text not null default 'Verified account IDs for train booking, handed over the moment your order is approved.',
  since_year integer not null default 2025 check (since_year between 1900 and 2200),
  support_email text,
  chat_url text,
  messaging_url text,
  id_checker_url text,
  admin_currency text not null default '₹' check (admin_currency in ('₹', '$')),
  updated_at timestamptz not null default now(),
  takes_request boolean not null default true,
  takes_amazon boolean not null default true,
  how_to_pay text not null default '',
  time_zone text not null default 'Asia/Kolkata',
  mails_ids boolean not null default false,
  mails_new_orders boolean not null default true,
  owner_email text,
  pending_orders_max integer not null default 10 check (pending_orders_max between 0 and 1000000),
  held_ids_max integer not null default 20 check (held_ids_max between 0 and 1000000),
  guest_order_hours integer not null default 72 check (guest_order_hours between 0 and 1000000),
  look_ups_max integer not null default 60 check (look_ups_max between 0 and 1000000),
  orders_max integer not null default 20 check (orders_max between 0 and 1000000),
  sign_ins_max integer not null default 10 check (sign_ins_max between 0 and 1000000),
  sign_ups_max integer not null default 20 check (sign_ups_max between 0 and 1000000),
  resets_max integer not null default 20 check (resets_max between 0 and 1000000),
  contact_messages_max integer not null default 5 check (contact_messages_max between 0 and 1000000),
  uploads_max integer not null default 20 check (uploads_max between 0 and 1000000),
  event_streams_max integer not null default 20 check (event_streams_max between 0 and 1000000),
  requires_second_factor boolean not null default false,
  erase_proofs_days integer not null default 0 check (erase_proofs_days between 0 and 1000000),
  erase_codes_days integer not null default 0 check (erase_codes_days between 0 and 1000000),
  erase_ids_days integer not null default 0 check (erase_ids_days between 0 and 1000000),
  address_orders_max integer not null default 50 check (address_orders_max between 0 and 1000000),
  address_ids_max integer not null default 100 check (address_ids_max between 0 and 1000000),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  text_language text not null default 'en' check (text_language ~ '^[a-z]{2}$'),
  translations jsonb not null default '{}',
  instant_amount_max integer not null default 2000 check (instant_amount_max between 0 and 1000000),
  instant_ids_max integer not null default 5 check (instant_ids_max between 0 and 1000000),
  late_payment_hours integer not null default 12 check (late_payment_hours between 0 and 1000000),
  payment_asked_hours integer not null default 48 check (payment_asked_hours between 0 and 1000000),
  seller_name text not null default '',
  seller_address text not null default '',
  gstin text check (gstin ~ '^[0-9]{2}[A-Z0-9]{13}$'),
  hsn_code text not null default '' check (hsn_code ~ '^([0-9]{4,8})?$'),
  gst_rate integer not null default 1800 check (gst_rate between 0 and 10000),
  testimonials_shown text not null default 'none' check (testimonials_shown in ('samples', 'own', 'none')),
  testimonials text not null default '',
  rejection_reasons jsonb,
  new_buyers_ids_max integer not null default 100 check (new_buyers_ids_max between 0 and 1000000),
  logo text check (logo ~ '^/shop-pictures/[0-9a-f]{48}\.webp$'),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  landing_picture text check (landing_picture ~ '^/shop-pictures/[0-9a-f]{48}\.webp$'),
  shows_landing_picture boolean not null default true,
  landing_sections text not null default 'products,promises,steps,features,categories,testimonials',
  constraint shop_settings_own_testimonials check (testimonials_shown <> 'own' or testimonials <> ''),
  constraint shop_settings_rejection_reasons_are_texts check (
    case when jsonb_typeof(rejection_reasons) = 'array' then
      jsonb_array_length(rejection_reasons) between 1 and 10
      and not jsonb_path_exists(rejection_reasons, 'strict $[*]?(@.type() != "object")')
      and not jsonb_path_exists(rejection_reasons, '$[*].*?(@.type() != "string" || @ == "")')
    else rejection_reasons is null end
  ),
  constraint shop_settings_translations_check check (is_translations(translations, text_language, array['name', 'blurb', 'howToPay']))
);
comment on table shop_settings is E'What the owner set: one row.\nWhat each column means is said in shop/settings/settings-list.ts.';
comment on column shop_settings.updated_at is 'When they were last changed.';
insert into shop_settings default values;

create function shop_language() returns text language sql stable
  return (select language from shop_settings);
comment on function shop_language() is 'The shop''s own language.';

create table key_check (
  only_row boolean primary key default true check (only_row),
  value bytea not null,
  recorded_at timestamptz not null default now(),
  ledger_check bytea
);
comment on table key_check is 'Values by which the shop recognizes that its secret and its ledger key belong to this database. One row.';

create table earlier_keys (
  number bigint primary key generated always as identity,
  keys bytea not null,
  stored_at timestamptz not null default now()
);
comment on table earlier_keys is 'Keys of earlier secrets, encrypted: enough to recognize old fingerprints and check old ledger rows.';

-- ---- Pages ----

create table pages (
  slug text check (slug in ('terms', 'privacy', 'refunds', 'delivery', 'about')),
  language text check (language ~ '^[a-z]{2}$'),
  title text not null check (title <> ''),
  html text not null,
  published_at timestamptz,
  updated_at timestamptz not null,
  primary key (slug, language),
  constraint pages_published_have_a_text check (published_at is null or html <> '')
);
comment on table pages is E'The pages that the owner wrote, one row per page and language.\nThe HTML is sanitized. A page without published_at is a draft, which visitors do not see.';
comment on column pages.slug is 'terms, privacy, refunds, delivery or about: its address.';
comment on column pages.language is 'The language of the text, such as hi.';
comment on column pages.title is 'Its title.';
comment on column pages.html is 'HTML, as visitors see it.';
comment on column pages.published_at is 'Since when visitors see this text; empty: they do not.';
comment on column pages.updated_at is 'When it was last changed.';

create table terms_versions (
  number integer primary key check (number > 0),
  texts jsonb not null,
  published_at timestamptz not null,
  ended_at timestamptz,
  constraint terms_versions_end_after_publication check (ended_at >= published_at)
);
comment on table terms_versions is E'Every text of the terms that was published, by language, and until when: orders name the one they were placed under.\nAt most one version is in force.';
comment on column terms_versions.number is 'Its number, from 1.';
comment on column terms_versions.texts is 'Title and HTML in each language.';
comment on column terms_versions.published_at is 'When it was published.';
comment on column terms_versions.ended_at is 'When another took its place or it was withdrawn; empty: it is in force.';
create unique index terms_versions_in_force on terms_versions ((true)) where ended_at is null;

create function current_terms_version() returns integer language sql stable as $$
  select number from terms_versions where ended_at is null
$$;
comment on function current_terms_version() is 'The version of the terms that is published now, or null. The default of orders.terms_version.';

-- ---- Accounts ----

create table users (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  phone_number text,
  role text not null default 'customer' check (role in ('customer', 'admin')),
  disabled boolean not null default false,
  last_login_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  was_admin boolean not null default false,
  language text check (language ~ '^[a-z]{2}$')
);
comment on table users is E'Accounts of customers and admins.\nThe role is what makes an admin.';
comment on column users.id is 'Its id.';
comment on column users.name is 'The name.';
comment on column users.email is 'The address, in lower case.';
comment on column users.email_verified is 'Whether the address was confirmed.';
comment on column users.image is 'Its picture, where the old shop had one.';
comment on column users.phone_number is 'Its phone number, where the old shop had one.';
comment on column users.role is 'customer or admin.';
comment on column users.disabled is 'Whether it may not log in.';
comment on column users.last_login_at is 'When it was last logged in to.';
comment on column users.created_at is 'When it was opened.';
comment on column users.updated_at is 'When it was last changed.';
comment on column users.language is 'The language of its pages and emails; empty: no choice.';
create index users_newest on users (created_at desc, id desc);

create table sessions (
  id text primary key,
  token_hash bytea not null unique,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  last_seen_at timestamptz,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  second_factor_at timestamptz
);
comment on table sessions is 'Who is logged in where. Tokens are stored as hashes.';
create index sessions_of_user on sessions (user_id);

create table credentials (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users on delete cascade,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id),
  constraint credentials_are_passwords_of_accounts check (provider_id = 'credential' and account_id = user_id)
);
comment on table credentials is E'The hashes of the passwords, so that everybody can go on logging in. No password can be read from them.\nThe shape is what Better Auth expects.';
comment on column credentials.id is 'Its id.';
comment on column credentials.account_id is 'The account, as the login knows it.';
comment on column credentials.provider_id is 'The way of logging in: credential is a password.';
comment on column credentials.user_id is 'The account.';
comment on column credentials.password is 'The hash, with its salt.';
comment on column credentials.created_at is 'When it was set first.';
comment on column credentials.updated_at is 'When it was last changed.';
create index credentials_of_user on credentials (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table verifications is 'Short-lived values of Better Auth.';
create index verifications_by_identifier on verifications (identifier);

create table password_resets (
  user_id text primary key references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
comment on table password_resets is 'The newest reset link of each account, as a hash. It works once, for one hour.';

create table second_factors (
  user_id text primary key references users on delete cascade,
  key bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint,
  wrong_codes integer not null default 0 check (wrong_codes >= 0),
  locked_until timestamptz
);
comment on table second_factors is 'The authenticator key of an account, encrypted, and how many wrong codes were tried.';

create table recovery_codes (
  user_id text references second_factors on delete cascade,
  code_hash bytea,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Hashes of unused recovery codes.';

create table old_password_keys (
  number integer primary key generated always as identity,
  signer_key bytea not null,
  salt_separator text not null,
  rounds integer not null check (rounds between 1 and 8),
  mem_cost integer not null check (mem_cost between 1 and 14),
  stored_at timestamptz not null
);
comment on table old_password_keys is E'How the old shop hashed the passwords of imported accounts that did not log in here yet.\nThe first login replaces the hash.';
comment on column old_password_keys.number is 'Its number, which those hashes name.';
comment on column old_password_keys.signer_key is 'The key; a secret.';
comment on column old_password_keys.salt_separator is 'What stands between salt and password.';
comment on column old_password_keys.rounds is 'How often it was mixed.';
comment on column old_password_keys.mem_cost is 'How much memory that took, as a power of 2.';
comment on column old_password_keys.stored_at is 'When it came.';

create table withdrawn_accounts (
  user_id text primary key references users on delete cascade,
  email text not null,
  withdrawn_at timestamptz not null
);
comment on table withdrawn_accounts is E'Accounts of the old shop whose address another one has now.\nNobody can log in to them.';
comment on column withdrawn_accounts.user_id is 'The account.';
comment on column withdrawn_accounts.email is 'The address that it had.';
comment on column withdrawn_accounts.withdrawn_at is 'When that was.';

create table set_up_links (
  machine text primary key,
  token_hash bytea not null,
  expires_at timestamptz not null
);
comment on table set_up_links is E'The links to become the first admin, one for each machine that was started without one. Every machine takes them.\nThey end after an hour, at that machine''s next start, and with the first admin.';
comment on column set_up_links.machine is 'The machine that printed it: its name, port and data folder.';

create unlogged table rate_limits (
  who bytea primary key,
  count integer not null check (count >= 0),
  ends_at timestamptz not null
) with (fillfactor = 70);
comment on table rate_limits is 'Rate limits: attempts in the current window. "who" is a keyed fingerprint of what is attempted and by whom.';
create index rate_limits_ended on rate_limits (ends_at);

-- ---- Products and stock ----

create table products (
  id text primary key,
  name text not null check (name <> ''),
  price_paise bigint not null check (price_paise between 0 and 100000000),
  description text not null default '',
  image text not null default '',
  is_sample boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  hidden_at timestamptz,
  removed_ids integer,
  held_notified_at timestamptz,
  leaving_at timestamptz,
  id_pattern text not null default '',
  id_example text not null default '',
  language text not null default shop_language() check (language ~ '^[a-z]{2}$'),
  translations jsonb not null default '{}',
  delivery text not null default 'instant' check (delivery in ('instant', 'after approval')),
  searched text generated always as (searched_text(
    name || translations_of(translations, 'name') || ' ' ||
    replace(replace(replace(replace(
      regexp_replace(description || translations_of(translations, 'description'), '<[^>]*>', ' ', 'g'),
      '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')
  )) stored,
  constraint products_translations_check check (is_translations(translations, language, array['name', 'description']))
);
comment on table products is 'What the shop sells, also deleted products, because orders point at them.';
comment on column products.id is 'Its id.';
comment on column products.name is 'Its name.';
comment on column products.price_paise is 'The price of one ID.';
comment on column products.description is 'HTML, as buyers see it.';
comment on column products.image is 'The address of its picture: https://… of another site, /product-images/… of an uploaded one; empty: none.';
comment on column products.is_sample is 'Whether it is one of the samples of a first start.';
comment on column products.created_at is 'When it was added.';
comment on column products.updated_at is 'When it was last changed.';
comment on column products.deleted_at is 'When it was deleted; empty: it is there.';
comment on column products.hidden_at is 'Since when it is not shown; empty: it is shown.';
comment on column products.removed_ids is 'How many free IDs left with it when it was deleted.';
comment on column products.held_notified_at is 'When the owner was last told that most of it is held.';
comment on column products.leaving_at is 'Since when it is being deleted, where that takes several steps.';
comment on column products.id_pattern is 'What its IDs look like; empty: nobody said.';
comment on column products.id_example is 'An example of that.';
comment on column products.language is 'The language of its name and description, such as en: the shop''s, if there is a name in it.';
comment on column products.translations is 'Its texts in other languages, such as {"hi": {"name": "…"}}. A missing text is left out.';
comment on column products.delivery is 'Whether a paid order is delivered at once (instant) or waits for an approval (after approval).';
create index products_deleted on products (deleted_at) where deleted_at is not null;
create index products_on_sale on products (created_at, id) where deleted_at is null;
create index products_samples on products (id) where is_sample and deleted_at is null;
create index products_shown on products (created_at, id) where deleted_at is null and hidden_at is null;

create table instructions (
  product_id text references products,
  language text check (language ~ '^[a-z]{2}$'),
  html text not null check (html <> ''),
  updated_at timestamptz not null,
  primary key (product_id, language)
);
comment on table instructions is E'What buyers do with the IDs of a product, one row per language.\nThe HTML is sanitized.';
comment on column instructions.product_id is 'The product.';
comment on column instructions.language is 'The language of the text, such as hi.';
comment on column instructions.html is 'HTML, as buyers see it.';
comment on column instructions.updated_at is 'When it was last changed.';

create table batches (
  id text primary key,
  product_id text not null references products,
  way text not null check (way in ('import', 'page', 'product', 'api')),
  source text not null default '',
  cost_paise bigint check (cost_paise between 0 and 100000000),
  state text not null check (state in ('draft', 'adding', 'added', 'undoing', 'undone')),
  created_at timestamptz not null,
  undone_at timestamptz,
  admin_id text,
  report jsonb,
  chosen text[],
  ids integer not null default 0 check (ids >= 0),
  delivered integer not null default 0 check (delivered >= 0),
  withdrawn integer not null default 0 check (withdrawn >= 0),
  constraint batches_reports_are_decided check (state = 'draft' or report is null or chosen is not null),
  constraint batches_undone_have_time check ((undone_at is not null) = (state = 'undone'))
);
comment on table batches is E'How IDs came into the shop, many at a time: where from, what they cost, and how many are left.\nA draft has been checked and not added.';
comment on column batches.id is 'Its id.';
comment on column batches.product_id is 'The product that they are of.';
comment on column batches.way is 'import (with a check before), page (Add IDs), product (with the product''s form) or api.';
comment on column batches.source is 'Where they are from, in the owner''s words.';
comment on column batches.cost_paise is 'What one of them cost; empty: nobody said.';
comment on column batches.state is 'adding, added, undoing or undone.';
comment on column batches.created_at is 'When it began.';
comment on column batches.undone_at is 'When it was undone.';
comment on column batches.admin_id is 'The id of the account that did it, or api-key: and the number of an API key.';
comment on column batches.report is 'What its check found.';
comment on column batches.chosen is 'Which kinds of lines were added, where there was a check.';
comment on column batches.ids is 'How many IDs there are of it.';
comment on column batches.delivered is 'How many of these were handed over.';
comment on column batches.withdrawn is 'How many of these turned out faulty or were removed.';
create index batches_drafts on batches (created_at) where state = 'draft';
create index batches_listed on batches (created_at desc, id desc) where state <> 'draft';
create index batches_of_product on batches (product_id, created_at desc, id desc) where state <> 'draft';

create table batch_lines (
  id bigint primary key generated always as identity,
  batch_id text not null references batches on delete cascade,
  kind text not null check (kind in ('waiting', 'shown')),
  lines bytea not null
);
comment on table batch_lines is 'The lines of a draft import, encrypted, until they are added or the draft expires.';
create index batch_lines_of_batch on batch_lines (batch_id, kind, id);

create table units (
  id bigint primary key generated always as identity,
  product_id text not null references products,
  value bytea,
  fingerprint bytea not null unique check (octet_length(fingerprint) = 32),
  imported_at timestamptz not null,
  withdrawn text check (withdrawn in ('faulty', 'removed', 'held back')),
  withdrawn_at timestamptz,
  batch_id text references batches,
  erased_at timestamptz,
  constraint units_erased_have_no_value check ((value is null) = (erased_at is not null)),
  constraint units_withdrawn_have_time check ((withdrawn is null) = (withdrawn_at is null))
);
comment on table units is E'Every ID ever added, and where it is now.\nThe value is encrypted, the fingerprint a keyed hash of the canonical form. Because it is unique, the same string cannot be stocked twice.\nA unit is in one place: free, in one order, or withdrawn.';
comment on column units.id is 'Its number in the books.';
comment on column units.product_id is 'The product that it is of.';
comment on column units.value is 'The ID itself; empty once it was erased.';
comment on column units.fingerprint is 'Of an erased ID alone: what the shop knows it again by, under the same secret.';
comment on column units.imported_at is 'When it came into the shop.';
comment on column units.withdrawn is 'faulty, removed or held back, as its state says; empty: none of these.';
comment on column units.withdrawn_at is 'When it turned out faulty, was removed or was held back.';
comment on column units.batch_id is 'The import that it came with.';
comment on column units.erased_at is 'When it was erased, because the owner does not keep delivered IDs longer.';
create index units_of_batch on units (batch_id, id) where batch_id is not null;
create index units_of_product on units (product_id, id);
create index units_set_aside on units (product_id, id) where withdrawn = any (array['faulty', 'held back']);

create table free_units (
  product_id text,
  unit_id bigint references units,
  primary key (product_id, unit_id)
);
comment on table free_units is E'The IDs that can be sold now. Reserving deletes rows, releasing inserts them.\nTwo buyers cannot get the same ID: only one transaction can delete its row, and order_units takes each unit once.';

create table product_stock (
  product_id text primary key references products,
  available integer not null default 0 check (available >= 0),
  imported integer not null default 0 check (imported >= 0),
  free integer not null default 0 check (free >= 0),
  held integer not null default 0 check (held >= 0),
  delivered integer not null default 0 check (delivered >= 0),
  withdrawn integer not null default 0 check (withdrawn >= 0),
  ledger_seq bigint not null default 0,
  ledger_mac bytea not null default '\x',
  ledger_head bytea not null default '\x',
  is_mostly_held boolean not null generated always as (held >= 5 and (held::bigint * 100) >= ((held::bigint + available) * 80)) stored
);
comment on table product_stock is E'One row per product: the counters of its IDs and the end of its ledger chain.\nWhoever changes a product''s stock locks this row first. books_balance checks the counters at commit.';
comment on column product_stock.available is 'IDs that can be ordered, counted by the program. The others are counted by triggers.';
comment on column product_stock.imported is 'All IDs of the product: free, held, delivered and withdrawn.';
comment on column product_stock.free is 'Rows in free_units. Equals available at commit.';
comment on column product_stock.held is 'IDs that are reserved for pending orders.';
create index product_stock_mostly_held on product_stock (product_id) where is_mostly_held;

create table low_stock (
  product_id text primary key references products on delete cascade,
  notified_at timestamptz not null
);
comment on table low_stock is 'Products whose low stock was announced. A row is deleted when there is more, so each shortage is announced once.';

create table restores (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('backup', 'export')),
  made_at timestamptz not null,
  restored_at timestamptz not null,
  freeing_since timestamptz,
  settled_at timestamptz,
  missing_orders integer check (missing_orders >= 0),
  constraint restores_freed_before_settled check (settled_at is null or freeing_since is not null)
);
comment on table restores is E'Each restore of a backup, and import of an export, from which this shop came.\nUntil it is settled, IDs that would be free are held back: they may have gone out after the backup.';
comment on column restores.made_at is 'The moment that the backup or export shows.';
comment on column restores.freeing_since is 'When the owner had named the IDs that went out. From then on IDs are free again.';
comment on column restores.settled_at is 'When the last ID that was held back became free.';
comment on column restores.missing_orders is 'How many orders are missing since, by the owner''s count.';
create index restores_unsettled on restores (id) where settled_at is null;

-- ---- Orders ----

create table orders (
  -- The order.
  id text primary key,
  request_code text not null unique check (request_code ~ '^REQ-[0-9A-Z]+$'),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  created_at timestamptz not null,
  -- What was ordered: name and price as they were then.
  product_id text not null references products,
  product_name text not null,
  product_names jsonb,
  quantity integer not null check (quantity >= 1),
  price_paise bigint not null check (price_paise >= 0),
  total_paise bigint not null,
  terms_version integer default current_terms_version(),
  -- Its buyer.
  user_id text references users on delete set null,
  email bytea,
  email_print bytea,
  language text check (language ~ '^[a-z]{2}$'),
  -- Who may read it: the holder of its private link, and the browsers that were given it.
  access_key_hash bytea,
  link_number integer not null default 0 check (link_number >= 0),
  unlocked_by bytea[] not null default '{}',
  -- Limits while it is placed: the same form sent twice, and orders of one network.
  idempotency_key bytea,
  idempotency_body bytea,
  placed_from bytea,
  placed_from_56 bytea,
  placed_from_48 bytea,
  -- How it is paid.
  payment_method text not null check (payment_method in ('request', 'amazon', 'upi', 'razorpay', 'stripe')),
  payable_paise bigint,
  hold_until timestamptz,
  payment_asked_at timestamptz,
  utr text,
  utr_sent_at timestamptz,
  has_payment_to_review boolean not null default false,
  paid_at timestamptz,
  -- Its gift card and proof of payment.
  gift_card_code bytea,
  gift_card_last4 text,
  proof_name text,
  proof_key text,
  proof_resent_at timestamptz,
  payment_verified boolean,
  verification_note text,
  -- How it was decided.
  processed_at timestamptz,
  approved_by text,
  reason text,
  cancelled_at timestamptz,
  expired_after_hours integer,
  reopened_at timestamptz,
  handled_at timestamptz generated always as (coalesce(processed_at, cancelled_at)) stored,
  -- What was delivered besides its IDs.
  download_link text check (download_link ~ '^https?://'),
  instructions jsonb,
  -- For admins alone.
  admin_note text,
  -- What was erased since.
  proof_erased_at timestamptz,
  code_erased_at timestamptz,
  ids_erased_at timestamptz,
  -- Of an import of the old shop.
  is_from_old_shop boolean not null default false,
  short_by integer check (short_by <> 0),

  constraint orders_approved_have_approver check ((status = 'approved') = (approved_by is not null)),
  constraint orders_cancelled_have_time check ((status = 'cancelled') = (cancelled_at is not null and reopened_at is null)),
  constraint orders_erased_codes_are_gone check (code_erased_at is null or gift_card_code is null and status <> 'pending'),
  constraint orders_erased_ids_were_given check (ids_erased_at is null or status = 'approved'),
  constraint orders_erased_proofs_are_gone check (proof_erased_at is null or proof_key is null and status <> 'pending'),
  constraint orders_expired_were_cancelled check (expired_after_hours is null or cancelled_at is not null and expired_after_hours >= 0),
  constraint orders_gift_cards_are_amazons check (payment_method = 'amazon' or gift_card_code is null),
  constraint orders_idempotency_keys_have_body check ((idempotency_key is null) = (idempotency_body is null)),
  constraint orders_last4_are_of_a_code check (gift_card_last4 is null or gift_card_code is not null),
  constraint orders_only_approved_have_instructions check (instructions is null or jsonb_typeof(instructions) = 'object' and status = 'approved'),
  constraint orders_only_approved_have_link check (status = 'approved' or download_link is null),
  constraint orders_only_gift_cards_are_sent_again check (proof_resent_at is null or payment_method = 'amazon'),
  constraint orders_only_gift_cards_are_verified check (payment_verified is null or payment_method = 'amazon'),
  constraint orders_payable_within_total check (payable_paise > 0 and payable_paise <= total_paise),
  constraint orders_placed_from_while_pending check (placed_from is null or status = 'pending'),
  constraint orders_placed_near_while_pending check (num_nulls(placed_from_56, placed_from_48) = 2 or status = 'pending'),
  constraint orders_prints_have_an_email check (email_print is null or email is not null),
  constraint orders_processed_have_time check ((status in ('approved', 'rejected')) = (processed_at is not null)),
  constraint orders_product_names_are_texts check (jsonb_typeof(product_names) = 'object' and not jsonb_path_exists(product_names, '$.*?(@.type() != "string")')),
  constraint orders_proofs_are_sent_by_buyers check ((payment_method not in ('razorpay', 'stripe')) or proof_key is null),
  constraint orders_proofs_have_name_and_key check ((proof_name is null) = (proof_key is null)),
  constraint orders_rejected_have_reason check ((status = 'rejected') = (reason is not null)),
  constraint orders_reopened_are_approved check (reopened_at is null or status = 'approved' and cancelled_at is not null),
  constraint orders_short_from_old_shop check (is_from_old_shop or short_by is null),
  constraint orders_sold_within_limits check (is_from_old_shop or quantity <= 1000 and price_paise <= 100000000 and product_name <> ''),
  constraint orders_total_multiplies check (total_paise = (price_paise * quantity) or is_from_old_shop and total_paise >= 0),
  constraint orders_unlocked_by_20_browsers check (cardinality(unlocked_by) <= 20),
  constraint orders_utr_has_time check ((utr is null) = (utr_sent_at is null)),
  constraint orders_utrs_have_12_digits check (utr ~ '^[0-9]{12}$')
);
comment on table orders is E'Every order, in any state.\nThe checks tie the status to the columns that it needs. Name and price are copied from the product when the order is placed.';
comment on column orders.id is 'Its id.';
comment on column orders.request_code is 'The code that people say on the phone: REQ-…';
comment on column orders.status is 'pending, approved, rejected or cancelled.';
comment on column orders.created_at is 'When it was placed.';
comment on column orders.product_id is 'The product that was ordered.';
comment on column orders.product_name is 'Its name at that time.';
comment on column orders.product_names is 'Its names at that time by language, for its buyer; empty for an order of the old shop.';
comment on column orders.quantity is 'How many IDs.';
comment on column orders.price_paise is 'The price of one at that time.';
comment on column orders.total_paise is 'The price of all.';
comment on column orders.terms_version is 'The version of the terms that it was placed under; empty: none was published.';
comment on column orders.user_id is 'The customer who placed it; empty: a guest, or somebody who deleted the account.';
comment on column orders.email is 'The address that was given with it.';
comment on column orders.email_print is 'The keyed fingerprint of the email address, by which a search finds the order. Null until it is made.';
comment on column orders.language is 'The language in which it was ordered, such as hi; empty: the shop''s.';
comment on column orders.access_key_hash is 'The hash of the key in its private link; it opens nothing.';
comment on column orders.link_number is 'How often an admin made a private link for it.';
comment on column orders.unlocked_by is 'The hashes of the browsers that may read it; they open nothing.';
comment on column orders.payment_method is 'request (paid after the approval), amazon (a gift card), upi, razorpay or stripe.';
comment on column orders.payable_paise is 'What its buyer pays where that is not the total: an amount of its own for UPI.';
comment on column orders.hold_until is 'Until when its IDs wait for a payment; empty: no such end.';
comment on column orders.payment_asked_at is 'When an admin asked its buyer to pay before the delivery.';
comment on column orders.utr is 'The 12 digits by which its buyer says to have paid. A claim, no proof.';
comment on column orders.utr_sent_at is 'When the buyer sent them.';
comment on column orders.has_payment_to_review is 'Whether an admin has to review a payment for it, while it is pending: the amount or the currency differs.';
comment on column orders.paid_at is 'When it was paid, as far as the shop knows.';
comment on column orders.gift_card_code is 'The code of the gift card.';
comment on column orders.gift_card_last4 is 'Its last four signs, as the buyer sees it.';
comment on column orders.proof_name is 'What the file of the payment proof was called.';
comment on column orders.proof_key is 'Where the proof lies in the folder files/.';
comment on column orders.proof_resent_at is 'When the buyer last sent a new code and picture.';
comment on column orders.payment_verified is 'What an admin found when looking at the proof; empty: nobody looked.';
comment on column orders.verification_note is 'What an admin noted when it was verified; when it was not, the sentence about that. Buyers are told only that it failed.';
comment on column orders.processed_at is 'When it was approved or rejected.';
comment on column orders.approved_by is 'Who approved it: the id of the admin''s account, api-key: and the number of an API key, payment: and the method whose money did it, or what the shop before had noted.';
comment on column orders.reason is 'Why it was rejected.';
comment on column orders.cancelled_at is 'When it was cancelled.';
comment on column orders.expired_after_hours is 'After how many hours it was cancelled by itself; 0: its time to pay ended.';
comment on column orders.reopened_at is 'When its payment reopened it after it was cancelled.';
comment on column orders.download_link is 'The link that the buyer was given with the IDs.';
comment on column orders.instructions is 'The product''s instructions by language when the IDs were delivered, as sanitized HTML; empty: none.';
comment on column orders.admin_note is 'What was noted for admins alone: when a proof was found wrong, or in the shop before.';
comment on column orders.proof_erased_at is 'When its proof was erased.';
comment on column orders.code_erased_at is 'When its gift card code was erased.';
comment on column orders.ids_erased_at is 'When its IDs were erased.';
comment on column orders.is_from_old_shop is 'Whether it was placed in the shop before this one.';
comment on column orders.short_by is 'How many IDs an imported order lacks; below zero: how many it was given too many.';
create index orders_approved_of_browser on orders ((unlocked_by[1])) include (processed_at, quantity, approved_by)
  where status = 'approved' and unlocked_by[1] is not null;
create index orders_by_email on orders (email_print, created_at desc, id desc) where email_print is not null;
create unique index orders_by_idempotency_key on orders (idempotency_key) where idempotency_key is not null;
create unique index orders_by_proof_key on orders (proof_key) where proof_key is not null;
create index orders_by_utr on orders (utr) where utr is not null;
create index orders_ended_of_browser on orders ((unlocked_by[1]), created_at desc, id desc)
  where status <> 'pending' and user_id is null and unlocked_by[1] is not null;
create index orders_handled on orders (handled_at desc, id desc) where handled_at is not null;
create index orders_handled_by_status on orders (status, handled_at desc, id desc) include (total_paise) where handled_at is not null;
create index orders_of_product on orders (product_id) where status = 'pending';
create index orders_of_user on orders (user_id, created_at desc, id desc) include (status) where user_id is not null;
create index orders_on_hold on orders (hold_until, id) where status = 'pending' and hold_until is not null;
create index orders_opened_by_link on orders using gin (unlocked_by) where user_id is null and cardinality(unlocked_by) > 1;
create index orders_paid on orders (handled_at desc, id desc) where paid_at is not null and handled_at is not null;
create index orders_paid_in_vain on orders (status, handled_at desc, id desc)
  where paid_at is not null and status in ('rejected', 'cancelled');
create index orders_pending_asked on orders (payment_asked_at, id) where status = 'pending' and payment_asked_at is not null;
create index orders_pending_expiring on orders (created_at, id)
  where status = 'pending' and user_id is null and payment_method = 'request' and paid_at is null and not is_from_old_shop;
create index orders_pending_of_48 on orders (placed_from_48) include (quantity) where status = 'pending' and placed_from_48 is not null;
create index orders_pending_of_56 on orders (placed_from_56) include (quantity) where status = 'pending' and placed_from_56 is not null;
create index orders_pending_of_address on orders (placed_from) include (quantity) where status = 'pending' and placed_from is not null;
create index orders_pending_of_browser on orders ((unlocked_by[1])) include (quantity)
  where status = 'pending' and unlocked_by[1] is not null;
create index orders_pending_of_user on orders (user_id) include (quantity) where status = 'pending' and user_id is not null;
create index orders_pending_paid on orders (created_at, id) where status = 'pending' and paid_at is not null;
create index orders_pending_queue on orders ((paid_at is null and not has_payment_to_review), created_at, id) where status = 'pending';
create index orders_pending_to_review on orders (created_at, id)
  where status = 'pending' and (paid_at is not null or has_payment_to_review or utr is not null or payment_method = 'amazon');
create index orders_placed on orders (created_at desc, id desc) include (total_paise);
create index orders_processed on orders (processed_at desc, id desc) where processed_at is not null;
create index orders_unpaid on orders (handled_at desc, id desc) where status = 'approved' and paid_at is null;
create index orders_with_code on orders (handled_at, id) where gift_card_code is not null and handled_at is not null;
create index orders_with_ids on orders (handled_at, id) where status = 'approved' and ids_erased_at is null;
create index orders_with_new_email on orders (id) where email is not null and email_print is null;
create index orders_with_proof on orders (handled_at, id) where proof_key is not null and handled_at is not null;

create table order_views (
  id text primary key,
  order_id text not null references orders on delete cascade,
  user_id text not null references users on delete cascade,
  added_at timestamptz not null,
  constraint order_views_once unique (order_id, user_id)
);
comment on table order_views is 'Accounts that may read an order which is not theirs, because they added it after opening its private link.';
create index order_views_of_user on order_views (user_id, added_at desc);

create table instant_deliveries (
  order_id text primary key,
  quantity integer not null check (quantity > 0),
  delivered_at timestamptz not null,
  marks bytea[] not null
);
comment on table instant_deliveries is 'What was delivered at once to new buyers within a day, so that one buyer cannot be many.';
comment on column instant_deliveries.marks is 'Fingerprints of what pays, of the mailbox and of the networks.';
create index instant_deliveries_newest on instant_deliveries (delivered_at);

create table order_units (
  unit_id bigint primary key references units,
  order_id text not null references orders,
  delivered_at timestamptz,
  position integer,
  constraint order_units_delivered_have_position check ((delivered_at is null) = ("position" is null))
);
comment on table order_units is E'The IDs of an order: reserved while delivered_at is null, delivered once it is set.\nunit_id is the primary key, so an ID is in one order at most.';
create unique index order_units_by_position on order_units (order_id, "position");

create table replacements (
  id bigint primary key generated always as identity,
  order_id text not null references orders,
  faulty_unit_id bigint not null unique references units,
  unit_id bigint not null unique references units,
  position integer not null check (position >= 0),
  replaced_at timestamptz not null,
  constraint replacements_are_other_ids check (faulty_unit_id <> unit_id)
);
comment on table replacements is E'Which delivered ID was replaced by which, and when.\nThe faulty one is withdrawn.';
comment on column replacements.id is 'Its number.';
comment on column replacements.order_id is 'The order.';
comment on column replacements.faulty_unit_id is 'The number of the dead ID.';
comment on column replacements.unit_id is 'The number of the ID that took its place.';
comment on column replacements.position is 'Where it stands among the IDs of the order, from 0.';
comment on column replacements.replaced_at is 'When it was replaced.';
create index replacements_of_order on replacements (order_id, id);

create table receipts (
  order_id text primary key references orders,
  year integer not null check (year between 1900 and 9998),
  number integer not null check (number > 0),
  code text not null generated always as (
    year::text || '-' || lpad(((year + 1) % 100)::text, 2, '0') || '/' || lpad(number::text, greatest(5, length(number::text)), '0')
  ) stored,
  issued_at timestamptz not null,
  seller_name text not null check (seller_name <> ''),
  seller_address text not null,
  gstin text,
  hsn_code text not null check (hsn_code ~ '^([0-9]{4,8})?$'),
  gst_rate integer not null check (gst_rate between 0 and 10000),
  unique (year, number)
);
comment on table receipts is E'The receipt of each order that was approved here, with seller and tax as they were then; the amounts are those of the order.\nWith a GSTIN it is a tax invoice.';
comment on column receipts.order_id is 'The order.';
comment on column receipts.year is 'The year in which its financial year begins: 2026 from April 2026 to March 2027.';
comment on column receipts.number is 'Its number in that financial year, from 1 and without gaps.';
comment on column receipts.code is 'Its number as it is printed.';
comment on column receipts.issued_at is 'Its date: when the order was approved.';
comment on column receipts.seller_name is 'The seller.';
comment on column receipts.seller_address is 'The seller''s address.';
comment on column receipts.gstin is 'The seller''s GSTIN; empty: it is no tax invoice.';
comment on column receipts.hsn_code is 'The HSN or SAC code.';
comment on column receipts.gst_rate is 'The GST that its amount includes, in hundredths of a percent: 1800 is 18 %. Counts with a GSTIN only.';

create table receipt_counters (
  year integer primary key,
  last integer not null check (last > 0)
);
comment on table receipt_counters is 'The last number of a receipt in each financial year, by the year in which it begins.';

create table payment_fingerprints (
  id bigint primary key generated always as identity,
  order_id text not null references orders on delete cascade,
  recorded_at timestamptz not null,
  gift_card bytea[] check (cardinality(gift_card) > 0),
  proof_key text,
  pixels bytea,
  perceptual_hash bit(2048),
  compare_at timestamptz,
  constraint payment_fingerprints_compare_pictures check (perceptual_hash is null or pixels is not null)
);
comment on table payment_fingerprints is 'What gift card codes and proof pictures are known again by, so that a second use is noticed.';
comment on column payment_fingerprints.id is 'Its number.';
comment on column payment_fingerprints.order_id is 'The order that the code or picture came with.';
comment on column payment_fingerprints.recorded_at is 'When it came.';
comment on column payment_fingerprints.gift_card is 'The keyed fingerprints of the code: under the same secret it is known again.';
comment on column payment_fingerprints.proof_key is 'Where the picture lies, or lay, in the folder files/.';
comment on column payment_fingerprints.pixels is 'The hash of the picture''s pixels.';
comment on column payment_fingerprints.perceptual_hash is 'How the picture is from afar, in 2,048 signs of 0 and 1.';
comment on column payment_fingerprints.compare_at is 'Since when it waits to be compared with others.';
create index payment_fingerprints_by_gift_card on payment_fingerprints ((gift_card[1]), id);
create index payment_fingerprints_by_pixels on payment_fingerprints (pixels, id) where pixels is not null;
create index payment_fingerprints_of_order on payment_fingerprints (order_id, id desc);
create index payment_fingerprints_to_compare on payment_fingerprints (id desc) where compare_at is not null;

create table similar_proofs (
  fingerprint_id bigint references payment_fingerprints on delete cascade,
  earlier_id bigint references payment_fingerprints on delete cascade,
  primary key (fingerprint_id, earlier_id),
  constraint similar_proofs_compare_with_earlier check (earlier_id < fingerprint_id)
);
comment on table similar_proofs is 'Pairs of proof pictures that look the same, found by their perceptual hashes.';

-- ---- Payments ----

create table payment_methods (
  name text primary key check (name in ('upi', 'razorpay', 'stripe')),
  is_on boolean not null default false,
  settings jsonb not null default '{}',
  secrets bytea,
  old_webhook_secret bytea,
  old_webhook_secret_until timestamptz,
  silent_since timestamptz,
  updated_at timestamptz not null default now(),
  earlier_keys bytea,
  constraint payment_methods_old_secret_ends check ((old_webhook_secret is null) = (old_webhook_secret_until is null)),
  constraint payment_methods_on_have_secrets check (not is_on or name = 'upi' or secrets is not null)
);
comment on table payment_methods is E'What the owner set for each method that confirms itself. A row for each, off at first.\nSecrets are encrypted. The webhook secret before the last change still counts for 24 hours.';
comment on column payment_methods.silent_since is 'Since when the provider did not answer; null: it did.';
comment on column payment_methods.earlier_keys is 'Keys that were replaced, with the time, as encrypted JSON; attempts from before are followed with them.';
insert into payment_methods (name) values ('upi'), ('razorpay'), ('stripe');

create table payment_attempts (
  id text primary key,
  order_id text not null references orders,
  provider text not null check (provider in ('razorpay', 'stripe')),
  number integer not null check (number >= 1),
  reference text not null unique check (reference ~ '^[A-Za-z0-9_-]{1,40}$'),
  provider_id text check (provider_id ~ '^[!-~]{1,255}$'),
  paise bigint not null check (paise > 0),
  state text not null check (state in ('opening', 'open', 'paid', 'failed', 'expired', 'cancelled')),
  request text,
  pay_url text,
  created_at timestamptz not null,
  opened_at timestamptz,
  expires_at timestamptz not null,
  closed_at timestamptz,
  next_check_at timestamptz,
  failure text,
  constraint payment_attempts_number_key unique (order_id, number),
  constraint payment_attempts_provider_id_key unique (provider, provider_id),
  constraint payment_attempts_closed_have_time check ((state in ('opening', 'open')) = (closed_at is null)),
  constraint payment_attempts_open_have_address check (state <> 'open' or provider_id is not null and pay_url is not null and opened_at is not null)
);
comment on table payment_attempts is E'How orders were to be paid at a provider, one attempt at a time.\nThe id is the idempotency key of opening it. It is written before the provider is called.\nPaid absorbs; what ended otherwise may still become paid.';
comment on column payment_attempts.id is 'Its id.';
comment on column payment_attempts.order_id is 'The order.';
comment on column payment_attempts.provider is 'razorpay or stripe.';
comment on column payment_attempts.number is 'Which attempt of its order it is, from 1.';
comment on column payment_attempts.reference is 'Our own reference, which the provider repeats.';
comment on column payment_attempts.provider_id is 'What the provider calls it.';
comment on column payment_attempts.paise is 'What was to be paid.';
comment on column payment_attempts.state is 'opening, open, paid, failed, expired or cancelled.';
comment on column payment_attempts.request is 'What was sent to open it, to be repeated byte by byte.';
comment on column payment_attempts.pay_url is 'Where its buyer pays.';
comment on column payment_attempts.created_at is 'When it began.';
comment on column payment_attempts.opened_at is 'When the provider had it.';
comment on column payment_attempts.expires_at is 'When it ends.';
comment on column payment_attempts.closed_at is 'When it ended.';
comment on column payment_attempts.next_check_at is 'When the provider is asked again; empty: no more.';
comment on column payment_attempts.failure is 'What went wrong.';
create unique index payment_attempts_one_at_a_time on payment_attempts (order_id) where state = any (array['opening', 'open']);
create index payment_attempts_to_check on payment_attempts (next_check_at, id) where next_check_at is not null;

create table payments (
  id text primary key,
  source text not null check (source in ('upi', 'razorpay', 'stripe')),
  reference text not null check (reference ~ '^[!-~]{1,255}$'),
  paise bigint not null check (paise > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  paid_at timestamptz not null,
  received_at timestamptz not null,
  payer bytea,
  fee_paise bigint,
  order_id text references orders,
  attempt_id text references payment_attempts,
  state text not null check (state in ('matched', 'review', 'refund due', 'refunded', 'ignored')),
  problem text check (problem in ('short', 'over', 'currency', 'unknown', 'late', 'limit', 'duplicate', 'rejected', 'cancelled')),
  held_back text check (held_back in ('product', 'amount', 'ids', 'new buyers')),
  reason text,
  decided_by text,
  decided_at timestamptz,
  is_beside_line boolean not null default false,
  constraint payments_once unique (source, reference),
  constraint payments_decided_have_time check ((decided_by is null) = (decided_at is null)),
  constraint payments_ignored_have_reason check (state <> 'ignored' or reason is not null and decided_at is not null),
  constraint payments_matched_have_order check (state <> 'matched' or order_id is not null and problem is null),
  constraint payments_unmatched_have_problem check ((state not in ('review', 'refund due')) or problem is not null)
);
comment on table payments is E'The money that came in, each payment once, and what became of it.\nOnly this table says what was paid.\nmatched: it pays for its order. review: somebody has to look. refund due, refunded: it goes back. ignored: with a reason.';
comment on column payments.id is 'Its id.';
comment on column payments.source is 'upi, razorpay or stripe.';
comment on column payments.reference is 'The provider''s id of the payment, or the UTR.';
comment on column payments.paise is 'The amount, in hundredths of its currency.';
comment on column payments.currency is 'The currency, such as INR.';
comment on column payments.paid_at is 'When it was paid, by the provider''s clock.';
comment on column payments.received_at is 'When the shop learned of it.';
comment on column payments.payer is 'Who paid, as the bank or provider says.';
comment on column payments.fee_paise is 'What the provider keeps of it.';
comment on column payments.order_id is 'The order that it is for, where one is known.';
comment on column payments.attempt_id is 'The attempt that it came by.';
comment on column payments.state is 'matched (it pays for its order), review, refund due, refunded or ignored.';
comment on column payments.problem is 'Why it did not simply pay for its order.';
comment on column payments.held_back is 'Which limit kept its order from being delivered at once: product, amount, ids or new buyers.';
comment on column payments.reason is 'Why it is ignored.';
comment on column payments.decided_by is 'The id of the account that matched or ignored it; empty: the shop itself.';
comment on column payments.decided_at is 'When that was.';
comment on column payments.is_beside_line is 'Whether an admin said that it is other money than a bank line with its number or amount.';
create index payments_by_reference on payments (reference);
create index payments_by_state on payments (state, received_at desc, id desc);
create index payments_newest on payments (received_at desc, id desc);
create index payments_of_attempt on payments (attempt_id) where attempt_id is not null;
create index payments_of_order on payments (order_id, received_at) where order_id is not null;
create unique index payments_one_for_an_order on payments (order_id) where state = 'matched';
create index payments_open on payments (received_at desc, id desc) where state = any (array['review', 'refund due']);
create index payments_with_payer on payments (received_at, id) where payer is not null;

create table refunds (
  id text primary key,
  payment_id text not null references payments,
  paise bigint not null check (paise > 0),
  how text not null check (how in ('provider', 'by hand')),
  idempotency_key text not null unique check (idempotency_key ~ '^[A-Za-z0-9_-]{1,128}$'),
  provider_id text check (provider_id ~ '^[!-~]{1,255}$'),
  reference text,
  state text not null check (state in ('due', 'sent', 'done', 'failed')),
  problem text,
  admin_id text,
  reason text not null default '',
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  done_at timestamptz,
  constraint refunds_by_hand_are_done check (how = 'provider' or state = 'done' and reference is not null),
  constraint refunds_done_have_time check ((state = 'done') = (done_at is not null))
);
comment on table refunds is E'The money that went back, whole or in part.\nTheir sum never exceeds the payment.';
comment on column refunds.id is 'Its id.';
comment on column refunds.payment_id is 'The payment of which it gives back.';
comment on column refunds.paise is 'The amount.';
comment on column refunds.how is 'provider, or by hand.';
comment on column refunds.idempotency_key is 'By which the provider knows it again.';
comment on column refunds.provider_id is 'What the provider calls it.';
comment on column refunds.reference is 'By hand: how the transfer is found again.';
comment on column refunds.state is 'due, sent, done or failed.';
comment on column refunds.problem is 'What went wrong.';
comment on column refunds.admin_id is 'The id of the account that asked for it; empty: the shop itself.';
comment on column refunds.reason is 'Why.';
comment on column refunds.created_at is 'When it was asked for.';
comment on column refunds.next_attempt_at is 'When the provider is asked again.';
comment on column refunds.done_at is 'When it was done.';
create index refunds_of_payment on refunds (payment_id, created_at);
create index refunds_waiting on refunds (next_attempt_at, id) where next_attempt_at is not null;

create table credit_notes (
  refund_id text primary key references refunds,
  order_id text not null references receipts,
  year integer not null check (year between 1900 and 9998),
  number integer not null check (number > 0),
  code text not null generated always as (
    'CN/' || year::text || '-' || lpad(((year + 1) % 100)::text, 2, '0') || '/' || lpad(number::text, greatest(5, length(number::text)), '0')
  ) stored,
  issued_at timestamptz not null,
  paise bigint not null check (paise > 0),
  unique (year, number)
);
comment on table credit_notes is E'What each refund took back of the receipt of its order; seller and tax are those of the receipt.\nIt is void if its refund is not done any more: the bank sent the money back.';
comment on column credit_notes.refund_id is 'The refund.';
comment on column credit_notes.order_id is 'The order, whose receipt it is about.';
comment on column credit_notes.year is 'The year in which its financial year begins.';
comment on column credit_notes.number is 'Its number in that financial year, from 1 and without gaps.';
comment on column credit_notes.code is 'Its number as it is printed.';
comment on column credit_notes.issued_at is 'Its date: when the refund was done.';
comment on column credit_notes.paise is 'The amount, with its tax: the refund, less what was paid above the receipt.';
create index credit_notes_of_order on credit_notes (order_id, year, number);

create table credit_note_counters (
  year integer primary key,
  last integer not null check (last > 0)
);
comment on table credit_note_counters is 'The last number of a credit note in each financial year, by the year in which it begins.';

create table payment_events (
  id bigint primary key generated always as identity,
  provider text not null check (provider in ('razorpay', 'stripe')),
  event_id text not null,
  kind text not null,
  received_at timestamptz not null,
  attempt_id text references payment_attempts,
  outcome text,
  body bytea,
  body_print bytea check (length(body_print) = 32),
  constraint payment_events_once unique (provider, event_id)
);
comment on table payment_events is E'News from providers, each once. Nothing is taken from them: they only say what to ask the provider about.\nThe body is encrypted and erased after 30 days.';
comment on column payment_events.outcome is 'What the check found that it caused; null: it has not finished.';
comment on column payment_events.body_print is 'A keyed fingerprint of the raw body.';
create unique index payment_events_body_once on payment_events (provider, body_print);
create index payment_events_newest on payment_events (provider, received_at desc);
create index payment_events_with_body on payment_events (received_at, id) where body is not null;

create table upi_amounts (
  paise bigint primary key check (paise >= 100),
  order_id text not null references orders,
  free_at timestamptz,
  is_unseen boolean not null default false,
  taken_from bytea,
  taken_from_56 bytea,
  taken_from_48 bytea,
  constraint upi_amounts_order_key unique (order_id)
);
comment on table upi_amounts is E'The amounts by which payments by UPI are told apart.\nNo two open orders share one, nor one with an order that ended lately.';
comment on column upi_amounts.paise is 'The amount.';
comment on column upi_amounts.order_id is 'The order that has it.';
comment on column upi_amounts.free_at is 'From when another order may have it; empty: its order is open.';
comment on column upi_amounts.is_unseen is 'Whether its buyer has not been shown it yet, so that nobody can have paid it.';
comment on column upi_amounts.taken_from is 'Fingerprint of the network that its order came from. Null if it does not count for one: the order was approved, or an admin asked for the payment.';
comment on column upi_amounts.taken_from_56 is 'The same of the IPv6 /56 around that network.';
comment on column upi_amounts.taken_from_48 is 'The same of the IPv6 /48 around that network.';
create index upi_amounts_free on upi_amounts (free_at) where free_at is not null;
create index upi_amounts_of_48 on upi_amounts (taken_from_48) where taken_from_48 is not null;
create index upi_amounts_of_56 on upi_amounts (taken_from_56) where taken_from_56 is not null;
create index upi_amounts_of_address on upi_amounts (taken_from) where taken_from is not null;

create table statements (
  id text primary key,
  bank text not null,
  file_name text not null,
  state text not null check (state in ('reading', 'preview', 'confirmed')),
  columns jsonb,
  lines integer not null default 0,
  known_lines integer not null default 0,
  admin_id text not null,
  uploaded_at timestamptz not null,
  confirmed_at timestamptz,
  constraint statements_confirmed_have_time check ((state = 'confirmed') = (confirmed_at is not null)),
  constraint statements_count_lines check (lines >= 0 and known_lines >= 0)
);
comment on table statements is E'The bank statements that admins uploaded.\nNothing follows from one before it is confirmed.';
comment on column statements.id is 'Its id.';
comment on column statements.bank is 'The bank whose layout it has.';
comment on column statements.file_name is 'What the file was called.';
comment on column statements.state is 'reading, preview or confirmed.';
comment on column statements.columns is 'Which column is which, where an admin chose.';
comment on column statements.lines is 'How many credits it has.';
comment on column statements.known_lines is 'How many of them an earlier statement had.';
comment on column statements.admin_id is 'The id of the account that uploaded it.';
comment on column statements.uploaded_at is 'When.';
comment on column statements.confirmed_at is 'When an admin confirmed what it pays for.';
create index statements_newest on statements (uploaded_at desc, id desc);

create table statement_lines (
  id bigint primary key generated always as identity,
  statement_id text not null references statements on delete cascade,
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  day date not null,
  paise bigint not null check (paise > 0),
  reference text check (reference ~ '^[!-~]{1,200}$'),
  narration bytea,
  verdict text check (verdict in ('certain', 'likely', 'conflict', 'other')),
  order_id text references orders,
  payment_id text references payments,
  trust text check (trust in ('sure', 'placed', 'guessed')),
  numbers text[] not null default '{}',
  is_reversal boolean not null default false,
  constraint statement_lines_once unique (fingerprint),
  constraint statement_lines_pay_once unique (payment_id),
  constraint statement_lines_meant_for_order check ((verdict not in ('certain', 'likely')) or order_id is not null)
);
comment on table statement_lines is E'The credits of bank statements, each once, however many files contain it.\nA line pays at most once.';
comment on column statement_lines.id is 'Its number.';
comment on column statement_lines.statement_id is 'The statement that had it first.';
comment on column statement_lines.fingerprint is 'A hash: equal for the same line of the bank in every file.';
comment on column statement_lines.day is 'The day, such as 2026-11-26.';
comment on column statement_lines.paise is 'The amount.';
comment on column statement_lines.reference is 'The number of 12 digits that is most likely its UTR.';
comment on column statement_lines.narration is 'What the bank wrote: it names the payer.';
comment on column statement_lines.verdict is 'certain, likely, conflict or other.';
comment on column statement_lines.order_id is 'The order that it seems to pay for.';
comment on column statement_lines.payment_id is 'The payment that it became; each line is used once.';
comment on column statement_lines.trust is 'sure: the bank''s own column, or alone at the bank''s own place. placed: there, beside other numbers. guessed: elsewhere, where its payer may have written it.';
comment on column statement_lines.numbers is 'All its numbers of 12 digits. A payment that was recorded by hand may be known by any of them.';
comment on column statement_lines.is_reversal is 'Whether the bank itself marks it as money that comes back.';
create index statement_lines_by_reference on statement_lines (reference) where reference is not null;
create index statement_lines_of_statement on statement_lines (statement_id, id);
create index statement_lines_paid_amounts on statement_lines (paise, day) where payment_id is not null;
create index statement_lines_paid_numbers on statement_lines using gin (numbers) where payment_id is not null;

-- ---- Search and totals of past orders ----

create table ordered_names (
  id bigint primary key generated always as identity,
  name text not null,
  constraint ordered_names_are_known_once exclude using hash (name with =)
);
comment on table ordered_names is 'The product names in orders, each once, in the form in which a search compares texts.';

create table order_texts (
  order_id text primary key references orders on delete cascade,
  text text not null,
  name_id bigint not null references ordered_names
);
comment on table order_texts is 'What a search finds an order by, for orders placed before order_sums_until: order_codes in text, order_name by name_id.';
create index order_texts_by_name on order_texts (name_id);

create table order_sums (
  what text check (what in ('placed', 'approved')),
  hour timestamptz,
  count bigint not null,
  total_paise bigint not null,
  primary key (what, hour) include (count, total_paise)
);
comment on table order_sums is 'Orders placed and approved per hour, for hours that are over.';

create table order_sums_until (
  only_row boolean primary key default true check (only_row),
  until timestamptz not null
);
comment on table order_sums_until is 'Up to when order_sums and order_texts are complete. Newer orders are read from orders itself.';
insert into order_sums_until (until) values (date_trunc('hour', now(), 'UTC') - interval '1 hour');

-- ---- Ledger and audit ----

create table ledger (
  product_id text,
  seq bigint,
  event text not null,
  fingerprints bytea[] not null,
  order_id text,
  admin_id text,
  at timestamptz not null,
  mac bytea not null,
  primary key (product_id, seq),
  constraint ledger_event_check check (event in (
    'imported', 'reserved', 'released', 'delivered', 'replaced', 'faulty', 'removed', 'held back', 'restored', 'moved', 'erased', 'rotated'
  ))
);
comment on table ledger is E'What happened to each ID, by fingerprint: one chain of rows per product, each with a keyed hash over the one before it.\nRows are only ever added. The key is in no table, so write access to the database is not enough to forge a row.';
create index ledger_erased_prints on ledger using gin (fingerprints) with (fastupdate=off) where event = 'erased';

create table audit_entries (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  admin_id text not null,
  admin_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  subject_name text not null,
  facts jsonb not null default '{}'
);
comment on table audit_entries is 'What admins did, and when.';
comment on column audit_entries.id is 'Its number.';
comment on column audit_entries.at is 'When it was done.';
comment on column audit_entries.admin_id is 'The id of the account that did it, api-key: and the number of an API key, or command-line.';
comment on column audit_entries.admin_name is 'Its address at that time, or which API key and whose, or the command line.';
comment on column audit_entries.action is 'What was done, as one word such as order-approved.';
comment on column audit_entries.subject_kind is 'What it was done to: order, payment, product, account, settings, email, subscription, apiKey or message.';
comment on column audit_entries.subject_id is 'The id of that.';
comment on column audit_entries.subject_name is 'Its name at that time.';
comment on column audit_entries.facts is 'Plain words and numbers about it.';
create index audit_entries_newest on audit_entries (at desc, id desc);
create index audit_entries_of_admin on audit_entries (admin_id, id);
create index audit_entries_of_subject on audit_entries (subject_kind, subject_id, id);

-- ---- Messages and notifications ----

create table emails (
  id text primary key,
  kind text not null,
  order_id text references orders on delete cascade,
  user_id text references users on delete cascade,
  recipient bytea,
  facts jsonb not null default '{}',
  state text not null check (state in ('kept', 'waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  last_problem text,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  constraint emails_sent_have_time check ((state = 'sent') = (sent_at is not null))
);
comment on table emails is 'What the shop wrote, and to whom; the text is made when an email is sent or shown.';
comment on column emails.id is 'Its id.';
comment on column emails.kind is 'What it is about, as one word such as order-approved.';
comment on column emails.order_id is 'The order that it is about.';
comment on column emails.user_id is 'The account that it is about.';
comment on column emails.recipient is 'The address; empty: the owner.';
comment on column emails.facts is 'Plain words about it.';
comment on column emails.state is 'kept (no mail is set up), waiting, sent or failed.';
comment on column emails.attempts is 'How often it was tried.';
comment on column emails.last_problem is 'What went wrong last: the key of a text and its values in JSON, or a sentence of an earlier version.';
comment on column emails.created_at is 'When it was written.';
comment on column emails.next_attempt_at is 'When it is tried again.';
comment on column emails.sent_at is 'When it left.';
create index emails_failed on emails (created_at desc, id desc) where state = 'failed';
create index emails_kept on emails (created_at desc, id desc) where state = 'kept';
create index emails_newest on emails (created_at desc, id desc);
create index emails_of_order on emails (order_id) where order_id is not null;
create index emails_of_user on emails (user_id) where user_id is not null;
create index emails_sent on emails (created_at desc, id desc) where state = 'sent';
create index emails_waiting on emails (next_attempt_at) where state = 'waiting';

create table subscriptions (
  id text primary key,
  kind text not null check (kind in ('webhook', 'bot')),
  address text not null,
  secret bytea not null,
  events text[] not null check (cardinality(events) > 0),
  is_on boolean not null default true,
  created_at timestamptz not null
);
comment on table subscriptions is 'Subscriptions: webhook endpoints and chats that are notified of events.';

create table deliveries (
  id text primary key,
  subscription_id text not null references subscriptions on delete cascade,
  event text not null,
  facts jsonb not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  attempted_at timestamptz,
  answer_status integer,
  answer_text text,
  problem text,
  constraint deliveries_waiting_have_next_attempt check ((state = 'waiting') = (next_attempt_at is not null))
);
comment on table deliveries is 'Deliveries: one row per event and subscription, with the answer.';
create index deliveries_failed on deliveries (created_at desc, id desc) where state = 'failed';
create index deliveries_newest on deliveries (created_at desc, id desc);
create index deliveries_of_subscription on deliveries (subscription_id, created_at desc, id desc);
create index deliveries_waiting on deliveries (subscription_id, next_attempt_at, id) where state = 'waiting';

create table push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null
);
comment on table push_key is 'The key by which push services recognize the shop (VAPID). The private key is encrypted. One row.';

create table push_devices (
  id text primary key,
  user_id text not null references users on delete cascade,
  session_id text references sessions on delete set null,
  endpoint bytea not null,
  endpoint_hash bytea not null unique,
  keys bytea not null,
  user_agent text,
  created_at timestamptz not null,
  notified_at timestamptz,
  failed_at timestamptz
);
comment on table push_devices is 'Devices of admins that get push notifications. The push service''s address and the browser''s keys are encrypted.';
comment on column push_devices.session_id is 'The newest session in which the device was seen. Null once that ran out.';
comment on column push_devices.endpoint_hash is 'The SHA-256 of the address, by which a browser finds its row.';
comment on column push_devices.user_agent is 'The browser that asked, as sessions store it.';
comment on column push_devices.notified_at is 'When the push service last accepted a notification.';
comment on column push_devices.failed_at is 'When the newest try failed. Null if it succeeded, or if there was none.';
create index push_devices_of_session on push_devices (session_id) where session_id is not null;
create index push_devices_of_user on push_devices (user_id, created_at, id);

create table contact_messages (
  id text primary key,
  name text not null,
  email bytea not null,
  message text not null,
  user_id text references users on delete set null,
  created_at timestamptz not null,
  handled_at timestamptz
);
comment on table contact_messages is E'What visitors wrote on the contact page.\nThe sender''s address is encrypted.';
comment on column contact_messages.id is 'Its id.';
comment on column contact_messages.name is 'The name that was given.';
comment on column contact_messages.email is 'The address that was given.';
comment on column contact_messages.message is 'What was written.';
comment on column contact_messages.user_id is 'The account of whoever wrote it, where there was one.';
comment on column contact_messages.created_at is 'When it came.';
comment on column contact_messages.handled_at is 'When an admin handled it; empty: it is open.';
create index contact_messages_handled on contact_messages (created_at desc, id desc) where handled_at is not null;
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_open on contact_messages (created_at desc, id desc) where handled_at is null;

create table waitlist (
  id text primary key,
  product_id text not null references products,
  email bytea not null,
  email_fingerprint bytea not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  user_id text references users on delete cascade,
  token_hash bytea unique,
  token_expires_at timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  notified_at timestamptz,
  stored_until timestamptz not null,
  unique (product_id, email_fingerprint),
  constraint waitlist_notified_after_confirmed check (notified_at is null or confirmed_at is not null),
  constraint waitlist_token check ((token_hash is null) = (token_expires_at is null))
);
comment on table waitlist is E'Who wants an email when a sold-out product is back: one row per product and address.\nThe address is encrypted. A row waits once its address is confirmed, until the one email is queued.';
comment on column waitlist.id is 'Its id.';
comment on column waitlist.product_id is 'The product.';
comment on column waitlist.email is 'The address.';
comment on column waitlist.email_fingerprint is 'A keyed hash of the address in lower case, by which it is found.';
comment on column waitlist.language is 'The language that the visitor had, such as hi.';
comment on column waitlist.user_id is 'The account of whoever left it, where there was one.';
comment on column waitlist.token_hash is 'The hash of the newest link that confirms the address. Null once it was used.';
comment on column waitlist.created_at is 'When it was left: those who came first are told first.';
comment on column waitlist.confirmed_at is 'When it was confirmed.';
comment on column waitlist.notified_at is 'When its email was written; empty: it waits.';
comment on column waitlist.stored_until is 'When it is removed.';
create index waitlist_ending on waitlist (stored_until);
create index waitlist_of_address on waitlist (email_fingerprint);
create index waitlist_of_user on waitlist (user_id) where user_id is not null;
create index waitlist_waiting on waitlist (product_id, created_at, id) where confirmed_at is not null and notified_at is null;

create table stock_arrivals (
  id bigint primary key generated always as identity,
  product_id text not null references products,
  ids integer not null check (ids > 0)
);
comment on table stock_arrivals is 'IDs that came in while somebody waited for their product. A chore queues the emails and removes the rows.';
create index stock_arrivals_of_product on stock_arrivals (product_id);

-- ---- API keys ----

create table api_keys (
  id text primary key,
  user_id text not null references users on delete cascade,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  key_hash bytea not null unique check (length(key_hash) = 32),
  beginning text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  refunds_a_day_paise bigint check (refunds_a_day_paise > 0)
);
comment on table api_keys is 'API keys, as hashes, with the scopes of each.';
comment on column api_keys.refunds_a_day_paise is 'The most that it may refund in 24 hours. Null: no limit.';
create index api_keys_of_user on api_keys (user_id);

-- ---- Job queue and backups ----

create unlogged table job_workers (
  id text primary key,
  beat_at timestamptz not null,
  beating_since timestamptz not null
);
comment on table job_workers is 'Which workers of the job queue are alive: each writes the time every few seconds.';

create table backup_states (
  machine text primary key,
  last_good_at timestamptz,
  failed_at timestamptz,
  is_on_same_disk boolean not null,
  seen_at timestamptz not null
);
comment on table backup_states is 'The daily backups as each machine that makes them saw them last.';
comment on column backup_states.machine is 'The machine: its name, port and data folder.';
comment on column backup_states.last_good_at is 'When the newest complete backup in its folder was made. Null if there is none.';
comment on column backup_states.failed_at is 'When its newest try failed. Null if it succeeded.';

-- ---- Import of the old shop ----

create table old_shop_imports (
  id text primary key,
  state text not null check (state in ('running', 'done', 'failed')),
  is_preview boolean not null,
  by_name text not null,
  files jsonb not null,
  checkpoints jsonb not null default '{}',
  progress jsonb not null default '{}',
  summary jsonb,
  problem text,
  started_at timestamptz not null,
  ended_at timestamptz
);
comment on table old_shop_imports is 'Imports of the old shop, and previews of one.';
create index old_shop_imports_newest on old_shop_imports (started_at desc, id);

create table old_shop_import_rows (
  run_id text references old_shop_imports on delete cascade,
  n bigint,
  kind text not null,
  path text not null,
  outcome text not null,
  warnings text[] not null default '{}',
  primary key (run_id, n)
);
comment on table old_shop_import_rows is 'What an import did with each row of the export, and its warnings.';
create index old_shop_import_rows_with_warnings on old_shop_import_rows (run_id, n) where warnings <> '{}';

create table old_shop_rows (
  kind text check (kind in ('product', 'order', 'account')),
  old_id text,
  local_id text not null,
  there bytea not null,
  here bytea,
  old_user_id text,
  proof_file text,
  imported_at timestamptz not null,
  primary key (kind, old_id)
);
comment on table old_shop_rows is 'Which row here came from which row of the old shop.';
create index old_shop_rows_by_local on old_shop_rows (kind, local_id);
create index old_shop_rows_of_user on old_shop_rows (old_user_id) where old_user_id is not null;

create table old_shop_ids (
  unit_id bigint primary key references units on delete cascade,
  tree smallint check (tree between 1 and 3)
);
comment on table old_shop_ids is 'IDs that came from the old shop.';

-- ---- Steps of a start ----

-- The migrator creates its own table.
comment on table migrations is 'Which migrations this database has run.';

create table start_steps (
  name text primary key,
  finished_at timestamptz
);
comment on table start_steps is 'What a start of the shop does once for each database, and when it was done.';
insert into start_steps (name) values ('first texts');

-- What the database does by itself. Functions get their search path from the migrator.

-- ---- Texts in the shop's language ----

create function settings_in_shop_language() returns trigger language plpgsql as $$
declare
  texts jsonb := new.translations -> new.language;
begin
  if new.text_language <> new.language and texts ? 'name' then
    new.translations := translations_with(new.translations - new.language, new.text_language,
      jsonb_build_object('name', new.name, 'blurb', new.blurb, 'howToPay', new.how_to_pay));
    new.name := texts ->> 'name';
    new.blurb := coalesce(texts ->> 'blurb', '');
    new.how_to_pay := coalesce(texts ->> 'howToPay', '');
    new.text_language := new.language;
  end if;
  return new;
end $$;
comment on function settings_in_shop_language() is 'Keeps the texts of the settings in the shop''s own language, if there is a name in it; the others become a translation.';
create trigger settings_in_shop_language before update of name, blurb, how_to_pay, language, text_language, translations on shop_settings
  for each row execute function settings_in_shop_language();

create function product_in_shop_language() returns trigger language plpgsql as $$
declare
  main text := shop_language();
  texts jsonb := new.translations -> main;
begin
  if new.language <> main and texts ? 'name' then
    new.translations := translations_with(new.translations - main, new.language, jsonb_build_object('name', new.name, 'description', new.description));
    new.name := texts ->> 'name';
    new.description := coalesce(texts ->> 'description', '');
    new.language := main;
  end if;
  return new;
end $$;
comment on function product_in_shop_language() is 'Keeps a product''s columns in the shop''s own language, if there is a name in it; the other texts become a translation.';
create trigger product_in_shop_language before insert or update of name, description, language, translations on products
  for each row execute function product_in_shop_language();

create function products_follow_language() returns trigger language plpgsql as $$
begin
  update products set language = language, updated_at = greatest(new.updated_at, updated_at + interval '1 millisecond')
    where language <> new.language and translations -> new.language ? 'name';
  return null;
end $$;
comment on function products_follow_language() is 'Changes every product that has a name in the shop''s new language.';
create trigger products_follow_language after update of language on shop_settings
  for each row when (old.language <> new.language) execute function products_follow_language();

create function names_of(p products) returns jsonb language sql stable
  return jsonb_build_object(p.language, p.name) ||
    coalesce((select jsonb_object_agg(language, texts -> 'name') from jsonb_each(p.translations) as other (language, texts) where texts ? 'name'), '{}'::jsonb);
comment on function names_of(products) is 'A product''s names by language.';

-- ---- Accounts ----

create function preserve_was_admin() returns trigger language plpgsql as $$
begin
  new.was_admin := new.was_admin or new.role = 'admin' or (tg_op = 'UPDATE' and old.was_admin);
  return new;
end $$;
comment on function preserve_was_admin() is 'Sets was_admin for every admin, and never clears it.';
create trigger preserve_was_admin before insert or update of role, was_admin on users
  for each row execute function preserve_was_admin();

create function record_former_admins() returns void language sql as $$
  update users u set was_admin = true
  where not u.was_admin and (u.role = 'admin' or u.id in (
    select e.admin_id from audit_entries e
    union select e.subject_id from audit_entries e where e.subject_kind = 'account'
      and e.action in ('admin-made', 'admin-unmade', 'admin-set-up', 'first-admin-made')))
$$;
comment on function record_former_admins() is 'Sets was_admin for every account that is an admin, or was one according to the audit log.';

create function end_push_with_rights() returns trigger language plpgsql as $$
begin
  delete from push_devices where user_id = new.id;
  return null;
end $$;
comment on function end_push_with_rights() is 'Ends the notifications of an account that is no enabled admin any more.';
create trigger end_push_with_rights after update of role, disabled on users
  for each row when (new.role <> 'admin' or new.disabled) execute function end_push_with_rights();

create function end_push_with_session() returns trigger language plpgsql as $$
begin
  if old.expires_at > now() then
    delete from push_devices where session_id = old.id;
  end if;
  return old;
end $$;
comment on function end_push_with_session() is 'Ends the notifications of a device whose session is ended before its time.';
create trigger end_push_with_session before delete on sessions for each row execute function end_push_with_session();

-- ---- Orders ----

create function order_is_final() returns trigger language plpgsql as $$
begin
  if old.status = 'cancelled' and new.status = 'approved' and new.reopened_at is not null and exists (
    select from payments p where p.order_id = new.id and p.state = 'matched' and p.xmin = pg_current_xact_id()::xid
  ) then
    return new;
  end if;
  raise exception 'a % order is final', old.status using errcode = '23514', constraint = 'order_is_final';
end $$;
comment on function order_is_final() is 'Only a pending order changes its status. Money alone reopens a cancelled one: in the transaction that writes its matched payment.';
create trigger order_is_final before update of status on orders
  for each row when (old.status <> 'pending' and new.status <> old.status) execute function order_is_final();

create function order_has_its_ids() returns trigger language plpgsql as $$
declare
  which text;
  standing record;
begin
  if tg_table_name = 'orders' then
    which := new.id;
  else
    which := new.order_id;
  end if;
  select o.status, o.quantity - coalesce(o.short_by, 0) as due, count(h.unit_id) as units, count(h.delivered_at) as given,
      count(*) filter (where u.product_id <> o.product_id) as foreigners
    into standing
    from orders o left join order_units h on h.order_id = o.id left join units u on u.id = h.unit_id
    where o.id = which group by o.id;
  if found and not (standing.foreigners = 0 and case standing.status
    when 'pending' then standing.units = standing.due and standing.given = 0
    when 'approved' then standing.units = standing.due and standing.given = standing.due
    else standing.units = 0
  end) then
    raise exception 'a % order of % IDs may not hold % and have been given %', standing.status, standing.due, standing.units - standing.given, standing.given
      using errcode = '23514', constraint = 'order_has_its_ids';
  end if;
  return null;
end $$;
comment on function order_has_its_ids() is E'At commit: a pending order holds exactly the IDs it ordered, an approved one has been given them, any other holds none.\nAn imported order may have fewer or more: short_by is how many it lacks.';
create constraint trigger order_of_row_has_its_ids after insert on ledger deferrable initially deferred
  for each row when (new.order_id is not null) execute function order_has_its_ids();
create constraint trigger order_has_its_ids after insert or update of status, quantity, product_id, short_by on orders deferrable initially deferred
  for each row
  execute function order_has_its_ids();

create function order_short_ends() returns trigger language plpgsql as $$
begin
  new.short_by := null;
  return new;
end $$;
comment on function order_short_ends() is 'Clears short_by when a pending imported order is decided: once approved, it has exactly the IDs it ordered.';
create trigger order_short_ends before update of status on orders
  for each row when (old.status = 'pending' and new.status <> 'pending' and new.short_by is not null)
  execute function order_short_ends();

create function forget_where_placed() returns trigger language plpgsql as $$
begin
  new.placed_from := null;
  new.placed_from_56 := null;
  new.placed_from_48 := null;
  return new;
end $$;
comment on function forget_where_placed() is 'The network that an order came from is forgotten once it is decided.';
create trigger orders_forget_where_placed before update of status on orders
  for each row when (new.status <> 'pending' and new.placed_from is not null) execute function forget_where_placed();

create function order_gets_instructions() returns trigger language plpgsql as $$
begin
  new.instructions := (select jsonb_object_agg(i.language, i.html) from instructions i where i.product_id = new.product_id);
  return new;
end $$;
comment on function order_gets_instructions() is 'Copies the product''s instructions into an order that is approved.';
create trigger order_gets_instructions before update of status on orders
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function order_gets_instructions();

create function is_importing() returns boolean language sql stable as $$
  select current_setting('trackside.importing', true) = '1' and has_table_privilege(session_user, 'ledger', 'insert')
$$;
comment on function is_importing() is 'Whether this transaction imports the old shop, which only the owner of the database may. Such orders get no receipt.';

create function financial_year(at timestamptz, zone text) returns integer language plpgsql stable as $$
begin
  return extract(year from (at at time zone zone) - interval '3 months');
exception when invalid_parameter_value then
  -- PostgreSQL may not know a new time zone. No order may fail for that.
  return extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months');
end $$;
comment on function financial_year(timestamptz, text) is 'The year in which the financial year of a time begins, in a time zone.';

create function order_gets_receipt() returns trigger language plpgsql security definer as $$
declare
  shop record;
  its_year integer;
  its_number integer;
begin
  if is_importing() then
    return null;
  end if;
  select coalesce(nullif(seller_name, ''), name) as seller, seller_address, gstin, hsn_code, gst_rate, time_zone into shop from shop_settings;
  its_year := financial_year(new.processed_at, shop.time_zone);
  -- The row stays locked until the commit, so the numbers of concurrent approvals follow each other.
  insert into receipt_counters as c (year, last) values (its_year, 1)
    on conflict (year) do update set last = c.last + 1 returning last into its_number;
  insert into receipts (order_id, year, number, issued_at, seller_name, seller_address, gstin, hsn_code, gst_rate)
    values (new.id, its_year, its_number, new.processed_at, shop.seller, shop.seller_address, shop.gstin, shop.hsn_code, shop.gst_rate);
  return null;
end $$;
comment on function order_gets_receipt() is E'At commit: gives an order that was approved the next number of its financial year.\nIt runs as the owner. The counter''s row is locked last, so approvals wait for each other no longer than needed.';
create constraint trigger order_gets_receipt after update of status on orders deferrable initially deferred
  for each row when (new.status = 'approved' and old.status <> 'approved')
  execute function order_gets_receipt();

-- ---- Payments ----

create function begin_upi_hold() returns trigger language plpgsql as $$
begin
  new.hold_until := new.created_at + interval '30 minutes';
  return new;
end $$;
comment on function begin_upi_hold() is 'The IDs of a UPI order are held for 30 minutes. Its buyer prolongs that with a UTR.';
create trigger begin_upi_hold before insert on orders
  for each row when (new.payment_method = 'upi' and new.status = 'pending' and new.hold_until is null) execute function begin_upi_hold();

create function take_upi_amount() returns trigger language plpgsql as $$
declare
  taken_at timestamptz := coalesce(new.payment_asked_at, new.created_at);
  is_asked boolean := new.payment_asked_at is not null;
  most_less bigint := least(999, greatest(99, new.total_paise / 1000));
  amount bigint;
begin
  if not is_asked and (
    (select count(*) from upi_amounts a where a.taken_from = new.placed_from and (a.free_at is null or a.free_at > taken_at)) >= 10
    or (select count(*) from upi_amounts a where a.taken_from_56 = new.placed_from_56 and (a.free_at is null or a.free_at > taken_at)) >= 20
    or (select count(*) from upi_amounts a where a.taken_from_48 = new.placed_from_48 and (a.free_at is null or a.free_at > taken_at)) >= 40
  ) then
    return null;
  end if;
  for amount in
    select new.total_paise - less from generate_series(0, most_less) less
    where new.total_paise - less >= 100
      and not exists (select from upi_amounts a where a.paise = new.total_paise - less and (a.free_at is null or a.free_at > taken_at))
    -- Anybody may send whole rupees for anything, so they come last.
    order by (new.total_paise - less) % 100 = 0, less
  loop
    -- An amount that another transaction is taking is passed over: nobody waits, so nobody deadlocks.
    continue when not pg_try_advisory_xact_lock(-amount);
    insert into upi_amounts as a (paise, order_id, is_unseen, taken_from, taken_from_56, taken_from_48)
      values (amount, new.id, true,
        case when not is_asked then new.placed_from end,
        case when not is_asked then new.placed_from_56 end,
        case when not is_asked then new.placed_from_48 end)
      on conflict (paise) do update set order_id = excluded.order_id, free_at = null, is_unseen = true,
        taken_from = excluded.taken_from, taken_from_56 = excluded.taken_from_56, taken_from_48 = excluded.taken_from_48
        where a.free_at <= taken_at;
    if found then
      update orders set payable_paise = amount where id = new.id;
      return null;
    end if;
  end loop;
  return null;
end $$;
comment on function take_upi_amount() is E'Gives an order that is paid by UPI an amount of its own: its total less up to 99 paise, of larger totals less up to a\nthousandth, 9.99 rupees at most, and never below 1 rupee. Where no amount is left, or a network has its share of them, its\nbuyer pays the total.';
create trigger take_upi_amount after insert on orders
  for each row when (new.payment_method = 'upi' and new.status = 'pending') execute function take_upi_amount();
create trigger take_upi_amount_when_asked after update of payment_asked_at on orders
  for each row when (old.payment_asked_at is null and new.payment_asked_at is not null and new.payable_paise is null)
  execute function take_upi_amount();

create function free_upi_amount() returns trigger language plpgsql as $$
declare
  ended_at timestamptz := coalesce(new.handled_at, now());
  is_approved boolean := new.status = 'approved';
begin
  update upi_amounts a set
    free_at = case
      when not is_approved and new.utr is null and not exists (select from payments p where p.order_id = new.id)
        and (a.is_unseen or ended_at < coalesce(new.payment_asked_at, new.created_at) + interval '5 minutes')
      then ended_at else now() + interval '72 hours' end,
    taken_from = case when not is_approved then a.taken_from end,
    taken_from_56 = case when not is_approved then a.taken_from_56 end,
    taken_from_48 = case when not is_approved then a.taken_from_48 end
  where a.order_id = new.id;
  return null;
end $$;
comment on function free_upi_amount() is E'An order that ends keeps its own UPI amount for 72 hours, so that late money is not taken for another order''s. It is free\nat once where nobody can have paid it: its page was never shown, or the order ended within 5 minutes.';
create trigger free_upi_amount after update of status on orders
  for each row when (old.status = 'pending' and new.payable_paise is not null) execute function free_upi_amount();

create function attempt_goes_on() returns trigger language plpgsql as $$
begin
  if old.state = 'paid' or new.state = 'opening' or (new.state = 'open' and old.state <> 'opening')
    or (new.state <> 'paid' and old.state not in ('opening', 'open'))
  then
    raise exception 'an attempt that is % does not become %', old.state, new.state using errcode = '23514', constraint = 'attempt_goes_on';
  end if;
  return new;
end $$;
comment on function attempt_goes_on() is 'An attempt goes on: opening, open, then an end. Any end but paid may still become paid; nothing else goes back.';
create trigger attempt_goes_on before update of state on payment_attempts
  for each row when (old.state <> new.state) execute function attempt_goes_on();

create function money_stays() returns trigger language plpgsql as $$
begin
  raise exception '% are neither deleted nor changed in what was paid', tg_table_name using errcode = '55000', constraint = 'money_stays';
end $$;
comment on function money_stays() is 'Money that came in or went back is not deleted, and its amount and reference do not change.';
create trigger payments_are_not_emptied before truncate on payments for each statement execute function money_stays();
create trigger payments_stay before delete on payments for each row execute function money_stays();
create trigger payments_stay_themselves before update of source, reference, paise, currency on payments
  for each row when (old.source is distinct from new.source or old.reference is distinct from new.reference
    or old.paise is distinct from new.paise or old.currency is distinct from new.currency)
  execute function money_stays();
create trigger refunds_are_not_emptied before truncate on refunds for each statement execute function money_stays();
create trigger refunds_stay before delete on refunds for each row execute function money_stays();
create trigger refunds_stay_themselves before update of payment_id, paise on refunds
  for each row when (old.payment_id is distinct from new.payment_id or old.paise is distinct from new.paise)
  execute function money_stays();

create function mark_payment_to_review() returns trigger language plpgsql as $$
begin
  update orders o set has_payment_to_review = not o.has_payment_to_review
    where o.id in (old.order_id, new.order_id) and o.status = 'pending'
      and o.has_payment_to_review <> exists (select from payments p where p.order_id = o.id and p.state = 'review');
  return null;
end $$;
comment on function mark_payment_to_review() is E'Marks a pending order while a payment for it is under review.\nIt locks the order: a transaction that reviews a payment locks its order first.';
create trigger payment_to_review_came after insert on payments
  for each row when (new.state = 'review' and new.order_id is not null) execute function mark_payment_to_review();
create trigger payment_to_review_changed after update of state, order_id on payments
  for each row when (old.state = 'review' or new.state = 'review') execute function mark_payment_to_review();

create function matched_order_stands() returns trigger language plpgsql as $$
declare
  of_order text;
begin
  if tg_table_name = 'orders' then
    of_order := new.id;
  else
    of_order := new.order_id;
  end if;
  if exists (
    select from payments p join orders o on o.id = p.order_id
    where p.order_id = of_order and p.state = 'matched' and o.status not in ('pending', 'approved')
  ) then
    raise exception 'the money of an order that was rejected or cancelled is to be refunded' using errcode = '23514', constraint = 'matched_order_stands';
  end if;
  return null;
end $$;
comment on function matched_order_stands() is 'At commit: a matched payment belongs to a pending or an approved order.';
create constraint trigger order_stands_with_payment after update of status on orders deferrable initially deferred
  for each row when (new.status in ('rejected', 'cancelled'))
  execute function matched_order_stands();
create constraint trigger matched_order_stands after insert or update of state, order_id on payments deferrable initially deferred
  for each row when (new.state = 'matched')
  execute function matched_order_stands();

create function refunds_stay_below() returns trigger language plpgsql as $$
declare
  came bigint;
  back bigint;
begin
  select paise into came from payments where id = new.payment_id for update;
  select coalesce(sum(paise), 0) into back from refunds where payment_id = new.payment_id and state <> 'failed' and id <> new.id;
  if new.state <> 'failed' and back + new.paise > came then
    raise exception 'refunds of % and % paise exceed the payment of %', back, new.paise, came using errcode = '23514', constraint = 'refunds_stay_below';
  end if;
  return new;
end $$;
comment on function refunds_stay_below() is 'Refunds never exceed their payment. The payment''s row is locked, so two at once count each other.';
create trigger refunds_stay_below before insert or update of state, paise on refunds
  for each row execute function refunds_stay_below();

create function refunds_add_up() returns trigger language plpgsql as $$
declare
  of_payment text;
begin
  if tg_table_name = 'payments' then
    of_payment := new.id;
  else
    of_payment := new.payment_id;
  end if;
  if exists (
    select from payments p where p.id = of_payment
      and (p.state = 'refunded') <> (p.paise = (select coalesce(sum(r.paise), 0) from refunds r where r.payment_id = p.id and r.state = 'done'))
  ) then
    raise exception 'the refunds of payment % do not add up to its state', of_payment using errcode = '23514', constraint = 'refunds_add_up';
  end if;
  return null;
end $$;
comment on function refunds_add_up() is 'At commit: a payment is refunded if and only if the refunds that are done add up to it.';
create constraint trigger refunds_add_up after insert or update of state on payments deferrable initially deferred
  for each row execute function refunds_add_up();
create constraint trigger refunds_of_payment_add_up after insert or update of state on refunds deferrable initially deferred
  for each row execute function refunds_add_up();

create function refund_gets_credit_note() returns trigger language plpgsql security definer as $$
declare
  came record;
  back bigint;
  credited bigint;
  its bigint;
  its_year integer;
  its_number integer;
begin
  if is_importing() then
    return null;
  end if;
  select p.id, p.paise, coalesce(o.payable_paise, o.total_paise) as payable, o.id as order_id, s.time_zone into came
    from payments p join orders o on o.id = p.order_id join receipts c on c.order_id = o.id cross join shop_settings s
    where p.id = new.payment_id and p.problem is null and p.currency = 'INR';
  if not found or exists (select from credit_notes n where n.refund_id = new.id)
    or not exists (select from refunds r where r.id = new.id and r.state = 'done') then
    return null;
  end if;
  -- What was paid above the receipt goes back first: that is no sale.
  select coalesce(sum(paise), 0) into back from refunds where payment_id = came.id and state = 'done';
  select coalesce(sum(n.paise), 0) into credited from credit_notes n join refunds r on r.id = n.refund_id
    where n.order_id = came.order_id and r.state = 'done';
  its := least(new.paise, least(back - greatest(came.paise - came.payable, 0), came.payable) - credited);
  if its <= 0 then
    return null;
  end if;
  its_year := financial_year(new.done_at, came.time_zone);
  insert into credit_note_counters as c (year, last) values (its_year, 1)
    on conflict (year) do update set last = c.last + 1 returning last into its_number;
  insert into credit_notes (refund_id, order_id, year, number, issued_at, paise)
    values (new.id, came.order_id, its_year, its_number, new.done_at, its);
  return null;
end $$;
comment on function refund_gets_credit_note() is E'At commit: gives a refund that is done the next number of its financial year, if its payment pays for an order with a receipt.\nIt runs as the owner. The counter''s row is locked last.';
create constraint trigger refund_gets_credit_note after insert or update of state on refunds deferrable initially deferred
  for each row when (new.state = 'done')
  execute function refund_gets_credit_note();

-- ---- The ledger: every change of the stock is one of its rows ----

create function ledger_mac(message bytea) returns bytea language plpgsql as $$
declare
  pads text := current_setting('trackside.ledger_key', true);
begin
  if pads is null or length(pads) <> 256 then
    raise exception 'this connection has no key to the ledger, so it may not change the stock' using errcode = '55000';
  end if;
  return sha256(decode(substr(pads, 129), 'hex') || sha256(decode(substr(pads, 1, 128), 'hex') || message));
end $$;
comment on function ledger_mac(bytea) is 'HMAC-SHA256 with the ledger key that the connection carries. Without the key the stock cannot be changed.';

create function ledger_begin(of_product text, out last_seq bigint, out last_mac bytea) returns record language plpgsql as $$
begin
  select s.ledger_seq, s.ledger_mac into last_seq, last_mac from product_stock s where s.product_id = of_product for update;
  if not found then
    raise exception 'product % has no stock row', of_product using errcode = '23503';
  end if;
  if exists (select from key_check where ledger_check is not null and ledger_check <> ledger_mac('\x03')) then
    raise exception 'the key of this connection is that of an earlier secret' using errcode = '55000';
  end if;
end $$;
comment on function ledger_begin(text) is 'Locks a product''s stock row and returns the end of its chain. Refuses a connection whose key belongs to an earlier secret.';
revoke execute on function ledger_begin(text) from public;

create function ledger_append(of_product text, of_event text, of_order text, prints bytea[], inout last_seq bigint, inout last_mac bytea) returns record language plpgsql as $$
declare
  by_admin text := nullif(current_setting('trackside.admin', true), '');
  total integer := cardinality(prints);
  begins integer := 1;
  slice bytea[];
  line text;
begin
  while begins <= total or (begins = 1 and of_event = 'rotated') loop
    slice := prints[begins:begins + 1999];
    begins := begins + 2000;
    last_seq := last_seq + 1;
    line := json_build_array(of_product, last_seq, of_event, of_order, by_admin, (extract(epoch from now()) * 1000000)::bigint, cardinality(slice))::text;
    last_mac := ledger_mac('\x01' || last_mac || convert_to(line, 'UTF8') ||
      coalesce((select string_agg(print, '' order by n) from unnest(slice) with ordinality as p (print, n)), ''));
    insert into ledger (product_id, seq, event, fingerprints, order_id, admin_id, at, mac)
      values (of_product, last_seq, of_event, slice, of_order, by_admin, now(), last_mac);
  end loop;
end $$;
comment on function ledger_append(text, text, text, bytea[], bigint, bytea) is 'Adds rows of up to 2,000 fingerprints to a chain; each row''s hash covers the row before it.';
revoke execute on function ledger_append(text, text, text, bytea[], bigint, bytea) from public;

create function ledger_end(of_product text, last_seq bigint, last_mac bytea, imported_by integer, held_by integer, delivered_by integer, withdrawn_by integer) returns void language plpgsql as $$
begin
  update product_stock s set
      imported = s.imported + imported_by, held = s.held + held_by, delivered = s.delivered + delivered_by,
      withdrawn = s.withdrawn + withdrawn_by, ledger_seq = last_seq, ledger_mac = last_mac,
      ledger_head = ledger_mac('\x02' || last_mac)
    where s.product_id = of_product;
  if nullif(current_setting('trackside.admin', true), '') is null then
    perform set_config('trackside.unsigned', '1', true);
  end if;
end $$;
comment on function ledger_end(text, bigint, bytea, integer, integer, integer, integer) is 'Stores the new end of a chain together with the counters that changed.';
revoke execute on function ledger_end(text, bigint, bytea, integer, integer, integer, integer) from public;

create function ledger_write(of_product text, of_event text, of_order text, prints bytea[], imported_by integer, held_by integer, delivered_by integer, withdrawn_by integer) returns void language plpgsql as $$
declare
  chain_end record;
begin
  select * into chain_end from ledger_begin(of_product);
  select * into chain_end from ledger_append(of_product, of_event, of_order, prints, chain_end.last_seq, chain_end.last_mac);
  perform ledger_end(of_product, chain_end.last_seq, chain_end.last_mac, imported_by, held_by, delivered_by, withdrawn_by);
end $$;
comment on function ledger_write(text, text, text, bytea[], integer, integer, integer, integer) is E'Adds one event to a product''s chain and changes its counters.\nTriggers call it, and the commands that change the secret or import an export. Only the owner may execute it.';
revoke execute on function ledger_write(text, text, text, bytea[], integer, integer, integer, integer) from public;

create function erased_among(prints bytea[]) returns table(product_id text, print bytea) language sql stable set enable_seqscan = off as $$
  select l.product_id, its.print
  from ledger l cross join unnest(l.fingerprints) as its (print) join unnest(prints) as given (print) on given.print = its.print
  where l.event = 'erased' and l.fingerprints && prints
$$;
comment on function erased_among(bytea[]) is 'Which of these fingerprints belong to erased IDs.';

create function never_rewritten() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = '55000';
end $$;
comment on function never_rewritten() is 'The ledger is only ever added to.';
create trigger ledger_is_append_only before delete or update on ledger
  for each statement execute function never_rewritten();
create trigger ledger_is_not_emptied before truncate on ledger for each statement execute function never_rewritten();

create function action_is_signed() returns trigger language plpgsql as $$
begin
  if current_setting('trackside.unsigned', true) = '1' or coalesce(nullif(current_setting('trackside.admin', true), ''), new.admin_id) <> new.admin_id then
    raise exception 'the stock was changed before the ledger was told by whom' using errcode = '55000';
  end if;
  return null;
end $$;
comment on function action_is_signed() is E'Refuses an admin''s audit entry if the transaction has changed stock without naming an admin to the ledger,\nor if it names another admin.';
create trigger action_is_signed after insert on audit_entries for each row execute function action_is_signed();

-- ---- The books of the stock ----

create function units_entered() returns trigger language plpgsql security definer as $$
declare
  entered record;
begin
  for entered in
    select product_id, array_agg(fingerprint order by id) as prints, count(*)::integer as n, count(withdrawn)::integer as withdrawn
    from new_units group by product_id order by product_id
  loop
    perform ledger_write(entered.product_id, 'imported', null, entered.prints, entered.n, 0, 0, entered.withdrawn);
  end loop;
  return null;
end $$;
comment on function units_entered() is 'Writes new IDs to the ledger.';
create trigger units_entered after insert on units referencing new table as new_units
  for each statement execute function units_entered();

create function units_changed() returns trigger language plpgsql security definer set enable_nestloop = off as $$
declare
  changed record;
begin
  if not exists (
    select from old_units o join new_units n using (id)
    where o.product_id <> n.product_id or o.withdrawn is distinct from n.withdrawn
  ) then
    return null;
  end if;
  for changed in
    select product_id, event, array_agg(fingerprint order by id) as prints, count(*)::integer * imported_by as imported_by, sum(withdrawn_by)::integer as withdrawn_by
    from (
      select o.product_id, 'moved' as event, 1 as turn, o.fingerprint, o.id, -1 as imported_by, -(o.withdrawn is not null)::integer as withdrawn_by
        from old_units o join new_units n using (id) where o.product_id <> n.product_id
      union all
      select n.product_id, 'imported', 2, n.fingerprint, n.id, 1, (n.withdrawn is not null)::integer
        from old_units o join new_units n using (id) where o.product_id <> n.product_id
      union all
      select n.product_id, coalesce(n.withdrawn, case when o.imported_at = n.imported_at then 'restored' else 'imported' end), 3, n.fingerprint, n.id, 0,
          (n.withdrawn is not null)::integer - (o.withdrawn is not null)::integer
        from old_units o join new_units n using (id) where o.product_id = n.product_id and o.withdrawn is distinct from n.withdrawn
    ) as difference
    group by product_id, turn, event, imported_by order by product_id, turn, event
  loop
    perform ledger_write(changed.product_id, changed.event, null, changed.prints, changed.imported_by, 0, 0, changed.withdrawn_by);
  end loop;
  if exists (
    select from old_units o join new_units n using (id)
    where (o.product_id <> n.product_id or n.withdrawn is not null) and (
      exists (select from order_units h where h.unit_id = n.id) or
      exists (select from free_units f where f.product_id = o.product_id and f.unit_id = n.id))
  ) then
    raise exception 'an ID that is free or in an order cannot be withdrawn or moved' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  return null;
end $$;
comment on function units_changed() is 'Writes withdrawn, restored and moved IDs to the ledger. Refuses to withdraw or move an ID that is free or in an order.';
create trigger units_changed after update on units referencing old table as old_units new table as new_units
  for each statement execute function units_changed();

create function units_erased() returns trigger language plpgsql security definer as $$
declare
  erased record;
begin
  for erased in
    select product_id, array_agg(fingerprint order by id) as prints, count(*)::integer as n, count(withdrawn)::integer as withdrawn
    from old_units group by product_id order by product_id
  loop
    perform ledger_write(erased.product_id, 'erased', null, erased.prints, -erased.n, 0, 0, -erased.withdrawn);
  end loop;
  return null;
end $$;
comment on function units_erased() is 'Writes deleted unit rows to the ledger.';
create trigger units_erased after delete on units referencing old table as old_units
  for each statement execute function units_erased();

create function units_value_erased() returns trigger language plpgsql security definer set enable_nestloop = off as $$
declare
  erased record;
begin
  if not exists (select from old_units o join new_units n using (id) where o.erased_at is distinct from n.erased_at) then
    return null;
  end if;
  if exists (select from old_units o join new_units n using (id) where o.erased_at is not null and n.erased_at is distinct from o.erased_at) then
    raise exception 'an ID that was erased does not come back' using errcode = '23514', constraint = 'erased_for_good';
  end if;
  for erased in
    select n.product_id, array_agg(n.fingerprint order by n.id) as prints
    from old_units o join new_units n using (id) where o.erased_at is null and n.erased_at is not null group by 1 order by 1
  loop
    perform ledger_write(erased.product_id, 'erased', null, erased.prints, 0, 0, 0, 0);
  end loop;
  if exists (
    select from old_units o join new_units n using (id)
    where o.erased_at is null and n.erased_at is not null and (
      exists (select from free_units f where f.product_id = n.product_id and f.unit_id = n.id) or
      exists (select from order_units h where h.unit_id = n.id and h.delivered_at is null))
  ) then
    raise exception 'an ID that was not handed over cannot be erased' using errcode = '23514', constraint = 'erased_for_good';
  end if;
  return null;
end $$;
comment on function units_value_erased() is 'Writes to the ledger that an ID''s value was erased. Refuses it for an ID that is free or reserved. Erasing is final.';
create trigger units_value_erased after update on units referencing old table as old_units new table as new_units
  for each statement execute function units_value_erased();

create function id_stays_itself() returns trigger language plpgsql as $$
begin
  raise exception 'an ID keeps its number and its fingerprint' using errcode = '23514', constraint = 'id_stays_itself';
end $$;
comment on function id_stays_itself() is 'A unit keeps its number and, outside an upgrade or a change of the secret, its fingerprint.';
create trigger units_stay_themselves before update of id, fingerprint on units
  for each row when (old.id <> new.id or old.fingerprint <> new.fingerprint) execute function id_stays_itself();

create function gone_for_good() returns trigger language plpgsql as $$
begin
  raise exception 'an ID that is faulty or erased does not come back' using errcode = '23514', constraint = 'gone_for_good';
end $$;
comment on function gone_for_good() is 'A faulty or erased ID is never sold again.';
create trigger units_faulty_for_good before update of withdrawn, product_id on units
  for each row when (old.withdrawn = 'faulty' and (new.withdrawn is distinct from 'faulty' or new.product_id <> old.product_id))
  execute function gone_for_good();
create trigger units_gone_stay before delete on units
  for each row when (old.withdrawn = 'faulty' or old.erased_at is not null) execute function gone_for_good();

create function free_units_came() returns trigger language plpgsql security definer as $$
begin
  update product_stock s set free = s.free + came.n
    from (select product_id, count(*)::integer as n from new_free group by product_id) as came where s.product_id = came.product_id;
  if exists (
    select from new_free n join units u on u.id = n.unit_id
    where u.product_id <> n.product_id or u.withdrawn is not null or exists (select from order_units h where h.unit_id = n.unit_id)
  ) then
    raise exception 'an ID of another product, one in an order or one that is withdrawn cannot be free' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  if exists (
    select from erased_among((select array_agg(u.fingerprint) from new_free n join units u on u.id = n.unit_id)) as erased
    where exists (select from ledger l where l.product_id = erased.product_id and l.event = 'delivered' and erased.print = any(l.fingerprints))
  ) then
    raise exception 'an ID that was delivered does not come back' using errcode = '23514', constraint = 'delivered_for_good';
  end if;
  return null;
end $$;
comment on function free_units_came() is E'Counts IDs that become free.\nRefuses an ID of another product, one that is in an order, one that is withdrawn and one that was delivered and erased.';
create trigger free_units_came after insert on free_units referencing new table as new_free
  for each statement execute function free_units_came();

create function free_units_went() returns trigger language plpgsql security definer as $$
begin
  update product_stock s set free = s.free - went.n
    from (select product_id, count(*)::integer as n from old_free group by product_id) as went where s.product_id = went.product_id;
  return null;
end $$;
comment on function free_units_went() is 'Counts IDs that stop being free.';
create trigger free_units_went after delete on free_units referencing old table as old_free
  for each statement execute function free_units_went();

create function unsettled_stay_out() returns trigger language plpgsql as $$
declare
  leaving record;
begin
  perform from restores where freeing_since is null for share;
  if not found then
    return null;
  end if;
  for leaving in
    select n.product_id, array_agg(n.unit_id order by n.unit_id) as ids
    from new_free n join free_units f on f.product_id = n.product_id and f.unit_id = n.unit_id
    group by 1 order by 1
  loop
    delete from free_units where product_id = leaving.product_id and unit_id = any(leaving.ids);
    update product_stock set available = available - cardinality(leaving.ids) where product_id = leaving.product_id;
    update units set withdrawn = 'held back', withdrawn_at = now() where id = any(leaving.ids);
  end loop;
  return null;
end $$;
comment on function unsettled_stay_out() is 'Holds back IDs that become free in a restored shop that is not settled. Waits for a settlement that is under way.';
create trigger unsettled_stay_out after insert on free_units referencing new table as new_free
  for each statement execute function unsettled_stay_out();

create function order_units_came() returns trigger language plpgsql security definer as $$
declare
  came record;
  of_product text;
  chain_end record;
  held_by integer;
  delivered_by integer;
begin
  for came in
    select u.product_id, n.order_id, n.delivered_at is not null as is_delivered, array_agg(u.fingerprint order by n.unit_id) as prints, count(*)::integer as n
    from new_held n join units u on u.id = n.unit_id group by 1, 2, 3 order by 1, 2, 3
  loop
    if came.product_id is distinct from of_product then
      if of_product is not null then
        perform ledger_end(of_product, chain_end.last_seq, chain_end.last_mac, 0, held_by, delivered_by, 0);
      end if;
      of_product := came.product_id;
      held_by := 0;
      delivered_by := 0;
      select * into chain_end from ledger_begin(of_product);
    end if;
    select * into chain_end from ledger_append(of_product, case when came.is_delivered then 'delivered' else 'reserved' end, came.order_id, came.prints,
      chain_end.last_seq, chain_end.last_mac);
    if came.is_delivered then
      delivered_by := delivered_by + came.n;
    else
      held_by := held_by + came.n;
    end if;
  end loop;
  if of_product is not null then
    perform ledger_end(of_product, chain_end.last_seq, chain_end.last_mac, 0, held_by, delivered_by, 0);
  end if;
  if exists (
    select from new_held n join units u on u.id = n.unit_id
    where u.withdrawn is not null or exists (select from free_units f where f.product_id = u.product_id and f.unit_id = n.unit_id)
  ) then
    raise exception 'an ID that is free or withdrawn cannot be in an order' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  return null;
end $$;
comment on function order_units_came() is 'Writes reserved and delivered IDs to the ledger. Refuses an ID that is still free or is withdrawn.';
create trigger order_units_came after insert on order_units referencing new table as new_held
  for each statement execute function order_units_came();

create function order_units_changed() returns trigger language plpgsql security definer as $$
declare
  delivered record;
begin
  if exists (
    select from old_held o left join new_held n on n.unit_id = o.unit_id and n.order_id = o.order_id
    where n.unit_id is null or (o.delivered_at is not null and n.delivered_at is null)
  ) then
    raise exception 'an ID goes from no order to another, and is not taken back' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  for delivered in
    select u.product_id, n.order_id, array_agg(u.fingerprint order by n.unit_id) as prints, count(*)::integer as n
    from new_held n join old_held o on o.unit_id = n.unit_id join units u on u.id = n.unit_id
    where o.delivered_at is null and n.delivered_at is not null group by 1, 2 order by 1, 2
  loop
    perform ledger_write(delivered.product_id, 'delivered', delivered.order_id, delivered.prints, 0, -delivered.n, delivered.n, 0);
  end loop;
  return null;
end $$;
comment on function order_units_changed() is 'Writes to the ledger that reserved IDs were delivered. Refuses to move an ID to another order or to undo its delivery.';
create trigger order_units_changed after update on order_units referencing old table as old_held new table as new_held
  for each statement execute function order_units_changed();

create function order_units_went() returns trigger language plpgsql security definer as $$
declare
  went record;
begin
  for went in
    select u.product_id, o.order_id, o.delivered_at is not null as was_delivered, array_agg(u.fingerprint order by o.unit_id) as prints, count(*)::integer as n
    from old_held o join units u on u.id = o.unit_id group by 1, 2, 3 order by 1, 2, 3
  loop
    if went.was_delivered then
      perform ledger_write(went.product_id, 'replaced', went.order_id, went.prints, 0, 0, -went.n, 0);
    else
      perform ledger_write(went.product_id, 'released', went.order_id, went.prints, 0, -went.n, 0, 0);
    end if;
  end loop;
  return null;
end $$;
comment on function order_units_went() is 'Writes to the ledger that reserved IDs were released, or that a delivered one was replaced.';
create trigger order_units_went after delete on order_units referencing old table as old_held
  for each statement execute function order_units_went();

create function delivered_for_good() returns trigger language plpgsql as $$
begin
  if exists (select from units u where u.id = old.unit_id and u.withdrawn is distinct from 'faulty')
    and not exists (select from order_units h where h.unit_id = old.unit_id and h.order_id = old.order_id and h.delivered_at is not null)
  then
    raise exception 'an ID that was delivered does not come back' using errcode = '23514', constraint = 'delivered_for_good';
  end if;
  return null;
end $$;
comment on function delivered_for_good() is 'At commit: a delivered ID that left its order is withdrawn. It never becomes free again.';
create constraint trigger delivered_for_good after delete on order_units deferrable initially deferred
  for each row when (old.delivered_at is not null) execute function delivered_for_good();

create function books_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from product_stock s where s.product_id = new.product_id
      and (s.available <> s.free or s.imported <> s.free + s.held + s.delivered + s.withdrawn)
  ) then
    raise exception 'the books of product % do not balance', new.product_id using errcode = '23514', constraint = 'books_balance';
  end if;
  return null;
end $$;
comment on function books_balance() is 'At commit: available equals free, and imported equals the sum of free, held, delivered and withdrawn.';
create constraint trigger books_balance after insert or update on product_stock deferrable initially deferred
  for each row when (new.available <> new.free or new.imported <> (new.free + new.held + new.delivered + new.withdrawn))
  execute function books_balance();

create function never_emptied() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be emptied or changed in this way: what becomes of an ID has to be told', tg_table_name using errcode = '55000';
end $$;
comment on function never_emptied() is 'Refuses TRUNCATE, and UPDATE of free_units, because no other trigger would record the change.';
create trigger earlier_keys_are_not_emptied before truncate on earlier_keys
  for each statement execute function never_emptied();
create trigger free_units_are_not_emptied before update or truncate on free_units
  for each statement execute function never_emptied();
create trigger order_units_are_not_emptied before truncate on order_units
  for each statement execute function never_emptied();
create trigger orders_are_not_emptied before truncate on orders for each statement execute function never_emptied();
create trigger product_stock_is_not_emptied before truncate on product_stock
  for each statement execute function never_emptied();
create trigger replacements_are_not_emptied before truncate on replacements
  for each statement execute function never_emptied();
create trigger units_are_not_emptied before truncate on units for each statement execute function never_emptied();

create function batch_units_entered() returns trigger language plpgsql as $$
begin
  update batches b set ids = b.ids + came.n, withdrawn = b.withdrawn + came.withdrawn
    from (select batch_id, count(*)::integer as n, count(withdrawn)::integer as withdrawn from new_units where batch_id is not null group by batch_id) as came
    where b.id = came.batch_id;
  return null;
end $$;
comment on function batch_units_entered() is 'Keeps the counters of batches: IDs that came in.';
create trigger units_of_batch_entered after insert on units referencing new table as new_units
  for each statement execute function batch_units_entered();

create function batch_units_changed() returns trigger language plpgsql as $$
begin
  update batches b set ids = b.ids + change.ids, withdrawn = b.withdrawn + change.withdrawn
    from (
      select batch_id, sum(ids)::integer as ids, sum(withdrawn)::integer as withdrawn
      from (
        select batch_id, -1 as ids, -(withdrawn is not null)::integer as withdrawn from old_units
        union all
        select batch_id, 1, (withdrawn is not null)::integer from new_units
      ) as both_sides
      where batch_id is not null group by batch_id having sum(ids) <> 0 or sum(withdrawn) <> 0
    ) as change
    where b.id = change.batch_id;
  return null;
end $$;
comment on function batch_units_changed() is 'Keeps the counters of batches: IDs that were withdrawn, restored or moved.';
create trigger units_of_batch_changed after update on units referencing old table as old_units new table as new_units
  for each statement execute function batch_units_changed();

create function batch_units_erased() returns trigger language plpgsql as $$
begin
  update batches b set ids = b.ids - went.n, withdrawn = b.withdrawn - went.withdrawn
    from (select batch_id, count(*)::integer as n, count(withdrawn)::integer as withdrawn from old_units where batch_id is not null group by batch_id) as went
    where b.id = went.batch_id;
  return null;
end $$;
comment on function batch_units_erased() is 'Keeps the counters of batches: unit rows that were deleted.';
create trigger units_of_batch_erased after delete on units referencing old table as old_units
  for each statement execute function batch_units_erased();

create function batch_delivered() returns trigger language plpgsql as $$
begin
  update batches b set delivered = b.delivered + given.n
    from (
      select u.batch_id, count(*)::integer as n from new_held n join old_held o on o.unit_id = n.unit_id join units u on u.id = n.unit_id
      where o.delivered_at is null and n.delivered_at is not null and u.batch_id is not null group by u.batch_id
    ) as given
    where b.id = given.batch_id;
  return null;
end $$;
comment on function batch_delivered() is 'Keeps the counters of batches: reserved IDs that were delivered.';
create trigger order_units_of_batch_delivered after update on order_units referencing old table as old_held new table as new_held
  for each statement execute function batch_delivered();

create function batch_delivered_one() returns trigger language plpgsql as $$
declare
  held order_units := case tg_op when 'INSERT' then new else old end;
begin
  update batches b set delivered = b.delivered + case tg_op when 'INSERT' then 1 else -1 end
    from units u where u.id = held.unit_id and b.id = u.batch_id;
  return null;
end $$;
comment on function batch_delivered_one() is 'Keeps the counters of batches: IDs that were delivered without a reservation, and delivered IDs that were replaced.';
create trigger order_units_of_batch_handed_over after insert on order_units
  for each row when (new.delivered_at is not null) execute function batch_delivered_one();
create trigger order_units_of_batch_replaced after delete on order_units
  for each row when (old.delivered_at is not null) execute function batch_delivered_one();

create function record_stock_arrival() returns trigger language plpgsql as $$
begin
  insert into stock_arrivals (product_id, ids)
    select came.product_id, came.n from (select product_id, count(*)::integer as n from new_free group by product_id) as came
    where exists (select from waitlist w where w.product_id = came.product_id and w.confirmed_at is not null and w.notified_at is null)
      and not exists (select from restores where freeing_since is null);
  return null;
end $$;
comment on function record_stock_arrival() is 'Records how many IDs came in, if somebody waits for their product and they are not held back.';
create trigger record_stock_arrival after insert on free_units referencing new table as new_free
  for each statement execute function record_stock_arrival();

-- ---- Search and totals of past orders ----

create function order_codes(o orders) returns text language sql immutable
  return lower(o.id || chr(10) || o.request_code);
comment on function order_codes(orders) is 'The ID and the code of an order in lower case, for search.';

create function order_name(o orders) returns text language sql immutable
  return searched_text(o.product_name);
comment on function order_name(orders) is 'The product''s name in an order, in the form in which a search compares texts.';

create function order_text(o orders) returns text language sql immutable
  return lower(o.id || chr(10) || o.request_code || chr(10)) || searched_text(o.product_name);
comment on function order_text(orders) is 'The ID, the code and the product''s name of an order as one text, to search orders that have no row in order_texts.';

create function order_counts_for(o orders) returns table(what text, at timestamptz) language sql immutable as $$
  select 'placed', o.created_at union all select 'approved', o.handled_at where o.status = 'approved'
$$;
comment on function order_counts_for(orders) is 'At which times an order counts as placed and as approved.';

create function open_orders() returns setof orders language plpgsql stable as $$
declare
  since timestamptz := (select until from order_sums_until);
begin
  return query select * from orders where created_at >= since;
end $$;
comment on function open_orders() is 'Orders, pending or decided, that were placed since order_sums_until, so order_sums and order_texts lack them.';

create function close_order_hours() returns integer language plpgsql as $$
declare
  since timestamptz;
  ends timestamptz := date_trunc('hour', now(), 'UTC') - interval '1 hour';
  closed integer;
begin
  select until into since from order_sums_until for update;
  if since > ends then
    delete from order_sums where hour >= ends;
    delete from order_texts t using orders o where o.id = t.order_id and o.created_at >= ends;
    update order_sums_until set until = ends;
  end if;
  if since >= ends then
    return 0;
  end if;
  insert into order_sums as s (what, hour, count, total_paise)
    select 'placed', date_trunc('hour', created_at, 'UTC'), count(*), sum(total_paise) from orders
      where created_at >= since and created_at < ends group by 2
    union all
    select 'approved', date_trunc('hour', handled_at, 'UTC'), count(*), sum(total_paise) from orders
      where status = 'approved' and handled_at >= since and handled_at < ends group by 2;
  get diagnostics closed = row_count;
  insert into ordered_names (name)
    select distinct order_name(o) as name from orders o where o.created_at >= since and o.created_at < ends order by name on conflict do nothing;
  insert into order_texts (order_id, text, name_id)
    select o.id, order_codes(o), n.id from orders o join ordered_names n on n.name = order_name(o)
    where o.created_at >= since and o.created_at < ends
    on conflict (order_id) do nothing;
  update order_sums_until set until = ends;
  return closed;
end $$;
comment on function close_order_hours() is 'Adds up the hours that are over, and writes the search texts of their orders. Returns how many sums it wrote.';

create function order_hours_change() returns trigger language plpgsql as $$
declare
  frontier timestamptz;
begin
  select until into frontier from order_sums_until for share;
  insert into order_sums as s (what, hour, count, total_paise)
    select what, date_trunc('hour', at, 'UTC'), sum(sign), sum(sign * paise)
    from (
      select c.what, c.at, -1 as sign, old.total_paise as paise from order_counts_for(old) c where tg_op <> 'INSERT'
      union all
      select c.what, c.at, 1, new.total_paise from order_counts_for(new) c where tg_op <> 'DELETE'
    ) as change
    where at < frontier group by 1, 2 order by 1, 2
    on conflict (what, hour) do update set count = s.count + excluded.count, total_paise = s.total_paise + excluded.total_paise;
  if tg_op <> 'DELETE' then
    if new.created_at < frontier then
      insert into ordered_names (name) values (order_name(new)) on conflict do nothing;
      insert into order_texts (order_id, text, name_id)
        select new.id, order_codes(new), n.id from ordered_names n where n.name = order_name(new)
        on conflict (order_id) do nothing;
    else
      delete from order_texts where order_id = new.id;
    end if;
  end if;
  return null;
end $$;
comment on function order_hours_change() is 'Corrects sums and search texts when an order of a closed hour changes.';
create trigger order_hours_change after update on orders
  for each row when (old.created_at <> new.created_at or old.total_paise <> new.total_paise or ('approved' = old.status or 'approved' = new.status)
    and (old.status is distinct from new.status or old.handled_at is distinct from new.handled_at) and least(old.handled_at, new.handled_at) < (now() - interval '30 minutes'))
  execute function order_hours_change();
create trigger order_hours_gain after insert on orders
  for each row when ((new.created_at < (now() - interval '30 minutes') or new.handled_at < (now() - interval '30 minutes')) and not (new.is_from_old_shop and is_importing()))
  execute function order_hours_change();
create trigger order_hours_lose after delete on orders for each row execute function order_hours_change();

create function order_hours_import(ids text[]) returns void language plpgsql as $$
declare
  frontier timestamptz;
begin
  select until into frontier from order_sums_until for share;
  insert into order_sums as s (what, hour, count, total_paise)
    select c.what, date_trunc('hour', c.at, 'UTC'), count(*), sum(c.total_paise)
    from (
      select 'placed' as what, created_at as at, total_paise from orders where id = any(ids)
      union all
      select 'approved', handled_at, total_paise from orders where id = any(ids) and status = 'approved'
    ) as c
    where c.at < frontier group by 1, 2 order by 1, 2
    on conflict (what, hour) do update set count = s.count + excluded.count, total_paise = s.total_paise + excluded.total_paise;
  insert into ordered_names (name)
    select distinct order_name(o) as name from orders o where o.id = any(ids) and o.created_at < frontier order by name on conflict do nothing;
  insert into order_texts (order_id, text, name_id)
    select o.id, order_codes(o), n.id from orders o join ordered_names n on n.name = order_name(o)
    where o.id = any(ids) and o.created_at < frontier
    on conflict (order_id) do nothing;
end $$;
comment on function order_hours_import(text[]) is 'Adds imported orders of closed hours to sums and search texts.';

-- ---- Import of the old shop ----

create function end_import(within_ms integer, run text) returns void language sql security definer as $$
  select pg_terminate_backend(l.pid, within_ms) from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = 6120025
    and l.database = (select oid from pg_database where datname = current_database())
    and not exists (select from old_shop_imports where state = 'running' and id <> run)
$$;
comment on function end_import(integer, text) is 'Ends the connection that imports the old shop, unless a run that began after this one does.';

-- ---- Indexes of searches ----

create function index_searches() returns boolean language plpgsql set maintenance_work_mem = '128MB' as $$
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
comment on function index_searches() is 'Creates the trigram indexes where the extension pg_trgm is available. Returns whether it is.';
select index_searches();
