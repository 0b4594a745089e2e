import { expect, test } from "vitest";
import type { Rights } from "#shop/rights.ts";
import { linksOf, written } from "#tests/support/web/render.tsx";
import { RightsOfReader } from "../use-may.ts";
import { AreaTabs } from "./area-tabs.tsx";

function tabsAt(path: string, rights: Rights = "all"): string {
  return written(
    <RightsOfReader value={rights}>
      <AreaTabs />
    </RightsOfReader>,
    { path },
  );
}

const currentOf = (html: string) =>
  /<a[^>]*aria-current="page"[^>]*href="([^"]*)"|<a[^>]*href="([^"]*)"[^>]*aria-current="page"/.exec(html)?.slice(1).find(Boolean);

test.each([
  ["/admin/batches", "/admin/batches"],
  ["/admin/add-ids", "/admin/add-ids"],
  ["/admin/suppliers", "/admin/suppliers"],
])("[S15.10] at %s a row of links leads to imports, adding IDs and suppliers, and says which is shown", (path, current) => {
  const html = tabsAt(path);
  expect(linksOf(html).map(([, to]) => to)).toEqual(["/admin/batches", "/admin/add-ids", "/admin/suppliers"]);
  expect(currentOf(html)).toBe(current);
});

test.each([
  ["/admin/settings/security", "/admin/settings"],
  ["/admin/settings/notifications", "/admin/settings"],
  ["/admin/money/some-payment/match", "/admin/money"],
  ["/admin/people/some-person", "/admin/people"],
])("[S13.9] %s belongs to %s", (path, current) => {
  expect(currentOf(tabsAt(path))).toBe(current);
});

test.each(["/admin", "/admin/orders", "/admin/messages", "/admin/activity", "/admin/search"])("[S13.9] %s has no tabs", (path) => {
  expect(tabsAt(path)).toBe("");
});

test("[S13.9] a person with one page of an entry has no tabs there", () => {
  expect(tabsAt("/admin/second-factor", ["manage-stock"])).toBe("");
  expect(linksOf(tabsAt("/admin/second-factor", ["handle-money"])).map(([, to]) => to)).toEqual([
    "/admin/push-devices",
    "/admin/second-factor",
  ]);
});
