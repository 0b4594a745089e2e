import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import routes from "#web/routes.ts";
import { needsAdmin, withoutAdmin } from "./shop-routes.ts";

/** The addresses of these routes, each with its file. */
function addressesOf(entries: RouteConfigEntry[], above = ""): { path: string; file: string }[] {
  return entries.flatMap(({ path, file, children }) => {
    const whole = path ? `${above}/${path}` : above;
    return children ? addressesOf(children, whole) : [{ path: whole || "/", file }];
  });
}

test("every address of the admin needs the admin's routes, and no other does", async () => {
  const addresses = addressesOf(await routes);
  const isAdmins = ({ file }: { file: string }) => file.startsWith("admin/");
  expect(addresses.filter(isAdmins).length).toBeGreaterThan(50);
  expect(addresses.filter((address) => needsAdmin(address.path) !== isAdmins(address))).toEqual([]);
});

test.each(["/ADMIN/orders", "//admin", "/admin.data", "/admin/", "/__manifest"])("%s needs the admin's routes", (path) =>
  expect(needsAdmin(path)).toBe(true),
);

test.each(["/", "/administer", "/product/admin", "/order-status/admin", "/add-ids"])("%s does not", (path) =>
  expect(needsAdmin(path)).toBe(false),
);

test("a build without the admin lacks its routes, also those below its frame with another name", () => {
  const ids = { root: undefined, "account/account": "root", "admin/frame/area": "root", "edit-product": "admin/frame/area" };
  const all = Object.fromEntries(Object.entries(ids).map(([id, parentId]) => [id, { id, parentId }]));
  const { routes, assets } = withoutAdmin({ routes: all, assets: { version: "1", routes: all } } as unknown as ServerBuild);
  expect(Object.keys(routes)).toEqual(["root", "account/account"]);
  expect([Object.keys(assets.routes), assets.version]).toEqual([["root", "account/account"], "1"]);
});
