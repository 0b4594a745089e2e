import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import type { RunningShop } from "../support/processes/running-shop.ts";
import { clearUp, type Start, startOf } from "./clearing-up.ts";
import { startAmongNeighbours } from "./neighbours.ts";
import { type Sender, sendsDecisionsAtOnce } from "./states.ts";

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
  /** Takes back after each journey what the next one would stumble over. */
  clearing: undefined;
  /** Puts a product with these IDs on sale. */
  putOnSale(product?: { name?: string; price?: number; description?: string; ids?: string[] }): Promise<ProductOnSale>;
};

type WorkerFixtures = {
  /** More of the shop's environment. A file that sets it gets a shop of its own. */
  environment: Record<string, string>;
  /**
   * The production build in its own process, with its own database, in which neighbours are: no
   * journey may assume that its own records are the only ones.
   */
  shop: RunningShop;
  /** Calls the JSON API as the owner. */
  ownerApi: APIRequestContext;
  /** How the shop is before the first journey, and how each one finds it. */
  start: Start;
};

let made = 0;

/** Journeys run in a real browser against a real server. */
export const test = base.extend<ShopFixtures, WorkerFixtures>({
  environment: [{}, { scope: "worker", option: true }],
  shop: [
    async ({ environment }, use) => {
      const shop = await startAmongNeighbours(environment);
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
  start: [async ({ ownerApi }, use) => use(await startOf(ownerApi)), { scope: "worker", auto: true }],
  clearing: [
    async ({ shop, ownerApi, start }, use) => {
      await use(undefined);
      await clearUp(ownerApi, shop.admin.password, start);
    },
    { auto: true },
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
    await use(async ({ name, price = 499, description = "", ids } = {}) => {
      made += 1;
      const product = { name: name ?? `Verified account ${made}`, ids: ids ?? [1, 2, 3].map((n) => `ID-${process.pid}-${made}-${n}`) };
      const answer = await ownerApi.post("/api/admin/products", { data: { ...product, price, description, image: "" } });
      expect(answer.status(), await answer.text()).toBe(201);
      const { id } = await answer.json();
      return { ...product, id };
    });
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
