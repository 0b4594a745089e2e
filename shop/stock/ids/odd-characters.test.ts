import { expect, test } from "vitest";
import { oddCharactersOf, withOddShown } from "./odd-characters.ts";

test.each(["IRCTC_AB-12.34:x@y", "a plain space", "पासवर्ड१२", "naïve-é", "日本語12"])("%j has no odd character", (id) => {
  expect(oddCharactersOf(id)).toEqual([]);
});

test.each([
  ["AB\u200B12", "AB⟨U+200B⟩12", "invisible"],
  ["AB\u00A012", "AB⟨U+00A0⟩12", "invisible"],
  ["AB\uFEFF12", "AB⟨U+FEFF⟩12", "invisible"],
  ["AB\u202E12", "AB⟨U+202E⟩12", "invisible"],
  ["AB\t12", "AB⟨U+0009⟩12", "invisible"],
  ["AB\u3164", "AB⟨U+3164⟩", "invisible"],
  ["IR\u0421TC", "IR⟨U+0421⟩TC", "look-alike"],
  ["\u0410\u0412\u0421", "⟨U+0410⟩⟨U+0412⟩⟨U+0421⟩", "look-alike"],
  ["AB\uFF11", "AB⟨U+FF11⟩", "look-alike"],
  ["AB\u201312", "AB⟨U+2013⟩12", "look-alike"],
  ["AB\u0436", "AB⟨U+0436⟩", "look-alike"],
])("%j is shown as %s: %s", (id, shown, kind) => {
  expect(withOddShown(id)).toBe(shown);
  expect(oddCharactersOf(id).map((odd) => odd.kind)).toEqual(Array(shown.split("⟨").length - 1).fill(kind));
});
