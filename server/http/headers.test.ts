import { Hono } from "hono";
import { expect, test } from "vitest";
import { privatePaths } from "#web/parts/site/private-paths.ts";
import { NOTHING_POLICY, pagePolicy, policyByHashes } from "./headers.ts";
import type { HostEnv } from "./host-env.ts";
import { protectedBy } from "./protected.ts";

/** The directives of a policy with their values. */
function directives(policy: string): Record<string, string> {
  return Object.fromEntries(policy.split(";").map((part) => part.trim().split(/ (.*)/s, 2) as [string, string]));
}

/** The headers of an answer at `path` that set none of its own. */
async function headersAt(
  path: string,
  {
    appUrl = null,
    type = "text/html; charset=utf-8",
    hstsSubdomains = false,
  }: { appUrl?: string | null; type?: string; hstsSubdomains?: boolean } = {},
) {
  const host = new Hono<HostEnv>();
  host.use(async (c, next) => {
    c.set("path", new URL(c.req.url).pathname);
    await next();
  }, protectedBy({ appUrl, hstsSubdomains }));
  host.all("*", () => new Response("x", { headers: { "content-type": type } }));
  return (await host.request(`http://shop.example${path}`)).headers;
}

test("a page runs its own scripts by its nonce and no others, embeds nothing and is embedded nowhere", () => {
  const policy = directives(pagePolicy("NONCE", false));
  expect(policy).toMatchObject({
    "default-src": "'none'",
    "script-src": "'self' 'nonce-NONCE'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "connect-src": "'self'",
  });
  const loose = Object.entries(policy).filter(([, sources]) => /unsafe|\*|strict-dynamic/.test(sources));
  expect(loose).toEqual([["style-src-attr", "'unsafe-inline'"]]);
  for (const name of ["object-src", "frame-src", "worker-src", "script-src-elem", "script-src-attr"])
    expect(policy).not.toHaveProperty(name);
  expect(directives(NOTHING_POLICY)).toEqual({ "default-src": "'none'", "frame-ancestors": "'none'" });
});

test("each page has a nonce of its own, and what is no page may do nothing", async () => {
  const policies = await Promise.all([headersAt("/"), headersAt("/")]);
  expect(new Set(policies.map((headers) => headers.get("content-security-policy"))).size).toBe(2);
  for (const type of ["application/json", "image/webp", "text/plain", "text/x-script", ""])
    expect((await headersAt("/", { type })).get("content-security-policy"), type).toBe(NOTHING_POLICY);
});

test("https alone is promised for a year where the shop is served so, on every kind of answer, and nowhere else", async () => {
  for (const type of ["text/html", "application/json", "text/x-script", "image/webp"]) {
    expect((await headersAt("/", { appUrl: "https://shop.example", type })).get("strict-transport-security")).toBe("max-age=31536000");
    for (const appUrl of [null, "http://shop.example"])
      expect((await headersAt("/", { appUrl, type })).get("strict-transport-security")).toBeNull();
  }
});

test("it covers sub-domains only where the operator says so", async () => {
  const at = async (appUrl: string | null) => (await headersAt("/", { appUrl, hstsSubdomains: true })).get("strict-transport-security");
  expect(await at("https://shop.example")).toBe("max-age=31536000; includeSubDomains");
  for (const appUrl of [null, "http://shop.example"]) expect(await at(appUrl)).toBeNull();
});

test("a script file is shown in no frame, and its policy forbids a worker nothing more", async () => {
  const headers = await headersAt("/assets/entry.js", { type: "text/javascript; charset=utf-8" });
  expect(headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
});

test("a private address and its data for the router are stored by nobody", async () => {
  for (const one of privatePaths) {
    for (const path of one.endsWith("/") ? [`${one}x`, `${one}x.data`] : [one, `${one}.data`, `${one}/x`, `${one}/x.data`]) {
      const headers = await headersAt(path);
      expect([path, headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([path, "private, no-store", "noindex"]);
    }
  }
  for (const path of ["/", "/products", "/product/1", "/accountant", "/administration"])
    expect((await headersAt(path)).get("cache-control"), path).toBe("no-cache");
});

test("no address leaves for another site", async () => {
  for (const path of ["/", "/order-status/REQ-1", "/setup/token"])
    expect((await headersAt(path)).get("referrer-policy")).toBe("same-origin");
});

test("a page that many are given allows its scripts and styles by their hashes, and nothing else changes", () => {
  const policy = pagePolicy("a/nonce+==", false);
  const byHashes = policyByHashes(policy, { scripts: ["one", "two", "one"], styles: ["three"] });
  expect(byHashes).toBe(
    policy
      .replace("script-src 'self' 'nonce-a/nonce+=='", "script-src 'self' 'sha256-one' 'sha256-two'")
      .replace("style-src-elem 'self' 'nonce-a/nonce+=='", "style-src-elem 'self' 'sha256-three'"),
  );
  expect(byHashes).not.toContain("nonce");
});

test("another site's page gets no hold of an answer: neither as what it opened nor as a part of itself", async () => {
  for (const type of ["text/html; charset=utf-8", "application/json", "image/webp"]) {
    const headers = await headersAt("/", { type });
    expect([headers.get("cross-origin-opener-policy"), headers.get("cross-origin-resource-policy")], type).toEqual(
      Array(2).fill("same-origin"),
    );
  }
  expect((await headersAt("/assets/a.js", { type: "text/javascript" })).get("cross-origin-resource-policy")).toBe("same-origin");
});
