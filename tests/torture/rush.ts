import type { RunningShop } from "../support/processes/running-shop.ts";
import { freshIds } from "./crash.ts";
import type { OwnersCalls } from "./owners-calls.ts";
import { post, startStorm } from "./storm.ts";

/**
 * The result of a rush: answers by status, the slowest answer (ms), and the number of orders of
 * each product.
 */
export type Rush = { answers: Map<number, number>; slowest: number; placed: number[] };

/**
 * `buyers` order one ID each at the same moment, spread over products with 10 IDs each. With
 * `isStormy`, others order, approve, reject and cancel meanwhile.
 */
export async function rush(
  shop: Pick<RunningShop, "address">,
  owner: OwnersCalls,
  { buyers, products: howMany, isStormy }: { buyers: number; products: number; isStormy: boolean },
): Promise<Rush> {
  const products: string[] = [];
  for (let n = 0; n < howMany; n += 1) products.push(await owner.putOnSale(`Rushed account ${n}`, freshIds(10)));
  const storm = isStormy ? startStorm(shop, owner, [await owner.putOnSale("Stormy account", freshIds(2_000))], 4) : null;

  const placed = products.map(() => 0);
  const answers = new Map<number, number>();
  let slowest = 0;
  await Promise.all(
    Array.from({ length: buyers }, async (_, n) => {
      const product = n % howMany;
      const order = { productId: products[product], quantity: 1, paymentMethod: "request" };
      const { status, ms } = await post(`${shop.address}/api/orders`, order);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 201) placed[product] = (placed[product] ?? 0) + 1;
      slowest = Math.max(slowest, ms);
    }),
  );
  await storm?.stop();
  return { answers, slowest, placed };
}
