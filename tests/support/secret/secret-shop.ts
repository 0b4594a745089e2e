import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { OpenServices } from "#server/services.ts";
import { checkCode } from "#shop/accounts/check-code.server.ts";
import { codeOf, stepAt } from "#shop/accounts/one-time-code.server.ts";
import { isResetOpen } from "#shop/accounts/reset-password.server.ts";
import { listMessages } from "#shop/contact/messages.server.ts";
import { findAdminOrder } from "#shop/orders/admin-orders.server.ts";
import { listLetters } from "#shop/orders/list-letters.server.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { placeOrder } from "#shop/orders/place-order.server.ts";
import { showLetter } from "#shop/orders/show-letter.server.ts";
import { addIds } from "#shop/stock/add-ids.server.ts";
import { faultsOf } from "#tests/support/books.ts";
import { aGuest, anOrderForm } from "#tests/support/builders.ts";
import { anEmptyDatabase } from "#tests/support/empty-database.ts";
import { setLimits } from "#tests/support/limits.ts";
import { aDataFolder, openShopOn } from "#tests/support/opened-shop.ts";
import { aSealedShop, type SealedShop, sealed } from "#tests/support/sealed-shop.ts";

/** The secrets that such a shop has one after the other. */
export const FIRST = "the first secret, Kx81-qPz";
export const SECOND = "the second secret, Wm52-tRb";
export const THIRD = "the third secret, Yc37-nLd";
const ORIGIN = "https://shop.example";

/** Where a stopped shop lies, and what was put into it. */
export type Place = { databaseUrl: string; dataDir: string; of: SealedShop };

/** A full shop that is stopped, with a secret of its own, or of its operator. */
export async function aStoppedShop(operators?: string): Promise<Place> {
  const [databaseUrl, dataDir] = [await anEmptyDatabase({ isMigrated: true }), await aDataFolder()];
  if (!operators) await writeFile(join(dataDir, "secret"), FIRST);
  const of = await whileOpen({ databaseUrl, dataDir }, aSealedShop, operators);
  return { databaseUrl, dataDir, of };
}

/** Works on a shop that is opened as by a start, and stops it again. */
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

/** The files of secrets in a data folder, in order. */
export const secretsIn = async (dataDir: string) => (await readdir(dataDir)).filter((name) => name.startsWith("secret")).sort();
/** A change of a secret that the shop keeps itself. */
export const rotation = (from: string, to: string) => ({ from, to, isKept: true });

/** All that the shop promises of what the secret touches. */
export async function expectWhole(services: OpenServices, of: SealedShop): Promise<void> {
  const shop = { services };
  const { pending, approved, paid, admin, productId } = of;
  expect(await faultsOf(shop)).toEqual([]);

  expect(await findAdminOrder(services, paid.requestCode)).toMatchObject({ giftCardCode: sealed.giftCardCode });
  expect((await findAdminOrder(services, pending.requestCode))?.email).toBe(sealed.guest);
  const messages = await listMessages(services, { state: "all", after: null });
  expect(messages.rows.map(({ email }) => email)).toEqual([sealed.writer]);
  const letters = await listLetters(services, admin);
  expect(letters.ok && letters.value.rows.map(({ to }) => to)).toContain(sealed.guest);

  const withLink = aGuest({ accessKey: approved.accessKey });
  const link = `/order-status/${approved.requestCode}/key/${approved.accessKey}`;
  expect(await findOrder(services, withLink, approved.requestCode)).toMatchObject({
    delivered: { deliveredIds: [of.deliveredId] },
    privatePath: link,
  });
  const letter = letters.ok && letters.value.rows.find(({ kind }) => kind === "order-approved");
  const shown = await showLetter(services, admin, letter ? letter.id : "", ORIGIN);
  expect(shown.ok && shown.value.text).toContain(`${ORIGIN}${link}`);
  expect(await isResetOpen(services, of.resetToken)).toBe(true);
  const reset = await showLetter(services, admin, of.resetLetterId, ORIGIN);
  expect(reset).toMatchObject({ value: { isNeeded: true } });
  expect(reset.ok && reset.value.text).toContain(`/reset-password/${of.resetToken}`);

  const known = await addIds(services, admin, { productId, ids: "unit-0\nunit-1\nunit-instead" });
  expect(known).toMatchObject({ ok: true, value: { added: 0, skipped: 3 } });
  const repeat = () =>
    placeOrder(services, aGuest(), anOrderForm({ productId, quantity: 2, email: sealed.guest }), {
      ...{ idempotencyKey: sealed.idempotencyKey, network: sealed.network },
    });
  expect(await repeat()).toMatchObject({ ok: true, value: { requestCode: pending.requestCode, accessKey: pending.accessKey } });
  await setLimits(shop, "pending_orders_max = 0, held_ids_max = 2");
  const held = await placeOrder(services, aGuest(), anOrderForm({ productId }), { network: sealed.network });
  expect(held).toMatchObject({ ok: false, code: "tooManyIdsHeld" });
  await setLimits(shop, "pending_orders_max = 0, held_ids_max = 0");
}

/** That the admin's second factor still takes the codes of its app. */
export async function expectFactor(services: OpenServices, { admin: { userId }, factorKey }: SealedShop): Promise<void> {
  const at = services.now();
  const typed = codeOf(factorKey, stepAt(at));
  const passed = await services.db.transaction((tx) => checkCode(services, tx, { userId, typed, at }));
  expect(passed).toEqual({ ok: true, value: "app" });
}
