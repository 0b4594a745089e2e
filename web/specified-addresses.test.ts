import { expect, test } from "vitest";
import routes from "./routes.ts";
import { specifiedAddress } from "./specified-addresses.ts";

const pageOf = (address: string) => specifiedAddress(new URL(address, "http://shop.example"));

test.each([
  ["/admin/dashboard", "/admin/orders"],
  ["/admin/dashboard/", "/admin/orders"],
  ["/Admin/Dashboard?tab=", "/admin/orders"],
  ["/admin/dashboard?tab=nonsense", "/admin/orders"],
  ["/admin/dashboard?tab=toString", "/admin/orders"],
  ["/admin/dashboard?tab=requests&search=a%26b&manage=REQ-A&manage=REQ-B", "/admin/orders?search=a%26b&manage=REQ-A&manage=REQ-B"],
  ["/admin/dashboard?tab=approved-requests&from=2026-01-01", "/admin/orders/processed?from=2026-01-01"],
  ["/admin/dashboard?tab=products&stock=low", "/admin/products?stock=low"],
  ["/admin/dashboard?tab=add-product", "/admin/products/new"],
  ["/admin/dashboard?lang=hi&tab=edit-product", "/admin/products?lang=hi"],
  ["/admin/dashboard?tab=product-ids", "/admin/products"],
])("[S2.23] %s of the specification leads to %s", (address, page) => {
  expect(pageOf(address)).toBe(page);
});

test.each([
  ["/admin/dashboard/edit-product/-OK", "/admin/products/-OK/edit"],
  ["/admin/dashboard/edit-product/a%2Fb/", "/admin/products/a%2Fb/edit"],
  ["/admin/dashboard/product-ids/-OK?search=x", "/admin/products/-OK/ids?search=x"],
  ["/admin/dashboard/product-ids/-OK?tab=edit-product", "/admin/products/-OK/edit"],
  ["/admin/dashboard/product-ids/-OK?tab=products", "/admin/products"],
  ["/admin/dashboard/edit-product/-OK?tab=nonsense", "/admin/products/-OK/edit"],
])("[S2.24] %s leads to %s: the tab comes from the query, and from the path where the query has none", (address, page) => {
  expect(pageOf(address)).toBe(page);
});

test("[S2.25] /add-ids leads to the admin's page and keeps its query", () => {
  expect(pageOf("/add-ids")).toBe("/admin/add-ids");
  expect(pageOf("/add-ids?product=-OK")).toBe("/admin/add-ids?product=-OK");
});

test("other addresses stay as they are", () => {
  for (const path of ["/", "/admin", "/admin/dashboards", "/admin/dashboard/other/x", "/x/admin/dashboard", "/add-ids-x"])
    expect(pageOf(path)).toBeNull();
});

test("no route of the shop has an address that redirects", () => {
  const paths = (list: typeof routes): string[] => list.flatMap(({ path, children }) => [path ?? "", ...paths(children ?? [])]);
  expect(paths(routes).filter((path) => pageOf(`/${path}`) !== null)).toEqual([]);
});
