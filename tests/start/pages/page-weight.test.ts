import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { SCRIPT_MAX_BYTES } from "#tests/support/web/script-budget.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

/** The ceiling of any page of the admin. */
const ADMIN_SCRIPT_MAX_BYTES = 200_000;
/** The overhead of each file, as a browser counts it. */
const HEAD_BYTES = 330;
/** The limits for all styles, and for the storefront's. */
const STYLES_MAX_BYTES = 20_000;
const SHOP_STYLES_MAX_BYTES = 9_500;
const client = "build/client";

type Route = {
  parentId?: string;
  module: string;
  clientActionModule?: string;
  clientLoaderModule?: string;
  imports: string[];
  css: string[];
};
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, Route> };

let manifest: Manifest;
/** The modules of each script, from the build's manifest. */
let modules: Record<string, string[]>;
beforeAll(() => {
  if (!isBuilt) return;
  manifest = readManifest();
  modules = JSON.parse(readFileSync("build/browser-modules.json", "utf8"));
});

const isAdmins = (module: string) => module.startsWith("web/admin/");

test
  .runIf(isBuilt)
  .for([
    "storefront/home/home",
    "storefront/home/how-it-works",
    "storefront/products/products",
    "storefront/product/product",
    "storefront/order/order-finder",
    "storefront/order/order-status",
    "storefront/my-orders/my-orders",
    "storefront/contact/contact",
    "storefront/meta/not-found",
    "account/sign-in/login",
    "account/sign-in/signup",
    "account/sign-in/forgot-password",
    "account/sign-in/reset-password",
    "account/orders/order-history",
    "account/profile/details",
  ])(`the script of %s weighs at most 130 KB, and nothing of it is the admin's${needsBuild}`, (page) => {
  const scripts = scriptsOf(page);
  expect(scripts.size).toBeGreaterThan(3);
  expect([...scripts].flatMap((script) => modules[script] ?? []).filter(isAdmins)).toEqual([]);
  expect(bytesOf(scripts)).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
});

test.runIf(isBuilt)(`the script of a product's page weighs at most 130 KB with the heads of its files${needsBuild}`, () => {
  const scripts = scriptsOf("storefront/product/product");
  expect(bytesOf(scripts) + scripts.size * HEAD_BYTES).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
});

test.runIf(isBuilt)(`[S11.1] no script contains the texts of a language, or the pseudo-language of tests${needsBuild}`, () => {
  const isTexts = (module: string) => /^messages\/(en|hi|languages|pseudo-language)\.ts$/.test(module);
  expect(Object.values(modules).flat().filter(isTexts)).toEqual([]);
});

test.runIf(isBuilt)(`no page of the admin has more than 200 KB of script${needsBuild}`, () => {
  const pages = Object.keys(manifest.routes).filter((id) => id.startsWith("admin/"));
  expect(pages).toContain("admin/orders/queue/queue");
  const weights = pages.map((page) => [page, bytesOf(scriptsOf(page))] as const);
  expect(weights.filter(([, bytes]) => bytes > ADMIN_SCRIPT_MAX_BYTES)).toEqual([]);
});

test.runIf(isBuilt)(`the admin's pages are recognized by their modules${needsBuild}`, () => {
  expect([...scriptsOf("admin/orders/queue/queue")].flatMap((script) => modules[script] ?? []).filter(isAdmins).length).toBeGreaterThan(3);
});

test.runIf(isBuilt).for([
  ["shop", SHOP_STYLES_MAX_BYTES],
  ["app", STYLES_MAX_BYTES],
] as const)(`the stylesheet %s weighs at most %i bytes${needsBuild}`, ([name, most]) => {
  const isIts = (file: string) => new RegExp(`^${name}-.*[.]css$`).test(file);
  const [file = "", ...others] = readdirSync(join(client, "assets")).filter(isIts);
  expect(others).toEqual([]);
  expect(brotliCompressSync(readFileSync(join(client, "assets", file))).length).toBeLessThanOrEqual(most);
});

test.runIf(isBuilt)(`no page of the shop links to styles of its own${needsBuild}`, () => {
  const linked = Object.entries(manifest.routes).filter(([id, { css }]) => !id.startsWith("admin/") && css.length > 0);
  expect(linked.map(([id]) => id)).toEqual([]);
});

function bytesOf(scripts: Set<string>): number {
  return [...scripts].reduce((sum, script) => sum + statSync(join(client, `${script}.br`)).size, 0);
}

/** Every script that hydrates the page. */
function scriptsOf(page: string): Set<string> {
  const scripts = new Set([manifest.entry.module, ...manifest.entry.imports]);
  for (let id: string | undefined = page; id !== undefined; id = manifest.routes[id]?.parentId) {
    const route = manifest.routes[id];
    if (!route) throw new Error(`no route ${id}`);
    for (const script of [route.module, route.clientActionModule, route.clientLoaderModule, ...route.imports])
      if (script) scripts.add(script);
  }
  return scripts;
}

/** The routes that React Router sends to the browser. */
function readManifest(): Manifest {
  const start = "window.__reactRouterManifest=";
  const texts = readdirSync(join(client, "assets"))
    .filter((file) => /^manifest-\w+\.js$/.test(file))
    .map((file) => readFileSync(join(client, "assets", file), "utf8"));
  const text = texts.find((text) => text.startsWith(start));
  if (!text) throw new Error("the build has no manifest of its routes");
  return JSON.parse(text.slice(start.length).replace(/;\s*$/, ""));
}
