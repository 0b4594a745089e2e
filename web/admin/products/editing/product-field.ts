import { besides } from "#web/parts/forms/besides.ts";
import type { ProductAnswer, TypedProduct } from "../product-answer.ts";

type LayoutField = "layout" | "columns" | "hasHeader" | "joiner" | "previewed";

/** The fields of a product that can be refused. [S5.8] */
export type ProductField =
  | Exclude<keyof TypedProduct, "keptImage" | "seenAt" | "language" | "translations" | LayoutField>
  | "imageUpload"
  | "idsFile"
  | `translations.${string}`;

const knownFields: ProductField[] = [
  ...(["name", "price", "description", "image", "imageUpload", "ids", "idsFile", "productId"] as const),
  ...(["idPattern", "idExample", "claimHours", "supplier", "note", "cost"] as const),
];

/** The field that shows a refusal; null if it is about the product as a whole. */
export function fieldOf(answer: ProductAnswer | undefined): ProductField | null {
  const field = answer && !answer.ok && "field" in answer ? answer.field : undefined;
  if (field?.startsWith("translations.")) return field as ProductField;
  return knownFields.find((known) => known === field) ?? null;
}

/** What a refusal says about this field, or null. */
export function wrongAt(answer: ProductAnswer | undefined, field: ProductField): string | null {
  return answer && !answer.ok ? besides(answer, field) : null;
}
