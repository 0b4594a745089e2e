import type { Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { looksRight } from "../accessibility-checks.ts";
import { layoutShifts } from "../layout-shifts.ts";
import { expect, test } from "../shop-server.ts";
import { approve, CUSTOMERS_PASSWORD, placed } from "../states.ts";
import { awake } from "../steps.ts";

const texts = textsIn("en", "offline");
const phone = { width: 360, height: 740 };

/** What the browser stores: codes, tickets, the offline page and the worker's scope. */
const storage = (page: Page) =>
  page.evaluate(async () => {
    const known = (await indexedDB.databases()).map(({ name }) => name);
    return {
      codes: localStorage.getItem("offline-tickets"),
      hasTickets: known.includes("offline-tickets"),
      caches: await caches.keys(),
      scopes: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    };
  });
/** The stored tickets: the code of each, and when the shop confirmed it. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<[code: string, checkedAt: number][]>((resolve) => {
        const opening = indexedDB.open("offline-tickets");
        opening.onsuccess = () => {
          const all = opening.result.transaction("tickets").objectStore("tickets").getAll();
          all.onsuccess = () => resolve(all.result.map(({ requestCode, checkedAt }) => [requestCode, checkedAt]));
          opening.result.close();
        };
      }),
  );
const nothing = { codes: null, hasTickets: false, caches: [], scopes: [] };

async function keep(page: Page, code: string): Promise<void> {
  await page.goto(`/order-status/${code}`);
  await awake(page);
  await page.getByRole("button", { name: texts("keep") }).click();
  await expect(page.getByText(texts("stored"), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: texts("remove") })).toBeVisible();
}

test("[S12.11] a browser whose storage never answers says that it can't keep the ticket", async ({ page, putOnSale, ownerApi, shop }) => {
  const { requestCode } = await placed({ request: page.request, origin: shop.address }, await putOnSale());
  await approve(ownerApi, requestCode);
  await page.clock.install();
  await page.goto(`/order-status/${requestCode}`);
  await awake(page);
  await page.evaluate(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await page.getByRole("button", { name: texts("keep") }).click();
  const said = page.getByText(texts("couldNotStore"));
  for (let ms = 0; ms < 15_000 && !(await said.isVisible()); ms += 1_000) await page.clock.runFor(1_000);
  await expect(said).toBeVisible();
  await expect(page.getByRole("button", { name: texts("keep") })).toBeEnabled();
});

test("[S12.11] a guest keeps a ticket and reads it without internet, until the ID is replaced, the ticket removed and the device forgotten", async ({
  page,
  context,
  putOnSale,
  ownerApi,
  shop,
}) => {
  await page.setViewportSize(phone);
  const product = await putOnSale({ ids: ["OFFLINE-1", "OFFLINE-2"] });
  const buyer = { request: page.request, origin: shop.address };
  const first = (await placed(buyer, product)).requestCode;
  const second = (await placed(buyer, await putOnSale())).requestCode;
  for (const code of [first, second]) await approve(ownerApi, code);
  await page.goto(`/order-status/${first}`);
  await awake(page);
  expect(await storage(page)).toEqual(nothing);
  const [given = ""] = /OFFLINE-\d/.exec(await page.getByRole("main").innerText()) ?? [];
  const other = given === "OFFLINE-1" ? "OFFLINE-2" : "OFFLINE-1";
  await page.evaluate(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.getByRole("button", { name: texts("keep") }).click();
  await expect(page.getByText(texts("couldNotStore"))).toBeVisible();
  expect(await storage(page)).toEqual(nothing);
  await keep(page, first);
  await page.reload();
  await expect(page.getByRole("button", { name: texts("remove") })).toBeVisible();
  expect(await layoutShifts(page)).toEqual([]);
  await looksRight(page, "an order whose ticket is kept");
  await page.goto("/my-orders");
  await awake(page);
  await page.getByRole("button", { name: texts("keepNamed", { code: second }) }).click();
  await expect(page.getByRole("button", { name: texts("removeNamed", { code: second }) })).toBeVisible();
  expect(await storage(page)).toEqual({
    ...nothing,
    codes: `${second},${first}`,
    hasTickets: true,
    caches: ["offline-page"],
    scopes: ["/offline"],
  });

  await context.setOffline(true);
  await page.goto("/offline");
  await expect(page.getByText(given, { exact: true })).toBeVisible();
  await expect(page.getByText(texts("isOffline"))).toBeVisible();
  await expect(page.getByText(second, { exact: true })).toBeVisible();
  await looksRight(page, "/offline, without internet");
  await expect(page.goto("/my-orders")).rejects.toThrow();
  await context.setOffline(false);

  // A network that wants a login, and a shop that cannot answer, remove nothing.
  for (const answer of [{ status: 200, body: "<html>" }, { status: 503 }]) {
    await page.route("**/my-orders/tickets.json*", (route) => route.fulfill(answer));
    await page.goto("/offline");
    await expect(page.getByText(texts("isOffline"))).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(2);
    await page.unroute("**/my-orders/tickets.json*");
  }
  const replaced = await ownerApi.post(`/admin/orders/${first}/replacement`, {
    form: { faulty: given },
    maxRedirects: 0,
  });
  expect(replaced.ok(), await replaced.text()).toBe(true);
  await page.goto("/offline");
  await expect(page.getByText(other, { exact: true })).toBeVisible();
  await expect(page.getByText(given, { exact: true })).toHaveCount(0);
  // A ticket that is removed while the shop is still asked about it does not come back.
  const held = Promise.withResolvers<void>();
  await page.route("**/my-orders/tickets.json*", async (route) => {
    const answer = await route.fetch();
    await held.promise;
    await route.fulfill({ response: answer });
  });
  const asked = page.waitForRequest("**/my-orders/tickets.json*");
  await page.reload();
  await asked;
  await page.getByRole("button", { name: texts("removeNamed", { code: second }) }).click();
  await expect(page.getByText(texts("removed"))).toBeVisible();
  const removedAt = await page.evaluate(() => Date.now());
  held.resolve();
  await expect.poll(async () => (await kept(page)).find(([code]) => code === first)?.[1]).toBeGreaterThan(removedAt);
  expect((await kept(page)).map(([code]) => code)).toEqual([first]);
  await expect(page.getByText(texts("removed"))).toBeVisible();

  await page.goto("/my-orders");
  await awake(page);
  const forget = textsIn("en", "myOrders")("forgetDevice");
  await page.getByRole("button", { name: forget }).click();
  await page.getByRole("dialog").getByRole("button", { name: forget }).click();
  await expect(page.getByText(textsIn("en", "myOrders")("noOrders"))).toBeVisible();
  await expect.poll(() => storage(page)).toEqual(nothing);
  await page.goto("/offline");
  await expect(page.getByText(texts("empty"))).toBeVisible();
  await page.goto(`/order-status/${first}`);
  await expect(page.getByRole("heading", { name: textsIn("en", "order")("isItYours") })).toBeVisible();
});

