import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { aCustomer, aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { changePage } from "./change-page.server.ts";
import { PAGE_HTML_MAX_LENGTH } from "./constants.ts";
import { readEditedPages } from "./edited-pages.server.ts";
import type { PageSlug } from "./page.ts";
import { termsVersions } from "./tables.server.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(async () => {
  shop.setNow();
  await shop.services.db.$client.query("delete from pages; delete from terms_versions; delete from audit_entries");
  shop.services.pages.forget();
});
afterAll(() => shop.close());

/** Saves a page as an admin. */
function save(
  slug: PageSlug,
  language: string,
  html: string,
  { isPublished = true, title = "Terms", seenAt = undefined as Date | null | undefined } = {},
) {
  return changePage(shop.services, admin, { slug, language }, { title, html, isPublished }, seenAt);
}
const audited = () => shop.services.db.select().from(auditEntries).orderBy(auditEntries.id);
const versions = () => shop.services.db.select().from(termsVersions).orderBy(termsVersions.number);

test("[S10.14] a page is saved sanitized, published with a date, and withdrawn", async () => {
  const [monday, tuesday] = [new Date("2026-11-23T10:00:00Z"), new Date("2026-11-24T10:00:00Z")];
  shop.setNow(monday);
  const draft = await save("about", "en", "<p onclick='x()'>We <b>sell</b>.</p><script>x()</script>", {
    isPublished: false,
    title: "About",
  });
  const text = { slug: "about", language: "en", title: "About", html: "<p>We <b>sell</b>.</p>" };
  expect(draft).toEqual({ ok: true, value: { ...text, publishedAt: null, updatedAt: monday } });
  expect(await shop.services.pages.read()).toEqual([]);

  shop.setNow(tuesday);
  await save("about", "en", text.html, { title: "About" });
  expect(await shop.services.pages.read()).toEqual([{ ...text, publishedAt: tuesday }]);
  shop.setNow(new Date("2026-11-25T10:00:00Z"));
  expect(await save("about", "en", text.html, { title: "About" })).toMatchObject({
    ok: true,
    value: { publishedAt: tuesday, updatedAt: tuesday },
  });

  await save("about", "en", text.html, { title: "About", isPublished: false });
  expect(await shop.services.pages.read()).toEqual([]);
  expect(await readEditedPages(shop.services, anOwner, "about")).toMatchObject([{ html: text.html, publishedAt: null }]);
  expect((await audited()).map(({ action, subjectName, facts }) => [action, subjectName, facts])).toEqual([
    ["page-changed", "About", { language: "en" }],
    ["page-published", "About", { language: "en" }],
    ["page-withdrawn", "About", { language: "en" }],
  ]);
});

test("[S10.14] what is refused writes nothing", async () => {
  for (const actor of [aGuest(), await aCustomer(shop)])
    expect(
      await changePage(shop.services, actor, { slug: "terms", language: "en" }, { title: "T", html: "<p>x</p>", isPublished: true }),
    ).toMatchObject({
      code: "rightMissing",
    });
  expect(await save("terms", "en", "<script>x()</script>")).toMatchObject({ code: "pageTextRequired", field: "html" });
  expect(await save("terms", "en", "&".repeat(PAGE_HTML_MAX_LENGTH))).toMatchObject({ code: "fieldTooLong", field: "html" });
  expect([await readEditedPages(shop.services, anOwner), await audited(), await versions()]).toEqual([[], [], []]);
});

test("[S10.14] a page that another admin changed meanwhile is not overwritten", async () => {
  shop.setNow(new Date("2026-11-23T10:00:00Z"));
  expect(await save("terms", "en", "<p>1</p>", { seenAt: null })).toMatchObject({ ok: true });
  expect(await save("terms", "en", "<p>2</p>", { seenAt: null })).toMatchObject({ code: "pageChangedMeanwhile" });
  const seenAt = shop.services.now();
  shop.setNow(new Date("2026-11-23T11:00:00Z"));
  expect(await save("terms", "en", "<p>2</p>", { seenAt })).toMatchObject({ ok: true });
  expect(await save("terms", "en", "<p>3</p>", { seenAt })).toMatchObject({ code: "pageChangedMeanwhile" });
  expect(await readEditedPages(shop.services, anOwner)).toMatchObject([{ html: "<p>2</p>" }]);
});

test("[S10.14] each published text of the terms is a version, and an order records the one it was placed under", async () => {
  const { id: productId } = await aProduct(shop, { ids: ["T-1", "T-2", "T-3", "T-4", "T-5", "T-6"] });
  const placedUnder = async () => {
    const { requestCode } = await aPendingOrder(shop, { productId });
    const [order] = await shop.services.db.select().from(orders).where(eq(orders.requestCode, requestCode));
    return order?.termsVersion;
  };
  await save("terms", "en", "<p>draft</p>", { isPublished: false });
  expect(await placedUnder()).toBeNull();
  await save("terms", "en", "<p>one</p>");
  expect(await placedUnder()).toBe(1);
  await save("terms", "hi", "<p>एक</p>");
  expect(await placedUnder()).toBe(2);
  await save("privacy", "en", "<p>other</p>");
  await save("terms", "hi", "<p>draft</p>", { isPublished: false });
  expect(await placedUnder()).toBe(3);
  await save("terms", "en", "<p>one</p>", { isPublished: false });
  expect(await placedUnder()).toBeNull();
  await save("terms", "en", "<p>one</p>");
  expect(await placedUnder()).toBe(4);
  const one = { en: { title: "Terms", html: "<p>one</p>" } };
  expect((await versions()).map(({ number, texts, endedAt }) => [number, texts, endedAt === null])).toEqual([
    [1, one, false],
    [2, { ...one, hi: { title: "Terms", html: "<p>एक</p>" } }, false],
    [3, one, false],
    [4, one, true],
  ]);
});

test("[S10.14] two admins who save the terms at once make one version after the other", async () => {
  const saved = await Promise.all([save("terms", "en", "<p>one</p>"), save("terms", "hi", "<p>एक</p>"), save("terms", "en", "<p>two</p>")]);
  expect(saved.map(({ ok }) => ok)).toEqual([true, true, true]);
  const all = await versions();
  expect(all.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(all.filter(({ endedAt }) => endedAt === null)).toMatchObject([{ number: 3, texts: { hi: { html: "<p>एक</p>" } } }]);
});
