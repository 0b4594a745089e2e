import { expect, test } from "vitest";
import { includesRight, type Rights, rightNames } from "#shop/rights.ts";
import { linksOf, written } from "#tests/support/web/render.tsx";
import { rightOfPage } from "#web/page-rights.ts";
import { AreaNav, FindLink } from "./area-nav.tsx";
import { AreaTabs } from "./more/area-tabs.tsx";
import { TODAY } from "./place-at.ts";
import { RightsOfReader } from "./use-may.ts";

const counts = { queue: 0, products: 0, more: 0 };

/** An owner, and a helper with each right alone. */
const everybody: Rights[] = ["all", ...rightNames.map((right) => [right])];

function htmlFor(rights: Rights, path: string): string {
  return written(
    <RightsOfReader value={rights}>
      <FindLink />
      <AreaNav counts={counts} />
      <AreaTabs />
    </RightsOfReader>,
    { path },
  );
}

const adminLinks = (html: string) =>
  linksOf(html)
    .map(([, to]) => to)
    .filter((to) => to.startsWith("/admin") && !to.includes("?lang="));

const entriesOf = (html: string) => adminLinks(html.slice(html.indexOf("More admin pages")).split("</nav>")[0] ?? "");

/** The addresses in the navigation, in the menu, at the search, and in the tabs of each entry. */
function placesFor(rights: Rights): string[] {
  const first = htmlFor(rights, TODAY);
  return [...new Set([...adminLinks(first), ...entriesOf(first).flatMap((entry) => adminLinks(htmlFor(rights, entry)))])];
}

const mayOpen = (rights: Rights) => (to: string) => {
  const asked = rightOfPage(to);
  return asked === null || includesRight(rights, asked);
};

test.each(everybody.map((rights) => [rights]))(
  "[S13.9] with %s, all pages of navigation, menu and tabs open, and all that open are in them",
  (rights) => {
    const places = placesFor(rights);
    const opens = mayOpen(rights);
    expect(places.filter((to) => !opens(to))).toEqual([]);
    expect(placesFor("all").filter((to) => opens(to) && !places.includes(to))).toEqual([]);
    expect(places).toEqual(expect.arrayContaining(["/admin", "/admin/second-factor"]));
  },
);

test("[S13.9] an owner has ten entries, and each page once", () => {
  const html = htmlFor("all", TODAY);
  expect(entriesOf(html)).toHaveLength(10);
  expect(new Set(adminLinks(html)).size).toBe(adminLinks(html).length);
  expect(placesFor("all")).toHaveLength(25);
  expect(placesFor("all")).not.toContain("/admin/push-devices");
});

test("[S13.9] an entry leads to the first of its pages that a helper may open", () => {
  expect(entriesOf(htmlFor(["manage-stock"], TODAY))).toEqual(["/admin/batches", "/admin/second-factor"]);
  expect(entriesOf(htmlFor(["handle-money"], TODAY))).toEqual(["/admin/money", "/admin/push-devices"]);
});
