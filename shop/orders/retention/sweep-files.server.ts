import { and, gt, inArray, isNull, or } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { shopSettings } from "#shop/settings/tables.server.ts";
import { DELETED_PRODUCT_STORED_MS } from "#shop/stock/constants.ts";
import { UNUSED_FILE_STORED_MS } from "../constants.ts";
import { orderMessages, orders } from "../tables.server.ts";

const AT_ONCE = 500;

/**
 * Removes files that belong to no order, no message, no product and not to the shop's look, left behind by a crash between storing and
 * writing, and pictures of products deleted too long ago to be restored. Returns how many. [S7.3]
 * [S5.10]
 */
export async function sweepFiles(services: Pick<Services, "db" | "files" | "now">): Promise<number> {
  const before = services.now().getTime() - UNUSED_FILE_STORED_MS;
  let removed = 0;
  let batch: string[] = [];
  for await (const { key, storedAt } of services.files.list()) {
    if (storedAt.getTime() < before) batch.push(key);
    if (batch.length < AT_ONCE) continue;
    removed += await removeUnused(services, batch);
    batch = [];
  }
  return removed + (await removeUnused(services, batch));
}

async function removeUnused({ db, files, now }: Pick<Services, "db" | "files" | "now">, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const goneBefore = new Date(now().getTime() - DELETED_PRODUCT_STORED_MS);
  const images = keys.map((key) => `/${key}`);
  const [proofs, written, replaced, shown, look] = await Promise.all([
    db.select({ key: orders.proofKey }).from(orders).where(inArray(orders.proofKey, keys)),
    db
      .select({ key: orderMessages.pictureKey })
      .from(orderMessages)
      .where(and(inArray(orderMessages.pictureKey, keys), isNull(orderMessages.erasedAt))),
    db.select({ key: orderMessages.replacedProofKey }).from(orderMessages).where(inArray(orderMessages.replacedProofKey, keys)),
    db
      .select({ image: products.image })
      .from(products)
      .where(and(inArray(products.image, images), or(isNull(products.deletedAt), gt(products.deletedAt, goneBefore)))),
    db.select({ logo: shopSettings.logo, landingPicture: shopSettings.landingPicture }).from(shopSettings),
  ]);
  const used = new Set([
    ...[...proofs, ...written, ...replaced].map(({ key }) => key),
    ...shown.map(({ image }) => image.slice(1)),
    ...look.flatMap(keysOfLook),
  ]);
  const unused = keys.filter((key) => !used.has(key));
  for (const key of unused) await files.remove(key);
  return unused.length;
}

/** The logo and the landing page's picture. [S12.12] */
function keysOfLook(look: { logo: string | null; landingPicture: string | null }): string[] {
  return Object.values(look).flatMap((path) => (path === null ? [] : [path.slice(1)]));
}
