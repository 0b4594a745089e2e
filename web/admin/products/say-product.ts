import type { Texts } from "#messages/texts.ts";
import type { CleanedIds } from "#shop/stock/parsing/id-list.ts";
import { loadedTexts } from "#web/page-texts.ts";
import type { orNetworkError } from "#web/parts/forms/network-error.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import type { ProductAnswer } from "./product-answer.ts";

/**
 * Like `sayOrNetworkError`, and shows the lines or IDs that a change did not apply to as well. For
 * the `clientAction` of a `ProductForm`. [S5.11] [S8.2]
 */
export function sayProductOrNetworkError<T extends ProductAnswer>(
  code: Parameters<typeof orNetworkError>[0],
  serverAction: () => Promise<T>,
  stayMs?: number,
) {
  const more = (answer: ProductAnswer) => (answer.ok ? countedIn(loadedTexts("adminProducts"), answer) : []);
  return sayOrNetworkError(code, serverAction, { more, stayMs });
}

/** The sentences for the answer's counts. */
export function countedIn(texts: Texts<"adminProducts">, { value }: ProductAnswer & { ok: true }): string[] {
  return [
    value?.entered ? texts("batchAdded", { n: value.entered }) : null,
    value?.skipped ? texts("skippedIds", { n: value.skipped }) : null,
    value?.cleaned ? cleanedIn(texts, value.cleaned) : null,
    value?.leftOut ? texts("idsLeftOut", { n: value.leftOut }) : null,
    value?.kept ? texts("batchLeftOver", { n: value.kept }) : null,
    value?.notDeleted ? texts("idsNotDeleted", { n: value.notDeleted }) : null,
  ].filter((sentence) => sentence !== null);
}

function cleanedIn(texts: Texts<"adminProducts">, { count, first: [one] }: CleanedIds): string {
  return texts("idsCleaned", { n: count, first: one?.value ?? "", codes: [...new Set(one?.removed)].join(", ") });
}
