import type { Client } from "pg";
import { openVault } from "#platform/encryption/vault.server.ts";
import { giftCardFingerprints } from "#shop/orders/proofs/payment-fingerprint.server.ts";
import { emailFingerprints } from "#shop/orders/search/fingerprint-emails.server.ts";
import { idFingerprints } from "#shop/stock/books/id-fingerprint.server.ts";
import { encryptAll, SECRET } from "./large-shop.ts";

/**
 * A search of the admin: what is looked for, its words, and whether they are a whole code,
 * ID or number.
 */
export type AdminSearch = { kind: string; words: string; isExact: boolean };

const DELIVERED = "DELIVERED-ID-1";
const RESERVED = "RESERVED-ID-1";
const GIFT_CARD = "AQ12345678WXYZ";
const EMAIL = "guest1@example.com";
const UTR = "412345000001";

/**
 * Gives a seeded shop what its orders are searched by, and returns a search of each kind. Every
 * pending order gets a UTR and a guest's address; the values searched for are real ones. [S12.3]
 */
export async function prepareSearches(client: Client): Promise<AdminSearch[]> {
  const vault = openVault(SECRET);
  await client.query("set session_replication_role = replica");
  await client.query(
    `update orders set utr = lpad((412346000000 + n)::text, 12, '0'), utr_sent_at = created_at, email = '\\x00', email_print = sha256(orders.id::bytea)
      from (select id, row_number() over () as n from orders where status = 'pending') as pending where pending.id = orders.id`,
  );
  await encryptAll(client, vault, "orders.email", EMAIL);
  const { rows } = await client.query<{ id: string; requestCode: string; product: string; status: string }>(
    `select id, request_code as "requestCode", product_name as product, status from (
      (select * from orders where status = 'approved' order by created_at limit 1) union all (select * from orders where status = 'pending' order by created_at limit 1)) as o`,
  );
  const [approved, pending] = [rows.find(({ status }) => status === "approved"), rows.find(({ status }) => status === "pending")];
  if (!approved || !pending) throw new Error("the shop has no orders to search for");
  const nameUnit = (orderId: string, id: string) =>
    client.query("update units set fingerprint = $2 where id = (select unit_id from order_units where order_id = $1 limit 1)", [
      orderId,
      idFingerprints(vault, id)[0],
    ]);
  await nameUnit(approved.id, DELIVERED);
  await nameUnit(pending.id, RESERVED);
  await client.query("insert into payment_fingerprints (order_id, recorded_at, gift_card) values ($1, now(), $2)", [
    approved.id,
    giftCardFingerprints({ vault }, GIFT_CARD),
  ]);
  await client.query("update orders set email_print = $2, utr = $3 where id = $1", [
    pending.id,
    emailFingerprints({ vault }, EMAIL)[0],
    UTR,
  ]);
  const { rows: users } = await client.query<{ id: string }>("select id from users order by created_at limit 1");
  await client.query("set session_replication_role = origin");
  await client.query("vacuum analyze orders, units, payment_fingerprints");
  const exact = {
    code: approved.requestCode,
    "delivered ID": DELIVERED,
    "reserved ID": RESERVED,
    "gift card code": GIFT_CARD,
    UTR,
    "guest's email": EMAIL,
    "customer's email": "buyer7@example.com",
    "user id": users[0]?.id ?? "",
  };
  const byWords = { product: approved.product, "customer's name": "Kumar 4711" };
  return [
    ...Object.entries(exact).map(([kind, words]) => ({ kind, words, isExact: true })),
    ...Object.entries(byWords).map(([kind, words]) => ({ kind, words, isExact: false })),
  ];
}
