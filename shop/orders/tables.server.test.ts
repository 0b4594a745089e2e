import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "#tests/support/shop/books.ts";
import { aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let id: string;
beforeAll(async () => {
  shop = await openTestShop();
  id = (await aPendingOrder(shop)).id;
});
afterAll(() => shop.close());

/** Changes that would contradict the state of a pending `Request First` order. */
const disagreements: [string, string][] = [
  ["a state that there is not", "status = 'lost'"],
  ["approved, by nobody", "status = 'approved', processed_at = now()"],
  ["approved, at no time", "status = 'approved', approved_by = 'somebody'"],
  ["rejected, without a reason", "status = 'rejected', processed_at = now()"],
  ["cancelled, at no time", "status = 'cancelled'"],
  ["pending, and handled already", "processed_at = now()"],
  ["pending, and approved by somebody", "approved_by = 'somebody'"],
  ["pending, and cancelled already", "cancelled_at = now()"],
  ["pending, with a reason for its rejection", "reason = 'no payment'"],
  ["pending, with a download", "download_link = 'https://shop.example'"],
  ["a total that is not price times quantity", "total_paise = total_paise + 1"],
  ["no IDs ordered", "quantity = 0, total_paise = 0"],
  ["paid by no card, with a card's code", "gift_card_code = '\\x00'"],
  ["paid at a provider, with a picture", "payment_method = 'razorpay', proof_name = 'a.jpg', proof_key = 'key'"],
  ["a picture's name without a picture", "proof_name = 'a.jpg'"],
  ["the end of a code without a code", "gift_card_last4 = '1234'"],
];

test.each(disagreements)("%s: the database refuses it by itself, by one rule", async (_name, columns) => {
  const client = await shop.services.db.$client.connect();
  const change = () => client.query(`update orders set ${columns} where id = '${id}'`);
  try {
    const refusal = await change().catch((error) => error);
    expect(refusal).toMatchObject({ code: "23514", table: "orders" });

    await asOwner(shop, async (owner) => {
      await owner.query(`begin; set local session_replication_role = replica; alter table orders drop constraint ${refusal.constraint}`);
      expect(await owner.query(`update orders set ${columns} where id = '${id}'`)).toMatchObject({ rowCount: 1 });
      await owner.query("rollback");
    });
  } finally {
    client.release(true);
  }
});
