import { expect, test } from "vitest";
import { localPath } from "./local-path.ts";

test.each([
  ["/account", "/account"],
  ["/order-status/REQ-1?a=b#c", "/order-status/REQ-1?a=b#c"],
])("[S2.16] logging in goes back to %s", (to, path) => {
  expect(localPath(to, "/")).toBe(path);
});

test.each([
  null,
  "",
  "account",
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  " //evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
])("[S2.16] logging in never leads to %j", (to) => {
  const path = localPath(to, "/home");
  expect(new URL(path, "http://shop.example").origin).toBe("http://shop.example");
  expect(path).not.toContain("evil");
});
