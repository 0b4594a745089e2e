import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceIn } from "#messages/sentence-in.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import type { Result } from "#shop/refusal.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { deliveredValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { findAdminOrder } from "../reading/admin-orders.server.ts";
import { approveOrder } from "./approve/approve-order.server.ts";
import { approveAsReserved } from "./approve/approve-several.server.ts";
import { ApprovalForm } from "./decision-forms.ts";
import { replaceId } from "./replace/replace-id.server.ts";
import { ReplacementForm } from "./replace/replacement.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

async function anOrder(ids: string[], idPattern = "") {
  const product = await aProduct(shop, { ids });
  if (idPattern) await shop.services.db.update(products).set({ idPattern });
  const order = await aPendingOrder(shop, { productId: product.id });
  return { product, order };
}

const approve = (code: string, fields: { ids: string; idsConfirmed?: string }) =>
  approveOrder(shop.services, admin, code, ApprovalForm.parse(fields));

/** An answer with its sentence, if it is a refusal. */
const said = (answer: Result<null>) => (answer.ok ? answer : { ...answer, says: sentenceIn("en", answer) });
const asks = (what: string) => ({
  ok: false,
  kind: "conflict",
  code: "unusualIdsConfirm",
  says: `Check before you hand over: ${what}. Hand over anyway?`,
});

test("[S4.4] the IDs reserved for an order are handed over without a question", async () => {
  const { order } = await anOrder(["K-1"], "K-[0-9]");
  expect(await approve(order.requestCode, { ids: "K-1" })).toMatchObject({ ok: true });
  await shop.services.db.update(products).set({ idPattern: "" });
});

test.each([
  ["K-2\u200b", "“K-2⟨U+200B⟩” (hidden or look-alike characters)"],
  ["K-\u0435", "“K-⟨U+0435⟩” (hidden or look-alike characters, doesn't match the pattern, not in stock)"],
  ["K-other", "“K-other” (doesn't match the pattern, not in stock)"],
  ["K-7", "“K-7” (not in stock)"],
])("[S4.4] an approval with %j asks once and writes nothing; confirmed, it is handed over", async (id, what) => {
  const shopOfItsOwn = await openTestShop();
  const [mine, earlier] = [
    { shop: shopOfItsOwn, admin: await anAdmin(shopOfItsOwn) },
    { shop, admin },
  ];
  ({ shop, admin } = mine);
  try {
    const { product, order } = await anOrder(["K-2"], "K-[0-9]");
    const before = await booksOf(shop, product.id);
    expect(said(await approve(order.requestCode, { ids: id }))).toMatchObject(asks(what));
    expect(await booksOf(shop, product.id)).toEqual(before);
    expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ status: "pending" });
    expect(await approve(order.requestCode, { ids: id, idsConfirmed: "on" })).toMatchObject({ ok: true });
  } finally {
    ({ shop, admin } = earlier);
    await shopOfItsOwn.close();
  }
});

test("[S4.4] many unusual lines are named in part, and an order of several is asked about too when it is approved among others", async () => {
  const product = await aProduct(shop, { ids: Array.from({ length: 7 }, (_, n) => `many-${n}`) });
  const order = await aPendingOrder(shop, { productId: product.id, quantity: 7 });
  const ids = Array.from({ length: 7 }, (_, n) => `typed-${n}`).join("\n");
  const asked = await approve(order.requestCode, { ids });
  expect(said(asked)).toMatchObject({ code: "unusualIdsConfirm", says: expect.stringContaining("“typed-4” (not in stock), 2 more.") });
  await shop.services.db.update(products).set({ idPattern: "X-[0-9]" });
  expect(await approveAsReserved(shop.services, admin, order.requestCode)).toMatchObject({ code: "unusualIdsConfirm" });
  await shop.services.db.update(products).set({ idPattern: "" });
});

test("[S2.9] a replacement asks once about the ID that was typed, and writes nothing before", async () => {
  const { product, order } = await anOrder(["dead-1", "free-1"]);
  await approve(order.requestCode, { ids: "dead-1" });
  const replace = (id: string, idsConfirmed?: boolean) =>
    replaceId(shop.services, admin, order.requestCode, ReplacementForm.parse({ faulty: "dead-1", id, idsConfirmed }));
  const before = await booksOf(shop, product.id);
  expect(said(await replace("new-1"))).toMatchObject({ ...asks("“new-1” (not in stock)"), field: "id" });
  expect(said(await replace("free-1\u200b"))).toMatchObject(asks("“free-1⟨U+200B⟩” (hidden or look-alike characters)"));
  expect(await booksOf(shop, product.id)).toEqual(before);
  expect(await replace("new-1", true)).toEqual({ ok: true, value: null });
  expect(await deliveredValuesOf(shop.services, order.requestCode)).toEqual(["new-1"]);
});
