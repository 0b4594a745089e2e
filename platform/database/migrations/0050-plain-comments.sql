-- Comments that were unclear or no longer true. Nothing but comments changes.

comment on table product_stock is E'One row per product: the counters of its IDs and the end of its ledger chain.\nWhoever changes a product''s stock locks this row first. books_balance checks the counters at commit.';
comment on column product_stock.available is 'IDs that can be ordered, counted by the program. The others are counted by triggers.';
comment on column product_stock.imported is 'All IDs of the product: free, held, delivered and withdrawn.';
comment on column product_stock.free is 'Rows in free_units. Equals available at commit.';
comment on column product_stock.held is 'IDs that are reserved for pending orders.';
comment on table low_stock is 'Products whose low stock was announced. A row is deleted when there is more, so each shortage is announced once.';
comment on function books_balance() is 'At commit: available equals free, and imported equals the sum of free, held, delivered and withdrawn.';
comment on function free_units_came() is E'Counts IDs that become free.\nRefuses an ID of another product, one that is in an order, one that is withdrawn and one that was delivered and erased.';
comment on function twins_stay_out() is 'An ID that an earlier version stored twice is not sold twice: a duplicate is withdrawn when it would become free.';
comment on function never_emptied() is 'Refuses TRUNCATE, and UPDATE of free_units, because no other trigger would record the change.';
comment on function units_changed() is 'Writes withdrawn, restored and moved IDs to the ledger. Refuses to withdraw or move an ID that is free or in an order.';
comment on function units_value_erased() is 'Writes to the ledger that an ID''s value was erased. Refuses it for an ID that is free or reserved. Erasing is final.';
comment on function batch_delivered_one() is 'Keeps the counters of batches: IDs that were delivered without a reservation, and delivered IDs that were replaced.';

comment on table orders is E'One row per order. The checks tie the status to the columns that it needs.\nName and price are copied from the product when the order is placed.';
comment on table similar_proofs is 'Pairs of proof pictures that look the same, found by their perceptual hashes.';
comment on function order_has_its_ids() is E'At commit: a pending order holds exactly the IDs it ordered, an approved one has been given them, any other holds none.\nAn imported order may have fewer or more: short_by is how many it lacks.';
comment on function order_short_ends() is 'Clears short_by when a pending imported order is decided: once approved, it has exactly the IDs it ordered.';
comment on function order_units_changed() is 'Writes to the ledger that reserved IDs were delivered. Refuses to move an ID to another order or to undo its delivery.';

comment on table ordered_names is 'The product names in orders, each once, in the form in which a search compares texts.';
comment on table order_texts is 'What a search finds an order by, for orders placed before order_sums_until: order_codes in text, order_name by name_id.';
comment on function open_orders() is 'Orders, pending or decided, that were placed since order_sums_until, so order_sums and order_texts lack them.';
comment on function order_codes(orders) is 'The ID and the code of an order in lower case, for search.';
comment on function order_name(orders) is 'The product''s name in an order, in the form in which a search compares texts.';
comment on function order_text(orders) is 'The ID, the code and the product''s name of an order as one text, to search orders that have no row in order_texts.';
comment on function order_counts_for(orders) is 'At which times an order counts as placed and as approved.';

comment on table ledger is E'What happened to each ID, by fingerprint: one chain of rows per product, each with a keyed hash over the one before it.\nRows are only ever added. The key is in no table, so write access to the database is not enough to forge a row.';
comment on function ledger_write(text, text, text, bytea[], integer, integer, integer, integer) is E'Adds one event to a product''s chain and changes its counters.\nTriggers call it, and the commands that change the secret or import an export. Only the owner may execute it.';
comment on function action_is_signed() is E'Refuses an admin''s audit entry if the transaction has changed stock without naming an admin to the ledger,\nor if it names another admin.';

comment on table rate_limits is 'Rate limits: attempts in the current window. "who" is a keyed fingerprint of what is attempted and by whom.';
comment on function preserve_was_admin() is 'Sets was_admin for every admin, and never clears it.';
comment on function record_former_admins() is 'Sets was_admin for every account that is an admin, or was one according to the audit log.';

comment on table key_check is 'Values by which the shop recognizes that its secret and its ledger key belong to this database. One row.';
comment on table emails is 'Emails: kind, recipient, facts and state. The text is rendered when an email is sent or shown.';
comment on column emails.state is 'kept means stored only: email was not set up.';
comment on table api_keys is 'API keys, as hashes, with the scopes of each.';
