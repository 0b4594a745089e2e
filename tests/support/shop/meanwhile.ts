import type { TestShop } from "./shop.ts";

/** The shop's services, where something happens before the transaction of that number. */
export function withMeanwhile(shop: TestShop, nth: number, meanwhile: () => Promise<unknown>): TestShop["services"] {
  let begun = 0;
  const transaction: TestShop["services"]["db"]["transaction"] = async (work) => {
    begun += 1;
    if (begun === nth) await meanwhile();
    return shop.services.db.transaction(work);
  };
  return { ...shop.services, db: Object.assign(Object.create(shop.services.db), { transaction }) };
}
