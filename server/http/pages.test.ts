import { createElement as h, Suspense } from "react";
import { Await, data, redirect, type ServerBuild, useLoaderData } from "react-router";
import { afterEach, expect, test } from "vitest";
import * as entry from "#web/entry.server.tsx";
import type { PageGiven } from "./page-answer.ts";
import { createPages } from "./pages.ts";

const phone = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile";
let load: () => object;
let failures: unknown[] = [];
afterEach(() => {
  failures = [];
});

function Page() {
  const { early, late } = useLoaderData<{ early: string; late?: Promise<string> }>();
  const part =
    late && h(Suspense, { fallback: "on its way" }, h(Await<Promise<string>>, { resolve: late, children: (text: string) => text }));
  const large = early.length > 10_000 && h(Suspense, { fallback: "on its way" }, h("p", null, early));
  return h("html", { lang: "en" }, h("body", null, h("h1", null, early), large, part));
}

const place = { id: "root", path: "" };
const asset = { hasAction: false, hasLoader: true, hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false };
const files = { clientActionModule: undefined, clientLoaderModule: undefined, clientMiddlewareModule: undefined };
const build: ServerBuild = {
  entry: { module: entry },
  routes: { root: { ...place, module: { default: Page, loader: () => load() } } },
  assets: {
    entry: { imports: [], module: "/assets/entry.js" },
    routes: {
      root: { ...place, ...asset, ...files, hasErrorBoundary: false, module: "/assets/root.js", hydrateFallbackModule: undefined },
    },
    url: "/assets/manifest.js",
    version: "test",
  },
  basename: "/",
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
};
const pages = createPages(build, () => null);

type Opened = RequestInit & { path?: string };

function open(headers: Record<string, string> = {}, { path = "/", ...init }: Opened = {}): Promise<Response> {
  const log = { info: () => {}, warn: () => {}, error: (...facts: unknown[]) => void failures.push(facts) };
  const given = { language: "en", nonce: "n", incident: "AB", services: { log } } as unknown as PageGiven;
  return pages(new Request(`http://shop.example${path}`, { ...init, headers: { "user-agent": phone, ...headers } }), given);
}

/** The pieces in which an answer arrives. */
function piecesOf(answer: Response): AsyncIterator<string> {
  const text = answer.body?.pipeThrough(new TextDecoderStream());
  if (!text) throw new Error("no body");
  return text[Symbol.asyncIterator]();
}

test("a page without late parts is one piece", async () => {
  load = () => ({ early: "Night Mail" });
  const pieces = piecesOf(await open());
  expect((await pieces.next()).value).toMatch(/^<!DOCTYPE html><html lang="en">.*<h1>Night Mail<\/h1>.*<\/html>$/);
  expect(await pieces.next()).toMatchObject({ done: true });
});

test("a page without late parts is in its order, however large", async () => {
  load = () => ({ early: "₹ 499.00 ".repeat(5_000) });
  expect(await (await open()).text()).not.toMatch(/on its way|<template|<div hidden/);
});

test.each(["br", "gzip"] as const)("a page is the same text through %s, and says so", async (coding) => {
  load = () => ({ early: "₹ 499.00 ".repeat(5_000) });
  const plain = await open();
  const coded = await open({ "accept-encoding": coding });
  expect(Object.fromEntries(coded.headers)).toMatchObject({ "content-encoding": coding, vary: "Accept-Encoding, Accept-Language, Cookie" });
  expect(coded.headers.get("content-type")).toBe(plain.headers.get("content-type"));
  expect(await decoded(coded, coding)).toBe(await plain.text());
});

async function decoded(answer: Response, coding: "br" | "gzip"): Promise<string> {
  const bytes = new Blob([await answer.arrayBuffer()]).stream();
  const format = coding === "br" ? ("brotli" as CompressionFormat) : coding;
  return new Response(bytes.pipeThrough(new DecompressionStream(format))).text();
}

test("a part that comes late is streamed behind the rest", async () => {
  const late = Promise.withResolvers<string>();
  load = () => ({ early: "Night Mail", late: late.promise });
  const pieces = piecesOf(await open());
  const first = (await pieces.next()).value;
  expect(first).toContain("Night Mail");
  expect(first).toContain("on its way");
  late.resolve("the letters");
  let rest = "";
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) rest += piece.value;
  expect(rest).toContain("the letters");
});

