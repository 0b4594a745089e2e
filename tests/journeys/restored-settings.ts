import { test as base, expect } from "./shop-server.ts";

/**
 * Journeys that change the settings. The initial ones are restored afterwards, because journeys
 * share the shop.
 */
export const test = base.extend<{ first: object; restoredSettings: undefined }>({
  first: async ({ ownerApi }, use) => use(await (await ownerApi.get("/api/admin/settings")).json()),
  restoredSettings: [
    async ({ ownerApi, shop, first }, use) => {
      expect(first).toHaveProperty("name");
      await use(undefined);
      const answer = await ownerApi.put("/api/admin/settings", { data: { ...first, currentPassword: shop.admin.password } });
      expect(answer.ok(), await answer.text()).toBe(true);
    },
    { auto: true },
  ],
});
