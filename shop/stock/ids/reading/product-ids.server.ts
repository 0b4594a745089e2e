import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readerOf } from "#shop/audit/ids-shown.server.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { idFor, may, rightMissing, seesIds } from "#shop/rights.ts";
import { PRODUCT_IDS_PAGE_SIZE, PRODUCT_IDS_SEARCHED_AT_ONCE } from "#shop/stock/constants.ts";
import { findProductInStore } from "#shop/stock/products/inventory.server.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import type { PageOfIds, ProductId } from "../product-id.ts";
import { readIdTexts } from "./read-id-texts.server.ts";
import { countIds, findExactly, type IdFilter, readIds, type Slice } from "./read-ids.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/**
 * The cursor, whether to search inside IDs even if the text is exactly one (`isPart`), and how many
 * IDs to search per request.
 */
type IdsPart = { after?: string | null; isPart?: boolean; atOnce?: number };

/**
 * Returns a product and a page of its IDs in the order they were added, each with its state and
 * order; removed IDs are left out. A search for an exact ID uses its fingerprint. Any other search
 * decrypts a limited number of IDs per request and returns a cursor to continue. For admins.
 * [S2.35] [S3.2] [S6.5]
 */
export async function listProductIds(
  services: Needs,
  visitor: Visitor,
  productId: string,
  { after = null, isPart = false, atOnce = PRODUCT_IDS_SEARCHED_AT_ONCE, ...filter }: IdFilter & IdsPart = {},
): Promise<Result<{ product: ProductInStore; page: PageOfIds }>> {
  const words = filter.search?.trim() ?? "";
  const slices = slicesFor(services, visitor, productId, filter, after !== null && /^\d{1,15}$/.test(after) ? Number(after) : 0);
  if (!slices.ok) return slices;
  const reader = await readerOf(services, visitor, { kind: "product", id: productId });
  const shown = (rows: ProductId[]) => rows.map((row) => ({ ...row, value: idFor(reader, row.value) }));

  if (words && after === null && !isPart) {
    const exact = await findExactly(services, productId, filter.state ?? null, words);
    if (exact) return ok({ product: exact.product, page: pageOfOne(shown(exact.ids)) });
  }
  if (words && !seesIds(visitor)) return nothingFound(services, visitor, productId);
  const found = await searchSlices(slices.value, words ? atOnce : 1);
  if (found === null) return refused("productNotFound");
  const { product, ids, searched, goesOn } = found;
  const rows = shown(ids.slice(0, PRODUCT_IDS_PAGE_SIZE));
  const next = ids.length > rows.length ? String(rows.at(-1)?.unitId) : goesOn;
  if (!words) return ok({ product, page: { rows, next, available: product.available, search: null } });
  const total = goesOn && after === null ? await countIds(services, productId, filter.state ?? null) : searched;
  return ok({ product, page: { rows, next, available: countAvailable(ids), search: { isExact: false, searched, total, goesOn } } });
}

/** Who may not see IDs finds them by their whole text alone. [S13.4] */
async function nothingFound(services: Needs, visitor: Visitor, productId: string) {
  const product = await findProductInStore(services, visitor, productId);
  return product
    ? ok({ product, page: { ...pageOfOne([]), search: { isExact: false, searched: 0, total: 0, goesOn: null } } })
    : refused("productNotFound");
}

function pageOfOne(rows: ProductId[]): PageOfIds {
  return { rows, next: null, available: countAvailable(rows), search: { isExact: true, searched: 1, total: 1, goesOn: null } };
}

function countAvailable(ids: ProductId[]): number {
  return ids.filter(({ state }) => state === "available").length;
}

/** Reads slices until at least `atLeast` IDs were searched; null if the product does not exist. */
async function searchSlices(slices: AsyncGenerator<Slice, undefined>, atLeast: number) {
  const ids: ProductId[] = [];
  let searched = 0;
  for await (const slice of slices) {
    ids.push(...slice.ids);
    searched += slice.read;
    if (searched >= atLeast || slice.goesOn === null) return { product: slice.product, ids, searched, goesOn: slice.goesOn };
  }
  return null;
}

/**
 * Streams the product's IDs that match the filter as UTF-8 text, one per line. The download is
 * recorded in the audit log first. Asks for the right to see IDs, too. [S2.35] [S6.5] [S13.4]
 */
export async function productIdsText(
  services: Needs,
  visitor: Visitor,
  productId: string,
  filter: IdFilter = {},
): Promise<Result<{ productName: string; lines: AsyncGenerator<Uint8Array> }>> {
  if (!may(visitor, "manage-stock")) return rightMissing("manage-stock");
  if (!seesIds(visitor)) return rightMissing("see-ids");
  const product = isProductId(productId) ? await findProductInStore(services, visitor, productId) : null;
  if (!product) return refused("productNotFound");

  const subject = { kind: "product", id: productId, name: product.name } as const;
  await recordAction(services.db, visitor, { action: "ids-downloaded", subject, facts: { state: filter.state ?? null } }, services.now());
  return ok({ productName: product.name, lines: readIdTexts(services, productId, filter) });
}

function slicesFor(
  services: Needs,
  visitor: Visitor,
  productId: string,
  filter: IdFilter,
  after: number,
): Result<AsyncGenerator<Slice, undefined>> {
  if (!may(visitor, "manage-stock")) return rightMissing("manage-stock");
  if (!isProductId(productId)) return refused("productNotFound");
  return ok(readIds(services, productId, filter, after));
}
