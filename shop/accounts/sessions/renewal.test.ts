import { expect, test } from "vitest";
import { SESSION_CHECK_MS } from "../constants.ts";
import { renewalBackoff, renewalDelay } from "./renewal.ts";

const now = new Date("2026-01-01T00:00:00Z");
const inMs = (ms: number) => new Date(now.getTime() + ms);

test("[S9.4] an open page renews its session 5 minutes before it ends", () => {
  expect(renewalDelay(inMs(5 * 60_000 + 20_000), now)).toBe(20_000);
});

test("[S4.10] an open page asks at least once a minute, so that a disabled account is signed out there too", () => {
  expect(renewalDelay(inMs(30 * 24 * 3_600_000), now)).toBe(SESSION_CHECK_MS);
  expect(renewalDelay(inMs(4 * 60_000), now)).toBe(SESSION_CHECK_MS);
});

test("[S4.10] a session that could not be renewed is asked for again right after its end", () => {
  expect(renewalDelay(inMs(20_000), now)).toBe(21_000);
  expect(renewalDelay(inMs(-5_000), now)).toBe(1_000);
});

test("[S9.4] after errors the waiting doubles from 30 s to 16 minutes and stays there", () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => renewalBackoff(failures) / 1_000);
  expect(seconds).toEqual([30, 60, 120, 240, 480, 960, 960, 960]);
});
