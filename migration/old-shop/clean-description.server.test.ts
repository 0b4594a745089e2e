import { expect, test } from "vitest";
import { DESCRIPTION_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { cleanDescription } from "./clean-description.server.ts";

test.for([
  ["one long paragraph", `<p>${"word ".repeat(40_000)}</p>`],
  ["a little too much in one paragraph", `<p>${"word ".repeat(DESCRIPTION_MAX_LENGTH / 5)}</p>`],
  ["signs that HTML writes longer", "&<b>\u{1f600}".repeat(DESCRIPTION_MAX_LENGTH / 6)],
  ["lists in lists", `${"<ul><li>word".repeat(500)}${"word ".repeat(4_000)}`],
] as const)("of a description that is too long for %s as much as fits stays", ([, html]) => {
  const cleaned = cleanDescription(html);
  expect(cleaned.warnings).toEqual(["descriptionCut"]);
  expect(cleaned.html.length).toBeLessThanOrEqual(DESCRIPTION_MAX_LENGTH);
  expect(cleaned.html.length).toBeGreaterThan(DESCRIPTION_MAX_LENGTH / 2);
});

test("what fits stays whole, and what is hostile is reported", () => {
  expect(cleanDescription("<p>Good</p>")).toEqual({ html: "<p>Good</p>", warnings: [] });
  expect(cleanDescription("")).toEqual({ html: "", warnings: [] });
  expect(cleanDescription("<script>alert(1)</script><p>x</p>")).toMatchObject({ warnings: ["hostileHtml"] });
  expect(cleanDescription(`<script>alert(1)</script>${"x".repeat(DESCRIPTION_MAX_LENGTH)}`).warnings).toEqual([
    "hostileHtml",
    "descriptionCut",
  ]);
});
