-- The product's name in an order, in the form in which a search compares texts.
CREATE OR REPLACE FUNCTION order_name(o orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN searched_text((o).product_name);
