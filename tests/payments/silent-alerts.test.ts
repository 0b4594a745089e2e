import { afterAll, beforeAll, expect, test } from "vitest";
import { areAlertsSilent } from "#shop/payments/alerts/read-silence.server.ts";
import { aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";

const HOUR_MS = 3_600_000;
const START = new Date("2026-11-26T06:00:00Z");

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  shop.setNow(START);
  await switchUpiOn(shop);
});
afterAll(() => shop.close());

const query = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values);
const isSilent = () => areAlertsSilent(shop.services, anOwner);
const before = (hours: number) => new Date(START.getTime() - hours * HOUR_MS);

test("[S16.9] alerts are silent if two buyers sent a UTR within 6 hours and no credit came", async () => {
  const { userId } = await anAdmin(shop);
  const product = await aProduct(shop, { ids: ["A-1", "A-2", "A-3"] });
  const placed: string[] = [];
  for (const browser of [1, 1, 2]) {
    const { id } = await aPendingOrder(shop, { visitor: aGuest(), productId: product.id, paymentMethod: "upi" });
    await query("update orders set unlocked_by = array[$2::bytea] where id = $1", [id, Buffer.alloc(32, browser)]);
    placed.push(id);
  }
  const send = (n: number) => query("update orders set utr = $2, utr_sent_at = $3 where id = $1", [placed[n], `63300000000${n}`, START]);
  await send(0);
  await send(2);
  expect(await isSilent(), "no phone").toBe(false);
  await query(
    "insert into alert_forwarders (id, name, secret_hash, senders, account_digits, made_by, made_at) values ('p', 'Phone', sha256('s'), '{HDFCBK}', '2536', $1, $2)",
    [userId, before(1)],
  );
  expect(await isSilent(), "a new phone").toBe(false);
  await query("update alert_forwarders set made_at = $1", [before(7)]);
  expect(await isSilent()).toBe(true);
  await query("update alert_forwarders set heard_at = $1", [before(5)]);
  expect(await isSilent(), "it passes on what is no credit, or of a sender that does not count").toBe(true);
  await query(
    "insert into statements (id, kind, bank, file_name, state, admin_id, uploaded_at, confirmed_at) values ('alerts-2026-11-26', 'alerts', 'other', '', 'confirmed', $1, $2, $2)",
    [userId, before(5)],
  );
  await query(
    "insert into statement_lines (statement_id, fingerprint, day, paise, verdict, sent_at) values ('alerts-2026-11-26', sha256('l'), '2026-11-26', 100, 'other', $1)",
    [before(5)],
  );
  expect(await isSilent(), "a credit came").toBe(false);
  await query("update statement_lines set sent_at = $1", [before(6.5)]);
  expect(await isSilent()).toBe(true);
  shop.setNow(before(-7));
  expect(await isSilent(), "the UTRs are old").toBe(false);
  shop.setNow(START);
  await query("update orders set utr = null, utr_sent_at = null where id = $1", [placed[2]]);
  await send(1);
  expect(await isSilent(), "one buyer").toBe(false);
});
