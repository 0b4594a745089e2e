import { eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { readDescription } from "#shop/catalogue/description.server.ts";
import type { ProductForm } from "#shop/catalogue/product-form.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import type { AddedIds } from "./add-ids.server.ts";
import { addUnits, untilNoneEnteredMeanwhile } from "./add-units.server.ts";
import { readIdList } from "./id-list.ts";
import { lockProduct } from "./lock-product.server.ts";

/** Changes a product, and adds new IDs where the form has some. Orders keep the name and price they were placed with. For admins. [S2.34] [S3.4] [S5.8] */
export async function editProduct(
  services: Pick<Services, "db" | "vault" | "now">,
  asker: Asker,
  productId: string,
  form: ProductForm,
): Promise<Result<AddedIds>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const description = readDescription(form.description);
  if (!description.ok) return description;
  const list = readIdList(form.ids);
  if (!list.ok) return about(list, "ids");

  return untilNoneEnteredMeanwhile(() =>
    services.db.transaction(async (tx) => {
      if (!(await lockProduct(tx, productId))) return refused("productDetailsNotFound");
      const now = services.now();
      const units = await addUnits(services, tx, productId, list.value.values, now);
      if (!units.ok) return about(units, "ids");

      await tx
        .update(products)
        .set({ name: form.name, pricePaise: form.price, description: description.value, image: form.image, updatedAt: now })
        .where(eq(products.id, productId));
      await announce(tx, "stock");
      return granted({ added: units.value.added, skipped: units.value.skipped + list.value.repeated });
    }),
  );
}
