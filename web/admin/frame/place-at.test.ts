import { expect, test } from "vitest";
import { placeAt } from "./place-at.ts";

test.each([
  ["/admin", "/admin"],
  ["/admin/", "/admin"],
  ["/admin/orders", "/admin/orders"],
  ["/admin/orders/REQ-A/approval", "/admin/orders"],
  ["/admin/orders/REQ-A/rejection", "/admin/orders"],
  ["/admin/orders/approvals", "/admin/orders"],
  ["/admin/orders/processed", "/admin/orders/processed"],
  ["/admin/products", "/admin/products"],
  ["/admin/products/-OK/edit", "/admin/products"],
  ["/admin/products/-OK/ids", "/admin/products"],
  ["/admin/products/-OK/deletion", "/admin/products"],
  ["/admin/products/samples/removal", "/admin/products"],
  ["/admin/products/new", "/admin/products/new"],
  ["/admin/products/new/description-preview", "/admin/products/new"],
])("[S2.23] %s belongs to the place %s of the navigation", (path, place) => {
  expect(placeAt(path)).toBe(place);
});

test.each([
  "/admin/orders/REQ-A",
  "/admin/orders/REQ-A/payment",
  "/admin/orders/REQ-A/new-private-link",
  "/admin/search",
  "/admin/restored",
  "/admin/ordersx",
  "/admin/add-ids",
])("[S2.23] %s belongs to no place of the navigation", (path) => {
  expect(placeAt(path)).toBeUndefined();
});
