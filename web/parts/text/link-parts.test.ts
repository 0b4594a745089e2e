import fc from "fast-check";
import { expect, test } from "vitest";
import { linkParts } from "./link-parts.ts";

const links = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

test("[S1.4] links in the owner's text can be followed, and a sentence's end is not part of them", () => {
  expect(linkParts("Pay at https://pay.example/a?b=1. Thanks!")).toEqual([
    { text: "Pay at ", href: null },
    { text: "https://pay.example/a?b=1", href: "https://pay.example/a?b=1" },
    { text: ". Thanks!", href: null },
  ]);
  expect(links("(see http://a.example/x) or https://b.example/y_(z)")).toEqual(["http://a.example/x", "https://b.example/y_(z)"]);
  expect(links("upi://pay?pa=shop@bank&am=499")).toEqual(["upi://pay?pa=shop@bank&am=499"]);
});

test("[S1.4] nothing but the web and a UPI payment becomes a link", () => {
  for (const text of ["javascript:alert(1)", "data:text/html,x", "vbscript:x", "upi://other", "https://", "ftp://a.example", "a.example"])
    expect(links(text)).toEqual([]);
});

test("whatever the text is, nothing of it is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(" ", "\n", ").", "https://"))), (pieces) => {
      const text = pieces.join("");
      expect(
        linkParts(text)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }),
  );
});

test.each([
  ["See https://example.com/trains.", ["See ", "https://example.com/trains", "."]],
  ["(https://example.com/a)", ["(", "https://example.com/a", ")"]],
  ["https://example.com/a_(b), then", ["https://example.com/a_(b)", ", then"]],
  ["यहाँ देखें: https://example.com/a। धन्यवाद", ["यहाँ देखें: ", "https://example.com/a", "। धन्यवाद"]],
  ["“https://example.com/a”…", ["“", "https://example.com/a", "”…"]],
  ["javascript:alert(1) http:// ftp://x", ["javascript:alert(1) http:// ftp://x"]],
])("[S14.2] the addresses of %j are found without what stands after them", (text, pieces) => {
  expect(linkParts(text).map((part) => part.text)).toEqual(pieces);
});
