import { expect, test } from "vitest";
import { auditedDeeds, type SubjectKind } from "./audited-deed.ts";
import { readSubjectKind, subjectKinds, wordsOfDeed, wordsOfFacts } from "./deed-words.ts";

test("[S4.6] a deed reads as a sentence around the name of what it was done to", () => {
  expect(wordsOfDeed("order", "order-approved")).toEqual({ before: "approved ", after: "" });
  expect(wordsOfDeed("order", "order-paid")).toEqual({ before: "marked ", after: " as paid" });
  expect(wordsOfDeed("account", "admin-set-up")).toEqual({ before: "set ", after: " up as an admin, with a new password" });
  expect(wordsOfDeed("account", "first-admin-made")).toEqual({ before: "became the first admin", after: null });
  expect(wordsOfDeed("settings", "settings-changed")).toEqual({ before: "changed the settings", after: null });
  expect(wordsOfDeed("order", "from-a-newer-shop")).toEqual({ before: "from-a-newer-shop ", after: "" });
});

test("every kind of what admins do can be chosen", () => {
  for (const kind of Object.keys(auditedDeeds) as SubjectKind[]) expect(readSubjectKind(kind)).toBe(kind);
  expect(Object.keys(subjectKinds).sort()).toEqual(Object.keys(auditedDeeds).sort());
  for (const text of [null, "", "toString", "orders"]) expect(readSubjectKind(text)).toBeNull();
});

test("facts are told as plain words", () => {
  expect(wordsOfFacts({ ids: 3, leftOut: 1, fields: "" })).toBe("IDs: 3, left out: 1");
  expect(wordsOfFacts({ fields: "howToPay, name" })).toBe("fields: how to pay, name");
  expect(wordsOfFacts({})).toBe("");
});
