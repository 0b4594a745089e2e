import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker, AskingAdmin } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { readDescription } from "#shop/catalogue/description.server.ts";
import { dropImage } from "#shop/catalogue/drop-image.server.ts";
import { checkExample } from "#shop/catalogue/id-pattern.ts";
import { keepImage } from "#shop/catalogue/keep-image.server.ts";
import type { ProductForm } from "#shop/catalogue/product-form.ts";
import { imageAfter, type ReceivedImage } from "#shop/catalogue/product-image.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { IDS_AT_ONCE } from "#shop/constants.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import type { AddedIds } from "./add-ids.server.ts";
import { addInSteps } from "./add-in-steps.server.ts";
import { addUnits, objectionToValues, untilNoneEnteredMeanwhile } from "./add-units.server.ts";
import type { BatchWay } from "./batch.ts";
import { readIdList } from "./id-list.ts";
import { type LockedProduct, lockProduct } from "./lock-product.server.ts";
import { aNewBatch } from "./open-batch.server.ts";
import { prepareIds } from "./prepare-ids.server.ts";

type Needs = Pick<Services, "db" | "files" | "vault" | "log" | "now">;

/**
 * Changes a product, and adds new IDs where the form has some, many of them in steps. Orders keep the name and price they were placed with. An uploaded picture goes
 * before a link; the picture that the product no longer shows is dropped, and a new one when the edit was refused. Refuses
 * `productChangedMeanwhile` when the product is not any more as it was at `seenAt`. For admins. [S2.34] [S3.4] [S5.8]
 */
export async function editProduct(
  services: Needs,
  asker: Asker,
  productId: string,
  form: ProductForm,
  upload: ReceivedImage | null = null,
  seenAt: Date | null = null,
  way: BatchWay = "product",
): Promise<Result<AddedIds>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const description = readDescription(form.description);
  if (!description.ok) return description;
  const list = readIdList(form.ids);
  if (!list.ok) return about(list, "ids");
  const [atOnce, later] = [list.value.values.slice(0, IDS_AT_ONCE), list.value.values.slice(IDS_AT_ONCE)];
  const beforehand = later.length > 0 ? await objectionToValues(services, productId, list.value.values) : granted(null);
  if (!beforehand.ok) return about(beforehand, "ids");
  const batch = aNewBatch(asker, way, later.length === 0);
  const kept = upload ? await keepImage(services, upload) : granted(null);
  if (!kept.ok) return kept;

  const ids = await prepareIds(services, atOnce);
  // When this throws, the product may show the new picture all the same: what no product shows is removed by `sweepFiles`.
  const edit = await untilNoneEnteredMeanwhile(() =>
    services.db.transaction(async (tx): Promise<Result<{ units: AddedIds; unused: string | null }>> => {
      const before = await lockProduct(tx, productId);
      if (!before) return refused("productDetailsNotFound");
      if (seenAt && seenAt.getTime() !== before.updatedAt.getTime()) return refused("productChangedMeanwhile");
      const looks = { idPattern: form.idPattern ?? before.idPattern, idExample: form.idExample ?? before.idExample };
      const example = checkExample(looks);
      if (!example.ok) return example;
      const image = kept.value ? granted(kept.value) : imageAfter(form.image, before.image);
      if (!image.ok) return image;
      const now = services.now();
      await signDeed(tx, asker);
      const units = await addUnits(services, tx, productId, ids, now, batch);
      if (!units.ok) return about(units, "ids");

      const after = { name: form.name, pricePaise: form.price, description: description.value, image: image.value, ...looks };
      await noteEdit(tx, asker, before, after, units.value.added, now);
      const updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1));
      await tx
        .update(products)
        .set({ ...after, updatedAt })
        .where(eq(products.id, productId));
      await announce(tx, "stock");
      return granted({ units: units.value, unused: image.value === before.image ? null : before.image });
    }),
  );
  const unused = edit.ok ? edit.value.unused : kept.value;
  if (unused) await dropImage(services, unused);
  if (!edit.ok) return edit;

  const rest = await addInSteps(services, asker, productId, later, batch);
  if (!rest.ok) return rest;
  const { added, skipped } = edit.value.units;
  return granted({ added: added + rest.value.added, skipped: skipped + rest.value.skipped + list.value.repeated });
}

const fieldNames = {
  name: "name",
  pricePaise: "price",
  description: "description",
  image: "picture",
  idPattern: "ID pattern",
  idExample: "ID example",
} as const;

/** Notes which fields were changed, and how many IDs came; nothing where an admin only saved what was there. */
async function noteEdit(
  tx: Tx,
  admin: AskingAdmin,
  before: LockedProduct,
  after: Pick<LockedProduct, keyof typeof fieldNames>,
  added: number,
  at: Date,
): Promise<void> {
  const subject = { kind: "product", id: before.id, name: after.name } as const;
  const fields = Object.keys(fieldNames) as (keyof typeof fieldNames)[];
  const changed = fields.filter((field) => before[field] !== after[field]).map((field) => fieldNames[field]);
  if (changed.length > 0) await noteDeed(tx, admin, { deed: "product-changed", subject, facts: { fields: changed.join(", ") } }, at);
  if (added > 0) await noteDeed(tx, admin, { deed: "ids-added", subject, facts: { count: added } }, at);
}
