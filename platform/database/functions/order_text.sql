-- The ID, the code and the product's name of an order as one text, to search orders that have no row in order_texts.
CREATE OR REPLACE FUNCTION order_text(o orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (lower(((((o).id || chr(10)) || (o).request_code) || chr(10))) || searched_text((o).product_name));
