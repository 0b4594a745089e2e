import { expect, test } from "vitest";
import { linkedParts } from "./linked-parts.ts";

test.each([
  ["See https://example.com/trains.", ["See ", "https://example.com/trains", "."]],
  ["(https://example.com/a)", ["(", "https://example.com/a", ")"]],
  ["https://example.com/a_(b), then", ["https://example.com/a_(b)", ",", " then"]],
  ["यहाँ देखें: https://example.com/a। धन्यवाद", ["यहाँ देखें: ", "https://example.com/a", "। धन्यवाद"]],
  ["“https://example.com/a”…", ["“", "https://example.com/a", "”…"]],
  ["javascript:alert(1) http:// ftp://x", ["javascript:alert(1) http:// ftp://x"]],
])("[S14.2] the addresses of %j are found without what stands after them", (text, pieces) => {
  const parts = linkedParts(text);
  expect(parts.map((part) => part.text)).toEqual(pieces);
  for (const { href, text: shown } of parts) if (href !== null) expect(href).toBe(shown);
  expect(parts.filter(({ href }) => href !== null).every(({ href }) => /^https?:\/\/./.test(href ?? ""))).toBe(true);
});
