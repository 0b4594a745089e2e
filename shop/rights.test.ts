import { expect, test } from "vitest";
import type { Actor } from "./actor.ts";
import { type AskedRight, may, type Right, type Rights, requireRight, rightMissing } from "./rights.ts";

const rightNames: Right[] = ["read-orders", "decide-orders", "answer-buyers", "manage-stock", "see-ids", "handle-money", "see-figures"];
const person = (rights: Rights): Actor => ({ kind: "admin", userId: "u", email: "u@shop.example", rights });
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
