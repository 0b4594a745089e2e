import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrateShop } from "#migration/migrate-shop.server.ts";
import { operator } from "#shop/audit/operator.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { aFolderOf } from "#tests/support/old-shop/import-files.ts";
import { importExport } from "#tests/support/old-shop/old-export.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  expect(await faultsOf(shop)).toEqual([]);
  await shop.close();
});

const P = "-OKPgbO-fNNtn2fQrAKg";
const placed = { productId: P, productName: "Gold", quantity: 1, price: 99, totalAmount: 99, paymentMethod: "request", userId: "guest" };

/**
 * Imports a file with exactly this text, and returns the number of orders then in the shop, or the
 * error.
 */
async function importText(text: string | Buffer): Promise<number | string> {
  const folder = await aFolderOf({ "export.json": text });
  const sources = { database: join(folder, "export.json"), accounts: null, proofs: null };
  return migrateShop(shop.ownServices, sources, { by: operator, isPreview: false }).then(countOrders, (error: Error) =>
    error.name === "ExportProblem" ? error.message.replace(sources.database, "it") : String(error),
  );
}

async function countOrders(): Promise<number> {
  const { rows } = await shop.services.db.$client.query<{ n: number }>("select count(*)::integer as n from orders");
  return rows[0]?.n ?? 0;
}

/** The report rows of a kind, in file order. */
async function reportedOf(kind: string): Promise<[string, string[]][]> {
  const { rows } = await shop.services.db.$client.query<{ outcome: string; warnings: string[] }>(
    "select outcome, warnings from old_shop_import_rows where kind = $1 order by n",
    [kind],
  );
  return rows.map(({ outcome, warnings }) => [outcome, warnings]);
}

const request = (order: object, key = '"-OZ-first"') => `{"requests": {${key}: ${JSON.stringify({ ...placed, ...order })}}}`;
const NULL = String.raw`\u0000`;
const HALF = String.raw`\ud83d`;

test.for([
  ["a status that every object has", request({ status: "constructor" })],
  ["a status that is a prototype", request({ status: "__proto__" })],
  ["a status that is an object", request({ status: { toString: null } })],
  [
    "an ID whose status is one of these",
    `{"products": {"${P}": {"ids": [{"id": "a", "status": "constructor"}, {"id": "b", "status": {"toString": 1}}]}},
    "requests": {"k": ${JSON.stringify(placed)}}}`,
  ],
  ["a proof's name with a NUL", request({ paymentMethod: "amazon", paymentProofUrl: "https://x.example/payment-proofs%2Fa%00.png" })],
  ["a name with a NUL", request({}, `"a${NULL}b"`)],
  ["a name that is cut in a character", request({}, `"a${HALF}b"`)],
  ["a name that is too long for an index", request({}, JSON.stringify(Array.from({ length: 9_000 }, () => Math.random()).join("")))],
  ["a customer whose id is too long for an index", request({ userId: Array.from({ length: 9_000 }, () => Math.random()).join("") })],
  [
    "an old order whose product has a name that is too long for an index",
    request({ createdAt: 1_700_000_000_000, productName: Array.from({ length: 9_000 }, () => Math.random()).join("") }),
  ],
  ["a customer whose id has a NUL", `{"users": {"u${NULL}": {"orders": {"k": ${JSON.stringify(placed)}}}}}`],
  ["a gift card code of halves", request({ paymentMethod: "amazon", giftCardCode: "a😀bcdefgh😀xyz" })],
  ["amounts beyond all sense", request({ price: 1e10, totalAmount: undefined, quantity: 1_000_000 })],
  ["amounts below nothing, and no numbers", request({ price: -5, totalAmount: "NaN", quantity: -1 })],
  ["times out of range", request({ createdAt: 1e20, processedDate: "+275760-09-13T00:00:00.001Z", status: "approved" })],
  [
    "names of prototypes",
    `{"__proto__": {"a": 1}, "products_database": {"products": {"__proto__": {"__proto__": {"name": "x"}, "name": "y"}}},
    "requests": {"__proto__": ${JSON.stringify(placed)}}}`,
  ],
  ["a byte order mark and CRLF", `\u{feff}${request({}).replace("{", "{\r\n")}\r\n`],
] as const)("a file with %s comes in", async ([, text]) => {
  expect(await importText(text)).toBe(1);
});

test.for([
  ["nothing in it", "", /line 1, column 1/],
  ["a list", "[]", /has no products, requests or users/],
  ["null", "null", /has no products, requests or users/],
  ["a text", '"requests"', /has no products, requests or users/],
  [
    "the part products_database alone",
    `{"products": {"${P}": {"name": "Gold", "price": 99}}, "Idlist": {"${P}": {"ids": ["a"]}}}`,
    /has only one part of the database/,
  ],
  ["a shop that lies one name deeper", `{"old-shop": ${request({})}}`, /has no products, requests or users/],
  ["empty trees", '{"requests": {}, "users": null}', /has no products, requests or users|^0$/],
  ["UTF-16", Buffer.from(`\u{feff}${request({})}`, "utf16le"), /line 1, column 1/],
  ["too much inside itself", `{"requests": {"a": ${"[".repeat(300)}`, /more than 200 lists and objects/],
] as const)("a file with %s is refused in words, and writes nothing", async ([, text, words]) => {
  expect(String(await importText(text))).toMatch(words);
  expect(await countOrders()).toBe(0);
});

