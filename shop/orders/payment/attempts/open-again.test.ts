import { expect, test } from "vitest";
import { waitToOpenAgain } from "./open-again.ts";

const begun = new Date("2026-11-27T12:00:00Z");
const after = (ms: number) => new Date(begun.getTime() + ms);

test("[S10.3] a page that did not open is tried again after about 1, 3 and 7 s, and then every 15 s", () => {
  const tries: number[] = [];
  for (let at = 40; at < 60_000; at += waitToOpenAgain(begun, after(at)) + 40) tries.push(Math.round(at / 1_000));
  expect(tries).toEqual([0, 1, 3, 7, 22, 37, 52]);
});

test("[S10.3] a provider that answers slowly is not asked twice at once", () => {
  expect(waitToOpenAgain(begun, after(2_800))).toBe(4_200);
  expect(waitToOpenAgain(begun, after(10_000))).toBe(15_000);
});
