import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

let shop: RunningShop;
let ownersCookie: string;
beforeAll(async () => {
  if (!isBuilt) return;
  shop = await startShop();
  ownersCookie = await cookieFrom(shop.address, "/api/auth/sign-in/email", shop.admin);
}, 60_000);
afterAll(() => shop?.stop());

async function open(path: string, cookie = "") {
  const answer = await fetch(shop.address + path, { headers: { cookie, "user-agent": "Mozilla/5.0" } });
  const html = await answer.text();
  const scripts = [...html.matchAll(/<script(?![^>]*application\/(?:ld\+)?json)[^>]*>/g)].map(([tag]) => tag);
  return { html, scripts, policy: answer.headers.get("content-security-policy") ?? "" };
}

/** Every inline style and script of a page, with its tag and text. */
function inlineIn(html: string): RegExpExecArray[] {
  return [...html.matchAll(/<(style|script)(?![^>]*application\/(?:ld\+)?json)[^>]*>(.*?)<\/\1>/gs)];
}

function sourcesOf(policy: string, directive: string): string[] {
  return policy.match(new RegExp(`${directive} ([^;]*)`))?.[1]?.split(" ") ?? [];
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

test.runIf(isBuilt).for(["/", "/how-it-works", "/nowhere"])(
  `%s has no script, except for signed-in visitors${needsBuild}`,
  async (path) => {
    expect((await open(path)).scripts).toEqual([]);
    expect((await open(path, ownersCookie)).scripts.length).toBeGreaterThan(0);
  },
);

test.runIf(isBuilt)(`the page about the API has no script, whoever reads it${needsBuild}`, async () => {
  for (const cookie of ["", ownersCookie]) {
    const { html, scripts } = await open("/api/docs", cookie);
    expect([scripts, html.includes("decide-orders")]).toEqual([[], true]);
    expect(html).toMatch(/<div lang="en-IN"/);
    expect(html).not.toMatch(/\b(?:src|href)="https?:|<iframe|\son[a-z]+="/);
  }
});

test.runIf(isBuilt)(`a part whose script comes later is in the first HTML all the same${needsBuild}`, async () => {
  const headers = { "content-type": "application/json", origin: shop.address };
  const post = (path: string, body: object, cookie = "") =>
    fetch(shop.address + path, { method: "POST", headers: { ...headers, cookie }, body: JSON.stringify(body) });
  const added = await post("/api/admin/products", { name: "Account", price: 499, description: "", image: "", ids: ["A-1"] }, ownersCookie);
  const { id: productId }: { id: string } = await added.json();
  const placed = await post("/api/orders", { productId, quantity: 1, paymentMethod: "request" });
  const { requestCode }: { requestCode: string } = await placed.json();

  const { html } = await open(`/product/${productId}?order=${requestCode}`);
  expect(html).toContain("We have your order");
  expect(html).not.toMatch(/<div hidden[^>]*id="S:/);
});

test.runIf(isBuilt).for([
  ["orders", "adminQueue"],
  ["orders/processed", "adminProcessed"],
  ["products", "adminProducts"],
  ["products/new", "adminIds"],
] as const)(`[S11.1] a page brings the texts of a part that was never shown before: %s${needsBuild}`, async ([page, namespace]) => {
  const { html } = await open(`/admin/${page}`, ownersCookie);
  const [, json = "{}"] = /<script type="application\/json" id="page-texts"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(json).namespaces).toContain(namespace);
});

test.runIf(isBuilt).for(["/", "/products", "/order-status", "/login", "/admin/login", "/nowhere"])(
  `nothing has to be fetched before %s is painted, and its policy allows only what is in it${needsBuild}`,
  async (path) => {
    const { html, scripts, policy } = await open(path);
    expect(html).not.toMatch(/<link[^>]*rel="(stylesheet|modulepreload)"/);
    expect(html.match(/<style[^>]*>/g)).toHaveLength(1);
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    if (nonce) {
      for (const [tag] of inlineIn(html)) expect(tag).toContain(`nonce="${nonce}"`);
    } else {
      // The policy of a page rendered once for everybody allows its inline parts by hash.
      for (const [, name, text = ""] of inlineIn(html))
        expect(sourcesOf(policy, name === "style" ? "style-src-elem" : "script-src")).toContain(hashOf(text));
      expect(html).not.toContain("nonce=");
    }
    expect(inlineIn(html)).toHaveLength(scripts.length + 1);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  },
);

test.runIf(isBuilt)(`a browser that has the styles gets a link to them, which no version changes${needsBuild}`, async () => {
  const files = readdirSync("build/client/assets");
  const fileOf = (name: string) => files.find((file) => new RegExp(`^${name}-.*[.]css$`).test(file)) ?? "";
  const [shopFile, allFile] = [fileOf("shop"), fileOf("app")];
  const linked = async (path: string, cookie: string) => {
    const { html } = await open(path, cookie);
    const links = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*>/g)].map(([tag]) => /href="\/assets\/([^"]*)"/.exec(tag)?.[1]);
    return { links, isInline: /<style/.test(html) };
  };
  for (const path of ["/", "/products", "/login"]) {
    expect(await linked(path, `styles=${shopFile}`), path).toEqual({ links: [shopFile], isInline: false });
    expect(await linked(path, `styles=${allFile}`), path).toEqual({ links: [allFile], isInline: false });
    expect(await linked(path, "styles=shop-of-before.css"), path).toEqual({ links: [], isInline: true });
  }
  expect(await linked("/admin/orders", `${ownersCookie}; styles=${shopFile}`)).toEqual({ links: [], isInline: true });
  expect(await linked("/admin/orders", `${ownersCookie}; styles=${allFile}`)).toEqual({ links: [allFile], isInline: false });

  const file = await fetch(`${shop.address}/assets/${shopFile}`);
  expect((await open("/login")).html).toContain(`>${(await file.text()).trim()}</style>`);
  const { headers } = file;
  expect([headers.get("content-type"), headers.get("cache-control")]).toEqual([
    "text/css; charset=utf-8",
    "public, max-age=31536000, immutable",
  ]);
});
