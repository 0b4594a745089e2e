import type { TestShop } from "../shop/shop.ts";

/** The only product of a small export. */
export const OLD_PRODUCT_ID = "-OKPgbO-fNNtn2fQrAKg";
const PLACED_FROM_MS = 1_756_695_600_000;

/** The code of an order placed in this second of the export. [S3.7] */
export const codeAt = (second: number) => `REQ-${(PLACED_FROM_MS + second * 1_000).toString(36).toUpperCase()}`;

/** A pending order of customer `uid`, as the old shop stored it. */
export function anOldOrder(second: number, fields: Record<string, unknown> = {}): Record<string, unknown> {
  const [productId, createdAt] = [OLD_PRODUCT_ID, PLACED_FROM_MS + second * 1_000];
  const placed = { productId, productName: "Gold", quantity: 1, price: 99, totalAmount: 99, paymentMethod: "request", userId: "uid" };
  return { ...placed, status: "pending", requestCode: codeAt(second), createdAt, ...fields };
}

/** An approved order with these IDs. */
export const anApprovedOldOrder = (second: number, deliveredIds: string[], fields: object = {}) =>
  anOldOrder(second, { status: "approved", deliveredIds, processedDate: "2025-09-01T05:00:00.398Z", approvedBy: "admin", ...fields });

/** The part of an export with its product and that product's list of IDs. */
export function anOldCatalogue(ids: unknown, fields: object = {}): Record<string, unknown> {
  const product = { name: "Gold", price: 99, description: "<p>x</p>", image: "", createdAt: "2025-03-03T06:30:00.000Z" };
  return { products: { [OLD_PRODUCT_ID]: { ...product, ...fields } }, Idlist: { [OLD_PRODUCT_ID]: { ids } } };
}

/** The paths of the rows that the last import reported with this warning. */
export async function pathsReportedAs({ services }: TestShop, warning: string): Promise<string[]> {
  const { rows } = await services.db.$client.query<{ path: string }>(
    "select path from old_shop_import_rows where $1 = any(warnings) and run_id = (select id from old_shop_imports order by started_at desc limit 1) order by n",
    [warning],
  );
  return rows.map(({ path }) => path);
}
