import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { changeSection } from "#shop/settings/change-section.server.ts";
import type { RejectionReason } from "#shop/settings/rejection-reasons.ts";
import { aGuest, anAdmin, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { rejectOrder } from "./reject-order.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const standard = [{ en: "We couldn't find your payment.", hi: "आपका पेमेंट नहीं मिला।" }];

/** What is stored as the reason of an order in this language that was rejected for `reason`. */
async function storedReason(language: "en" | "hi" | null, reason: string): Promise<string | null | undefined> {
  const { id: productId } = await aProduct(shop);
  const placed = await placeOrder(shop.services, aGuest(), anOrderForm({ productId }), { language });
  if (!placed.ok) throw new Error(placed.code);
  expect(await rejectOrder(shop.services, admin, placed.value.requestCode, { reason }, standard)).toMatchObject({ ok: true });
  const [row] = await shop.services.db.select().from(orders).where(eq(orders.id, placed.value.id));
  return row?.reason;
}

test("[S5.6] [S11.2] the buyer reads a reason that the shop offers in the language of the order, and any other as written", async () => {
  expect(await storedReason("hi", "We couldn't find your payment.")).toBe("आपका पेमेंट नहीं मिला।");
  expect(await storedReason("en", "आपका पेमेंट नहीं मिला।")).toBe("We couldn't find your payment.");
  expect(await storedReason(null, "आपका पेमेंट नहीं मिला।"), "the shop's").toBe("We couldn't find your payment.");
  expect(await storedReason("hi", "We couldn't find your payment!")).toBe("We couldn't find your payment!");

  const rejectionReasons: RejectionReason[] = [{ en: "No train today.", hi: "आज ट्रेन नहीं।" }, { en: "Only English." }];
  expect(await changeSection(shop.services, admin, "orders", { rejectionReasons })).toMatchObject({ ok: true });
  expect(await storedReason("hi", "No train today.")).toBe("आज ट्रेन नहीं।");
  expect(await storedReason("hi", "Only English.")).toBe("Only English.");
  expect(await storedReason("hi", "We couldn't find your payment."), "no longer offered").toBe("We couldn't find your payment.");
});
