import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import { type RunningShop, startShop } from "../support/processes/running-shop.ts";
import { approve, placed, placedWithCard, reject, type Sender, sendsDecisionsAtOnce } from "./states.ts";

export { expect };

/** A product on sale, with its initial IDs. */
export type ProductOnSale = { id: string; name: string; ids: string[] };

type ShopFixtures = {
  /** The owner's browser, logged in, with *Undo* for decisions switched off. */
  adminPage: Page;
  /** A separate browser in which nobody is logged in. */
  strangerPage: Page;
  /** Orders without a browser, which is faster: for orders of which no journey sees the placing. */
  guest: Sender;
  /**
   * Sets the owner's language to English after each journey: it is stored in the account, which
   * the next journey uses too.
   */
  ownersLanguage: undefined;
  /** Puts a product with these IDs on sale. */
  putOnSale(product?: { name?: string; price?: number; description?: string; ids?: string[] }): Promise<ProductOnSale>;
};

type WorkerFixtures = {
  /** More of the shop's environment. A file that sets it gets a shop of its own. */
  environment: Record<string, string>;
  /** The production build in its own process, with its own database. */
  shop: RunningShop;
  /** Calls the JSON API as the owner. */
  ownerApi: APIRequestContext;
  /**
   * Existing orders, paid with and without a card, approved, rejected and pending: no journey may
   * assume that its orders are the only ones.
   */
  neighbours: undefined;
};

let made = 0;

/** Journeys run in a real browser against a real server. */
export const test = base.extend<ShopFixtures, WorkerFixtures>({
  environment: [{}, { scope: "worker", option: true }],
  shop: [
    async ({ environment }, use) => {
      const shop = await startShop(environment);
      await use(shop);
      expect(await shop.stop(), "the shop stops cleanly").toBe(0);
    },
    { scope: "worker", timeout: 40_000 },
  ],
  ownerApi: [
    async ({ shop, playwright }, use) => {
      // The server may close a reused connection at the moment it is used again.
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

  ownersLanguage: [
    async ({ shop, ownerApi, playwright }, use) => {
      await use(undefined);
      // A language that the browser's own cookie already has is not stored in the account again.
      const { cookies, origins } = await ownerApi.storageState();
      const storageState = { origins, cookies: cookies.filter(({ name }) => name !== "lang") };
      const owner = await playwright.request.newContext({ baseURL: shop.address, storageState });
      const answer = await owner.get("/contact?lang=en");
      expect(answer.status(), await answer.text()).toBe(200);
      await owner.dispose();
    },
    { auto: true },
  ],

  putOnSale: async ({ ownerApi }, use) => {
    const onSale: ProductOnSale[] = [];
    await use(async ({ name, price = 499, description = "", ids } = {}) => {
      made += 1;
      const product = { name: name ?? `Verified account ${made}`, ids: ids ?? [1, 2, 3].map((n) => `ID-${process.pid}-${made}-${n}`) };
      const answer = await ownerApi.post("/api/admin/products", { data: { ...product, price, description, image: "" } });
      expect(answer.status(), await answer.text()).toBe(201);
      const { id } = await answer.json();
      onSale.push({ ...product, id });
      return { ...product, id };
    });
    // The storefront shows one page of products, and the queue one page of orders: those of the
    // next journey must be on it.
    for (const { id, name } of onSale) {
      await ownerApi.post(`/admin/products/${id}/visibility`, { form: { visible: "no" }, maxRedirects: 0 });
      const waiting = await ownerApi.get("/api/admin/orders", { params: { status: "pending", search: name } });
      const { orders }: { orders: { requestCode: string; productId: string }[] } = await waiting.json();
      for (const { requestCode } of orders.filter(({ productId }) => productId === id))
        await ownerApi.post(`/api/admin/orders/${requestCode}/rejection`, { data: { reason: "The journey is over" } });
    }
  },

  adminPage: async ({ browser, ownerApi, baseURL }, use) => {
    const context = await browser.newContext({ baseURL, storageState: await ownerApi.storageState() });
    await sendsDecisionsAtOnce(context);
    await use(await context.newPage());
    await context.close();
  },
  guest: async ({ playwright, shop }, use) => {
    const request = await playwright.request.newContext({ baseURL: shop.address });
    await use({ request, origin: shop.address });
    await request.dispose();
  },
  strangerPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    await use(await context.newPage());
    await context.close();
  },
});
