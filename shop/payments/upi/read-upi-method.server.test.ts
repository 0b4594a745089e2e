import { afterAll, beforeAll, expect, test } from "vitest";
import { payments } from "#shop/payments/tables.server.ts";
import { anAdmin, anOwner } from "#tests/support/shop/builders.ts";
import { aPaymentRow } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";
import { changeUpiMethod } from "./change-upi-method.server.ts";
import { readUpiMethod, readUpiTrial } from "./read-upi-method.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S10.1] a change of a part of the UPI method leaves the rest as it is", async () => {
  await switchUpiOn(shop);
  const before = await readUpiMethod(shop.services, anOwner);
  const admin = await anAdmin(shop);
  await changeUpiMethod(shop.services, admin, { isOn: false });
  expect(await readUpiMethod(shop.services, anOwner)).toEqual({ ...before, isOn: false });
  await changeUpiMethod(shop.services, admin, { payeeName: "Another" });
  expect(await readUpiMethod(shop.services, anOwner)).toEqual({ ...before, isOn: false, payeeName: "Another" });
  expect(await changeUpiMethod(shop.services, admin, { isOn: true, vpa: null })).toMatchObject({ code: "upiNeedsVpa" });
});

test("[S10.1] money by UPI shows that the method works, until the UPI ID is changed", async () => {
  await switchUpiOn(shop);
  const before = await readUpiTrial(shop.services, anOwner);
  expect(before).toMatchObject({ changedAt: expect.any(Date), isPaid: false });
  const receivedAt = shop.services.now();
  await shop.services.db.insert(payments).values(aPaymentRow({ state: "review", problem: "unknown", paidAt: receivedAt, receivedAt }));
  expect(await readUpiTrial(shop.services, anOwner)).toEqual({ ...before, isPaid: true });
  await shop.services.db.$client.query("update payment_methods set updated_at = updated_at + interval '1 hour' where name = 'upi'");
  expect(await readUpiTrial(shop.services, anOwner)).toMatchObject({ isPaid: false });
});
