-- What each table and function is for. The schema page (schema.sql and functions/) is generated with these comments.

comment on table products is 'What the shop sells. A deleted product keeps its row, because orders point at it.';
comment on table units is E'Every ID there ever was, once: value (encrypted) and fingerprint (keyed hash of the canonical form).\nThe unique fingerprint is why the same string cannot be stocked twice. A unit is in one place: free, in one order, or set aside (withdrawn).';
comment on table free_units is E'The IDs that can be sold now. Reserving deletes rows, releasing inserts them.\nTwo buyers cannot get the same ID: only one transaction can delete its row, and order_units takes each unit once.';
comment on table product_stock is E'One row per product, locked first by whoever changes its stock: the counters and the end of its ledger chain.\nTriggers keep the counters; books_balance checks them at commit.';
comment on table batches is 'One import of IDs: how it came, what it cost, and how many of its IDs are left. A draft has been checked and not added.';
comment on table batch_lines is 'The lines of a draft import, encrypted, until they are added or the draft expires.';
comment on table low_stock is 'Products whose owner was notified about low stock, so that it happens once until there is more.';

comment on table orders is E'One row per order, whoever looks at it. The checks tie the status to the columns that it needs.\nName and price are copied from the product when the order is placed.';
comment on table order_units is E'The IDs of an order: reserved while delivered_at is null, delivered once it is set.\nunit_id is the primary key, so an ID is in one order at most.';
comment on table replacements is 'Which delivered ID was replaced by which, and when. The faulty one is withdrawn.';
comment on table payment_marks is 'Fingerprints of gift card codes and proof pictures, by which a second use is noticed.';
comment on table proof_likenesses is 'Pairs of proof pictures that show the same, found by their perceptual hashes.';

comment on table ordered_names is 'Product names as they stand in orders, each once, in lower case, for search.';
comment on table order_texts is 'The text that a search looks in, for orders older than order_sums_until.';
comment on table order_sums is 'Orders placed and approved per hour, for hours that are over.';
comment on table order_sums_until is 'Up to when order_sums and order_texts are complete. Newer orders are read from orders itself.';

comment on table ledger is E'What happened to each ID, by fingerprint: one chain of rows per product, each with a keyed hash over the one before it.\nRows are only ever added. The key is in no table, so who can write the database cannot forge a row.';
comment on table audit_entries is 'What admins did, and when.';

comment on table users is 'Accounts of customers and admins. The role is what makes an admin.';
comment on table sessions is 'Who is logged in where. Tokens are stored as hashes.';
comment on table credentials is 'Password hashes, in the shape that Better Auth expects.';
comment on table verifications is 'Short-lived values of Better Auth.';
comment on table password_resets is 'The newest reset link of each account, as a hash. It works once, for one hour.';
comment on table second_factors is 'The authenticator key of an account, encrypted, and how many wrong codes were tried.';
comment on table recovery_codes is 'Hashes of unused recovery codes.';
comment on table old_password_keys is 'Parameters of password hashes that came from the old shop. The first login replaces the hash.';
comment on table set_aside_accounts is 'Accounts of the old shop whose email now belongs to another account. Nobody can log in to them.';
comment on table tries is 'Rate limits: how often a network did something in the current window.';

comment on table shop_settings is 'What the owner sets. One row.';
comment on table key_check is 'A value by which the database recognizes its own secret. One row.';
comment on table earlier_keys is 'Keys of earlier secrets, encrypted: enough to recognize old fingerprints and check old ledger rows.';

comment on table letters is 'Emails: whom, about what and their state. The text is made when an email is sent or shown.';
comment on table listeners is 'Subscriptions: webhook endpoints and chats that are notified of events.';
comment on table notices is 'Deliveries: one row per event and subscription, with the answer.';
comment on table contact_messages is 'Messages from the contact page. The sender''s address is encrypted.';
comment on table api_keys is 'Keys of other programs, as hashes, with what each may do.';

comment on table moving_in_runs is 'Imports of the old shop, and previews of one.';
comment on table moving_in_rows is 'What an import did with each row of the export, and its warnings.';
comment on table moved_in is 'Which row here came from which row of the old shop.';
comment on table moved_in_ids is 'IDs that came from the old shop.';

