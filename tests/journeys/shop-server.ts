import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import { type RunningShop, startShop } from "../support/running-shop.ts";
import { approve, placed, placedWithCard, reject } from "./states.ts";

export { expect };

/** A product on sale, with the IDs it began with. */
export type ProductOnSale = { id: string; name: string; ids: string[] };

type ShopFixtures = {
  /** The owner's browser, signed in. */
  adminPage: Page;
  /** A browser of its own in which nobody is signed in. */
  strangerPage: Page;
  /** Puts a product with these IDs on sale. */
  putOnSale(product?: { name?: string; price?: number; description?: string; ids?: string[] }): Promise<ProductOnSale>;
};

type WorkerFixtures = {
  /** A process of the production build with a database of its own. */
  shop: RunningShop;
  /** Calls the JSON API as the owner. */
  ownerApi: APIRequestContext;
  /** Others have ordered here, with and without a card, and were approved, rejected or wait: no journey may take its orders for the only ones. */
  neighbours: undefined;
};

let made = 0;

/** Journeys run in a real browser against a real server. */
export const test = base.extend<ShopFixtures, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      expect(await shop.stop(), "the shop stops cleanly").toBe(0);
    },
    { scope: "worker", timeout: 40_000 },
  ],
  ownerApi: [
    async ({ shop, playwright }, use) => {
      // A kept connection may be closed by the server in the moment in which it is used again.
      const extraHTTPHeaders = { origin: shop.address, connection: "close" };
      const api = await playwright.request.newContext({ baseURL: shop.address, extraHTTPHeaders });
      const answer = await api.post("/api/auth/sign-in/email", { data: shop.admin });
      expect(answer.ok(), await answer.text()).toBe(true);
      await use(api);
      await api.dispose();
    },
    { scope: "worker" },
  ],
  neighbours: [
    async ({ shop, ownerApi, playwright }, use) => {
      const ids = [1, 2, 3, 4].map((n) => `NEIGHBOUR-${n}`);
      const added = await ownerApi.post("/api/admin/products", {
        data: { name: "Of neighbours", price: 499, description: "", image: "", ids },
      });
      expect(added.status(), await added.text()).toBe(201);
      const product = await added.json();
      const request = await playwright.request.newContext({ baseURL: shop.address });
      const buyer = { request, origin: shop.address };
      await placed(buyer, product);
      await placedWithCard(buyer, product);
      await approve(ownerApi, (await placed(buyer, product)).requestCode);
      await reject(ownerApi, (await placedWithCard(buyer, product)).requestCode, "Not of this journey");
      const hidden = await ownerApi.post(`/admin/products/${product.id}/visibility`, { form: { visible: "no" }, maxRedirects: 0 });
      expect(hidden.ok(), await hidden.text()).toBe(true);
      await request.dispose();
      await use(undefined);
    },
    { scope: "worker", auto: true, timeout: 40_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.address),

  putOnSale: async ({ ownerApi }, use) => {
    const onSale: string[] = [];
    await use(async ({ name, price = 499, description = "", ids } = {}) => {
      made += 1;
      const product = { name: name ?? `Verified account ${made}`, ids: ids ?? [1, 2, 3].map((n) => `ID-${process.pid}-${made}-${n}`) };
      const answer = await ownerApi.post("/api/admin/products", { data: { ...product, price, description, image: "" } });
      expect(answer.status(), await answer.text()).toBe(201);
      const { id } = await answer.json();
      onSale.push(id);
      return { ...product, id };
    });
    // The shop window shows a page of products: those of the next journey have to be on it.
    for (const id of onSale) await ownerApi.post(`/admin/products/${id}/visibility`, { form: { visible: "no" }, maxRedirects: 0 });
  },

  adminPage: async ({ browser, ownerApi, baseURL }, use) => {
    const context = await browser.newContext({ baseURL, storageState: await ownerApi.storageState() });
    await use(await context.newPage());
    await context.close();
  },
  strangerPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    await use(await context.newPage());
    await context.close();
  },
});
