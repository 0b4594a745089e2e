-- Codes of the old shop may hold dashes and invisible characters that did not count as separators before: their fingerprints
-- are worked out again from the code, where it is still kept, so that the same code is known in whatever way it is typed.
update payment_marks m set gift_card = null, compare_at = now()
from orders o
where o.id = m.order_id and o.moved_in and o.gift_card_code is not null and m.gift_card is not null
  and m.proof_key is not distinct from o.proof_key
  and not exists (select from payment_marks later where later.order_id = m.order_id and later.id > m.id);