comment on function ledger_write(text, text, text, bytea[], integer, integer, integer, integer) is 'Adds one event to a product''s chain and changes its counters. Called by the triggers below only.';
comment on function ledger_begin(text) is 'Locks a product''s stock row and returns the end of its chain. Refuses a connection whose key belongs to an earlier secret.';
comment on function ledger_append(text, text, text, bytea[], bigint, bytea) is 'Adds rows of up to 2,000 fingerprints to a chain; each row''s hash covers the row before it.';
comment on function ledger_end(text, bigint, bytea, integer, integer, integer, integer) is 'Stores the new end of a chain together with the counters that changed.';
comment on function ledger_mac(bytea) is 'HMAC-SHA256 with the ledger key that the connection carries. Without the key the stock cannot be changed.';
comment on function deed_is_signed() is 'An audit entry of an admin needs a ledger that names the same admin in the same transaction.';
comment on function never_rewritten() is 'The ledger is only ever added to.';
comment on function never_emptied() is 'TRUNCATE would skip the row triggers, and with them the ledger.';
comment on function books_balance() is 'At commit: free equals available, and free, reserved, delivered and withdrawn IDs add up to all that were imported.';
comment on function free_units_came() is 'Counts IDs that become free. Refuses an ID of another product, one that is in an order and one that is withdrawn.';
comment on function free_units_went() is 'Counts IDs that stop being free.';
comment on function order_units_came() is 'Writes reserved and delivered IDs to the ledger. Refuses an ID that is still free or is withdrawn.';
comment on function order_units_changed() is 'Writes deliveries to the ledger. Refuses moving an ID to another order and taking a delivery back.';
comment on function order_units_went() is 'Writes to the ledger that reserved IDs were released, or that a delivered one was replaced.';
comment on function order_has_its_ids() is 'At commit: a pending order holds exactly the IDs it ordered, an approved one has been given them, any other holds none.';
comment on function order_is_final() is 'Only a pending order changes its status.';
comment on function order_short_ends() is 'An imported order that had too few IDs is an ordinary one once it is decided.';
comment on function forget_where_placed() is 'The network that an order came from is forgotten once it is decided.';
comment on function units_entered() is 'Writes new IDs to the ledger.';
comment on function units_changed() is 'Writes withdrawn, restored and moved IDs to the ledger. Refuses it for IDs that are free or in an order.';
comment on function units_erased() is 'Writes deleted unit rows to the ledger.';
comment on function units_value_erased() is 'Writes to the ledger that an ID''s value was erased. Only delivered IDs may be erased, and it is final.';
comment on function erased_among(bytea[]) is 'Which of these fingerprints belong to erased IDs.';
comment on function batch_units_entered() is 'Keeps the counters of batches: IDs that came in.';
comment on function batch_units_changed() is 'Keeps the counters of batches: IDs that were withdrawn, restored or moved.';
comment on function batch_units_erased() is 'Keeps the counters of batches: unit rows that were deleted.';
comment on function batch_delivered() is 'Keeps the counters of batches: reserved IDs that were delivered.';
comment on function batch_delivered_one() is 'Keeps the counters of batches: IDs that were handed over without having been reserved, or replaced.';
comment on function open_orders() is 'Orders that are newer than order_sums_until.';
comment on function order_codes(orders) is 'What a search finds an order by, beside its product''s name.';
comment on function order_name(orders) is 'The product''s name as a search looks at it.';
comment on function order_text(orders) is 'Both together.';
comment on function order_counts_for(orders) is 'In which hours an order counts as placed and as approved.';
comment on function order_sum(text, timestamptz) is 'Number and total in paise of orders placed or approved since a time: closed hours from order_sums, the rest from orders.';
comment on function close_order_hours() is 'Adds up the hours that are over, and writes the search texts of their orders. Returns how many sums it wrote.';
comment on function order_hours_change() is 'Corrects sums and search texts when an order of a closed hour changes.';
comment on function order_hours_move_in(text[]) is 'Adds imported orders of closed hours to sums and search texts.';
comment on function index_searches() is 'Creates the trigram indexes where the extension pg_trgm is available. Returns whether it is.';
comment on table migrations is 'Which migrations this database has run.';
comment on table upgrade_steps is 'Upgrades that the program does in steps after a migration, and how far each is.';
comment on function delivered_for_good() is 'At commit: a delivered ID that left its order is withdrawn. It never becomes free again.';
comment on function gone_for_good() is 'A faulty or erased ID is never sold again.';
comment on function id_stays_itself() is 'A unit keeps its number and, outside an upgrade or a change of the secret, its fingerprint.';
comment on function twins_stay_out() is 'An ID that is the same as another one, entered by an earlier version, never becomes free.';
comment on function canonical_text(text) is 'The same form as canonicalText in shop/canonical-text.ts.';
comment on function searched_text(text) is 'The form in which a search compares texts: canonical, in lower case.';
comment on function note_former_admins() is 'Marks every account that was ever an admin, as far as the audit log knows.';
comment on function keep_was_admin() is 'Who was an admin once stays marked as such.';
