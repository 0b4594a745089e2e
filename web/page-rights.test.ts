import { expect, test } from "vitest";
import { rightOfPage } from "./page-rights.ts";
import table from "./routes.ts";

test("[S13.2] an address asks for the right of its part of the admin area, whatever follows it", () => {
  expect(["/admin", "/admin/", "/admin?x=1", "/admin/waiting"].map(rightOfPage)).toEqual([null, null, null, null]);
  expect(rightOfPage("/admin/orders?filter=late")).toBe("read-orders");
  expect(rightOfPage("/admin/orders/REQ-ABCD/approval")).toBe("read-orders");
  expect(rightOfPage("/admin/money#x")).toBe("handle-money");
});

test("[S13.1] what nobody named belongs to owners", () => {
  for (const path of ["/admin/settings", "/admin/anything", "/admin//orders", "/admin/Orders", "/admin/constructor", "/other"])
    expect(rightOfPage(path), path).toBe("own-shop");
});

test("every part that has a right is a part of the admin area", () => {
  const area = table.find(({ file }) => file === "admin/frame/area.tsx")?.children ?? [];
  const parts = [...new Set(area.map(({ path = "" }) => `/${path.split("/").slice(0, 2).join("/")}`))];
  const owners = parts.filter((path) => rightOfPage(path) === "own-shop").map((path) => path.replace("/admin/", ""));
  expect(owners.sort()).toEqual([
    "accounts.csv",
    "activity",
    "api-keys",
    "backup",
    "checklist",
    "customers",
    "emails",
    "export",
    "import-old-shop",
    "pages",
    "payment-methods",
    "people",
    "restored",
    "settings",
  ]);
  expect(parts.length - owners.length).toBe(17);
});
