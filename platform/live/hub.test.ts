import { expect, test, vi } from "vitest";
import { openHub } from "./hub.ts";

test("only the followers of the topic are notified", () => {
  const hub = openHub();
  const ofOrder = vi.fn();
  const ofStock = vi.fn();
  hub.follow("order:REQ-1", ofOrder);
  hub.follow("stock", ofStock);

  hub.notify("order:REQ-1");

  expect(ofOrder).toHaveBeenCalledTimes(1);
  expect(ofStock).not.toHaveBeenCalled();
});

test("one function may follow twice, and each stops by itself", () => {
  const hub = openHub();
  const onChange = vi.fn();
  const stopFirst = hub.follow("stock", onChange);
  hub.follow("stock", onChange);

  stopFirst();
  stopFirst();
  hub.notify("stock");

  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a follower may stop while being notified, and a new one may come to an empty topic", () => {
  const hub = openHub();
  const later = vi.fn();
  const stop = hub.follow("stock", () => {
    stop();
    hub.follow("stock", later);
  });

  hub.notify("stock");
  expect(later).not.toHaveBeenCalled();
  hub.notify("stock");
  expect(later).toHaveBeenCalledTimes(1);
});

test("a hub knows what changed lately, and where it cannot know it says that it may have", () => {
  let now = 1_000_000;
  const hub = openHub(() => now);
  expect(hub.mayHaveChanged("stock", now)).toBe(true);

  now += 60_000;
  expect(hub.mayHaveChanged("stock", now)).toBe(false);
  hub.notify("stock");
  expect(hub.mayHaveChanged("stock", now)).toBe(true);
  expect(hub.mayHaveChanged("order:REQ-1", now)).toBe(false);

  now += 60_000;
  expect(hub.mayHaveChanged("stock", now)).toBe(false);
  expect(hub.mayHaveChanged("stock", now - 60_000)).toBe(true);
  hub.notifyAll();
  expect(hub.mayHaveChanged("order:REQ-1", now)).toBe(true);
});

test("a page of before the clock was set back may have changed", () => {
  let now = 10_000_000;
  const hub = openHub(() => now);
  now += 60_000;
  const readAt = now;
  now -= 3_600_000;
  hub.notify("stock");
  expect(hub.mayHaveChanged("stock", readAt)).toBe(true);
});
