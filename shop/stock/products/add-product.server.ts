import { randomUUID } from "node:crypto";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { readDescription } from "#shop/catalogue/description.server.ts";
import { dropImage } from "#shop/catalogue/drop-image.server.ts";
import { checkExample } from "#shop/catalogue/id-pattern.ts";
import { keepImage } from "#shop/catalogue/keep-image.server.ts";
import type { ProductForm } from "#shop/catalogue/product-form.ts";
import { imageAfter, type ReceivedImage } from "#shop/catalogue/product-image.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import type { AddedIds } from "./add-ids.server.ts";
import { chosenAmong, enterUnits, untilNoneEnteredMeanwhile } from "./add-units.server.ts";
import type { BatchWay } from "./batch.ts";
import { enterProduct } from "./enter-product.server.ts";
import { readIdList } from "./id-list.ts";
import { lookUp } from "./known-units.server.ts";
import { aNewBatch, openBatch } from "./open-batch.server.ts";

type Needs = Pick<Services, "db" | "files" | "vault" | "log" | "now">;

/**
 * Puts a product with its first IDs on sale; an uploaded picture goes before a link, and is dropped again when no product took it. Refuses without
 * an ID, and a value that another product has. For admins. [S2.34] [S5.8] [S3.9]
 */
export async function addProduct(
  services: Needs,
  asker: Asker,
  form: ProductForm,
  upload: ReceivedImage | null = null,
  way: BatchWay = "product",
): Promise<Result<AddedIds & { id: string }>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const description = readDescription(form.description);
  if (!description.ok) return description;
  const example = checkExample(form);
  if (!example.ok) return example;
  const list = readIdList(form.ids);
  if (!list.ok) return about(list, "ids");
  const { values, repeated } = list.value;
  if (values.length === 0) return about(refused("idsRequired"), "ids");
  const image = upload ? await keepImage(services, upload) : imageAfter(form.image, "");
  if (!image.ok) return image;

  const id = randomUUID();
  // When this throws, the product may show the picture all the same: what no product shows is removed by `sweepFiles`.
  const added = await untilNoneEnteredMeanwhile(() =>
    services.db.transaction(async (tx): Promise<Result<AddedIds & { id: string }>> => {
      const chosen = chosenAmong(await lookUp(services, tx, values), id);
      if (!chosen.ok) return about(chosen, "ids");

      const now = services.now();
      await signDeed(tx, asker);
      await enterProduct(tx, {
        id,
        name: form.name,
        pricePaise: form.price,
        description: description.value,
        image: image.value,
        isSample: false,
        createdAt: now,
        updatedAt: now,
        idPattern: form.idPattern,
        idExample: form.idExample,
      });
      const batch = aNewBatch(asker, way);
      if (chosen.value.length > 0) await openBatch(tx, id, batch, now);
      const units = await enterUnits(services, tx, id, chosen.value, now, batch.id);
      const subject = { kind: "product", id, name: form.name } as const;
      await noteDeed(tx, asker, { deed: "product-added", subject, facts: { ids: units.length } }, now);
      await announce(tx, "stock");
      return granted({ id, added: units.length, skipped: repeated });
    }),
  );
  if (upload && !added.ok) await dropImage(services, image.value);
  return added;
}
