import { data } from "react-router";
import { ADDED_TEXT_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import type { DescriptionPreview } from "#shop/catalogue/description.server.ts";
import type { ProductText } from "#shop/catalogue/product.ts";
import type { Ok, Result } from "#shop/refusal.ts";
import type { AddedIds } from "#shop/stock/ids/add-ids.server.ts";
import type { LinesOfKind } from "#shop/stock/imports/line-kinds.ts";
import type { CleanedIds } from "#shop/stock/parsing/id-list.ts";
import { textOfFile } from "#shop/stock/parsing/ids-file.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import type { Translations } from "#shop/translations.ts";
import { nestedFields } from "#web/nested-fields.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import { type Failure, type Said, say } from "#web/say.ts";

/** What was typed in a refused or previewed form, for the page without JavaScript. */
export type TypedProduct = Record<(typeof typedFields)[number], string> & { translations: Translations<ProductText> };

const typedFields = [
  ...([
    "name",
    "price",
    "description",
    "language",
    "image",
    "keptImage",
    "ids",
    "productId",
    "seenAt",
    "idPattern",
    "idExample",
    "delivery",
    "claimHours",
  ] as const),
  ...(["supplier", "note", "cost"] as const),
  ...(["layout", "columns", "hasHeader", "joiner", "previewed"] as const),
];

/**
 * After these refusals the text of the file is put into the field, so that its preview can be
 * confirmed without JavaScript. [S5.11]
 */
const previewed = new Set(["idsLookLikeTable", "idsPreviewChanged", "csvColumnNeeded"]);

/**
 * Counts beside the answer's sentence: IDs added with a product, skipped lines and their kinds, IDs left out of a
 * restoration, IDs not deleted, IDs that stay after undoing an import, and IDs from which
 * characters were removed; and the import.
 */
type Counted = {
  entered?: number;
  skipped?: number;
  leftOut?: number;
  notDeleted?: number;
  kept?: number;
  batchId?: string;
  linesLeftOut?: LinesOfKind[];
  cleaned?: CleanedIds;
};

/**
 * The answer to a change of products; a refusal includes what was typed. `preview` is the rendered
 * description if only that was requested, in the product's main language or another; `current` is
 * the product after a concurrent change.
 */
export type ProductAnswer = (Said<Counted | null> | NetworkFailure) & {
  typed?: TypedProduct;
  preview?: DescriptionPreview & { language: string | null };
  current?: ProductInStore;
};

/**
 * Reads what was typed, as text, and what `refusal` wants to be seen of a file. Pass a clone of the
 * request.
 */
export async function typedProduct(request: Request, refusal?: { code: string }): Promise<TypedProduct> {
  const form = await request.formData().catch(() => new FormData());
  const plain = Object.fromEntries(typedFields.map((name) => [name, form.getAll(name).map(String).join("\n")]));
  const fields = { ...plain, translations: typedTranslations(form) } as TypedProduct;
  const file = form.get("idsFile");
  if (!refusal || !previewed.has(refusal.code) || !(file instanceof File)) return fields;
  if (fields.ids.trim() !== "" || file.size > ADDED_TEXT_MAX_LENGTH) return fields;
  return { ...fields, ids: textOfFile(new Uint8Array(await file.arrayBuffer())) ?? "" };
}

function typedTranslations(form: FormData): Translations<ProductText> {
  const typed = [...form]
    .filter(([name]) => /^translations\.[a-z]{2}\.\w+$/.test(name))
    .map(([name, text]) => [name, String(text)] as const);
  return (nestedFields(typed).translations ?? {}) as Translations<ProductText>;
}

/** Answers a change. A refusal includes what was typed, and the product if it changed meanwhile. */
export function sayAbout(
  context: Parameters<typeof say>[0],
  result: Result<Counted | null> | Failure,
  done: Parameters<typeof say>[2],
  typed?: TypedProduct,
  current?: ProductInStore | null,
) {
  const said = say(context, result, done);
  if (said.data.ok) return data<ProductAnswer>(said.data, said.init ?? undefined);
  return data<ProductAnswer>({ ...said.data, typed, ...(current && { current }) }, said.init ?? undefined);
}

/** Adds the number of added IDs, which the product's own sentence does not mention. [S5.11] */
export function withEntered<T extends AddedIds, R extends { ok: false }>(result: Ok<T> | R): Ok<T & Counted> | R {
  return result.ok ? { ...result, value: { ...result.value, entered: result.value.added } } : result;
}

/** The values of a refused or previewed form, for the page without JavaScript. */
export function typedIn(answered: ProductAnswer | undefined): TypedProduct | undefined {
  return answered && (!answered.ok || answered.preview) ? answered.typed : undefined;
}

/** The language of the preview that was asked for without JavaScript. */
export function previewedIn(answered: ProductAnswer | undefined, main: string): string | undefined {
  return answered?.preview && (answered.preview.language ?? main);
}

/** The rendered description that was asked for without JavaScript, by language. */
export function previewsIn(answered: ProductAnswer | undefined, main: string): { [language: string]: DescriptionPreview } {
  const preview = answered?.preview;
  return preview ? { [preview.language ?? main]: preview } : {};
}
