import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readerOf } from "#shop/audit/ids-shown.server.ts";
import { ok } from "#shop/refusal.ts";
import { idFor } from "#shop/rights.ts";
import { PRODUCT_IDS_PAGE_SIZE } from "#shop/stock/constants.ts";
import type { ProductId } from "../product-id.ts";
import { listProductIds } from "./product-ids.server.ts";
import { type IdFilter, readIds } from "./read-ids.server.ts";

type Asked = IdFilter & { after?: string | null; isPart?: boolean };

/** The cursor of an ID that is not available: the letter stands before its number. */
const UNAVAILABLE = /^x(\d{1,15})$/;

/**
 * Lists a product's IDs like `listProductIds`, but the available ones first: then the others, each
 * in the order they were added. A search, or a list of one state, stays in one order. For admins.
 * [S2.35]
 */
export async function listAvailableFirst(
  services: Pick<Services, "db" | "vault" | "now">,
  visitor: Visitor,
  productId: string,
  { after = null, ...asked }: Asked = {},
): ReturnType<typeof listProductIds> {
  if (asked.state || asked.search?.trim()) return listProductIds(services, visitor, productId, { ...asked, after });
  const beyond = UNAVAILABLE.exec(after ?? "")?.[1];
  const listed = await listProductIds(services, visitor, productId, { ...asked, state: "available", after: beyond ? null : after });
  if (!listed.ok || (!beyond && listed.value.page.next !== null)) return listed;

  const { product, page } = listed.value;
  const available = beyond ? [] : page.rows;
  const read = await readOthers(services, productId, Number(beyond ?? 0));
  const reader = await readerOf(services, visitor, { kind: "product", id: productId });
  const others = read.map((row) => ({ ...row, value: idFor(reader, row.value) }));
  const shown = others.slice(0, PRODUCT_IDS_PAGE_SIZE - available.length);
  const next = others.length > shown.length ? `x${shown.at(-1)?.unitId ?? beyond ?? 0}` : null;
  return ok({ product, page: { ...page, rows: [...available, ...shown], next } });
}

async function readOthers(services: Pick<Services, "db" | "vault">, productId: string, after: number): Promise<ProductId[]> {
  for await (const { ids } of readIds(services, productId, { state: "unavailable" }, after)) return ids;
  return [];
}
