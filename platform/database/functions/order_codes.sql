-- The ID and the code of an order in lower case, for search.
CREATE OR REPLACE FUNCTION order_codes(o orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN lower((((o).id || chr(10)) || (o).request_code));
