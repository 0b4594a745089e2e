import { afterAll, beforeAll, expect, test } from "vitest";
import { qrPicture } from "#platform/pictures/qr-picture.server.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { linkQr } from "./link-qr.server.ts";
import { revokeLink } from "./revoke-link.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S6.6] only the holder of a private link gets its QR code, and nobody once it is revoked", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const holder = aGuest({ accessKey });
  const drawn = (visitor: Parameters<typeof linkQr>[1], code = requestCode) =>
    linkQr(shop.services, visitor, { requestCode: code, origin: "https://shop.example" });
  const link = `https://shop.example/order-status/${requestCode}/key/${accessKey}`;
  expect(await drawn(holder)).toEqual({ ok: true, value: qrPicture(link) });
  for (const visitor of [aGuest(), aGuest({ accessKey: "A".repeat(24) }), await aCustomer(shop), await anAdmin(shop)])
    expect(await drawn(visitor)).toMatchObject({ ok: false, code: "orderNotFound" });
  expect(await drawn(holder, "REQ-NEVER")).toMatchObject({ code: "orderNotFound" });
  await revokeLink(shop.services, holder, requestCode);
  expect(await drawn(holder)).toMatchObject({ code: "orderNotFound" });
});
