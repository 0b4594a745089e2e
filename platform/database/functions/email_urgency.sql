-- Which emails go first: 0 links and warnings, 1 to buyers, 2 to the owner, 3 about new orders.
CREATE OR REPLACE FUNCTION email_urgency(kind text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (kind = ANY (ARRAY['password-reset'::text, 'new-admin'::text, 'waitlist-confirm'::text, 'guarded-values'::text])) THEN 0 WHEN (kind = 'new-order'::text) THEN 3 WHEN (kind = ANY (ARRAY['payment-review'::text, 'mostly-held'::text, 'backups-failed'::text, 'contact-message'::text])) THEN 2 ELSE 1 END;
