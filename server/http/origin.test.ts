import { expect, test } from "vitest";
import { mayAct, originFor } from "./origin.ts";

const seen = (url: string, appUrl: string | null, headers: Record<string, string> = {}) => originFor(new Request(url, { headers }), appUrl);

test.each([
  "http://localhost:3000",
  "http://shop.localhost:3000",
  "http://127.0.0.1:3000",
  "http://127.9.8.7",
  "http://[::1]:3000",
  "http://10.0.0.5",
  "http://192.168.1.20:3000",
  "http://172.16.0.1",
  "http://172.31.255.1",
  "http://169.254.1.1",
  "http://[fd12::1]:3000",
  "http://[fe80::1]",
  "http://raspberry:3000",
  "http://raspberry.local:3000",
])("without APP_URL, %s is ours", (host) => {
  expect(seen(`${host}/products`, null)).toBe(host);
});

test.each([
  "http://shop.example",
  "http://8.8.8.8",
  "http://172.32.0.1",
  "http://10.evil.example",
  "http://192.168.1.20.evil.example",
  "http://localhost.evil.example",
  "http://[2001:db8::1]",
  "http://evil.local.example",
])("without APP_URL, %s is a stranger's", (host) => {
  expect(seen(host, null)).toBeNull();
});

test("with APP_URL the shop is always seen at it, and a stranger's host does not pass", () => {
  expect(seen("http://shop.example/", "https://shop.example")).toBe("https://shop.example");
  expect(seen("http://app:3000/", "https://shop.example")).toBe("https://shop.example");
  expect(seen("http://127.0.0.1:3000/", "https://shop.example")).toBe("https://shop.example");
  expect(seen("http://evil.example/", "https://shop.example")).toBeNull();
});

test("behind a proxy that ends TLS and without APP_URL, the page's own https origin counts", () => {
  expect(seen("http://raspberry.local/", null, { origin: "https://raspberry.local" })).toBe("https://raspberry.local");
  expect(seen("http://raspberry.local/", null, { origin: "https://evil.example" })).toBe("http://raspberry.local");
});

const ours = "http://localhost:3000";
const may = (path: string, headers: Record<string, string>, method = "POST") =>
  mayAct(new Request(ours + path, { method, headers }), path, ours);

test("reading needs no Origin", () => {
  for (const method of ["GET", "HEAD"])
    expect(may("/account", { cookie: "trackside.session_token=x", origin: "https://evil.example" }, method)).toBe(true);
});

test("an Origin of ours may act, a foreign or null one never, whatever else it shows", () => {
  for (const path of ["/login", "/api/orders", "/api/auth/sign-in/email", "/admin/orders/REQ-1/approval"]) {
    expect(may(path, { origin: ours })).toBe(true);
    for (const origin of [
      "https://evil.example",
      "null",
      "http://localhost:3001",
      "https://localhost:3000",
      `${ours}/`,
      `${ours}.evil.example`,
      "",
    ]) {
      expect(may(path, { origin })).toBe(false);
      expect(may(path, { origin, authorization: "Bearer x", "x-access-key": "x" })).toBe(false);
    }
  }
});

test("without an Origin a page's form and signing in are refused, a cookie-less call of the API is not", () => {
  expect(may("/login", {})).toBe(false);
  expect(may("/orders", {})).toBe(false);
  expect(may("/api/auth/sign-in/email", {})).toBe(false);
  expect(may("/api/auth/sign-up/email", {})).toBe(false);
  expect(may("/apiary", {})).toBe(false);
  expect(may("/api/orders", {})).toBe(true);
  expect(may("/api/orders", { cookie: "theme=dark" })).toBe(true);
});

test("[S12.9] a mail program unsubscribes without an Origin by the link with its key, and nothing else", () => {
  const link = "/waitlist/unsubscription/entry/key";
  expect(may(link, {})).toBe(true);
  expect(may(link, { cookie: "trackside.browser=x" })).toBe(false);
  expect(may(link, { origin: "https://evil.example" })).toBe(false);
  for (const path of ["/waitlist/confirmation/key", "/waitlist/unsubscription/entry", `${link}/more`, `/admin${link}`])
    expect(may(path, {}), path).toBe(false);
});

test.each([
  "trackside.session_token=x",
  "a=b; trackside.browser=x",
  "__Secure-trackside.session_token=x",
  "a=b;__Host-trackside.browser=x",
])("without an Origin a call with the cookie %s is refused, unless it shows a key", (cookie) => {
  expect(may("/api/orders/REQ-1/cancellation", { cookie })).toBe(false);
  expect(may("/api/orders/REQ-1/cancellation", { cookie, "x-access-key": "k" })).toBe(true);
  expect(may("/api/orders/REQ-1/cancellation", { cookie, authorization: "Bearer ts_k" })).toBe(true);
  for (const authorization of ["Bearer k", "Basic dHNfOng=", "ts_k"])
    expect(may("/api/orders/REQ-1/cancellation", { cookie, authorization }), authorization).toBe(false);
});

test("an API key needs no Origin, and any will do: no cookie counts beside it; but only to the API", () => {
  for (const origin of ["https://evil.example", "null", "app://till"]) {
    expect(may("/api/admin/orders/REQ-1/approval", { origin, authorization: "Bearer ts_k" })).toBe(true);
    for (const path of ["/login", "/admin/orders/REQ-1/approval", "/apiary"])
      expect(may(path, { origin, authorization: "Bearer ts_k" }), path).toBe(false);
  }
  expect(may("/admin/orders/REQ-1/approval", { authorization: "Bearer ts_k" })).toBe(false);
});
