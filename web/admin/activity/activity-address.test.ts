import { expect, test } from "vitest";
import { activityAddress, readActivityAddress } from "./activity-address.ts";

test("the activity's address says what is looked for, and nothing that is not", () => {
  expect(activityAddress()).toBe("/admin/activity");
  const parameters = { kind: "order", admin: "u1", action: "order-approved", days: "7", search: "REQ-A&B", after: "abc.12" };
  const address = activityAddress(parameters);
  expect(readActivityAddress(new URL(address, "http://shop").searchParams)).toEqual(parameters);
  expect(activityAddress({ search: "REQ-A&B", kind: "", admin: "", after: null })).toBe("/admin/activity?search=REQ-A%26B");
});

test("an address that was made up is cut to size", () => {
  const params = new URLSearchParams({ search: ` ${"x".repeat(500)} `, days: "1e9" });
  expect(readActivityAddress(params)).toEqual({ kind: "", admin: "", action: "", days: "", search: "x".repeat(200), after: null });
});
