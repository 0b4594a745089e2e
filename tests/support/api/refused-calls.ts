import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { expect } from "vitest";
import { aGuest, aProduct } from "../shop/builders.ts";
import { openTestShop, type TestShop } from "../shop/shop.ts";
import { openApi } from "./api.ts";

type Call = ReturnType<typeof openApi>;

/** A shop whose API gets calls that it must refuse. */
export type RefusedCalls = {
  shop: TestShop;
  call: Call;
  productId: string;
  png: Buffer<ArrayBuffer>;
  /** Everything that an order or an admin's call could write. */
  footprint(): Promise<string>;
  /**
   * Makes the call and checks that it is refused: its status, message and code, and that nothing
   * was written.
   */
  expectRefused(status: number, path: string, given: Parameters<Call>[1], what: unknown): Promise<void>;
  anOrder(more?: Record<string, unknown>): Record<string, unknown>;
  close(): Promise<void>;
};

/** Opens such a shop with one product. */
export async function openRefusedCalls(): Promise<RefusedCalls> {
  const shop = await openTestShop();
  const call = openApi(shop.services);
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 50 }, (_, n) => `ID-${n}`) });
  const png = Buffer.from(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#05a" } })
      .png()
      .toBuffer(),
  );

  async function footprint(): Promise<string> {
    const { rows } = await shop.services.db.$client.query(`select
      (select json_agg(o order by id) from orders o) as orders, (select json_agg(h order by unit_id) from order_units h) as held,
      (select json_agg(s order by product_id) from product_stock s) as stock, (select json_agg(f order by unit_id) from free_units f) as free,
      (select json_agg(u order by id) from units u) as units, (select json_agg(p order by id) from products p) as products`);
    return JSON.stringify([rows, (await readdir(shop.filesFolder)).sort()]);
  }

  return {
    shop,
    call,
    productId,
    png,
    footprint,
    async expectRefused(status, path, given, what) {
      const before = await footprint();
      const answer = await call(path, { as: aGuest(), ...given });
      const body = await answer.json();
      expect({ status: answer.status, ...body }, String(what)).toMatchObject({
        status,
        error: expect.stringMatching(/\w/),
        code: expect.stringMatching(/^\w+$/),
      });
      expect(await footprint(), String(what)).toBe(before);
    },
    anOrder: (more = {}) => ({ productId, quantity: 1, paymentMethod: "request", ...more }),
    close: () => shop.close(),
  };
}
