import { expect, test } from "vitest";
import { openForEverybody } from "./for-everybody.ts";

const local: { appUrl: string | null; trustProxy: number } = { appUrl: null, trustProxy: 0 };
const asked = (url: string, headers: Record<string, string> = {}, { config = local, method = "GET" } = {}) =>
  openForEverybody(config)({ url, method, rawHeaders: Object.entries({ Host: "localhost:3000", ...headers }).flat() });

test.each([
  "/",
  "/products",
  "/products?page=12",
  "/api/docs",
  "/product/abc-1_2",
  "/api/get-stock/abc",
  "/products_database/products.json",
])("%s is the same for everybody", (path) => {
  expect(asked(path)).toMatchObject({ path, origin: "http://localhost:3000", theme: null, coding: null });
  expect(asked(path, {}, { config: local, method: "HEAD" })).not.toBeNull();
});

test.each([
  ...["/login", "/products?q=gold", "/products?page=0", "/products?page=1&x=1", "/products?page=1000", "/products/", "//products", "/?x=1"],
  ...["/product/abc?order=REQ-1", "/product/abc/order", "/product/a%2Fb", "/product/", `/product/${"a".repeat(200)}`, "/products.data"],
  ...["/api/products", "/api/docs.data", "/api/openapi.json", "/api/get-stock/abc?x=1", "/admin/dashboard", "http://localhost:3000/", "*"],
])("%s takes the long way", (path) => {
  expect(asked(path)).toBeNull();
});

test("the shop window is the same for a guest whose browser has a key; what that browser ordered shows elsewhere", () => {
  for (const cookie of ["trackside.browser=x", "theme=dark; __Host-trackside.browser=x", "trackside.browser =x"]) {
    expect(asked("/products", { cookie })).toMatchObject({ cookie: null });
    expect(asked("/product/abc", { cookie })).toBeNull();
    expect(asked("/products", { cookie: `${cookie}; trackside.session_token=y` })).toMatchObject({ cookie: expect.stringContaining("y") });
  }
  expect(asked("/products", { cookie: "trackside.browser_2=x" })).toMatchObject({ cookie: "trackside.browser_2=x" });
});

test.each([
  ...["trackside.session_token=x", "a=b; __Secure-trackside.session_token=x", "theme=dark; trackside.new=x"],
  ...["__Host-trackside.session=x", "x=1;trackside.reset=y"],
])("whoever shows a cookie of ours takes the long way, but to the shop window, where the cookie is told: %s", (cookie) => {
  for (const path of ["/product/abc", "/api/get-stock/abc", "/products_database/products.json"])
    expect(asked(path, { cookie }), path).toBeNull();
  for (const path of ["/", "/products", "/products?page=2", "/api/docs"]) expect(asked(path, { cookie })).toMatchObject({ path, cookie });
  expect(asked("/", { cookie: "theme=dark" })).toMatchObject({ cookie: null });
});

test("the theme makes another page; what others set does not", () => {
  expect(asked("/", { cookie: "theme=dark" })).toMatchObject({ theme: "dark" });
  expect(asked("/", { cookie: "theme=pink; _ga=1" })).toMatchObject({ theme: null });
});

test.each(["authorization", "x-access-key", "origin", "range", "content-length", "transfer-encoding", "expect"])(
  "a request with %s takes the long way",
  (name) => {
    expect(asked("/products", { [name]: "1" })).toBeNull();
  },
);

test.each(["POST", "PUT", "OPTIONS", "TRACE"])("%s takes the long way", (method) => {
  expect(asked("/products", {}, { config: local, method })).toBeNull();
});

test("a host that is not ours takes the long way, to be refused there", () => {
  const named = { appUrl: "https://shop.example", trustProxy: 1 };
  for (const host of ["shop.example", "8.8.8.8", "evil@localhost", "localhost:99999", "localhost/x", ""])
    expect(asked("/", { Host: host }), host).toBeNull();
  for (const host of ["evil.example", "evil.example:80", "shop.example:1234"])
    expect(asked("/", { Host: host }, { config: named, method: "GET" })).toBeNull();
  expect(asked("/", { Host: "shop.example" }, { config: named, method: "GET" })).toMatchObject({ origin: "https://shop.example" });
  expect(asked("/", { Host: "10.0.0.3:3000" }, { config: named, method: "GET" })).toMatchObject({ origin: "https://shop.example" });
});

test("the first request through a proxy that nobody named takes the long way, where that is noticed", () => {
  const everybody = openForEverybody(local);
  const request = {
    url: "/",
    method: "GET",
    rawHeaders: ["Host", "localhost", "X-Forwarded-For", "1.2.3.4", "X-Forwarded-For", "10.0.0.1"],
  };
  expect(everybody(request)).toBeNull();
  expect(everybody(request)).not.toBeNull();
});

test("a header that stands there twice takes the long way, and what it has already is told", () => {
  const twice = (name: string) => ({ url: "/", method: "GET", rawHeaders: ["Host", "localhost", name, "a", name.toUpperCase(), "b"] });
  for (const name of ["Cookie", "Host", "Accept-Encoding", "If-None-Match"]) expect(openForEverybody(local)(twice(name)), name).toBeNull();
  for (const name of ["Accept", "constructor", "__proto__"]) expect(openForEverybody(local)(twice(name)), name).not.toBeNull();
  expect(asked("/", { "If-None-Match": '"abc"' })).toMatchObject({ known: '"abc"' });
  expect(asked("/")).toMatchObject({ known: null });
});

test("what a browser accepts decides the coding", () => {
  expect(asked("/", { "accept-encoding": "gzip, deflate, br, zstd" })).toMatchObject({ coding: "br" });
  expect(asked("/", { "accept-encoding": "gzip" })).toMatchObject({ coding: "gzip" });
  expect(asked("/", { "accept-encoding": "br;q=0" })).toMatchObject({ coding: null });
});
