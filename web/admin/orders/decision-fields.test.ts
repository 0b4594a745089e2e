import { expect, test } from "vitest";
import { about, refused } from "#shop/refusal.ts";
import { fieldOf } from "./decision-fields.ts";

test("[S5.5] a wrong number of IDs, and an ID of another order, are said beside the IDs", () => {
  expect(fieldOf(refused("exactlyNIds", { n: 2 }))).toBe("ids");
  expect(fieldOf(refused("idWithOtherOrder", { code: "REQ-1" }))).toBe("ids");
  expect(fieldOf(about(refused("invalidInput"), "faulty"))).toBe("ids");
});

test("[S5.6] a missing or too long reason is said beside the reason", () => {
  expect(fieldOf(refused("reasonRequired"))).toBe("reason");
  expect(fieldOf(about(refused("fieldTooLong", { n: 1000 }), "reason"))).toBe("reason");
});

test("[S4.8] a wrong link is said beside the link", () => {
  expect(fieldOf(refused("downloadLinkInvalid"))).toBe("downloadLink");
});

test("[S4.1] what is about the order as a whole has no field", () => {
  expect(fieldOf(refused("orderNotPending", { status: "cancelled" }))).toBeNull();
  expect(fieldOf(refused("proofRequired"))).toBeNull();
  expect(fieldOf(about(refused("invalidInput"), "confirmed"))).toBeNull();
});
