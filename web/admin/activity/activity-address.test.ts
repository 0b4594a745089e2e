import { expect, test } from "vitest";
import { activityAddress, readActivityAddress } from "./activity-address.ts";

test("the activity's address says what is looked for, and nothing that is not", () => {
  expect(activityAddress()).toBe("/admin/activity");
  const parameters = { kind: "order", admin: "u1", search: "REQ-A&B", after: "abc.12" };
  const address = activityAddress(parameters);
  expect(readActivityAddress(new URL(address, "http://shop").searchParams)).toEqual(parameters);
  expect(activityAddress({ ...parameters, kind: "", admin: "", after: null })).toBe("/admin/activity?search=REQ-A%26B");
});

test("an address that was made up is cut to size", () => {
  const params = new URLSearchParams({ search: ` ${"x".repeat(500)} ` });
  expect(readActivityAddress(params)).toEqual({ kind: "", admin: "", search: "x".repeat(200), after: null });
});
