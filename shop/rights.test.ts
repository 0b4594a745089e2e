import { expect, test } from "vitest";
import type { Actor } from "./actor.ts";
import { type AskedRight, giftCardCodeFor, idFor, masked, may, type Right, type Rights, requireRight, rightMissing } from "./rights.ts";

const rightNames: Right[] = ["read-orders", "decide-orders", "answer-buyers", "manage-stock", "see-ids", "handle-money", "see-figures"];
const person = (rights: Rights, more = {}): Actor => ({ kind: "admin", userId: "u", email: "u@shop.example", rights, ...more });
const asked: AskedRight[] = ["read-catalogue", ...rightNames, "own-shop"];

test("[S13.1] an owner has every right, and what belongs to owners besides", () => {
  expect(asked.filter((right) => may(person("all"), right))).toEqual(asked);
});

test("[S13.1] deciding orders and answering buyers include reading orders, and nothing else includes anything", () => {
  const opened = Object.fromEntries(rightNames.map((right) => [right, asked.filter((one) => may(person([right]), one))]));
  expect(opened).toEqual({
    ...Object.fromEntries(rightNames.map((right) => [right, [right]])),
    "decide-orders": ["read-orders", "decide-orders"],
    "answer-buyers": ["read-orders", "answer-buyers"],
  });
});

test("[S13.1] all rights together do not make an owner, and nor does a word that no right has", () => {
  expect(may(person(rightNames), "own-shop")).toBe(false);
  expect(may(person(["own-shop", "all"] as unknown as Rights), "own-shop")).toBe(false);
});

test("[S13.2] who does not work in the shop has no right, and whoever lacks one is refused by its name", () => {
  for (const kind of ["guest", "customer"] as const) expect(asked.filter((right) => may({ kind }, right))).toEqual([]);
  expect(rightMissing("see-ids")).toMatchObject({
    ok: false,
    kind: "forbidden",
    code: "rightMissing",
    words: { right: { code: "rightSeeIds" } },
  });
  expect(() => requireRight(person(["see-ids"]), "read-orders")).toThrow("read-orders");
  expect(requireRight(person(["see-ids"]), "see-ids")).toBeUndefined();
});

test("[S13.4] of an ID its last 4 characters are left, and none of one under 9 characters", () => {
  expect(["RAIL-1001", "12345678", "1", "कोड-एक-दो-तीन"].map(masked)).toEqual([
    "••••1001",
    "••••",
    "••••",
    `••••${[..."कोड-एक-दो-तीन"].slice(-4).join("")}`,
  ]);
});

test("[S13.4] whole IDs are for those who may see them, whole gift card codes for those who handle money", () => {
  for (const [rights, id, code] of [
    ["all", "RAIL-1001", "ABCD1234EFGH"],
    [["see-ids"], "RAIL-1001", "••••EFGH"],
    [["handle-money"], "••••1001", "ABCD1234EFGH"],
    [["read-orders", "decide-orders", "manage-stock", "answer-buyers", "see-figures"], "••••1001", "••••EFGH"],
  ] as const) {
    expect([idFor(person(rights), "RAIL-1001"), giftCardCodeFor(person(rights), "ABCD1234EFGH")]).toEqual([id, code]);
  }
  expect(idFor({ kind: "guest" }, "RAIL-1001")).toBe("••••1001");
  const erased = { erasedAt: new Date(0) };
  expect(idFor(person(["read-orders"]), erased)).toBe(erased);
});

test("[S13.3] a key of an earlier version reads IDs and codes whole, whatever its scopes", () => {
  const key = person(["read-orders"], { readsWhole: true });
  expect([idFor(key, "RAIL-1001"), giftCardCodeFor(key, "ABCD1234EFGH")]).toEqual(["RAIL-1001", "ABCD1234EFGH"]);
});
