import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const FROM_MS = 1_700_000_000_000;
const PRODUCTS = 40;
/** The approximate size of an order with its customer's copy. */
const ORDER_BYTES = 950;

/**
 * Writes an export of an old shop of about this many bytes: products, their IDs, orders in every
 * status, and a customer's copy of each. Returns the number of orders.
 */
export async function writeLargeExport(file: string, bytes: number): Promise<number> {
  const orders = Math.ceil(bytes / ORDER_BYTES);
  await pipeline(Readable.from(exportText(orders)), createWriteStream(file));
  return orders;
}

/** The text of the export, row by row. */
function* exportText(orders: number): Generator<string> {
  yield `{"products_database":{"products":{`;
  for (let n = 0; n < PRODUCTS; n += 1) {
    yield `${n ? "," : ""}"${productId(n)}":{"name":"Product ${n}","price":99.5,"description":"<p>x</p>","image":"","createdAt":"2025-03-03T06:30:00.000Z"}`;
  }
  yield `},"Idlist":{`;
  for (let n = 0; n < PRODUCTS; n += 1) {
    yield `${n ? "," : ""}"${productId(n)}":{"ids":{`;
    for (let id = 0; id < orders / PRODUCTS; id += 1) yield `${id ? "," : ""}"id_${id}":"rail_${n}_${id}:secret"`;
    yield "}}";
  }
  yield `}},"requests":{`;
  for (let n = 0; n < orders; n += 1) yield `${n ? "," : ""}"-OZ2Cto${String(n).padStart(13, "0")}":${orderText(n)}`;
  yield `},"users":{"customer":{"orders":{`;
  for (let n = 0; n < orders; n += 1) yield `${n ? "," : ""}"${codeOf(n)}":${orderText(n)}`;
  yield "}}}}";
}

function orderText(n: number): string {
  const status = ["approved", "approved", "approved", "rejected", "cancelled", "pending"][n % 6] ?? "pending";
  const ending = { processedDate: "2025-09-01T05:00:00.398Z", cancelledAt: "2025-09-01T05:00:00.398Z", reason: "No" };
  return JSON.stringify({
    productId: productId(n % PRODUCTS),
    productName: `Product ${n % PRODUCTS}`,
    quantity: 1,
    price: 99.5,
    totalAmount: 99.5,
    requestCode: codeOf(n),
    status,
    paymentMethod: "amazon",
    giftCardCode: `G${String(n).padStart(13, "0")}`,
    createdAt: FROM_MS + n,
    userId: "customer",
    paymentProofUrl: `https://storage.example.com/payment-proofs/${codeOf(n)}_proof.png`,
    ...(status === "approved" ? { deliveredIds: [`sold_${n}:secret`], approvedBy: "admin" } : {}),
    ...(status === "pending" ? {} : ending),
  });
}

function productId(n: number): string {
  return `-OKPgb${String(n).padStart(14, "0")}`;
}

/** The request code of order number `n`. */
export function codeOf(n: number): string {
  return `REQ-${(FROM_MS + n).toString(36).toUpperCase()}`;
}
