import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { unlessErased } from "#shop/erased.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { PRODUCT_IDS_PAGE_SIZE, PRODUCT_IDS_READ_AT_ONCE, PRODUCT_IDS_SENT_AT_ONCE } from "#shop/stock/constants.ts";
import { asOwner, behindTheRules } from "#tests/support/shop/books.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedIdsOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { deleteIds } from "../delete-ids.server.ts";
import { listProductIds, productIdsText } from "./product-ids.server.ts";
import { countIds, type IdFilter } from "./read-ids.server.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

async function idsOf(productId: string, filter: IdFilter & { after?: string | null; isPart?: boolean; atOnce?: number } = {}) {
  const page = await listProductIds(shop.services, admin, productId, filter);
  if (!page.ok) throw new Error(page.code);
  return page.value.page;
}

async function textOf(productId: string, filter: IdFilter = {}): Promise<string> {
  const text = await productIdsText(shop.services, admin, productId, filter);
  if (!text.ok) throw new Error(text.code);
  let whole = "";
  for await (const part of text.value.lines) whole += Buffer.from(part).toString();
  return whole;
}

const linesOf = (ids: string[]) => ids.map((value) => `${value}\n`).join("");

/** One product with an ID in each state. */
async function inEachState() {
  const { id } = await aProduct(shop, { ids: ["given", "broken", "held", "free"].map((word) => `${word}-${Math.random()}`) });
  const first = await aPendingOrder(shop, { productId: id, quantity: 2 });
  const [given, broken] = await reservedIdsOf(shop.services, first.requestCode);
  const replacement = (await idsOf(id, { state: "available" })).rows[1]?.value;
  await approveOrder(shop.services, admin, first.requestCode, {
    ids: [given?.value ?? "", String(replacement)],
    faulty: [broken?.unitId ?? ""],
    downloadLink: null,
    confirmed: false,
  });
  const second = await aPendingOrder(shop, { productId: id });
  return { id, first, second };
}

test("[S3.2] [S2.35] every ID is listed in its order with its state and the order that has it", async () => {
  const { id, first, second } = await inEachState();
  const { rows, next } = await idsOf(id);
  expect(rows.map(({ state, requestCode }) => [state, requestCode])).toEqual([
    ["delivered", first.requestCode],
    ["withdrawn", null],
    ["reserved", second.requestCode],
    ["delivered", first.requestCode],
  ]);
  expect(next).toBeNull();
});

test("[S2.35] the IDs of one state, and those that hold the words searched for", async () => {
  const { id } = await inEachState();
  for (const [state, n] of [
    ["available", 0],
    ["reserved", 1],
    ["delivered", 2],
    ["withdrawn", 1],
  ] as const) {
    expect((await idsOf(id, { state })).rows.map((row) => row.state)).toEqual(Array(n).fill(state));
  }
  expect((await idsOf(id, { search: " BROK" })).rows.map(({ value }) => String(value).slice(0, 6))).toEqual(["broken"]);
  expect((await idsOf(id, { search: "nothing like it" })).rows).toEqual([]);
});

test("[S2.35] many IDs come in pages, and all of them in the text, also when few of them fit the search", async () => {
  const ids = Array.from({ length: PRODUCT_IDS_PAGE_SIZE * 2 + 3 }, (_, n) => `many-${n}-${n % 2 ? "odd" : "even"}`);
  const { id } = await aProduct(shop, { ids });
  const seen: string[] = [];
  let after: string | null = null;
  const sizes: number[] = [];
  do {
    const page = await idsOf(id, { after });
    sizes.push(page.rows.length);
    seen.push(...page.rows.flatMap(({ value }) => unlessErased(value) ?? []));
    after = page.next;
  } while (after);
  expect(sizes).toEqual([PRODUCT_IDS_PAGE_SIZE, PRODUCT_IDS_PAGE_SIZE, 3]);
  expect(seen).toEqual(ids);
  expect(await textOf(id)).toBe(linesOf(ids));

  const odd = ids.filter((value) => value.endsWith("odd"));
  const first = await idsOf(id, { search: "odd" });
  const second = await idsOf(id, { search: "odd", after: first.next });
  expect([...first.rows, ...second.rows].map(({ value }) => value)).toEqual(odd);
  expect(second.next).toBeNull();
  expect(await textOf(id, { search: "odd" })).toBe(linesOf(odd));
});

