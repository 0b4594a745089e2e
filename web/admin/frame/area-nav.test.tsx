import { expect, test } from "vitest";
import { includesRight, type Rights, rightNames } from "#shop/rights.ts";
import { linksOf, written } from "#tests/support/web/render.tsx";
import { rightOfPage } from "#web/page-rights.ts";
import { AreaNav, FindLink } from "./area-nav.tsx";
import { RightsOfReader } from "./use-may.ts";

const counts = { queue: 0, products: 0, more: 0 };

/** The addresses in the navigation, in the menu and at the search. */
function placesFor(rights: Rights): string[] {
  const html = written(
    <RightsOfReader value={rights}>
      <FindLink />
      <AreaNav counts={counts} />
    </RightsOfReader>,
    { path: "/admin" },
  );
  return linksOf(html)
    .map(([, to]) => to)
    .filter((to) => to.startsWith("/admin") && !to.includes("?lang="));
}

test.each(rightNames)("[S13.9] with %s alone, every page of the navigation opens, and all that open are in it", (right) => {
  const mayOpen = (to: string) => {
    const asked = rightOfPage(to);
    return asked === null || includesRight([right], asked);
  };
  const places = placesFor([right]);
  expect(places.filter((to) => !mayOpen(to))).toEqual([]);
  expect(placesFor("all").filter((to) => mayOpen(to) && !places.includes(to))).toEqual([]);
  expect(places).toEqual(expect.arrayContaining(["/admin", "/admin/second-factor"]));
  expect(places.includes("/admin/push-devices")).toBe(includesRight([right], "read-orders") || right === "handle-money");
});

test("[S13.9] an owner has every page, and the own devices among the shop's notifications", () => {
  const places = placesFor("all");
  expect(places).toHaveLength(27);
  expect(places).not.toContain("/admin/push-devices");
});
