import { expect, test } from "vitest";
import { openAnonymousRequests } from "./anonymous-request.ts";

const local: { appUrl: string | null; trustProxy: number } = { appUrl: null, trustProxy: 0 };
const distinct = (headers: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()]));
const read = (url: string, headers: Record<string, string | string[]> = {}, { config = local, method = "GET" } = {}) =>
  openAnonymousRequests(config)({ url, method, headersDistinct: distinct({ Host: "localhost:3000", ...headers }) });

test.each([
  "/",
  "/products",
  "/products?page=12",
  "/?lang=hi",
  "/products?lang=en",
  "/products?page=2&lang=hi",
  "/product/abc?lang=hi",
  "/terms",
  "/about?lang=hi",
  "/api/docs",
  "/product/abc-1_2",
  "/api/get-stock/abc",
  "/products_database/products.json",
])("%s is the same for everybody", (path) => {
  expect(read(path)).toMatchObject({ path, origin: "http://localhost:3000", theme: null, coding: null });
  expect(read(path, {}, { config: local, method: "HEAD" })).not.toBeNull();
});

test.each([
  "/login",
  "/products?q=gold",
  "/products?page=0",
  "/products?page=1&x=1",
  "/products?page=1000",
  "/products/",
  "//products",
  "/?x=1",
  "/terms/x",
  "/?lang=hindi",
  "/?lang=hi&lang=en",
  "/?lang=hi&x=1",
  "/products?lang=hi&page=2",
  "/api/get-stock/abc?lang=hi",
  "/product/abc?order=REQ-1",
  "/product/abc?form=1",
  "/product/abc/order",
  "/product/a%2Fb",
  "/product/",
  `/product/${"a".repeat(200)}`,
  "/api/products",
  "/api/docs.data",
  "/api/openapi.json",
  "/api/get-stock/abc?x=1",
  "/admin/orders",
  "http://localhost:3000/",
  "*",
])("%s is not answered from the cache", (path) => {
  expect(read(path)).toBeNull();
});

test.each([
  "trackside.session_token=x",
  "a=b; __Secure-trackside.session_token=x",
  "theme=dark; trackside.new=x",
  "trackside.browser_2=x",
  "__Host-trackside.session=x",
  "x=1;trackside.reset=y",
  "trackside.browser=x; trackside.session_token=y",
])("[S6.2] a visitor with a cookie that may be a login is answered apart: %s", (cookie) => {
  for (const path of ["/", "/products", "/product/abc", "/api/docs", "/api/get-stock/abc"]) expect(read(path, { cookie }), path).toBeNull();
});

test("of a guest's cookies, only the theme and the stylesheet make another page, and only if they are known", () => {
  for (const cookie of [
    "trackside.browser=x",
    "trackside.device=x",
    "a=b; __Host-trackside.browser=x",
    "trackside.browser =x",
    "theme=pink; styles=x; _ga=1",
  ])
    expect(read("/product/abc", { cookie })).toMatchObject({ theme: null, styles: null });
  expect(read("/", { cookie: "theme=dark" })).toMatchObject({ theme: "dark", styles: null });
});

test("[S11.1] a page depends on the language that a visitor wants, not on how the header is written", () => {
  const wanted = (path: string, headers: Record<string, string>) => read(path, headers)?.language;
  for (const header of ["hi", "hi-IN,hi;q=0.9,en;q=0.8", "fr, hi;q=0.3"]) expect(wanted("/", { "accept-language": header })).toBe("hi");
  expect(wanted("/", { "accept-language": "fr" })).toBeNull();
  expect(wanted("/", { "accept-language": "en", cookie: "lang=hi" })).toBe("hi");
  expect(wanted("/?lang=en", { "accept-language": "hi", cookie: "lang=hi" })).toBe("en");
});

test("[S11.1] an address in a language stores the visitor's choice once", () => {
  expect(read("/?lang=hi")?.chosen).toBe("hi");
  expect(read("/?lang=hi", { cookie: "lang=en" })?.chosen).toBe("hi");
  expect(read("/?lang=hi", { cookie: "lang=hi" })?.chosen).toBeNull();
  expect(read("/", { cookie: "lang=hi" })?.chosen).toBeNull();
  expect(read("/?lang=fr")?.chosen).toBeNull();
});

test.each(["authorization", "x-access-key", "origin", "range", "content-length", "transfer-encoding", "expect"])(
  "a request with %s is answered apart",
  (name) => {
    expect(read("/products", { [name]: "1" })).toBeNull();
  },
);

test.each(["POST", "PUT", "OPTIONS", "TRACE"])("%s is answered apart", (method) => {
  expect(read("/products", {}, { config: local, method })).toBeNull();
});

test("a host that is not ours, and two of them, are left to the host's checks", () => {
  const named = { config: { appUrl: "https://shop.example", trustProxy: 1 } };
  for (const host of ["shop.example", "8.8.8.8", "evil@localhost", "localhost:99999", "localhost/x", "", ["localhost", "localhost"]])
    expect(read("/", { Host: host }), String(host)).toBeNull();
  for (const host of ["evil.example", "evil.example:80", "shop.example:1234"]) expect(read("/", { Host: host }, named)).toBeNull();
  expect(read("/", { Host: "shop.example" }, named)).toMatchObject({ origin: "https://shop.example" });
  expect(read("/", { Host: "10.0.0.3:3000" }, named)).toMatchObject({ origin: "https://shop.example" });
});

test("two cookie headers are answered apart: one of them may be a login", () => {
  expect(read("/", { cookie: ["theme=dark", "trackside.session_token=x"] })).toBeNull();
});

test("the first request through a proxy that nobody named is answered apart, where that is noticed", () => {
  const readRequest = openAnonymousRequests(local);
  const request = { url: "/", method: "GET", headersDistinct: distinct({ Host: "localhost", "X-Forwarded-For": ["1.2.3.4", "10.0.0.1"] }) };
  expect(readRequest(request)).toBeNull();
  expect(readRequest(request)).not.toBeNull();
});

test("what a browser accepts decides the encoding", () => {
  expect(read("/", { "accept-encoding": "gzip, deflate, br, zstd" })).toMatchObject({ coding: "br" });
  expect(read("/", { "accept-encoding": "gzip" })).toMatchObject({ coding: "gzip" });
  expect(read("/", { "accept-encoding": "br;q=0" })).toMatchObject({ coding: null });
});