test("[S2.35] the text has every ID once and in order, of any length, where one read ends and the next begins, without those deleted or erased", async () => {
  const ids = Array.from({ length: PRODUCT_IDS_SENT_AT_ONCE * 5 + 3 }, (_, n) => `${n}-${"₹ é".repeat(n % 40)}`);
  const deleted = [PRODUCT_IDS_SENT_AT_ONCE, PRODUCT_IDS_SENT_AT_ONCE + 1].map((at) => (ids[at] = `deleted-${at}`));
  const { id } = await aProduct(shop, { ids });
  const order = await aPendingOrder(shop, { productId: id });
  const [{ value: given = "" } = {}] = await reservedIdsOf(shop.services, order.requestCode);
  await approveOrder(shop.services, admin, order.requestCode, {
    ids: [given],
    faulty: [],
    downloadLink: null,
    confirmed: false,
    idsConfirmed: true,
  });
  const erase = "update units set value = null, erased_at = now() where fingerprint = $1";
  await shop.services.db.$client.query(erase, [shop.services.vault.fingerprint(given)]);
  await deleteIds(shop.services, admin, id, { which: "matching", unitId: [], search: "deleted", expected: 2 });
  const gone = [given, ...deleted];
  expect(await textOf(id)).toBe(linesOf(ids.filter((value) => !gone.includes(value))));
});

test("[S2.35] of many IDs, a part is searched for in all of them, and no more is read than the reader takes", async () => {
  const ids = Array.from({ length: PRODUCT_IDS_SENT_AT_ONCE * 6 }, (_, n) => `leave-${n}${n % 1_000 === 999 ? "-É" : ""}`);
  const { id } = await aProduct(shop, { ids });
  expect(await textOf(id, { search: " é " })).toBe(linesOf(ids.filter((value) => value.endsWith("É"))));

  const decrypt = vi.spyOn(shop.services.vault, "decrypt");
  onTestFinished(() => decrypt.mockRestore());
  const text = await productIdsText(shop.services, admin, id);
  if (!text.ok) throw new Error(text.code);
  await text.value.lines.next();
  await text.value.lines.return(undefined);
  expect(decrypt).toHaveBeenCalledTimes(PRODUCT_IDS_SENT_AT_ONCE);
});

test("[S2.35] where one of many IDs cannot be decrypted, the text breaks off behind those before it", async () => {
  const ids = Array.from({ length: PRODUCT_IDS_SENT_AT_ONCE * 3 }, (_, n) => `spoilt-${n}`);
  const { id } = await aProduct(shop, { ids });
  const spoil = "update units set value = set_byte(value, 35, get_byte(value, 35) # 1) where fingerprint = $1";
  await behindTheRules(shop, spoil, [shop.services.vault.fingerprint(ids.at(-1) ?? "")]);
  const text = await productIdsText(shop.services, admin, id);
  if (!text.ok) throw new Error(text.code);
  let whole = "";
  const reading = async () => {
    for await (const part of text.value.lines) whole += Buffer.from(part).toString();
  };
  await expect(reading()).rejects.toThrow();
  expect(whole).toBe(linesOf(ids.slice(0, PRODUCT_IDS_SENT_AT_ONCE * 2)));
});

test.each(["available", "delivered"] as const)(
  "[S2.35] the text of the IDs that are %s reads none of them again when it goes on",
  async (state) => {
    const { $client } = shop.services.db;
    const ids = Array.from({ length: PRODUCT_IDS_SENT_AT_ONCE * 3 }, (_, n) => `${state}-${n}`);
    const { id } = await aProduct(shop, { ids });
    const { requestCode } = await aPendingOrder(shop, { productId: (await aProduct(shop)).id });
    const give = `insert into order_units (unit_id, order_id, delivered_at, position)
     select u.id, o.id, now(), u.id from units u, orders o where u.product_id = $1 and o.request_code = $2`;
    if (state === "delivered") await behindTheRules(shop, give, [id, requestCode]);
    await asOwner(shop, (client) => client.query("analyze units, free_units, order_units"));
    const asked: [text: string, values: unknown[]][] = [];
    const query = $client.query;
    $client.query = ((...given: [{ text: string }, unknown[]]) => {
      asked.push([given[0].text, given[1]]);
      return query.apply($client, given as never);
    }) as typeof query;
    const text = await textOf(id, { state }).finally(() => Object.assign($client, { query }));
    expect(text).toBe(linesOf(ids));
    // The last query finds nothing; the one before it reads the last third.
    const [sqlText, values] = asked.filter(([text]) => text?.includes('"units"."value"')).at(-2) ?? ["", []];
    const { rows } = await $client.query(`explain (analyze, format json) ${sqlText}`, values);
    const scans = JSON.stringify(rows).matchAll(/"Relation Name":"(?:free|order)_units".*?"Actual Rows":(\d+)/g);
    const counts = [...scans].map(([, found]) => Number(found));
    expect(counts).toHaveLength(1);
    expect(counts[0]).toBeLessThanOrEqual(PRODUCT_IDS_SENT_AT_ONCE);
  },
);

