import { expect, test } from "vitest";
import { currentPath } from "./moved-addresses.ts";
import routes from "./routes.ts";

test("an address of an earlier version leads to the current one, and so does what is below it", () => {
  for (const [old, current] of [
    ["/admin/letters", "/admin/emails"],
    ["/admin/letters/1/sending", "/admin/emails/1/sending"],
    ["/admin/letters.data", "/admin/emails.data"],
    ["/admin/moving-in/runs/1/report/csv", "/admin/import-old-shop/runs/1/report/csv"],
    ["/admin/webhooks/notices/1/sending", "/admin/settings/notifications/deliveries/1/sending"],
    ["/admin/webhooks", "/admin/settings/notifications"],
    ["/admin/webhooks/chat", "/admin/settings/notifications/chat"],
  ] as const)
    expect(currentPath(old)).toBe(current);
});

test("other addresses stay as they are", () => {
  for (const path of ["/", "/admin/lettersx", "/admin/webhooksx", "/x/admin/letters"]) expect(currentPath(path)).toBe(path);
});

test("no route of the shop has an address that redirects", () => {
  const paths = (list: typeof routes): string[] => list.flatMap(({ path, children }) => [path ?? "", ...paths(children ?? [])]);
  expect(paths(routes).filter((path) => currentPath(`/${path}`) !== `/${path}`)).toEqual([]);
});
