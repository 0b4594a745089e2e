import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { type AskedRight, includesRight, type Right, type Rights, rightNames } from "#shop/rights.ts";
import { rightOfPage } from "#web/page-rights.ts";
import routes from "#web/routes.ts";
import { entriesFor } from "./more-entries.ts";

/** An owner, and helpers with each set of rights. */
const everybody: Rights[] = ["all", ...rightNames.reduce<Right[][]>((sets, right) => sets.flatMap((set) => [set, [...set, right]]), [[]])];

/** What the navigation leads to. */
const inBar = /^\/admin(\/(orders|products|search)(\/|$)|$)/;

/** Reached otherwise: an alert leads to the first after a restore, and the second is an owner's section of the settings. */
const elsewhere = ["/admin/restored", "/admin/push-devices"];

/** The admin's pages that are not of one order, product, person or the like. */
async function pagesOfArea(): Promise<string[]> {
  const all = (entries: RouteConfigEntry[]): RouteConfigEntry[] => entries.flatMap((entry) => [entry, ...all(entry.children ?? [])]);
  return all(await routes)
    .filter(({ file, path = "" }) => file.endsWith(".tsx") && path.startsWith("admin") && path !== "admin/login")
    .map(({ path = "" }) => `/${path.replace("/:section?", "")}`)
    .filter((path) => !path.includes(":"));
}

test("[S12.2] [S13.9] with every set of rights the menu has at most 10 entries, and every page that opens is in one of them or below such a page", async () => {
  const pages = (await pagesOfArea()).filter((page) => !inBar.test(page) && !elsewhere.includes(page));
  expect(pages).toEqual(
    expect.arrayContaining(["/admin/suppliers", "/admin/api-keys", "/admin/settings/notifications", "/admin/people/new"]),
  );
  expect(everybody).toHaveLength(1 + 2 ** rightNames.length);
  for (const rights of everybody) {
    const may = (right: AskedRight) => includesRight(rights, right);
    const mayOpen = (to: string) => {
      const right = rightOfPage(to);
      return right === null || may(right);
    };
    const entries = entriesFor(may, mayOpen);
    const reached = entries.flatMap((entry) => entry.pages.map(({ to }) => to));
    const isReached = (page: string) => reached.some((to) => page === to || page.startsWith(`${to}/`));
    expect.soft(entries.length, `entries of ${rights}`).toBeLessThanOrEqual(10);
    expect.soft(new Set(reached).size, `each page once for ${rights}`).toBe(reached.length);
    expect
      .soft(
        reached.filter((to) => !mayOpen(to)),
        `refused to ${rights}`,
      )
      .toEqual([]);
    expect
      .soft(
        pages.filter((page) => mayOpen(page) && !isReached(page)),
        `not found by ${rights}`,
      )
      .toEqual([]);
    const isNotified = rights !== "all" && (may("read-orders") || may("handle-money"));
    expect.soft(reached.includes("/admin/push-devices"), `own devices of ${rights}`).toBe(isNotified);
  }
});
