import { expect, test } from "vitest";
import { isLookup } from "./order-lookups.ts";

const asks = (address: string) => {
  const { pathname, searchParams } = new URL(address, "http://shop");
  return isLookup(decodeURIComponent(pathname), searchParams);
};

test.each([
  "/order-status/REQ-1",
  "/order-status/REQ-1.data",
  "/order-status/REQ-1.data?_routes=x",
  "/Order-Status/REQ-1/",
  "/order%2Dstatus/REQ-1",
  "/order-status/REQ-1/cancellation",
  "/order-status/REQ-1/ids.txt",
  "/order-status/REQ-1/key/abc",
  "/order-status?code=REQ-1",
  "/order-status.data?code=REQ-1",
  "/product/p1?order=REQ-1",
  "/product/p1.data?order=REQ-1",
  "/api/orders/REQ-1",
  "/api/orders/REQ-1/events",
  "/api/orders/REQ-1/cancellation",
  "/my-orders/tickets.json?codes=REQ-1,REQ-2",
])("%s looks an order up", (address) => {
  expect(asks(address)).toBe(true);
});

test.each([
  "/",
  "/products",
  "/products.data",
  "/product/p1",
  "/product/p1/order",
  "/order-status",
  "/api/orders",
  "/api/products",
  "/account",
])("%s does not", (address) => {
  expect(asks(address)).toBe(false);
});