test("of two orders under one key the first is imported, and the other is reported", async () => {
  const [first, other] = [JSON.stringify(placed), JSON.stringify({ ...placed, totalAmount: 5 })];
  expect(await importText(`{"requests": {"k": ${first}, "k": ${other}, "k": ${first}}}`)).toBe(1);
  expect(await reportedOf("order")).toEqual([
    ["imported", expect.not.arrayContaining(["orderRepeated"])],
    ["merged", expect.arrayContaining(["keyRepeated"])],
    ["merged", expect.arrayContaining(["orderRepeated"])],
  ]);
});

test("an ID that had to be changed to be stored is reported, in a list and in an order", async () => {
  const ids = `{"x": "a${NULL}b", "y": {"id": "c${HALF}"}, "z": "d"}`;
  const given = JSON.stringify({ ...placed, status: "approved", deliveredIds: ["e\0f"], processedDate: "2025-09-01T05:00:00.398Z" });
  expect(await importText(`{"products": {"${P}": {"ids": ${ids}}}, "requests": {"k": ${given}}}`)).toBe(1);
  expect((await reportedOf("id")).map(([, warnings]) => warnings.includes("textCleaned"))).toEqual([true, true, false]);
  expect(await reportedOf("order")).toEqual([["imported", expect.arrayContaining(["textCleaned"])]]);
});

test("IDs that are names with true or false are imported, those with false as withdrawn, and no report names one", async () => {
  const given = JSON.stringify({
    ...placed,
    status: "approved",
    deliveredIds: { "rail-4": true },
    processedDate: "2025-09-01T05:00:00.398Z",
  });
  expect(
    await importText(`{"products": {"${P}": {"ids": {"rail-1": true, "rail-2": false, "rail-3": true}}}, "requests": {"k": ${given}}}`),
  ).toBe(1);
  expect((await reportedOf("id")).map(([outcome, warnings]) => [outcome, warnings.includes("idAsName")])).toEqual(
    Array(3).fill(["imported", true]),
  );
  const { rows } = await shop.services.db.$client.query<{ value: Buffer; print: Buffer; withdrawn: string | null }>(
    "select value, fingerprint as print, withdrawn from units order by id",
  );
  expect(
    rows.map(({ value, print, withdrawn }) => [shop.services.vault.decrypt(placeOf("units.value", print), value), withdrawn]).toSorted(),
  ).toEqual([
    ["rail-1", null],
    ["rail-2", "faulty"],
    ["rail-3", null],
    ["rail-4", null],
  ]);
  expect(JSON.stringify((await shop.services.db.$client.query("select path from old_shop_import_rows")).rows)).not.toContain("rail-");
});

test("a value beside a name is no ID of an order, and the order is reported as one that lacks an ID", async () => {
  expect(await importText(request({ status: "approved", deliveredIds: { id_1: true }, processedDate: "2025-09-01T05:00:00.398Z" }))).toBe(
    1,
  );
  expect((await shop.services.db.$client.query("select from units")).rowCount).toBe(0);
  expect(await reportedOf("order")).toEqual([["imported", expect.arrayContaining(["deliveredFewer"])]]);
});

test("an order that ended in the future ended when it was placed, and that is reported", async () => {
  const order = { status: "approved", deliveredIds: ["a"], createdAt: 1_756_695_600_000, processedDate: "2098-01-01T00:00:00Z" };
  expect(await importText(request(order))).toBe(1);
  const { rows } = await shop.services.db.$client.query("select processed_at from orders");
  expect(rows).toEqual([{ processed_at: new Date(1_756_695_600_000) }]);
  expect(await reportedOf("order")).toEqual([["imported", expect.arrayContaining(["timeMissing"])]]);
});

test("a folder instead of a file is refused in words", async () => {
  const folder = await aFolderOf({});
  const sources = { database: folder, accounts: null, proofs: null };
  await expect(migrateShop(shop.ownServices, sources, { by: operator, isPreview: true })).rejects.toThrow("can't be read");
});

test("orders of one moment without a code get one each, the next free ones in their order", async () => {
  const at = 1_756_695_600_000;
  const orders = Array.from({ length: 120 }, (_, n) => [`-OZ-${String(n).padStart(4, "0")}`, { ...placed, createdAt: at }]);
  const later = { ...placed, createdAt: at + 60 };
  await importExport(shop, {
    requests: {
      ...Object.fromEntries(orders),
      "-OZ-later": later,
      taken: { ...later, requestCode: `REQ-${(at + 5).toString(36).toUpperCase()}` },
    },
  });
  const { rows } = await shop.services.db.$client.query<{ code: string }>("select request_code as code from orders");
  const given = rows.map(({ code }) => Number.parseInt(code.slice(4), 36) - at).sort((one, other) => one - other);
  expect(given).toEqual(Array.from({ length: 122 }, (_, n) => n));
});

test("accounts with a name that cannot be stored are reported like the others", async () => {
  const folder = await aFolderOf({ "export.json": request({}) });
  await writeFile(
    join(folder, "accounts.json"),
    `{"users": {"a${NULL}": {"localId": "one", "email": "one@example.com", "createdAt": "1740983400000"}}}`,
  );
  const hashConfig = new URL("../support/old-shop/old-hash-config.json", import.meta.url).pathname;
  const accounts = { file: join(folder, "accounts.json"), hashConfig };
  const { summary } = await migrateShop(
    shop.ownServices,
    { database: join(folder, "export.json"), accounts, proofs: null },
    { by: operator, isPreview: false },
  );
  expect(summary.counts).toContainEqual({ kind: "account", outcome: "imported", rows: 1 });
});
