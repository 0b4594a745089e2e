import { expect, test } from "vitest";
import { comparedCode } from "./gift-card.ts";
import { type GreyPicture, PERCEPTUAL_HASH_BITS, perceptualHashOf } from "./perceptual-hash.ts";

/** A picture whose shade at each point comes from `shadeAt`. */
function aPicture(width: number, height: number, shadeAt: (x: number, y: number) => number): GreyPicture {
  return { width, height, shades: Uint8Array.from({ length: width * height }, (_, n) => shadeAt(n % width, Math.floor(n / width))) };
}

/** Vertical stripes, this many across the whole width. */
const stripes = (width: number, height: number, { many = 8, dark = 40, light = 200 } = {}) =>
  aPicture(width, height, (x) => (Math.floor((x / width) * many) % 2 ? dark : light));

const differing = (one: string | null, other: string | null) => [...(one ?? "")].filter((bit, n) => bit !== other?.[n]).length;

test("a perceptual hash has 2,048 bits: where the next cell to the right is darker", () => {
  const hash = perceptualHashOf(stripes(256, 500)) ?? "";
  expect(hash).toMatch(new RegExp(`^[01]{${PERCEPTUAL_HASH_BITS}}$`));
  const row = hash.slice(0, 32);
  expect(hash).toBe(row.repeat(64));
  expect([...row].filter((bit) => bit === "1").length).toBeGreaterThanOrEqual(4);
});

test("it stays when the picture is another size, brighter or darker", () => {
  const hash = perceptualHashOf(stripes(256, 500));
  for (const same of [stripes(128, 250), stripes(256, 500, { dark: 60, light: 220 }), stripes(256, 500, { dark: 10, light: 120 })])
    expect(differing(perceptualHashOf(same), hash)).toBeLessThan(PERCEPTUAL_HASH_BITS / 20);
  expect(differing(perceptualHashOf(stripes(256, 500, { many: 13 })), hash)).toBeGreaterThan(PERCEPTUAL_HASH_BITS / 8);
});

test("a picture that is nearly blank has none: it would match any other", () => {
  expect(perceptualHashOf(aPicture(256, 500, () => 255))).toBeNull();
  expect(perceptualHashOf(aPicture(256, 500, (x, y) => 200 + ((x * 7 + y * 13) % 4)))).toBeNull();
  expect(perceptualHashOf(aPicture(256, 500, (x, y) => (x === 100 && y === 100 ? 0 : 255)))).toBeNull();
});

test("codes are compared in capitals, without spaces and hyphens", () => {
  expect(comparedCode("aq12 bc34-de56")).toBe("AQ12BC34DE56");
  expect(comparedCode("AQ12BC34DE56")).toBe("AQ12BC34DE56");
});
