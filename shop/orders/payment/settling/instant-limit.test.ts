import { assert, constantFrom, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { deliveryWays } from "#shop/catalogue/product.ts";
import { atOnceUpTo, type Deliverable, instantLimitOf } from "./instant-limit.ts";

const limits = { instantAmountMax: 2_000, instantIdsMax: 5, newBuyersIdsMax: 100 };
const anOrder = (changes: Partial<Deliverable> = {}): Deliverable => ({
  quantity: 1,
  totalPaise: 49_900,
  paymentMethod: "razorpay",
  paymentAskedAt: null,
  hasItsIds: true,
  delivery: "instant",
  isKnownBuyer: false,
  idsLately: 0,
  idsOfMarks: [],
  idsOfNewBuyers: 0,
  ...changes,
});

test("[S10.6] a paid order below the owner's limits is delivered at once", () => {
  expect(instantLimitOf(anOrder(), limits)).toBeNull();
});

test.for<[Partial<Deliverable>, string | null]>([
  [{ delivery: "after approval" }, "product"],
  [{ totalPaise: 200_000 }, null],
  [{ totalPaise: 200_001 }, "amount"],
  [{ quantity: 5 }, null],
  [{ quantity: 6 }, "ids"],
  [{ quantity: 2, idsLately: 4 }, "ids"],
  [{ quantity: 6, isKnownBuyer: true }, null],
  [{ quantity: 2, idsOfMarks: [{ ids: 3, times: 1 }] }, null],
  [{ quantity: 2, idsOfMarks: [{ ids: 4, times: 1 }] }, "ids"],
  [{ quantity: 2, idsOfMarks: [{ ids: 8, times: 2 }] }, null],
  [{ quantity: 2, idsOfMarks: [{ ids: 9, times: 2 }] }, "ids"],
  [{ quantity: 2, idsOfNewBuyers: 98 }, null],
  [{ quantity: 2, idsOfNewBuyers: 99 }, "new buyers"],
  [{ quantity: 2, idsOfNewBuyers: 99, isKnownBuyer: true }, null],
  [{ hasItsIds: false }, "product"],
  [{ paymentMethod: "amazon" }, "product"],
  [{ paymentMethod: "request" }, "product"],
  [{ paymentMethod: "request", paymentAskedAt: new Date() }, null],
])("[S10.6] an order with %o is held back by %s", ([changes, limit]) => {
  expect(instantLimitOf(anOrder(changes), limits)).toBe(limit);
});

test("[S10.6] 0 is no limit", () => {
  const many = anOrder({ totalPaise: 100_000_000, quantity: 1_000 });
  expect(instantLimitOf(many, { instantAmountMax: 0, instantIdsMax: 0, newBuyersIdsMax: 0 })).toBeNull();
});

test("[S1.2] [S10.6] what a page promises at once is what the limits let through for a buyer whom the shop does not know", () => {
  const most = integer({ min: 0, max: 50 });
  assert(
    property(
      constantFrom(...deliveryWays),
      integer({ min: 0, max: 500_000 }),
      integer({ min: 1, max: 60 }),
      integer({ min: 0, max: 5_000 }),
      most,
      most,
      (delivery, pricePaise, quantity, instantAmountMax, instantIdsMax, newBuyersIdsMax) => {
        const owners = { instantAmountMax, instantIdsMax, newBuyersIdsMax };
        const limit = instantLimitOf(anOrder({ delivery, quantity, totalPaise: pricePaise * quantity }), owners);
        expect(quantity <= atOnceUpTo({ delivery, pricePaise }, owners)).toBe(limit === null);
      },
    ),
  );
});
