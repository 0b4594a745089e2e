import { expect, test } from "vitest";
import { keyTriedIn } from "./wrong-keys.ts";

const tried = (address: string, header?: string) => {
  const { pathname, searchParams } = new URL(address, "http://shop");
  return keyTriedIn(decodeURIComponent(pathname), searchParams, header);
};

test.each([
  "/order-status/REQ-1/key/abc",
  "/Order-Status/REQ-1/KEY/abc/",
  "/order-status/REQ-1/key/abc.data",
  "/order%2Dstatus//REQ-1//key//abc",
])("%s shows the key of a private link", (address) => {
  expect(tried(address)).toEqual({ code: "REQ-1", key: "abc" });
  expect(tried(address, "header"), "the link's own counts").toEqual({ code: "REQ-1", key: "abc" });
});

test.each([
  "/api/orders/REQ-1",
  "/api/orders/REQ-1/cancellation",
  "/order-status/REQ-1",
  "/order-status/REQ-1.data",
  "/order-status/REQ-1/",
  "/order-status/REQ-1/ids.txt",
  "/order-status?code=REQ-1",
  "/product/p1?order=REQ-1",
])("%s shows the key of its header, if there is one", (address) => {
  expect(tried(address)).toBeNull();
  expect(tried(address, "abc")).toEqual({ code: "REQ-1", key: "abc" });
});

test.each(["/", "/products", "/api/orders", "/order-status"])("%s names no order", (address) => {
  expect(tried(address, "abc")).toBeNull();
});