test("[S2.35] a product without IDs has an empty list, an unknown one is refused, and an invalid cursor starts over", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  expect((await idsOf(id)).rows).toEqual([]);
  expect(await textOf(id)).toBe("");
  expect(await listProductIds(shop.services, admin, "nowhere")).toMatchObject({ ok: false, code: "productNotFound" });
  expect((await idsOf((await aProduct(shop)).id, { after: "'; drop table units" })).rows).toHaveLength(3);
});

test("[S2.35] a search that is exactly an ID finds it without opening another, unless its like is wanted too", async () => {
  const { id } = await aProduct(shop, { ids: ["exact-1", "exact-10", "exact-11"] });
  const values = async (filter: Parameters<typeof idsOf>[1]) => (await idsOf(id, filter)).rows.map(({ value }) => value);
  expect(await idsOf(id, { search: " exact-1 " })).toMatchObject({
    rows: [{ value: "exact-1", state: "available" }],
    next: null,
    search: { isExact: true, searched: 1, goesOn: null },
  });
  expect(await values({ search: "exact-1", isPart: true })).toEqual(["exact-1", "exact-10", "exact-11"]);
  expect(await values({ search: "exact-1", state: "delivered" })).toEqual([]);

  const another = await aProduct(shop, { ids: ["elsewhere"] });
  expect(await values({ search: "elsewhere" })).toEqual([]);
  expect((await idsOf(another.id, { search: "elsewhere" })).search?.isExact).toBe(true);
});

test("[S2.35] a search for a part of an ID reads so many at a time and says where it goes on", async () => {
  const ids = Array.from({ length: PRODUCT_IDS_READ_AT_ONCE + 10 }, (_, n) => `long-${n}${n % 500 === 3 ? "-wanted" : ""}`);
  const { id } = await aProduct(shop, { ids });
  const first = await idsOf(id, { search: "WANTED", atOnce: 1 });
  expect(first).toMatchObject({ available: 2, search: { isExact: false, searched: PRODUCT_IDS_READ_AT_ONCE, total: ids.length } });
  expect(first.rows.map(({ value }) => value)).toEqual(["long-3-wanted", "long-503-wanted"]);

  const last = await idsOf(id, { search: "WANTED", atOnce: 1, after: first.search?.goesOn ?? "" });
  expect(last).toMatchObject({ available: 1, next: null, search: { searched: 10, goesOn: null } });
  expect(last.rows.map(({ value }) => value)).toEqual(["long-1003-wanted"]);
});

test("[S2.35] how many IDs there are in each state, by the books, is what counting them gives, whatever was done with them", async () => {
  const ids = Array.from({ length: 8 }, () => `counted-${Math.random()}`);
  const { id: productId } = await aProduct(shop, { ids });
  const [first] = [await aPendingOrder(shop, { productId, quantity: 3 }), await aPendingOrder(shop, { productId })];
  const reserved = await reservedIdsOf(shop.services, first.requestCode);
  const form = { ids: reserved.map(({ value }) => value), faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  await approveOrder(shop.services, admin, first.requestCode, form);
  await replaceId(shop.services, admin, first.requestCode, { faulty: reserved[0]?.value ?? "", id: null });
  const { rows } = await idsOf(productId, { state: "available" });
  await deleteIds(shop.services, admin, productId, { which: "chosen", unitId: [rows[0]?.unitId ?? 0], search: "", expected: 1 });
  const expected = { available: 2, reserved: 1, delivered: 3, withdrawn: 1 };
  for (const [state, n] of Object.entries(expected) as [keyof typeof expected, number][]) {
    expect([state, (await idsOf(productId, { state })).rows.length]).toEqual([state, n]);
    expect([state, await countIds(shop.services, productId, state)]).toEqual([state, n]);
  }
  expect(await countIds(shop.services, productId, null)).toBe(7);
});
