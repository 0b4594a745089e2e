import { expect, test } from "vitest";
import { HOUR_MS } from "#shop/constants.ts";
import { type ClaimState, mayClaim } from "./claim.ts";
import { claimEnd, isClaimedLate } from "./claiming.ts";

const until = new Date("2026-11-24T12:00:00Z");
const hours = (n: number) => new Date(until.getTime() + n * HOUR_MS);
const aClaim = (state: ClaimState, overrides: object = {}) => ({
  number: 1,
  state,
  reason: "used" as const,
  openedAt: hours(-5),
  decidedAt: state === "open" ? null : hours(-4),
  isOfThisId: true,
  wasOpenedAgain: false,
  ...overrides,
});
const claimed = (at: Date, id: Partial<Parameters<typeof mayClaim>[0]> = {}, isPerson = false) => {
  const allowed = mayClaim({ claimUntil: until, replacedAt: null, claim: null, ...id }, { at, isPerson });
  return allowed.ok ? allowed.value : allowed.code;
};

test("[S15.1] an ID may be claimed until the end, by persons at any time, and not at all where no hours are set", () => {
  expect(claimed(until)).toBe("open");
  expect(claimed(hours(1))).toBe("claimTooLate");
  expect(claimed(hours(1_000), {}, true)).toBe("open");
  expect(claimed(hours(-10), { claimUntil: null })).toBe("claimTooLate");
});

test("[S15.3] a replacement may be claimed at least 24 hours after the swap", () => {
  expect(claimEnd({ claimUntil: until, replacedAt: hours(-1) })).toEqual(hours(23));
  expect(claimEnd({ claimUntil: until, replacedAt: hours(-30) })).toEqual(until);
  expect(claimEnd({ claimUntil: null, replacedAt: hours(-1) })).toBeNull();
  expect(claimed(hours(23), { replacedAt: hours(-1), claim: aClaim("swapped", { isOfThisId: false }) })).toBe("open");
});

test("[S15.4] a refused claim is opened once more within 48 hours of the end, an open one is known, and what was decided stays", () => {
  expect(claimed(hours(48), { claim: aClaim("refused") })).toBe("again");
  expect(claimed(hours(49), { claim: aClaim("refused") })).toBe("claimTooLate");
  expect(claimed(hours(0), { claim: aClaim("refused", { wasOpenedAgain: true }) })).toBe("claimDecided");
  expect(claimed(hours(100), { claim: aClaim("open") })).toBe("known");
  expect(claimed(hours(0), { claim: aClaim("withdrawn") })).toBe("open");
  const takenBack = { claim: aClaim("withdrawn", { wasOpenedAgain: true }) };
  for (const isPerson of [false, true]) expect(claimed(hours(0), takenBack, isPerson)).toBe("claimDecided");
  for (const state of ["refunding", "refunded"] as const) expect(claimed(hours(0), { claim: aClaim(state) }, true)).toBe("idShareRefunded");
});

test("[S15.9] a replacement claimed within its day and a claim opened once more within 48 hours are in time", () => {
  const late = (openedAt: Date, { replacedAt = null as Date | null, wasOpenedAgain = false, claimUntil = until as Date | null } = {}) =>
    isClaimedLate({ openedAt, replacedAt, wasOpenedAgain, claimUntil });
  expect([late(until), late(hours(1)), late(hours(1), { claimUntil: null })]).toEqual([false, true, false]);
  expect([23, 24].map((n) => late(hours(n), { replacedAt: hours(-1) }))).toEqual([false, true]);
  expect([48, 49].map((n) => late(hours(n), { wasOpenedAgain: true }))).toEqual([false, true]);
});
