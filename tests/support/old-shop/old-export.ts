import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type MigrationOptions, type MigrationResult, migrateShop } from "#migration/migrate-shop.server.ts";
import { operator } from "#shop/audit/operator.ts";
import type { TestShop } from "../shop/shop.ts";

/** An old shop's export written by a test, as malformed as it likes. */
export type OldExport = Record<string, unknown>;

/** Writes an export into a file and imports it. */
export async function importExport(shop: TestShop, old: OldExport, options: Partial<MigrationOptions> = {}): Promise<MigrationResult> {
  const file = join(tmpdir(), `old-export-${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(old));
  try {
    return await migrateShop(
      shop.ownServices,
      { database: file, accounts: null, proofs: null },
      { by: operator, isPreview: false, ...options },
    );
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * The number of rows that the report must account for: products, list items, requests and copies.
 */
export function rowsIn(old: OldExport): number {
  const at = (...path: string[]) => path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], old);
  const members = (value: unknown) => (typeof value === "object" && value !== null ? Object.values(value) : []);
  const lists = [...members(at("products_database", "Idlist")), ...members(at("products"))];
  const ids = lists.flatMap((list) => members((list as { ids?: unknown }).ids));
  const copies = members(at("users")).flatMap((user) => members((user as { orders?: unknown }).orders));
  const named = members(at("products")).filter((product) => Object.keys(product as object).some((field) => field !== "ids"));
  return members(at("products_database", "products")).length + named.length + ids.length + members(at("requests")).length + copies.length;
}

const productIds = ["-OKPgbO-fNNtn2fQrAKg", "-OKPgbcclQJlUKGHhUcU", "plain"];
const users = ["c531ba8760b1daAbCdEfGhIjKlMn", "d06052c629ce00AbCdEfGhIjKlMn"];
const value = fc.integer({ min: 1, max: 14 }).map((n) => `rail_${n}:secret`);
const odd = fc.oneof(
  fc.constant(null),
  fc.constant(""),
  fc.boolean(),
  fc.integer(),
  fc.string({ maxLength: 5 }),
  fc.constant([]),
  fc.constant({}),
);
const mostly = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: odd });

const item = mostly(fc.oneof(value, value, fc.record({ id: value, status: fc.constantFrom("available", "sold", "reserved", "what") })));
const list = fc.oneof(
  fc.array(item, { maxLength: 6 }),
  fc.array(item, { maxLength: 6 }).map((items) => Object.fromEntries(items.map((one, n) => [`id_${n + 1}`, one]))),
  fc.array(item, { maxLength: 6 }).map((items) => Object.fromEntries(items.map((one, n) => [2 * n, one]))),
);
const product = fc.record(
  {
    name: mostly(fc.constantFrom("Gold", "Silver <b>new</b>")),
    price: mostly(fc.constantFrom(99, 149.5, "0.01", "1,234.50")),
    description: mostly(fc.constantFrom("<p>Good</p>", "<script>alert(1)</script><p>x")),
    image: mostly(fc.constantFrom("https://example.com/1.png", "javascript:alert(1)")),
    createdAt: mostly(fc.constant("2025-03-03T06:30:00.000Z")),
  },
  { requiredKeys: ["name"] },
);
const ms = fc.integer({ min: 0, max: 20 }).map((n) => 1_756_695_600_000 + n * 1_000);
const code = ms.map((at) => `REQ-${at.toString(36).toUpperCase()}`);
const order = fc.record(
  {
    requestCode: mostly(code),
    productId: mostly(fc.constantFrom(...productIds, "gone")),
    productName: mostly(fc.constant("Gold")),
    quantity: mostly(fc.integer({ min: 1, max: 3 })),
    price: mostly(fc.constantFrom(99, 149.5)),
    totalAmount: mostly(fc.constantFrom(99, 198, 149.5)),
    status: mostly(fc.constantFrom("pending", "pending", "approved", "approved", "rejected", "cancelled", "Approved", "shipped")),
    paymentMethod: mostly(fc.constantFrom("request", "amazon")),
    giftCardCode: mostly(fc.constantFrom(null, "993C14BCCE909E")),
    paymentProofUrl: mostly(fc.constantFrom(null, "https://storage.example.com/payment-proofs/x.png")),
    paymentVerified: mostly(fc.boolean()),
    createdAt: mostly(ms),
    userId: mostly(fc.constantFrom("guest", ...users)),
    deliveredIds: mostly(fc.array(value, { maxLength: 3 })),
    reservedIds: mostly(fc.array(value, { maxLength: 3 }).map((ids) => Object.fromEntries(ids.map((id, n) => [`id_${n}`, id])))),
    processedDate: mostly(fc.constant("2025-09-01T05:00:00.398Z")),
    cancelledAt: mostly(fc.constant("2025-09-01T16:10:01.528Z")),
    reason: mostly(fc.constantFrom("", "Card already used")),
    downloadLink: mostly(fc.constantFrom("https://example.com/x", "javascript:alert(1)")),
  },
  { requiredKeys: ["status", "productId"] },
);
const key = fc.integer({ min: 1, max: 40 }).map((n) => `-OZ2CtoD8QFIY7AMPb${String(n).padStart(2, "0")}`);
const dictionary = <T>(keys: fc.Arbitrary<string>, values: fc.Arbitrary<T>, maxKeys: number) =>
  fc.dictionary(keys, values, { maxKeys, noNullPrototype: true });
const productId = fc.constantFrom(...productIds);

/**
 * Exports of all sizes, shapes and faults. IDs, codes and products repeat, so that they collide.
 */
export const anOldExport: fc.Arbitrary<OldExport> = fc.record(
  {
    products_database: fc.record(
      { products: dictionary(productId, product, 3), Idlist: dictionary(productId, fc.record({ ids: list }), 3) },
      { requiredKeys: [] },
    ),
    products: dictionary(productId, fc.record({ name: fc.constant("Gold"), ids: list }, { requiredKeys: [] }), 2),
    requests: fc.dictionary(key, mostly(order), { minKeys: 1, maxKeys: 12, noNullPrototype: true }),
    users: dictionary(fc.constantFrom(...users), fc.record({ orders: dictionary(code, mostly(order), 5) }), 2),
    settings: fc.constant({ theme: "dark" }),
  },
  { requiredKeys: ["products_database", "requests"] },
);
