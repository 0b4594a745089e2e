-- The form in which a search compares texts: canonical, in lower case.
CREATE OR REPLACE FUNCTION searched_text(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (given ~ '^[ -~]*$'::text) THEN lower(given) ELSE translate(regexp_replace(translate(regexp_replace(lower(canonical_text(given)), '[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0964\u0965]'::text, ''::text, 'g'::text), 'ऩऱऴ'::text, 'नरळ'::text), '[ङञणनम]्(?=[कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह])'::text, 'न'::text, 'g'::text), 'ंँ०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹'::text, 'नन0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789'::text) END;
