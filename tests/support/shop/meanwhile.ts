import type { TestShop } from "./shop.ts";

/** The shop's services, with `meanwhile` run before the transaction of this number. */
export function withMeanwhile(shop: TestShop, nth: number, meanwhile: () => Promise<unknown>): TestShop["services"] {
  const pool = shop.services.db.$client;
  let begun = 0;
  const connect = async () => {
    begun += 1;
    if (begun === nth) await meanwhile();
    return pool.connect();
  };
  const $client = Object.assign(Object.create(pool), { connect, query: pool.query.bind(pool) });
  return { ...shop.services, db: Object.assign(Object.create(shop.services.db), { $client }) };
}
