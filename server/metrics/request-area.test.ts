import fc from "fast-check";
import { expect, test } from "vitest";
import { requestArea } from "./request-area.ts";

test.each([
  ["/", "storefront"],
  ["/product/one?lang=hi", "storefront"],
  ["/products.data", "storefront"],
  ["/wp-login.php", "storefront"],
  ["/product/one/order", "ordering"],
  ["/api/orders", "ordering"],
  ["/api/orders/REQ-1/cancellation", "orders"],
  ["/order-status/REQ-1/key/secret", "orders"],
  ["/my-orders.data?_routes=x", "orders"],
  ["/login", "account"],
  ["/api/auth/sign-in/email", "account"],
  ["/admin.data", "admin"],
  ["/admin/orders/REQ-1", "admin"],
  ["/api/admin/orders", "admin"],
  ["/administrator", "storefront"],
  ["/api/get-stock/one", "api"],
  ["/products_database/products.json", "api"],
  ["/api/payments/razorpay/events", "payment_events"],
  ["/assets/entry-1a2b.js", "assets"],
  ["/favicon.ico", "assets"],
  ["/offline-worker.js", "assets"],
  ["/readyz", "health"],
  ["/api/orders/REQ-1/events?since=1", null],
  ["/api/account/orders/events", null],
  ["/api/admin/orders/events", null],
])("[S18.1] %s is counted as %s", (path, area) => {
  expect(requestArea(path)).toBe(area);
});

test("[S18.1] whatever an address holds, its area is one of a few words", () => {
  const words = new Set([null, "assets", "health", "payment_events", "admin", "ordering", "orders", "account", "api", "storefront"]);
  fc.assert(fc.property(fc.string(), (path) => void expect(words.has(requestArea(path)), path).toBe(true)));
});
