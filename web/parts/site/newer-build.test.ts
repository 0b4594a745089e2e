import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BUILD_HEADER, isOutdated, isReloadingItself, reloadUnlessInUse, watchBuild } from "./newer-build.ts";

let answer: Response;
let fields: { checked: boolean; defaultChecked: boolean }[];
let dialog: object | null;
/** How the open document was loaded, and how long ago (ms). */
let loaded: { type: string; ago: number };
const reload = vi.fn();

beforeEach(() => {
  [fields, dialog, loaded] = [[], null, { type: "navigate", ago: 1_000 }];
  isOutdated.write(false);
  reload.mockReset();
  vi.stubGlobal("window", { fetch: async () => answer });
  const querySelectorAll = (which: string) => (which.includes("checkbox") ? fields : []);
  vi.stubGlobal("document", { querySelectorAll, querySelector: () => dialog });
  vi.stubGlobal("location", { origin: "https://shop.example", reload });
  vi.stubGlobal("performance", { getEntriesByType: () => [loaded], now: () => loaded.ago });
});
afterEach(() => void vi.unstubAllGlobals());

function answered(build: string | null, path = "/products.data", origin = "https://shop.example"): Response {
  const headers = { ...(build !== null && { [BUILD_HEADER]: build }), "X-Remix-Reload-Document": "true" };
  return Object.defineProperty(new Response(null, { status: 204, headers }), "url", { value: `${origin}${path}` });
}

test("[S18.3] a page is outdated from the first answer of another build on", async () => {
  watchBuild("1a2b");
  for (const [build, isOld] of [
    ["1a2b", false],
    [null, false],
    ["3c4d", true],
    ["1a2b", true],
  ] as const) {
    answer = answered(build);
    expect(await window.fetch("/products.data")).toBe(answer);
    expect(isOutdated.read(), String(build)).toBe(isOld);
  }
});

test("[S18.3] what another site answers, or a script without an address, makes no page outdated", async () => {
  watchBuild("1a2b");
  const synthetic = new Response(null, { headers: { [BUILD_HEADER]: "3c4d" } });
  expect(synthetic.url).toBe("");
  for (const other of [answered("3c4d", "/__manifest?paths=/", "https://shop.example.org"), synthetic]) {
    answer = other;
    expect(await window.fetch("/products.data")).toBe(other);
    expect(isOutdated.read(), other.url).toBe(false);
  }
});

test("[S18.3] the router is not told to reload the open page, whose routes it has", async () => {
  watchBuild("1a2b");
  vi.stubGlobal("location", { origin: "https://shop.example", pathname: "/product/7" });
  for (const [paths, isReplaced] of [
    ["/product,/product/7", true],
    ["/,/product/7", true],
    ["/,/product,/product/7,/products", false],
    ["/product,/product/7,/product/7/order", false],
    ["/product/77", false],
    ["/admin", false],
  ] as const) {
    answer = answered("3c4d", `/__manifest?paths=${encodeURIComponent(paths)}&version=1a2b`);
    const got = await window.fetch("/__manifest");
    expect(got === answer, paths).toBe(!isReplaced);
    if (isReplaced) expect([got.headers.has("X-Remix-Reload-Document"), await got.json()]).toEqual([false, {}]);
  }
  answer = answered("1a2b", "/__manifest?paths=/product/7&version=1a2b");
  expect(await window.fetch("/__manifest")).toBe(answer);
});

test("[S18.3] a page reloads itself, but not again within minutes, and not while something is filled in", () => {
  dialog = {};
  expect(reloadUnlessInUse(), "an open dialog").toBe(false);
  dialog = null;
  fields = [{ checked: true, defaultChecked: false }];
  expect(reloadUnlessInUse(), "a choice").toBe(false);
  fields = [{ checked: true, defaultChecked: true }];
  loaded = { type: "reload", ago: 299_000 };
  expect(reloadUnlessInUse(), "just reloaded").toBe(false);
  expect([reload.mock.calls.length, isReloadingItself()]).toEqual([0, false]);
  for (const possible of [
    { type: "navigate", ago: 1_000 },
    { type: "reload", ago: 301_000 },
  ]) {
    loaded = possible;
    expect(reloadUnlessInUse()).toBe(true);
  }
  expect([reload.mock.calls.length, isReloadingItself()]).toEqual([2, true]);
});
