import { randomUUID } from "node:crypto";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { readDescriptions } from "#shop/catalogue/description.server.ts";
import { checkExample } from "#shop/catalogue/id-pattern.ts";
import { cleanInstructions, writeInstructions } from "#shop/catalogue/instructions/write-instructions.server.ts";
import { productTexts } from "#shop/catalogue/product.ts";
import type { ProductForm } from "#shop/catalogue/product-form.ts";
import { imageAfter } from "#shop/catalogue/product-image.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { dropImage } from "#shop/pictures/drop-image.server.ts";
import { storeImage } from "#shop/pictures/store-image.server.ts";
import type { ReceivedImage } from "#shop/pictures/uploaded-image.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { translationsAfter } from "#shop/translations.ts";
import { chosenAmong, enterUnits, untilNoneEnteredMeanwhile } from "../books/add-units.server.ts";
import { findFingerprinted } from "../books/known-units.server.ts";
import { aNewBatch, openBatch } from "../books/open-batch.server.ts";
import { prepareIds } from "../books/prepare-ids.server.ts";
import { type AddedIds, countedBy } from "../ids/add-ids.server.ts";
import type { BatchWay } from "../imports/batch.ts";
import { draftOf } from "../imports/checked-draft.server.ts";
import { lockOwners } from "../lock-owners.server.ts";
import { readGivenIds } from "../parsing/read-given-ids.server.ts";
import { enterProduct } from "./enter-product.server.ts";

type Needs = Pick<Services, "db" | "settings" | "files" | "pictures" | "vault" | "log" | "now">;

/**
 * Adds a product with its first IDs. An uploaded picture takes precedence over a link, and is
 * deleted if the product is refused. Refuses `idsRequired`, `idOfOtherProduct` and `idAlike`, among
 * others. For admins. [S2.34] [S5.8] [S3.9]
 */
export async function addProduct(
  services: Needs,
  actor: Actor,
  form: ProductForm,
  upload: ReceivedImage | null = null,
  way: BatchWay = "product",
): Promise<Result<AddedIds & { id: string }>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const texts = readDescriptions(form);
  if (!texts.ok) return texts;
  const { description, translations = {} } = texts.value;
  const language = form.language ?? (await readSettings(services)).language;
  const shown = { name: form.name, description };
  const told = cleanInstructions(form.instructions, language);
  if (!told.ok) return told;
  const example = checkExample(form);
  if (!example.ok) return example;
  const lines = await readGivenIds(form);
  if (!lines.ok) return lines;
  if (lines.value.length === 0) return about(refused("idsRequired"), "ids");
  const id = randomUUID();
  const draft = await draftOf(services, actor, { id, pattern: [] }, lines.value);
  if (draft.objection) return draft.objection;
  const image = upload ? await storeImage(services, upload) : imageAfter(form.image, "");
  if (!image.ok) return image;

  // If this throws, the product may still have been written, so the picture is left to
  // `sweepFiles`.
  const ids = await prepareIds(services, draft.values);
  const prints = ids.flatMap((line) => line.prints);
  const added = await untilNoneEnteredMeanwhile(() =>
    inTransaction(services.db, async (tx): Promise<Result<AddedIds & { id: string }>> => {
      await lockOwners(tx, id, prints);
      const chosen = chosenAmong(await findFingerprinted(services, tx, ids), id);
      if (!chosen.ok) return about(chosen, "ids");

      const now = services.now();
      await signTransaction(tx, actor);
      await enterProduct(tx, {
        id,
        ...shown,
        ...translationsAfter({ ...shown, language, translations }, { translations }, productTexts),
        pricePaise: form.price,
        image: image.value,
        isSample: false,
        createdAt: now,
        updatedAt: now,
        idPattern: form.idPattern,
        idExample: form.idExample,
        delivery: form.delivery,
        claimHours: form.claimHours,
      });
      await writeInstructions(tx, id, told.value, now);
      const batch = aNewBatch(actor, way);
      if (chosen.value.length > 0) await openBatch(tx, id, batch, now);
      const units = await enterUnits(services, tx, id, chosen.value, now, batch.id);
      const subject = { kind: "product", id, name: form.name } as const;
      await recordAction(tx, actor, { action: "product-added", subject, facts: { ids: units.length } }, now);
      await announce(tx, "stock");
      return ok({ id, ...countedBy(draft, lines.value.length, units.length) });
    }),
  );
  if (upload && !added.ok) await dropImage(services, image.value);
  return added;
}
