import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findUnarrived, recordUnanswered, removeUnanswered, unansweredOrders } from "./unanswered-orders.ts";

const storage: Storage = Object.create({
  setItem: (key: string, value: string) => void Object.assign(storage, { [key]: value }),
  removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  getItem: (key: string) => Reflect.get(storage, key) ?? null,
});
const statuses: Record<string, string> = {};
beforeEach(() => {
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("fetch", async (url: string) => {
    const status = statuses[url.split("/").at(-1) ?? ""];
    if (status === undefined) throw new TypeError("Failed to fetch");
    return Response.json({ status }, { status: status === "gone" ? 404 : 200 });
  });
});
afterEach(() => {
  for (const key of Object.keys(storage)) storage.removeItem(key);
  vi.unstubAllGlobals();
});

test("[S12.5] the next visit finds the decisions that never arrived: their orders are still pending", async () => {
  Object.assign(statuses, { "REQ-1": "pending", "REQ-2": "approved", "REQ-3": "gone", "REQ-5": "pending" });
  recordUnanswered(["REQ-1", "REQ-2", "REQ-3", "REQ-4"], Date.now() - 1);
  recordUnanswered(["REQ-5"], Date.now() + 60_000);
  expect(await findUnarrived()).toEqual(["REQ-1"]);
  expect(
    unansweredOrders().map(([code]) => code),
    "not due yet, or the shop did not say",
  ).toEqual(["REQ-4", "REQ-5"]);
  removeUnanswered(["REQ-4", "REQ-5"]);
  expect(await findUnarrived()).toEqual([]);
});

test("[S12.5] the browser keeps request codes and nothing else", () => {
  recordUnanswered(["REQ-1"], 5);
  expect(Object.entries(storage)).toEqual([["unanswered-decision:REQ-1", "5"]]);
});

test("[S12.5] a browser without storage records nothing", async () => {
  vi.stubGlobal("localStorage", undefined);
  recordUnanswered(["REQ-1"], 0);
  expect(unansweredOrders()).toEqual([]);
  expect(await findUnarrived()).toEqual([]);
});
