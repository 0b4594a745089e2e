import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { PRODUCT_IDS_PAGE_SIZE, PRODUCT_IDS_SEARCHED_AT_ONCE } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { findProductInStore } from "#shop/stock/inventory.server.ts";
import type { ProductInStore } from "#shop/stock/inventory.ts";
import type { PageOfIds, ProductId } from "#shop/stock/product-id.ts";
import { readIdTexts } from "./read-id-texts.server.ts";
import { countIds, findExactly, type IdFilter, readIds, type Slice } from "./read-ids.server.ts";

type Needs = Pick<Services, "db" | "vault">;

/** Where a page begins, whether a search that is exactly an ID looks for it in other IDs, too, and how many are looked through. */
type IdsPart = { after?: string | null; isPart?: boolean; atOnce?: number };

/**
 * A product and a page of its IDs in the order in which they came, each with its state and the order that has it; those that were deleted are not
 * there any more. A search that is exactly an ID finds it at once by its fingerprint. Any other has to open the IDs: it looks through so many and
 * tells where it goes on. For admins. [S2.35] [S3.2] [S6.5]
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

  if (words && after === null && !isPart) {
    const exact = await findExactly(services, productId, filter.state ?? null, words);
    if (exact) return granted({ product: exact.product, page: pageOfOne(exact.ids) });
  }
  const found = await lookThrough(slices.value, words ? atOnce : 1);
  if (found === null) return refused("productNotFound");
  const { product, ids, searched, goesOn } = found;
  const rows = ids.slice(0, PRODUCT_IDS_PAGE_SIZE);
  const next = ids.length > rows.length ? String(rows.at(-1)?.unitId) : goesOn;
  if (!words) return granted({ product, page: { rows, next, available: product.available, search: null } });
  const total = goesOn && after === null ? await countIds(services, productId, filter.state ?? null) : searched;
  return granted({ product, page: { rows, next, available: countAvailable(ids), search: { isExact: false, searched, total, goesOn } } });
}

function pageOfOne(rows: ProductId[]): PageOfIds {
  return { rows, next: null, available: countAvailable(rows), search: { isExact: true, searched: 1, total: 1, goesOn: null } };
}

function countAvailable(ids: ProductId[]): number {
  return ids.filter(({ state }) => state === "available").length;
}

/** What the slices hold until so many IDs were looked at; null when there is no such product. */
async function lookThrough(slices: AsyncGenerator<Slice, undefined>, atLeast: number) {
  const ids: ProductId[] = [];
  let searched = 0;
  for await (const slice of slices) {
    ids.push(...slice.ids);
    searched += slice.read;
    if (searched >= atLeast || slice.goesOn === null) return { product: slice.product, ids, searched, goesOn: slice.goesOn };
  }
  return null;
}

/** All of a product's IDs that the filter lets through as text (UTF-8), one per line, read while they are sent; that is noted first. For admins. [S2.35] [S6.5] */
export async function productIdsText(
  services: Needs & Pick<Services, "now" | "beginOpening">,
  visitor: Visitor,
  productId: string,
  filter: IdFilter = {},
): Promise<Result<{ productName: string; lines: AsyncGenerator<Uint8Array> }>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const product = isProductId(productId) ? await findProductInStore(services, productId) : null;
  if (!product) return refused("productNotFound");

  const subject = { kind: "product", id: productId, name: product.name } as const;
  await noteDeed(services.db, visitor, { deed: "ids-downloaded", subject, facts: { state: filter.state ?? null } }, services.now());
  return granted({ productName: product.name, lines: readIdTexts(services, productId, filter) });
}

function slicesFor(
  services: Needs,
  visitor: Visitor,
  productId: string,
  filter: IdFilter,
  after: number,
): Result<AsyncGenerator<Slice, undefined>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  if (!isProductId(productId)) return refused("productNotFound");
  return granted(readIds(services, productId, filter, after));
}
