import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as HeldDecisions from "./held-decisions.ts";

const aPage = () => Object.assign(new EventTarget(), { visibilityState: "visible" });
let page = aPage();
let browser = new EventTarget();
const sent: { url: string; body: string; keepalive: boolean; arrive: (status?: number) => void }[] = [];
const storage: Storage = Object.create({
  setItem: (key: string, value: string) => void Object.assign(storage, { [key]: value }),
  removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  getItem: (key: string) => Reflect.get(storage, key) ?? null,
});
let store: typeof HeldDecisions;
let heldOrders: () => ReadonlySet<string>;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = aPage();
  browser = new EventTarget();
  vi.stubGlobal("window", browser);
  vi.stubGlobal("document", page);
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("fetch", (url: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
    return new Promise((resolve) => sent.push({ url, body, keepalive, arrive: (status = 200) => resolve(new Response(null, { status })) }));
  });
  store = await import("./held-decisions.ts");
  ({ heldOrders } = await import("./held-orders.ts"));
});
afterEach(() => {
  for (const key of Object.keys(storage)) storage.removeItem(key);
  sent.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function hold(code: string, body = `codes=${code}`) {
  const held = store.holdBack({ verdict: "approve", codes: [code], address: "/admin/orders/approvals", body });
  const fates: string[] = [];
  void held.fate.then(({ how }) => fates.push(how));
  return { ...held, fates };
}
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const recorded = () => Object.keys(storage).map((key) => key.split(":")[1]);
const shown = () => store.heldDecisions();
const leave = () => browser.dispatchEvent(new Event("pagehide"));

test("[S12.5] a decision is sent after 10 seconds, and its order is recorded until the answer", async () => {
  const { fates, answered } = hold("REQ-1");
  expect(shown().held).toMatchObject([{ codes: ["REQ-1"] }]);
  await passed(9_999);
  expect(fates).toEqual([]);
  await passed(1);
  expect(fates).toEqual(["due"]);
  expect(shown()).toMatchObject({ held: [], sending: 1 });
  expect(recorded()).toEqual(["REQ-1"]);
  answered([]);
  expect(shown()).toMatchObject({ sending: 0, returned: [] });
  expect(recorded()).toEqual([]);
});

test("[S12.5] Undo takes back the newest, and nothing is sent of it; Send now sends the others at once", async () => {
  const [first, second] = [hold("REQ-1"), hold("REQ-2")];
  expect(store.undoLast()).toEqual(["REQ-2"]);
  store.sendNow();
  await passed(20_000);
  expect([first.fates, second.fates]).toEqual([["due"], ["undone"]]);
  expect(recorded()).toEqual(["REQ-1"]);
  expect(store.undoLast(), "what was sent cannot be undone").toEqual([]);
  first.answered([]);
});

test("[S12.5] leaving the page sends what is held once, with the request that outlives the page; a hidden page counts as left", async () => {
  const [first, second] = [hold("REQ-1"), hold("REQ-2")];
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  leave();
  await passed(20_000);
  expect([...first.fates, ...second.fates]).toEqual(["left", "left"]);
  expect(sent.map(({ url, body, keepalive }) => [url, body, keepalive])).toEqual([
    ["/admin/orders/approvals.data", "codes=REQ-1", true],
    ["/admin/orders/approvals.data", "codes=REQ-2", true],
  ]);
  expect(recorded(), "nobody answered").toEqual(["REQ-1", "REQ-2"]);
  for (const { arrive } of sent) arrive();
  first.answered([]);
  second.answered([]);
});

test("[S12.5] what is sent while leaving stays under 64 KB at one time, and the rest goes when something arrived", async () => {
  const decisions = [1, 2, 3].map((n) => hold(`REQ-${n}`, "x".repeat(25_000)));
  decisions.push(hold("REQ-4", "x".repeat(70_000)));
  leave();
  await passed(0);
  expect(sent).toHaveLength(2);
  sent[0]?.arrive();
  await passed(0);
  expect(sent).toHaveLength(3);
  sent[1]?.arrive();
  sent[2]?.arrive();
  await passed(0);
  expect(
    sent.map(({ keepalive }) => keepalive),
    "more than a browser takes goes as an ordinary request",
  ).toEqual([true, true, true, false]);
  sent[3]?.arrive();
  for (const { answered } of decisions) answered([]);
});

test("[S12.5] an order that was refused comes back with its sentence until that is dismissed; a decided one stays away a moment longer", async () => {
  const { answered } = store.holdBack({ verdict: "reject", codes: ["REQ-1", "REQ-2"], address: "/admin/orders/rejections", body: "" });
  expect([...heldOrders()]).toEqual(["REQ-1", "REQ-2"]);
  await passed(10_000);
  const returned = [{ codes: ["REQ-2"], sentence: "This order is already cancelled." }];
  answered(returned);
  expect(shown().returned).toEqual(returned);
  expect([...heldOrders()], "until the list was loaded again").toEqual(["REQ-1"]);
  expect(recorded()).toEqual([]);
  await passed(10_000);
  expect([...heldOrders()]).toEqual([]);
  store.dismissReturned();
  expect(shown().returned).toEqual([]);
});

test("[S12.5] a decision of which nobody knows whether it arrived stays recorded", async () => {
  const { answered } = hold("REQ-1");
  leave();
  answered(null);
  expect(shown()).toMatchObject({ held: [], sending: 0, returned: [] });
  expect(recorded()).toEqual(["REQ-1"]);
  sent[0]?.arrive();
});
