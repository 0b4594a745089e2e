import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { aCustomer, aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { changeInstructions, readInstructions } from "./change-instructions.server.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const save = (productId: string, language: string, html: string) =>
  changeInstructions(shop.services, admin, { productId, language }, { html });

test("[S10.15] instructions are saved sanitized in each language, removed when empty, and recorded", async () => {
  const { id, name } = await aProduct(shop);
  expect(await save(id, "en", "<p onclick='x()'>Log in.</p><script>x()</script>")).toEqual({
    ok: true,
    value: { language: "en", html: "<p>Log in.</p>" },
  });
  await save(id, "en", "<p>Log in.</p>");
  await save(id, "hi", "<p>लॉगिन करें।</p>");
  expect(await readInstructions(shop.services, anOwner, id)).toEqual({
    name,
    nameLanguage: "en",
    saved: expect.arrayContaining([
      { language: "en", html: "<p>Log in.</p>" },
      { language: "hi", html: "<p>लॉगिन करें।</p>" },
    ]),
  });
  await save(id, "hi", " ");
  expect(await readInstructions(shop.services, anOwner, id)).toMatchObject({ saved: [{ language: "en" }] });
  const audited = await shop.services.db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
  expect(audited.map(({ action, facts }) => [action, facts])).toEqual(Array(3).fill(["product-changed", { fields: "instructions" }]));
});

test("[S10.15] nobody else changes them, and what is refused writes nothing", async () => {
  const { id } = await aProduct(shop);
  for (const actor of [aGuest(), await aCustomer(shop)])
    expect(await changeInstructions(shop.services, actor, { productId: id, language: "en" }, { html: "<p>x</p>" })).toMatchObject({
      code: "rightMissing",
    });
  expect(await save("none", "en", "<p>x</p>")).toMatchObject({ code: "productNotFound" });
  expect(await save(id, "en", "&".repeat(20_000))).toMatchObject({ code: "fieldTooLong", field: "html" });
  expect(await readInstructions(shop.services, anOwner, id)).toMatchObject({ saved: [] });
});

test("[S10.15] an order keeps the instructions of its delivery, and only those who may read its IDs read them", async () => {
  const product = await aProduct(shop);
  await save(product.id, "en", "<p>First.</p>");
  await save(product.id, "hi", "<p>पहला।</p>");
  const { requestCode } = await aPendingOrder(shop, { productId: product.id });
  const seenBy = (visitor: Parameters<typeof findOrder>[1]) => findOrder(shop.services, visitor, requestCode);
  expect(await seenBy(admin)).toMatchObject({ instructions: null });
  const form = { ids: product.ids.slice(0, 1), faulty: [], downloadLink: null, confirmed: true };
  expect(await approveOrder(shop.services, admin, requestCode, form)).toMatchObject({ ok: true });
  await save(product.id, "en", "<p>Second.</p>");
  expect(await seenBy(admin)).toMatchObject({ instructions: { en: "<p>First.</p>", hi: "<p>पहला।</p>" } });
  expect(await seenBy(aGuest())).not.toHaveProperty("instructions");
});
