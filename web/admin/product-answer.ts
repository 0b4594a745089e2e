import { data } from "react-router";
import type { DescriptionPreview } from "#shop/catalogue/description-preview.ts";
import type { Result } from "#shop/refusal.ts";
import type { ProductInStore } from "#shop/stock/inventory.ts";
import type { Unreached } from "#web/parts/or-unreached.ts";
import { type Failure, type Said, say } from "#web/say.ts";

/** What had been typed when the shop said no, or was asked for a preview; a page without script shows it again. */
export type TypedProduct = Record<(typeof typedFields)[number], string>;

const typedFields = [
  ...(["name", "price", "description", "image", "keptImage", "ids", "productId", "seenAt", "idPattern", "idExample"] as const),
  ...(["source", "cost", "column"] as const),
];

/** What a deed counted beside what its sentence says: lines skipped, IDs left out of a return, IDs that were not deleted; and which import it was. */
export type Counted = { skipped?: number; leftOut?: number; notDeleted?: number; kept?: number; batchId?: string };

/**
 * What comes back of a mutation of products: in words, and with what was typed where it was refused. `preview` is the description as it will be
 * shown, where only that was asked for; `current` is the product as it is now, where it was changed meanwhile.
 */
export type ProductAnswer = (Said<Counted | null> | Unreached) & {
  typed?: TypedProduct;
  preview?: DescriptionPreview;
  current?: ProductInStore;
};

/** Reads back what was typed, as text. Give it a clone of the request. */
export async function typedProduct(request: Request): Promise<TypedProduct> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries(typedFields.map((name) => [name, form.getAll(name).map(String).join("\n")])) as TypedProduct;
}

/** Answers a mutation; what was typed goes back with a no, and the product as it is where that is new to the admin. */
export function sayAbout(result: Result<Counted | null> | Failure, done: string, typed?: TypedProduct, current?: ProductInStore | null) {
  const said = say(result, done);
  return data<ProductAnswer>(said.data.ok ? said.data : { ...said.data, typed, ...(current && { current }) }, said.init ?? undefined);
}

/** What a page without script shows in its fields: what was typed where that was refused, or was sent for a preview. */
export function typedIn(answered: ProductAnswer | undefined): TypedProduct | undefined {
  return answered && (!answered.ok || answered.preview) ? answered.typed : undefined;
}
