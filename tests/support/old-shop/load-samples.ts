import { readFile } from "node:fs/promises";
import { z } from "zod";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { readDescription } from "#shop/catalogue/description.server.ts";
import { ProductForm } from "#shop/catalogue/product-form.ts";
import { parsed } from "#shop/parse.ts";
import type { Result } from "#shop/refusal.ts";
import { addUnits } from "#shop/stock/books/add-units.server.ts";
import { prepareIds } from "#shop/stock/books/prepare-ids.server.ts";
import { readIdList } from "#shop/stock/parsing/id-list.ts";
import { enterProduct } from "#shop/stock/products/enter-product.server.ts";

const OldId = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id), z.null().transform(() => "")]);
const OldIds = z.union([z.array(OldId), z.record(z.string(), OldId).transform((ids) => Object.values(ids))]);
const OldStore = z.object({
  products_database: z.object({
    products: z.record(z.string(), z.looseObject({ createdAt: z.coerce.date(), updatedAt: z.coerce.date() })),
    Idlist: z.record(z.string(), z.object({ ids: OldIds })),
  }),
  products: z.record(z.string(), z.object({ ids: OldIds })),
});

/**
 * Loads the catalogue and stock of the sample export through the shop's own rules, with products
 * under their old ids.
 */
export async function loadSamples(services: Pick<Services, "db" | "vault">): Promise<{ products: number; ids: number }> {
  const text = await readFile(new URL("./old-store-export.json", import.meta.url), "utf8");
  const old = OldStore.parse(JSON.parse(text));
  const loaded = { products: 0, ids: 0 };

  await inTransaction(services.db, async (tx) => {
    for (const [id, product] of Object.entries(old.products_database.products)) {
      const lists = [old.products_database.Idlist[id]?.ids ?? [], old.products[id]?.ids ?? []];
      const form = must(parsed(ProductForm, { ...product, ids: lists.flat() }));
      const description = must(readDescription(form.description));
      const { createdAt, updatedAt } = product;
      await enterProduct(tx, {
        id,
        name: form.name,
        pricePaise: form.price,
        description,
        image: form.image,
        isSample: false,
        createdAt,
        updatedAt,
      });
      const units = must(await addUnits(services, tx, id, await prepareIds(services, must(readIdList(form.ids)).values), updatedAt));
      loaded.products += 1;
      loaded.ids += units.added;
    }
  });
  return loaded;
}

function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.field ?? "the export"}: ${result.code}`);
}
