import { expect, test } from "vitest";
import { choiceOf, inSnakeCase } from "./snake-case.ts";

test("a value of the API has underscores where the shop's word has spaces or hyphens", () => {
  expect([inSnakeCase("refund due"), inSnakeCase("by-hand"), inSnakeCase("matched")]).toEqual(["refund_due", "by_hand", "matched"]);
});

test("a choice is read in either spelling, and nothing else is", () => {
  const choice = choiceOf(["provider", "by hand"]);
  expect([choice.parse("by_hand"), choice.parse("by hand"), choice.parse("provider")]).toEqual(["by hand", "by hand", "provider"]);
  for (const other of ["byhand", "", 1, null, "constructor"]) expect(choice.safeParse(other).success).toBe(false);
});
