import fc from "fast-check";
import { expect, test } from "vitest";
import { webLink } from "./web-link.ts";

test.each([
  ["wa.me/919876543210", "https://wa.me/919876543210"],
  ["t.me/shop?start=1#a", "https://t.me/shop?start=1#a"],
  ["WA.me/message/ABC", "https://wa.me/message/ABC"],
  ["check.example", "https://check.example/"],
  ["check.example:8443/ids", "https://check.example:8443/ids"],
  ["दुकान.example/a", new URL("https://दुकान.example/a").href],
  ["http://old.example", "http://old.example/"],
  ["HTTPS://Shop.example/A", "https://shop.example/A"],
])("[S1.8] %s is the link %s", (text, link) => {
  expect(webLink(text)).toBe(link);
});

test.each([
  "javascript:alert(1)",
  "ftp://a.example",
  "mailto:a@b.example",
  "a@b.example",
  "//a.example",
  "https://",
  "hello",
  "two words.example",
  "data:text/html,a.b",
  "",
])("[S1.8] %j is no link", (text) => {
  expect(webLink(text)).toBeNull();
});

test("a link is http or https whatever was typed, and the same when it is read again", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.domain()), (text) => {
      const link = webLink(text);
      if (link === null) return;
      expect(link).toMatch(/^https?:\/\//);
      expect(webLink(link)).toBe(link);
    }),
  );
});
