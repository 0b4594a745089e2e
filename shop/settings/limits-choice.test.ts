import { expect, test } from "vitest";
import { parsed } from "../parse.ts";
import { limitNames, limitsChoiceOf, limitsChoices, limitsOf } from "./limits-choice.ts";
import { sectionForm } from "./settings-form.ts";
import { firstSettings } from "./settings-list.ts";

test("[S1.8] a new shop has the usual limits, strict ones are lower and never 0, and off is none at all", () => {
  expect(limitsChoiceOf(firstSettings)).toBe("usual");
  const [usual, strict, off] = limitsChoices.map(limitsOf);
  for (const name of limitNames) {
    expect(strict?.[name], name).toBeGreaterThan(0);
    expect(strict?.[name], name).toBeLessThan(usual?.[name] ?? 0);
    expect(off?.[name], name).toBe(0);
  }
});

test.each(limitsChoices)("[S1.8] the numbers of %s are known again, and one other number makes them the owner's own", (choice) => {
  const limits = limitsOf(choice);
  expect(limitsChoiceOf(limits)).toBe(choice);
  expect(limitsChoiceOf({ ...limits, lookUpsMax: 61 })).toBeNull();
});

const typed = { ...Object.fromEntries(limitNames.map((name) => [name, "7"])), ordersMax: "many" };
const posted = (form: object) => parsed(sectionForm("security"), { ...typed, ...form });

test("[S1.8] another choice than the page showed brings its numbers, whatever is typed behind *Details*", () => {
  const form = posted({ limits: "strict", limitsShown: "usual" });
  expect(form).toMatchObject({ ok: true, value: limitsOf("strict") });
});

test.each([
  { limits: "usual", limitsShown: "usual" },
  { limits: "own", limitsShown: "usual" },
  { limits: "own", limitsShown: "own" },
  { limits: "nonsense", limitsShown: "own" },
  {},
])("[S1.8] with %o the typed numbers count", (choice) => {
  expect(posted(choice)).toMatchObject({ ok: false, field: "ordersMax", code: "limitInvalid" });
  expect(posted({ ...choice, ordersMax: "9" })).toMatchObject({ ok: true, value: { lookUpsMax: 7, ordersMax: 9 } });
});
