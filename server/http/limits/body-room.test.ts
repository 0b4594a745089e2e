import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openBodyRoom } from "./body-room.ts";

const KILOBYTE = 1024;

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

function aRoom(kilobytes = 100) {
  const open = openBodyRoom(kilobytes * KILOBYTE, { upTo: 10 * KILOBYTE, most: 20 * KILOBYTE });
  const given: string[] = [];
  return {
    given,
    wait: (ms: number) => void vi.advanceTimersByTime(ms),
    open(name: string, bytes: number) {
      const hold = open(() => given.push(name));
      return { ...hold, isTaken: hold.add(bytes) };
    },
  };
}

test("who holds much and sends next to nothing gives way to who needs the room; who sends does not", () => {
  const { given, open, wait } = aRoom(200);
  const stalled = open("stalled", 40 * KILOBYTE);
  const dripping = open("dripping", 30 * KILOBYTE);
  const sending = open("sending", KILOBYTE);
  for (let second = 0; second < 11; second += 1) {
    wait(1_000);
    dripping.add(1);
    expect(sending.add(9 * KILOBYTE)).toBe(true);
  }
  expect(open("next", 50 * KILOBYTE).isTaken).toBe(true);
  expect(given).toEqual(["stalled"]);
  expect(open("another", 40 * KILOBYTE).isTaken).toBe(true);
  expect(given).toEqual(["stalled", "dripping"]);
  expect(stalled.add(1)).toBe(false);
});

test("nobody gives way who has just begun, or whose all has arrived", () => {
  const { given, open, wait } = aRoom();
  const whole = open("whole", 60 * KILOBYTE);
  whole.complete();
  wait(60_000);
  open("new", 40 * KILOBYTE);
  wait(4_000);
  expect(open("next", 20 * KILOBYTE).isTaken).toBe(false);
  expect(given).toEqual([]);
  whole.release();
  expect(open("next", 20 * KILOBYTE).isTaken).toBe(true);
});

test("what is small has room of its own when the rest is full, and no more than that", () => {
  const { open } = aRoom();
  open("large", 100 * KILOBYTE);
  expect(open("another large one", 11 * KILOBYTE).isTaken).toBe(false);
  expect(open("small", 10 * KILOBYTE).isTaken).toBe(true);
  expect(open("small too", 10 * KILOBYTE).isTaken).toBe(true);
  expect(open("one too many", 1).isTaken).toBe(false);
});
