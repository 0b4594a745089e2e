import fc from "fast-check";
import { expect, test } from "vitest";
import { accentOf, contrast, isColour, mix } from "./accent.ts";

test("the contrast of black and white is 21, of equal colours 1", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#1f3fa8", "#1f3fa8")).toBe(1);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

test("a colour that can be read stays as it is", () => {
  expect(accentOf("#1f3fa8").light).toBe("#1f3fa8");
  expect(accentOf("#9ec1ff").dark).toBe("#9ec1ff");
});

test("any colour is made readable, on light pages and on dark ones", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colour, (chosen) => {
      const { light, dark } = accentOf(chosen);
      expect(contrast(light, "#ffffff")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(light, "#ece9e3")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, "#1e2940")).toBeGreaterThanOrEqual(4.5);
      expect([light, dark].every(isColour)).toBe(true);
    }),
  );
});

test("a mixed colour is between the two", () => {
  expect([mix("#ff0000", "#ffffff", 0), mix("#ff0000", "#ffffff", 1), mix("#000000", "#ffffff", 0.5)]).toEqual([
    "#ff0000",
    "#ffffff",
    "#bcbcbc",
  ]);
});

test("yellow turns dark on white and stays on black", () => {
  const { light, dark } = accentOf("#ffd400");
  expect(contrast(light, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  expect(dark).toBe("#ffd400");
});

test.each(["", "red", "#fff", "#12345g", "#1234567", " #123456", "#ABCDEF"])("%j is no colour", (text) => {
  expect(isColour(text)).toBe(false);
});