test("a bot gets a page with a late part whole", async () => {
  const late = Promise.withResolvers<string>();
  load = () => ({ early: "Night Mail", late: late.promise });
  setTimeout(() => late.resolve("the letters"), 20);
  const html = await (await open({ "user-agent": "Googlebot/2.1" })).text();
  expect(html).toContain("the letters");
  expect(html).not.toContain("on its way");
});

test("a page that cannot be rendered is answered 500 and logged", async () => {
  load = () => ({
    get early(): string {
      throw new Error("broken");
    },
  });
  const answer = await open();
  expect(answer.status).toBe(500);
  expect(failures).not.toEqual([]);
});

test("HEAD has no body", async () => {
  load = () => ({ early: "Night Mail" });
  const answer = await open({}, { method: "HEAD" });
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
});

const openData = (headers: Record<string, string> = {}, init: RequestInit = {}) => open(headers, { ...init, path: "/_.data" });

test.each(["br", "gzip"] as const)("a page's data is the same through %s, and says so", async (coding) => {
  load = () => ({ early: "₹ 499.00 ".repeat(1_000) });
  const plain = await openData();
  const coded = await openData({ "accept-encoding": coding });
  const [bytes, length] = [await coded.clone().arrayBuffer(), Number(coded.headers.get("content-length"))];
  expect(Object.fromEntries(coded.headers)).toMatchObject({ "content-encoding": coding, vary: "Accept-Encoding, Cookie" });
  expect(length).toBe(bytes.byteLength);
  expect(length).toBeLessThan(Number(plain.headers.get("content-length")) / 10);
  expect(plain.headers.has("content-encoding")).toBe(false);
  expect(coded.headers.get("content-type")).toBe(plain.headers.get("content-type"));
  const text = await plain.text();
  expect(text).toContain("₹ 499.00 ₹ 499.00");
  expect(await decoded(coded, coding)).toBe(text);
});

test("data that fits into two packets is not compressed", async () => {
  load = () => ({ early: "Night Mail ".repeat(150) });
  const answer = await openData({ "accept-encoding": "br" });
  expect(answer.headers.has("content-encoding")).toBe(false);
  expect(answer.headers.get("vary")).toBe("Accept-Encoding, Cookie");
  expect(await answer.text()).toContain("Night Mail");
});

test("HEAD of a page's data has no body", async () => {
  load = () => ({ early: "₹ 499.00 ".repeat(1_000) });
  const answer = await openData({ "accept-encoding": "br" }, { method: "HEAD" });
  expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([200, "text/x-script", ""]);
});

test("a part of the data that comes late is streamed behind the rest", async () => {
  const late = Promise.withResolvers<string>();
  load = () => ({ early: "₹ 499.00 ".repeat(1_000), late: late.promise });
  const answer = await openData({ "accept-encoding": "br" });
  expect([answer.headers.has("content-encoding"), answer.headers.has("content-length")]).toEqual([false, false]);
  const pieces = piecesOf(answer);
  expect((await pieces.next()).value).toContain("₹ 499.00");
  late.resolve("the letters");
  expect((await pieces.next()).value).toContain("the letters");
});

test("the data of a page that redirects names its destination", async () => {
  load = () => {
    throw redirect("/login");
  };
  const answer = await openData({ "accept-encoding": "br" });
  expect([answer.status, answer.headers.get("location")]).toEqual([202, null]);
  expect(await answer.text()).toContain('"/login"');
});

test("the data of a page that is refused says so, compressed", async () => {
  load = () => {
    throw data({ sentence: "No such letter. ".repeat(200) }, { status: 404 });
  };
  const answer = await openData({ "accept-encoding": "br" });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([404, "br"]);
  expect(await decoded(answer, "br")).toContain("No such letter.");
});

test("the data of a page that has none has no body", async () => {
  load = () => data(null, { status: 204 }) as object;
  const answer = await openData({ "accept-encoding": "br" });
  expect([answer.status, answer.headers.has("content-length"), await answer.text()]).toEqual([204, false, ""]);
});
