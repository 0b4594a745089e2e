import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { readDescriptions } from "#shop/catalogue/description.server.ts";
import { checkExample } from "#shop/catalogue/id-pattern.ts";
import { cleanInstructions, writeInstructions } from "#shop/catalogue/instructions/write-instructions.server.ts";
import { productTexts } from "#shop/catalogue/product.ts";
import type { ProductForm } from "#shop/catalogue/product-form.ts";
import { imageAfter } from "#shop/catalogue/product-image.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { dropImage } from "#shop/pictures/drop-image.server.ts";
import { storeImage } from "#shop/pictures/store-image.server.ts";
import type { ReceivedImage } from "#shop/pictures/uploaded-image.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { isSameTranslations, translationsAfter } from "#shop/translations.ts";
import { addUnits, untilNoneEnteredMeanwhile } from "../books/add-units.server.ts";
import { aNewBatch } from "../books/open-batch.server.ts";
import { prepareIds } from "../books/prepare-ids.server.ts";
import { IDS_AT_ONCE } from "../constants.ts";
import { findProduct } from "../find-product.server.ts";
import { type AddedIds, countedBy } from "../ids/add-ids.server.ts";
import { addInSteps } from "../ids/add-in-steps.server.ts";
import type { BatchWay } from "../imports/batch.ts";
import { draftOf } from "../imports/checked-draft.server.ts";
import { type LockedProduct, lockProduct } from "../lock-product.server.ts";
import { readGivenIds } from "../parsing/read-given-ids.server.ts";

type Needs = Pick<Services, "db" | "files" | "pictures" | "vault" | "log" | "now">;

/**
 * Changes a product and adds the form's new IDs, long lists in steps. Orders keep their name and
 * price, and the instructions of their delivery. An uploaded picture takes precedence over a link;
 * a picture no longer used is deleted, as is the upload if the edit is refused. Refuses
 * `productChangedMeanwhile` if the product changed since `seenAt`, unless it is already as the form
 * says: the same form may have been sent twice. For admins. [S2.34] [S3.4] [S5.8]
 */
export async function editProduct(
  services: Needs,
  actor: Actor,
  productId: string,
  form: ProductForm,
  upload: ReceivedImage | null = null,
  seenAt: Date | null = null,
  way: BatchWay = "product",
): Promise<Result<AddedIds>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const texts = readDescriptions(form);
  if (!texts.ok) return texts;
  const lines = await readGivenIds(form);
  if (!lines.ok) return lines;
  const known = await seenStill(services, productId, upload && seenAt);
  if (!known.ok) return known;
  const draft = await draftOf(services, actor, { id: productId, pattern: [] }, lines.value);
  if (draft.objection) return draft.objection;
  const [atOnce, later] = [draft.values.slice(0, IDS_AT_ONCE), draft.values.slice(IDS_AT_ONCE)];
  const batch = aNewBatch(actor, way, later.length === 0);
  const stored = upload ? await storeImage(services, upload) : ok(null);
  if (!stored.ok) return stored;

  const ids = await prepareIds(services, atOnce);
  // If this throws, the product may still show the new picture, so it is left to `sweepFiles`.
  const edit = await untilNoneEnteredMeanwhile(() =>
    inTransaction(services.db, async (tx): Promise<Result<{ added: number; unused: string | null }>> => {
      const before = await lockProduct(
        tx,
        productId,
        ids.flatMap(({ prints }) => prints),
      );
      if (!before) return refused("productDetailsNotFound");
      const pattern = { idPattern: form.idPattern ?? before.idPattern, idExample: form.idExample ?? before.idExample };
      const example = checkExample(pattern);
      if (!example.ok) return example;
      const told = cleanInstructions(form.instructions, form.language ?? before.language);
      if (!told.ok) return told;
      const image = stored.value ? ok(stored.value) : imageAfter(form.image, before.image);
      if (!image.ok) return image;
      const { description, translations } = texts.value;
      const languages = translationsAfter(before, { language: form.language, translations }, productTexts);
      const { name, price: pricePaise, delivery = before.delivery, claimHours = before.claimHours } = form;
      const after = { name, description, ...languages, pricePaise, image: image.value, ...pattern, delivery, claimHours };
      const isOutdated = seenAt !== null && seenAt.getTime() !== before.updatedAt.getTime();
      const changesNothing = changedFields(before, after).length === 0 && Object.keys(told.value).length === 0;
      if (isOutdated && !changesNothing) return refused("productChangedMeanwhile");

      const now = services.now();
      await signTransaction(tx, actor);
      const units = await addUnits(services, tx, productId, ids, now, batch);
      if (!units.ok) return about(units, "ids");

      const updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1));
      await tx
        .update(products)
        .set({ ...after, updatedAt })
        .where(eq(products.id, productId));
      const isToldOtherwise = await writeInstructions(tx, productId, told.value, now);
      await recordEdit(tx, actor, { before, after, isToldOtherwise, added: units.value.added }, now);
      await announce(tx, "stock");
      return ok({ added: units.value.added, unused: image.value === before.image ? null : before.image });
    }),
  );
  const unused = edit.ok ? edit.value.unused : stored.value;
  if (unused) await dropImage(services, unused);
  if (!edit.ok) return edit;

  const rest = await addInSteps(services, actor, productId, later, batch);
  if (!rest.ok) return rest;
  return ok(countedBy(draft, lines.value.length, edit.value.added + rest.value.added));
}

/** Checks before IDs are looked up and a picture is decoded; the check under the lock is the one that counts. */
async function seenStill(
  services: Needs,
  productId: string,
  seenAt: Date | null,
): Promise<Result<null, "productDetailsNotFound" | "productChangedMeanwhile">> {
  const product = await findProduct(services, productId);
  if (!product) return refused("productDetailsNotFound");
  return seenAt && seenAt.getTime() !== product.updatedAt.getTime() ? refused("productChangedMeanwhile") : ok(null);
}

const fieldNames = {
  name: "name",
  pricePaise: "price",
  description: "description",
  language: "language",
  translations: "translations",
  image: "picture",
  idPattern: "ID pattern",
  idExample: "ID example",
  delivery: "delivery",
  claimHours: "hours to claim an ID",
} as const;

/** The names of the fields that an edit changes. */
function changedFields(before: LockedProduct, after: Edit["after"]): string[] {
  const fields = Object.keys(fieldNames) as (keyof typeof fieldNames)[];
  const isSame = (field: keyof typeof fieldNames) =>
    field === "translations" ? isSameTranslations(before[field], after[field]) : before[field] === after[field];
  return fields.filter((field) => !isSame(field)).map((field) => fieldNames[field]);
}

/**
 * A product before and after an edit, whether its instructions changed, and how many IDs are new.
 */
type Edit = {
  before: LockedProduct;
  after: Pick<LockedProduct, keyof typeof fieldNames>;
  isToldOtherwise: boolean;
  added: number;
};

/**
 * Records in the audit log which fields changed and how many IDs were added; nothing if nothing
 * changed.
 */
async function recordEdit(tx: Tx, admin: ActingAdmin, { before, after, isToldOtherwise, added }: Edit, at: Date): Promise<void> {
  const subject = { kind: "product", id: before.id, name: after.name } as const;
  const named = changedFields(before, after);
  const changed = isToldOtherwise ? [...named, "instructions"] : named;
  if (changed.length > 0) await recordAction(tx, admin, { action: "product-changed", subject, facts: { fields: changed.join(", ") } }, at);
  if (added > 0) await recordAction(tx, admin, { action: "ids-added", subject, facts: { count: added } }, at);
}
