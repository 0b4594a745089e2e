import { expect, onTestFinished, test, vi } from "vitest";
import { keepBeating } from "./heartbeats.ts";

test("[S4.7] all are spoken to once in 25 s by one timer, each second a part of them, and who left no more", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const beats = Array.from({ length: 50 }, () => vi.fn());
  const stops = beats.map((beat) => keepBeating(beat));
  expect(vi.getTimerCount()).toBe(1);

  const heard = () => beats.reduce((sum, beat) => sum + beat.mock.calls.length, 0);
  for (let second = 1; second <= 25; second += 1) {
    vi.advanceTimersByTime(1_000);
    expect(heard()).toBe(second * 2);
  }
  for (const beat of beats) expect(beat).toHaveBeenCalledTimes(1);

  stops[0]?.();
  stops[0]?.();
  vi.advanceTimersByTime(25_000);
  expect(beats[0]).toHaveBeenCalledTimes(1);
  expect(heard()).toBe(99);
  for (const stop of stops) stop();
  expect(vi.getTimerCount()).toBe(0);
});
