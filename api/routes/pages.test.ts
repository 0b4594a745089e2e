import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, refusalIn } from "#tests/support/api/api.ts";
import { aCustomer, aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
});
afterAll(() => shop.close());

const listed = async (query = "") => (await (await call(`/api/pages${query}`, { as: aGuest() })).json()).pages;

test("[S10.14] an admin reads a draft, publishes it in one language and then in the other, and everybody reads it", async () => {
  const as = await anAdmin(shop);
  const draft = await (await call("/api/admin/pages/terms", { as })).json();
  expect(draft).toMatchObject({ slug: "terms", language: "en", isPublished: false, publishedAt: null, updatedAt: null });
  expect(draft.html).toContain("<h3>Who we are</h3>");
  const hindi = await (await call("/api/admin/pages/terms?lang=hi", { as })).json();
  expect(hindi).toMatchObject({ language: "hi", title: "बिक्री की शर्तें" });
  expect(await listed()).toEqual([]);

  const { title, html } = draft;
  const json = { title, html: `${html}<script>x()</script>`, isPublished: true };
  const answer = await call("/api/admin/pages/terms", { as, method: "PUT", json });
  expect([answer.status, await answer.json()]).toMatchObject([200, { title, html, isPublished: true, language: "en" }]);
  expect(await listed()).toMatchObject([{ slug: "terms", language: "en", html }]);
  expect(await listed("?lang=hi")).toMatchObject([{ slug: "terms", language: "en" }]);

  await call("/api/admin/pages/terms?lang=hi", { as, method: "PUT", json: { title: hindi.title, html: hindi.html, isPublished: true } });
  expect(await listed("?lang=hi")).toMatchObject([{ slug: "terms", language: "hi", title: hindi.title }]);
  expect(await listed()).toMatchObject([{ slug: "terms", language: "en", title }]);
});

test("[S10.14] nobody else edits a page, and what is wrong is refused", async () => {
  const [as, customer] = [await anAdmin(shop), await aCustomer(shop)];
  const json = { title: "Privacy", html: "<p>x</p>", isPublished: true };
  expect((await call("/api/admin/pages/privacy", { as: aGuest() })).status).toBe(401);
  expect((await call("/api/admin/pages/privacy", { as: customer, method: "PUT", json })).status).toBe(403);
  const put = async (path: string, json: object) => refusalIn(await call(path, { as, method: "PUT", json }));
  expect(await put("/api/admin/pages/imprint", json)).toMatchObject({ status: 404, code: "notFound" });
  expect(await put("/api/admin/pages/privacy?lang=xx", json)).toMatchObject({ status: 400 });
  expect(await put("/api/admin/pages/privacy", { ...json, title: " " })).toMatchObject({ status: 422, code: "pageTitleRequired" });
  expect(await put("/api/admin/pages/privacy", { ...json, html: "" })).toMatchObject({ status: 422, code: "pageTextRequired" });
  expect(await put("/api/admin/pages/privacy", { title: "Privacy", html: "<p>x</p>" })).toMatchObject({
    status: 422,
    code: "fieldRequired",
  });
  expect((await listed()).map(({ slug }: { slug: string }) => slug)).not.toContain("privacy");
});
