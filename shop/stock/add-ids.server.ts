import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import type { AddIdsForm } from "#shop/catalogue/product-form.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import { addUnits, untilNoneEnteredMeanwhile } from "./add-units.server.ts";
import { readIdList } from "./id-list.ts";
import { lockProduct } from "./lock-product.server.ts";

/** How many IDs are new, and how many lines were not: known already, or there twice. [S5.11] */
export type AddedIds = { added: number; skipped: number };

/** Adds pasted IDs to a product. Refuses when product or IDs are missing, and a value that another product has. For admins. [S2.25] [S5.7] [S5.11] */
export async function addIds(services: Pick<Services, "db" | "vault" | "now">, asker: Asker, form: AddIdsForm): Promise<Result<AddedIds>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const list = readIdList(form.ids);
  if (!list.ok) return about(list, "ids");
  const { values, repeated } = list.value;
  if (form.productId === "" || values.length === 0) return refused("selectProductAndPasteIds");

  return untilNoneEnteredMeanwhile(() =>
    services.db.transaction(async (tx) => {
      const product = await lockProduct(tx, form.productId);
      if (!product) return about(refused("productNotFound"), "productId");
      const at = services.now();
      await signDeed(tx, asker);
      const units = await addUnits(services, tx, product.id, values, at);
      if (!units.ok) return about(units, "ids");
      const { added, skipped } = units.value;

      if (added > 0) {
        const subject = { kind: "product", id: product.id, name: product.name } as const;
        await noteDeed(tx, asker, { deed: "ids-added", subject, facts: { count: added } }, at);
        await announce(tx, "stock");
      }
      return granted({ added, skipped: skipped + repeated });
    }),
  );
}