test("[S12.11] kept tickets go with a revoked link, and with a logout in every tab, in both languages", async ({
  page,
  strangerPage,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale();
  const buyer = { request: page.request, origin: shop.address };
  const guests = await placed(buyer, product);
  await approve(ownerApi, guests.requestCode);
  await page.goto(`/order-status/${guests.requestCode}`);
  const link = await page.getByRole("textbox", { name: textsIn("en", "order")("privateLink") }).inputValue();
  await strangerPage.goto(link);
  await keep(strangerPage, guests.requestCode);
  await awake(page);
  const turnOff = textsIn("en", "order")("revokeLink");
  await page.getByRole("button", { name: turnOff }).click();
  await page.getByRole("dialog").getByRole("button", { name: turnOff }).click();
  // The open page of the other browser follows the order.
  await expect.poll(() => storage(strangerPage), { timeout: 15_000 }).toEqual(nothing);

  const email = "keeps-tickets@example.com";
  const data = { email, password: CUSTOMERS_PASSWORD, name: "Asha" };
  await strangerPage.request.post("/api/auth/sign-up/email", { data, headers: { origin: shop.address } });
  const own = await placed({ request: strangerPage.request, origin: shop.address }, product);
  await approve(ownerApi, own.requestCode);
  await keep(strangerPage, own.requestCode);
  const tab = await strangerPage.context().newPage();
  await tab.goto("/offline");
  await expect(tab.getByRole("article")).toHaveCount(1);
  await strangerPage.context().addCookies([{ name: "lang", value: "hi", url: shop.address }]);
  await tab.reload();
  await expect(tab.getByRole("heading", { name: textsIn("hi", "offline")("title") })).toBeVisible();
  await looksRight(tab, "/offline in Hindi");
  // The database of a tab may never answer again once the storage was cleared.
  await tab.evaluate(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await strangerPage.getByRole("button", { name: "Logout" }).click();
  await expect(strangerPage).toHaveURL(/\/login$/);
  const later = await strangerPage.context().newPage();
  await later.goto("/login");
  await expect.poll(() => storage(later)).toEqual(nothing);
  await tab.bringToFront();
  await expect(tab.getByRole("article")).toHaveCount(0);
});
