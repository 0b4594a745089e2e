import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atMostEvery } from "./at-most-every.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function counted() {
  const at: number[] = [];
  const began = Date.now();
  return { at, ...atMostEvery(1_000, () => void at.push(Date.now() - began)) };
}

test("the first call acts at once, and a burst is one more call at its end", () => {
  const { at, call } = counted();
  for (let n = 0; n < 20; n += 1) {
    call();
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(5_000);
  expect(at).toEqual([0, 1_000]);
});

test("calls that go on act once a second, and one after a pause acts at once", () => {
  const { at, call } = counted();
  for (let n = 0; n < 50; n += 1) {
    call();
    vi.advanceTimersByTime(100);
  }
  expect(at).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
  vi.advanceTimersByTime(2_000);
  call();
  expect(at.at(-1)).toBe(7_000);
});

test("nothing happens after it was cancelled", () => {
  const { at, call, cancel } = counted();
  call();
  call();
  cancel();
  vi.advanceTimersByTime(5_000);
  expect(at).toEqual([0]);
});
