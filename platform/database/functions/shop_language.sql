-- The shop's own language.
CREATE OR REPLACE FUNCTION shop_language()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT shop_settings.language FROM shop_settings);
