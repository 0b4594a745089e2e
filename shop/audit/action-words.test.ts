import { expect, test } from "vitest";
import { readSubjectKind, wordsOfAction } from "./action-words.ts";
import { auditedActions, type SubjectKind } from "./audited-action.ts";

test("[S4.6] an action reads as a sentence around the name of its subject", () => {
  expect(wordsOfAction("order", "order-approved")).toEqual({ before: "approved ", after: "" });
  expect(wordsOfAction("order", "order-paid")).toEqual({ before: "marked ", after: " as paid" });
  expect(wordsOfAction("account", "admin-set-up")).toEqual({ before: "set up ", after: " as an admin with a new password" });
  expect(wordsOfAction("account", "first-admin-made")).toEqual({ before: "became the first admin", after: null });
  expect(wordsOfAction("settings", "settings-changed")).toEqual({ before: "changed the settings", after: null });
  expect(wordsOfAction("order", "from-a-newer-shop")).toEqual({ before: "from-a-newer-shop ", after: "" });
});

test("every kind of what admins do can be chosen", () => {
  for (const kind of Object.keys(auditedActions) as SubjectKind[]) expect(readSubjectKind(kind)).toBe(kind);
  for (const text of [null, "", "toString", "orders"]) expect(readSubjectKind(text)).toBeNull();
});
