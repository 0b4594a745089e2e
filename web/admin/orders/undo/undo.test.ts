import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Undo from "./undo.tsx";

type Verdict = "approve" | "reject";
const settings = new Map<string, string>();
const sent: { url: string; body: string; keepalive: boolean; arrive: (status: number) => void }[] = [];
let undo: typeof Undo;
/** What browsers take of requests that outlive their page. */
const KEEPALIVE_MAX = 64 * 1024;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  (await import("#tests/support/web/page-texts.ts")).bringPageTexts();
  vi.stubGlobal("localStorage", { getItem: (key: string) => settings.get(key) ?? null });
  vi.stubGlobal("fetch", (url: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
    if (keepalive && body.length > KEEPALIVE_MAX) return Promise.reject(new TypeError("too much"));
    return new Promise((resolve) => sent.push({ url, body, keepalive, arrive: (status) => resolve(new Response(null, { status })) }));
  });
  undo = await import("./undo.tsx");
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  settings.clear();
  sent.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const approved = { ok: true, sentence: null, value: null };
/** Sends a form as the router does, and returns what the page's form is told. */
async function send(
  fields: Record<string, string>,
  answer: object = approved,
  verdict: Verdict | ((form: URLSearchParams) => Verdict | null) = "approve",
) {
  const request = new Request("http://shop.example/admin/orders/approvals", { method: "POST", body: new URLSearchParams(fields) });
  const serverAction = vi.fn(async () => answer as typeof approved);
  const said = undo.sayOrHeld("failedToProcessRequest", { request, params: {}, serverAction }, verdict);
  await passed(0);
  return { serverAction, said };
}
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const heldNow = () => undo.held.read().flatMap(({ codes }) => codes);
const awayNow = () => [...undo.away.read()];

test("[S12.5] a decision reaches the shop after ten seconds, and never if it is undone", async () => {
  const [first, second] = [await send({ codes: "REQ-1" }), await send({ codes: "REQ-2" })];
  await passed(9_999);
  expect(first.serverAction).not.toHaveBeenCalled();
  undo.held.read().at(-1)?.end("undone");
  expect(heldNow()).toEqual(["REQ-1"]);
  await passed(1);
  expect(await first.said).toEqual(approved);
  expect(second.serverAction).not.toHaveBeenCalled();
  expect(await second.said).toMatchObject({ ok: false, kind: "undone", sentence: "" });
  expect(awayNow(), "until the list was loaded again").toEqual(["REQ-1"]);
  await passed(10_000);
  expect(awayNow()).toEqual([]);
});

test("[S12.5] a decision that is sent twice is held back once, so that Undo takes it back", async () => {
  const [first, again] = [await send({ codes: "REQ-1" }), await send({ codes: "REQ-1" })];
  undo.held.read().at(-1)?.end("undone");
  await passed(10_000);
  for (const { said, serverAction } of [first, again]) {
    expect(await said).toMatchObject({ kind: "undone" });
    expect(serverAction).not.toHaveBeenCalled();
  }
});

test("[S12.5] a step of a bulk decision, what is no decision, and a browser without Undo are sent at once", async () => {
  const noDecision = (form: URLSearchParams) => (form.get("verified") === "approved" ? "approve" : null);
  const atOnce = [await send({ codes: "REQ-1", [undo.AT_ONCE]: "on" }), await send({ verified: "true" }, approved, noDecision)];
  settings.set("undo-of-decisions", "off");
  atOnce.push(await send({ codes: "REQ-2" }));
  for (const { serverAction } of atOnce) expect(serverAction).toHaveBeenCalledOnce();
});

test("[S12.5] refused orders come back, said once for each reason, whatever page is open by then", async () => {
  const sentence = "Already cancelled.";
  const failed = ["REQ-2", "REQ-3"].map((requestCode) => ({ requestCode, sentence }));
  const { said } = await send({ codes: "REQ-1" }, { ok: true, sentence: "1 order approved", value: { done: ["REQ-1"], failed } });
  await passed(10_000);
  expect(await said).toMatchObject({ ok: true, isSaid: true });
  expect(undo.returned.read()).toEqual([{ sentence, codes: ["REQ-2", "REQ-3"] }]);

  const broken = await send({ codes: "REQ-4" }, { ok: false, sentence: "Too long." });
  await passed(10_000);
  expect(await broken.said).toMatchObject({ ok: false, isSaid: true });
  expect(undo.returned.read()).toContainEqual({ sentence: "Too long.", codes: ["REQ-4"] });
  expect(awayNow()).not.toContain("REQ-4");
});

test("[S12.5] leaving the page sends what is held once, with requests that outlive it; what does not arrive is pending in the list", async () => {
  const decisions = [await send({ codes: "REQ-1" }), await send({ codes: "REQ-2" }), await send({ codes: "REQ-3" })];
  undo.sendHeld();
  undo.sendHeld();
  await passed(0);
  expect(sent.map(({ url, body, keepalive }) => [url, body, keepalive])).toEqual(
    ["REQ-1", "REQ-2", "REQ-3"].map((code) => ["/admin/orders/approvals.data", `codes=${code}`, true]),
  );
  expect(awayNow()).toEqual(["REQ-1", "REQ-2", "REQ-3"]);
  sent[0]?.arrive(200);
  sent[1]?.arrive(409);
  sent[2]?.arrive(401);
  await passed(0);
  expect([heldNow(), awayNow()]).toEqual([[], ["REQ-1"]]);
  expect(await Promise.all(decisions.map(({ said }) => said))).toMatchObject([{ kind: "sent" }, { kind: "undone" }, { kind: "undone" }]);
  for (const { serverAction } of decisions) expect(serverAction).not.toHaveBeenCalled();
  expect(
    undo.returned.read().map(({ codes }) => codes),
    "what did not arrive is said on a page that was only hidden",
  ).toEqual([["REQ-2"], ["REQ-3"]]);
});

test("[S12.5] a decision that is too long to outlive its page is sent all the same when the page is left", async () => {
  const { said } = await send({ codes: "REQ-1", ids: "x".repeat(KEEPALIVE_MAX) });
  undo.sendHeld();
  await passed(0);
  expect(sent.map(({ keepalive }) => keepalive)).toEqual([false]);
  sent[0]?.arrive(200);
  expect(await said).toMatchObject({ kind: "sent" });
  await passed(0);
  expect(awayNow()).toEqual(["REQ-1"]);
});

test("[S12.5] an order of two decisions stays out of the list until both have ended", async () => {
  await send({ codes: "REQ-1" });
  const body = new URLSearchParams([
    ["codes", "REQ-1"],
    ["codes", "REQ-2"],
  ]);
  const request = new Request("http://shop.example/admin/orders/rejections", { method: "POST", body });
  void undo.sayOrHeld("failedToProcessRequest", { request, params: {}, serverAction: async () => approved }, "reject");
  await passed(0);
  undo.held.read().at(-1)?.end("undone");
  await passed(0);
  expect([...new Set(awayNow())]).toEqual(["REQ-1"]);
});
