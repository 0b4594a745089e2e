import { expect, test } from "vitest";
import { tabOf } from "./dashboard-tab.ts";

const at = (path: string) => tabOf(new URL(path, "http://shop.example"));

test.each([
  ["/admin/dashboard", "requests"],
  ["/admin/dashboard?tab=", "requests"],
  ["/admin/dashboard?tab=nonsense", "requests"],
  ["/admin/dashboard?tab=products", "products"],
  ["/admin/dashboard?tab=approved-requests", "approved-requests"],
])("[S2.23] %s is the tab %s", (path, tab) => {
  expect(at(path)).toBe(tab);
});

test.each([
  ["/admin/dashboard/edit-product/-OK", "edit-product"],
  ["/admin/dashboard/edit-product/-OK/", "edit-product"],
  ["/admin/dashboard/product-ids/-OK", "product-ids"],
  ["/admin/dashboard/product-ids/-OK?tab=products", "products"],
  ["/admin/dashboard/edit-product/-OK?tab=nonsense", "edit-product"],
])("[S2.24] %s is the tab %s: from the query, and from the path where the query has none", (path, tab) => {
  expect(at(path)).toBe(tab);
});

test.each([
  ["/admin/products", "add-product"],
  ["/admin/products/-OK", "edit-product"],
  ["/admin/products/-OK/deletion", "products"],
  ["/admin/products/-OK/visibility", "products"],
  ["/admin/products/-OK/restoration", "products"],
  ["/admin/products/-OK/ids/deletion", "product-ids"],
  ["/admin/descriptions/preview", "add-product"],
  ["/admin/descriptions/preview/-OK", "edit-product"],
  ["/admin/samples/removal", "products"],
  ["/admin/orders/REQ-A/approval", "requests"],
])("a form that was sent without script to %s comes back to the tab %s", (path, tab) => {
  expect(at(path)).toBe(tab);
});
