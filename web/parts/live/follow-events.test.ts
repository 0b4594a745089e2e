import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followEvents, retryDelay } from "./follow-events.ts";

test("[S4.7] a lost connection is retried with growing delays", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

/** An `EventSource` with what `followEvents` uses. */
class FakeSource {
  onopen = () => {};
  onmessage = () => {};
  onerror = () => {};
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

let opened: FakeSource[] = [];
const stops: (() => void)[] = [];
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
beforeEach(() => {
  opened = [];
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  page.visibilityState = "visible";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function following() {
  const [onChange, onConnection] = [vi.fn(), vi.fn()];
  const stop = followEvents("/api/orders/REQ-1/events", onChange, onConnection);
  stops.push(stop);
  return { onChange, onConnection, stop };
}

test("[S4.7] only the first connection says since when the page is known", () => {
  stops.push(followEvents("/api/orders/REQ-1/events", vi.fn(), vi.fn(), 42));
  expect(newest().url).toBe("/api/orders/REQ-1/events?since=42");
  newest().onerror();
  vi.advanceTimersByTime(1_000);
  expect(newest().url).toBe("/api/orders/REQ-1/events");
});

const newest = () => opened.at(-1) as FakeSource;
const look = (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
};

test("[S4.7] a broken connection is restored automatically, and the first event loads what was missed", () => {
  const { onChange, onConnection } = following();
  newest().onopen();
  newest().onmessage();
  expect(onChange).toHaveBeenCalledTimes(1);

  for (const wait of [1_000, 2_000, 4_000]) {
    newest().onerror();
    expect(onConnection).toHaveBeenLastCalledWith(false);
    const before = opened.length;
    vi.advanceTimersByTime(wait - 1);
    expect(opened).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(opened).toHaveLength(before + 1);
  }
  newest().onopen();
  newest().onmessage();
  expect(onConnection).toHaveBeenLastCalledWith(true);
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(opened.slice(0, -1).every(({ isClosed }) => isClosed)).toBe(true);

  newest().onerror();
  vi.advanceTimersByTime(1_000);
  expect(opened).toHaveLength(5);
});

test("[S4.7] a hidden page disconnects, and follows again when it is visible or the network is back", () => {
  following();
  look("hidden");
  expect(newest().isClosed).toBe(true);
  look("visible");
  expect(opened).toHaveLength(2);
  newest().onerror();
  window.dispatchEvent(new Event("online"));
  expect(opened).toHaveLength(3);
});

test("[S12.4] a page that follows while it is hidden stays connected", () => {
  look("hidden");
  stops.push(followEvents("/api/admin/orders/events", vi.fn(), vi.fn(), undefined, { whileHidden: true }));
  expect(opened).toHaveLength(1);
  expect(newest().isClosed).toBe(false);
});

test("[S4.7] who leaves the page follows nothing any more", () => {
  const { stop } = following();
  newest().onerror();
  stop();
  vi.advanceTimersByTime(60_000);
  look("visible");
  expect(opened).toHaveLength(1);
});
