import { expect, test } from "vitest";
import { linksOf, tagsWith, written } from "#tests/support/web/render.tsx";
import ActivityPage from "./activity.tsx";

test("[S4.6] Everything is the current filter only if nothing narrows the list, and its link clears all", () => {
  const page = (narrowed: object) => {
    const address = { kind: "", admin: "", action: "", days: "", search: "", after: null, ...narrowed };
    const loaderData = { rows: [], next: null, admins: [], address, now: new Date("2026-11-28T10:00:00Z") };
    return written(<ActivityPage {...({ loaderData } as unknown as Parameters<typeof ActivityPage>[0])} />);
  };
  expect(tagsWith(page({}), 'aria-current="page"')).toHaveLength(1);
  for (const narrowed of [
    { kind: "order" },
    { search: "REQ-1" },
    { kind: "order", search: "REQ-1" },
    { action: "order-approved" },
    { days: "7" },
  ]) {
    const html = page(narrowed);
    expect(tagsWith(html, 'aria-current="page"')).toEqual([]);
    expect(linksOf(html)).toContainEqual(["Everything", "/admin/activity"]);
  }
});
