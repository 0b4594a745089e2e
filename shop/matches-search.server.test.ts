import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { findFreeUnits } from "#shop/stock/books/free-units.server.ts";
import { searchProductsOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { faultsOf, openHoursSince } from "#tests/support/shop/books.ts";
import { aCustomer, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { listCustomers } from "./accounts/customers/list-customers.server.ts";
import { listActivity } from "./audit/activity.server.ts";
import { canonicalText } from "./canonical-text.ts";
import { listAdminOrders } from "./orders/reading/admin-orders.server.ts";
import { closeOrderHours } from "./orders/reading/close-order-hours.server.ts";
import { finds, searchedText } from "./search-pattern.ts";
import { listProductIds, productIdsText } from "./stock/ids/reading/product-ids.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** Stored texts, and how somebody may type a part of them. */
const spellings = [
  ["one character and two", "रेल \u0921\u093c अ", "\u095c"],
  ["two characters and one", "रेल \u095c अ", "\u0921\u093c"],
  ["an accent of its own", "Cafe\u0301 pass", "CAFÉ"],
  ["a no-break space", "Gold\u00a0pass", "gold pass"],
  ["a soft hyphen", "Premi\u00adum", "premium"],
  ["another dash", "RAIL\u2011007", "rail-007"],
  ["wide letters", "ＧＯＬＤ", "gold"],
  ["typed with a zero-width space", "silver", "sil\u200bver"],
  ["a dot below a letter", "फ़ास्ट पास", "फास्ट"],
  ["half a nasal consonant", "हिन्दी टिकट", "हिंदी"],
  ["an anusvara", "पंप टिकट", "पम्प"],
  ["a candrabindu", "गाँव टिकट", "गांव"],
  ["a danda", "सस्ता। तेज", "सस्ता तेज"],
  ["digits of another script", "पास २०२६", "2026"],
] as const;

let made = 0;
test.for(spellings)("[S2.28] what is stored with %s is found, whichever of the two is typed", async ([, stored, typed]) => {
  const { services } = shop;
  const [admin, name] = [await anAdmin(shop), `${stored} thing`];
  const product = await aProduct(shop, { name, description: `<p>${stored}</p>`, ids: [crypto.randomUUID()] });
  shop.setNow(new Date(Date.now() - 95 * 3_600_000));
  const early = await aPendingOrder(shop, { productId: product.id });
  shop.setNow();
  await openHoursSince(shop, 100);
  await closeOrderHours(services);
  made += 1;
  const more = await aProduct(shop, {
    id: `more-${product.id}`,
    name,
    ids: [`of-late-${product.id}`, `${stored}/${made}`, `x-${product.id}`],
  });
  const late = await aPendingOrder(shop, { productId: more.id });
  await aCustomer(shop, { name });
  await inTransaction(services.db, (tx) =>
    recordAction(tx, admin, { action: "product-added", subject: { kind: "product", id: product.id, name } }, services.now()),
  );

  for (const search of [typed, stored]) {
    const found = await listAdminOrders(services, anOwner, "pending", { search });
    expect(found.rows.map(({ requestCode }) => requestCode)).toEqual(expect.arrayContaining([early.requestCode, late.requestCode]));
    expect(await listCustomers(services, admin, { search })).toMatchObject({
      value: { rows: expect.arrayContaining([expect.objectContaining({ name })]) },
    });
    expect(await listActivity(services, admin, { search })).toMatchObject({
      value: {
        rows: expect.arrayContaining([
          expect.objectContaining({ action: "product-added", subject: { kind: "product", id: product.id, name } }),
        ]),
      },
    });
    expect((await searchProductsOnSale(services, { search, page: 1 })).products.map(({ id }) => id)).toContain(product.id);
    expect(await listProductIds(services, admin, more.id, { search })).toMatchObject({
      value: { page: { rows: [{ state: "available" }] } },
    });
    expect(await findFreeUnits(services, more.id, search)).toHaveLength(1);
    const text = await productIdsText(services, admin, more.id, { search });
    if (!text.ok) throw new Error(text.code);
    let said = "";
    for await (const lines of text.value.lines) said += Buffer.from(lines).toString();
    expect(said.split("\n").map((line) => finds(stored, line))).toEqual([true, false]);
  }
  expect(finds(typed, stored)).toBe(true);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S2.28] PostgreSQL makes of a text what the shop makes of it", async () => {
  const unit = fc.oneof(
    fc.constantFrom(..."aA -\u00a0\u00ad\u200b\u200d\u2011\u2212\u3000\u095c\u0921\u093c\u0301e\u0345ﬁＧ½²\u202e\ufeffÅ\u1100\u1161\u11a8"),
    fc.constantFrom("\u{e0041}", "\u{1d173}", "\u{10ead}", "😀", "\u{110bd}"),
    // Without the newest characters, because PostgreSQL and Node may have different versions of
    // Unicode.
    ...[
      [0x20, 0x863],
      [0x900, 0xbff],
      [0x2000, 0x20b0],
      [0x2100, 0x2fff],
    ].map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
  );
  const isAssigned = (text: string) => !/\p{Cn}/u.test(text);
  const texts = fc.sample(fc.string({ unit, maxLength: 12 }).filter(isAssigned), 3_000);
  const { rows } = await shop.services.db.$client.query<{ text: string; canonical: string }>(
    "select text, canonical_text(text) as canonical from unnest($1::text[]) with ordinality as t (text, n) order by n",
    [texts],
  );
  expect(rows.filter(({ text, canonical }) => canonical !== canonicalText(text))).toEqual([]);
  expect(rows).toHaveLength(3_000);
});

test("[S2.28] PostgreSQL and the shop make one spelling of Hindi words", async () => {
  const unit = fc.oneof(
    fc.constantFrom(..."ङञणनमकपदफजऩऱऴ़्ंँ।॥ािी ५০੩"),
    fc.integer({ min: 0x900, max: 0xdff }).map((code) => String.fromCodePoint(code)),
  );
  const texts = fc.sample(
    fc.string({ unit, maxLength: 12 }).filter((text) => !/\p{Cn}/u.test(text)),
    3_000,
  );
  const { rows } = await shop.services.db.$client.query<{ text: string; searched: string }>(
    "select text, searched_text(text) as searched from unnest($1::text[]) with ordinality as t (text, n) order by n",
    [texts],
  );
  expect(rows.filter(({ text, searched }) => searched !== searchedText(text))).toEqual([]);
  expect(rows).toHaveLength(3_000);
});
