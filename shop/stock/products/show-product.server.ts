import { eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { lockProduct } from "./lock-product.server.ts";

type Needs = Pick<Services, "db" | "now">;

/** Takes a product out of the shop window: nobody sees or orders it until it is shown again; its orders go on. For admins. [S2.33] */
export function hideProduct(services: Needs, asker: Asker, productId: string): Promise<Result<null>> {
  return setHidden(services, asker, productId, true);
}

/** Puts a hidden product back into the shop window; a deletion that broke off is not gone on with then. For admins. [S2.33] */
export function showProduct(services: Needs, asker: Asker, productId: string): Promise<Result<null>> {
  return setHidden(services, asker, productId, false);
}

/** With the stock locked no order is being placed, and of two admins who do the same the second changes nothing. */
async function setHidden(services: Needs, asker: Asker, productId: string, isHidden: boolean): Promise<Result<null>> {
  if (asker.kind !== "admin") return refused("adminsOnly");

  return services.db.transaction(async (tx): Promise<Result<null>> => {
    const product = await lockProduct(tx, productId);
    if (!product) return refused("productNotFound");
    if ((product.hiddenAt !== null) === isHidden) return granted(null);

    const at = services.now();
    await tx
      .update(products)
      .set(isHidden ? { hiddenAt: at } : { hiddenAt: null, leavingAt: null })
      .where(eq(products.id, productId));
    const subject = { kind: "product", id: productId, name: product.name } as const;
    await noteDeed(tx, asker, { deed: isHidden ? "product-hidden" : "product-shown", subject }, at);
    await announce(tx, "stock");
    return granted(null);
  });
}
