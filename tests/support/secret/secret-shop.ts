import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import type { OpenServices } from "#server/start/services.ts";
import { isResetOpen } from "#shop/accounts/passwords/reset-password.server.ts";
import { checkCode } from "#shop/accounts/second-factor/check-code.server.ts";
import { codeOf, stepAt } from "#shop/accounts/second-factor/one-time-code.server.ts";
import { listEmails } from "#shop/emails/reading/list-emails.server.ts";
import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { listMessages } from "#shop/orders/messages/list-messages.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { pushKey } from "#shop/push/push-key.server.ts";
import { sendTestPush } from "#shop/push/send-push.server.ts";
import { pushDevices } from "#shop/push/tables.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { lockEntriesOf } from "#shop/waitlist/remove-from-waitlist.server.ts";
import { findUnsubscribeLink } from "#shop/waitlist/unsubscribe.server.ts";
import { anOwner } from "#tests/support/shop/builders.ts";
import { anEmptyDatabase } from "../database/empty-database.ts";
import { noPaymentApis } from "../payments/no-payment-apis.ts";
import { faultsOf } from "../shop/books.ts";
import { aGuest, anOrderForm } from "../shop/builders.ts";
import { setLimits } from "../shop/limits.ts";
import { aDataFolder, openShopOn } from "../shop/opened-shop.ts";
import { anEncryptedShop, type EncryptedShop, encryptedValues } from "./encrypted-shop.ts";

/** The secrets that such a shop has in turn. */
export const FIRST = "the first secret, Kx81-qPz";
export const SECOND = "the second secret, Wm52-tRb";
export const THIRD = "the third secret, Yc37-nLd";
const ORIGIN = "https://shop.example";

/** The location and content of a stopped shop. */
export type Place = { databaseUrl: string; dataDir: string; of: EncryptedShop };

/** A stopped shop full of data, with its own secret or its operator's. */
export async function aStoppedShop(operators?: string): Promise<Place> {
  const [databaseUrl, dataDir] = [await anEmptyDatabase({ isMigrated: true }), await aDataFolder()];
  if (!operators) await writeFile(join(dataDir, "secret"), FIRST);
  const of = await whileOpen({ databaseUrl, dataDir }, anEncryptedShop, operators);
  return { databaseUrl, dataDir, of };
}

/** Runs work on a shop that is opened as at a start, and stops it again. */
export async function whileOpen<T>(
  { databaseUrl, dataDir }: Omit<Place, "of">,
  work: (services: OpenServices) => Promise<T>,
  operators?: string,
): Promise<T> {
  const services = await openShopOn(databaseUrl, { dataDir, ...(operators && { secret: operators }) });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** The secret files in a data folder, sorted. */
export const secretsIn = async (dataDir: string) => (await readdir(dataDir)).filter((name) => name.startsWith("secret")).sort();
/** A rotation of a secret that the shop stores itself. */
export const rotation = (from: string, to: string) => ({ from, to, isStored: true });

/** Checks that everything that depends on the secret works. */
export async function expectWhole(services: OpenServices, of: EncryptedShop): Promise<void> {
  const shop = { services };
  const { pending, approved, paid, admin, productId } = of;
  expect(await faultsOf(shop)).toEqual([]);

  expect(await findAdminOrder(services, anOwner, paid.requestCode)).toMatchObject({ giftCard: { code: encryptedValues.giftCardCode } });
  expect((await findAdminOrder(services, anOwner, pending.requestCode))?.email).toBe(encryptedValues.guest);
  const messages = await listMessages(services, anOwner, { state: "all", after: null });
  expect(messages.rows.map((row) => (row.kind === "contact" ? row.email : row.text)).sort()).toEqual(
    [encryptedValues.writer, encryptedValues.message].sort(),
  );
  const emails = await listEmails(services, admin);
  expect(emails.ok && emails.value.rows.map(({ to }) => to)).toContain(encryptedValues.guest);

  const withLink = aGuest({ accessKey: approved.accessKey });
  const link = `/order-status/${approved.requestCode}/key/${approved.accessKey}`;
  expect(await findOrder(services, withLink, approved.requestCode)).toMatchObject({
    deliveredIds: [{ value: of.deliveredId }],
    privatePath: link,
  });
  const email = emails.ok && emails.value.rows.find(({ kind }) => kind === "order-approved");
  const shown = await showEmail(services, admin, email ? email.id : "", ORIGIN);
  expect(shown.ok && shown.value.text).toContain(`${ORIGIN}${link}`);
  expect(await isResetOpen(services, of.resetToken)).toBe(true);
  const reset = await showEmail(services, admin, of.resetEmailId, ORIGIN);
  expect(reset).toMatchObject({ value: { isNeeded: true } });
  expect(reset.ok && reset.value.text).toContain(`/reset-password/${of.resetToken}`);

  expect(await findUnsubscribeLink(services, of.waiting)).toBe("open");
  const waiting = { userId: "nobody", email: encryptedValues.waiting };
  expect(await inTransaction(services.db, (tx) => lockEntriesOf(services, tx, waiting))).toEqual([of.waiting.entryId]);

  expect(await pushKey(services)).toMatchObject({ publicKey: of.pushPublicKey });
  const push = openHttpClient({ allowsPrivate: false, botApi: null, paymentApis: noPaymentApis }, { origin: null, lookUp: async () => [] });
  const [device] = await services.db.select().from(pushDevices);
  const tested = await sendTestPush({ ...services, httpClient: push }, admin, device?.id ?? "");
  expect(tested, "its address is readable").toEqual({ ok: true, value: { problem: { code: "addressNotPublic" } } });

  const known = await addIds(services, admin, { productId, ids: "unit-0\nunit-1\nunit-instead" });
  expect(known).toMatchObject({ ok: true, value: { added: 0, skipped: 3 } });
  const repeat = () =>
    placeOrder(services, aGuest(), anOrderForm({ productId, quantity: 2, email: encryptedValues.guest }), {
      idempotencyKey: encryptedValues.idempotencyKey,
      network: encryptedValues.network,
    });
  expect(await repeat()).toMatchObject({ ok: true, value: { requestCode: pending.requestCode, accessKey: pending.accessKey } });
  await setLimits(shop, "address_ids_max = 2");
  const held = await placeOrder(services, aGuest(), anOrderForm({ productId }), { network: encryptedValues.network });
  expect(held).toMatchObject({ ok: false, code: "addressIdsHeld" });
  await setLimits(shop, "address_ids_max = 0");
}

/** Checks that the admin's second factor accepts its app's codes. */
export async function expectFactor(services: OpenServices, { admin: { userId }, factorKey }: EncryptedShop): Promise<void> {
  const at = services.now();
  const typed = codeOf(factorKey, stepAt(at));
  const passed = await inTransaction(services.db, (tx) => checkCode(services, tx, { userId, typed, at }));
  expect(passed).toEqual({ ok: true, value: "app" });
}
