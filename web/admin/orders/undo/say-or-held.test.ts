import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Decision } from "./held-decisions.ts";
import { heldDecisions, undoLast } from "./held-decisions.ts";
import { heldOrders } from "./held-orders.ts";
import { sayOrHeld } from "./say-or-held.ts";
import { AT_ONCE } from "./undo-setting.ts";

const settings = new Map<string, string>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  const getItem = (key: string) => settings.get(key) ?? null;
  vi.stubGlobal("localStorage", { getItem, setItem: () => {}, removeItem: () => {} });
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  settings.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const approved = { ok: true, sentence: null, value: null };
/** Sends a form as the router does, and returns what the page's form is told. */
function send(fields: Record<string, string>, answer: object = approved, verdict: Parameters<typeof sayOrHeld>[2] = "approve") {
  const request = new Request("http://shop.example/admin/orders/approvals", { method: "POST", body: new URLSearchParams(fields) });
  const serverAction = vi.fn(async () => answer as typeof approved);
  return { serverAction, said: sayOrHeld("failedToProcessRequest", { request, params: {}, serverAction }, verdict) };
}
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("[S12.5] a decision reaches the shop after ten seconds, and never if it is undone", async () => {
  const [sent, undone] = [send({ codes: "REQ-1" }), send({ codes: "REQ-2" })];
  await passed(9_000);
  expect(sent.serverAction).not.toHaveBeenCalled();
  expect(undoLast()).toEqual(["REQ-2"]);
  await passed(1_000);
  expect(sent.serverAction).toHaveBeenCalledOnce();
  expect(undone.serverAction).not.toHaveBeenCalled();
  expect(await sent.said).toEqual(approved);
  expect(await undone.said).toMatchObject({ ok: false, kind: "undone", sentence: "" });
});

test("[S12.5] a decision that is sent twice is held back once, so that Undo takes it back", async () => {
  const [first, again] = [send({ codes: "REQ-1" }), send({ codes: "REQ-1" })];
  await passed(0);
  expect(undoLast()).toEqual(["REQ-1"]);
  await passed(10_000);
  for (const { said, serverAction } of [first, again]) {
    expect(await said).toMatchObject({ kind: "undone" });
    expect(serverAction).not.toHaveBeenCalled();
  }
});

test("[S12.5] a step of a bulk decision, what is no decision, and a browser without Undo are sent at once", async () => {
  const noDecision: (form: URLSearchParams) => Decision["verdict"] | null = (form) =>
    form.get("verified") === "approved" ? "approve" : null;
  const atOnce = [send({ codes: "REQ-1", [AT_ONCE]: "on" }), send({ verified: "true" }, approved, noDecision)];
  await passed(0);
  settings.set("undo-of-decisions", "off");
  atOnce.push(send({ codes: "REQ-2" }));
  await passed(0);
  for (const { serverAction } of atOnce) expect(serverAction).toHaveBeenCalledOnce();
});

test("[S12.5] refused orders come back, said once for each reason, whatever page is open by then", async () => {
  const sentence = "Already cancelled.";
  const failed = ["REQ-2", "REQ-3"].map((requestCode) => ({ requestCode, sentence }));
  const { said } = send({ codes: "REQ-1" }, { ok: true, sentence: "1 order approved", value: { done: ["REQ-1"], failed } });
  await passed(10_000);
  expect(await said).toMatchObject({ ok: true, isSaid: true });
  expect(heldDecisions().returned).toEqual([{ sentence, codes: ["REQ-2", "REQ-3"] }]);

  const broken = send({ codes: "REQ-4" }, { ok: false, sentence: "Too long." });
  await passed(10_000);
  expect(await broken.said).toMatchObject({ ok: false, isSaid: true });
  expect(heldDecisions().returned).toContainEqual({ sentence: "Too long.", codes: ["REQ-4"] });
  expect(heldOrders().has("REQ-4")).toBe(false);
});
