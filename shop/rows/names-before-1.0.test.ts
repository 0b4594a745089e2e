import { expect, test } from "vitest";
import { auditedActions } from "#shop/audit/audited-action.ts";
import { readKey } from "#shop/stored-text.ts";
import { currentAction, currentStoredText, currentSubjectKind } from "./names-before-1.0.ts";

test("an action of before 1.0.0 is known by its name of today", () => {
  const known = Object.fromEntries(Object.entries(auditedActions).map(([kind, actions]) => [kind, Object.keys(actions)]));

  expect(known[currentSubjectKind("letter")]).toContain(currentAction("letter-shown"));
  expect(known[currentSubjectKind("listener")]).toContain(currentAction("notice-sent-again"));
  expect(known.settings).toContain(currentAction("moved-in"));
  expect([currentAction("order-approved"), currentAction("constructor"), currentSubjectKind("order")]).toEqual([
    "order-approved",
    "constructor",
    "order",
  ]);
});

test("a stored text of before 1.0.0 is read by its key of today, and every other stays as it is", () => {
  expect(readKey(currentStoredText('{"code":"providerSilent"}'))).toEqual({ code: "providerUnresponsive" });
  for (const stored of ['{"code":"refundNotTaken"}', "A sentence.", '{"code":5}', "{}", '{"code":"constructor"}'])
    expect(currentStoredText(stored)).toBe(stored);
});
