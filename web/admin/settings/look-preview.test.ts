import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ownAccent } from "#shop/settings/look/accent.ts";
import { nights } from "#web/parts/site/head-links.tsx";
import { themes } from "./look-preview.tsx";

const tokens = readFileSync("web/styles/tokens.css", "utf8");

/** The colours of a token in both themes, in hex. */
function inBoth(token: string): { light: string; dark: string } {
  const [, value = ""] = new RegExp(`${token}: light-dark\\((.*)\\);`).exec(tokens) ?? [];
  const [light = "", dark = ""] = [...value.matchAll(/oklch\(([^)]*)\)/g)].map(([, numbers = ""]) => hexOf(numbers.split(" ").map(Number)));
  return { light, dark };
}

/** OKLCH to sRGB, as CSS Color 4 defines it. */
function hexOf([lightness = 0, chroma = 0, hue = 0]: number[]): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const light = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channel = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
  const byte = (value: number) => Math.round(Math.min(Math.max(channel(value), 0), 1) * 255);
  return `#${light.map((value) => byte(value).toString(16).padStart(2, "0")).join("")}`;
}

test("[S12.12] the preview's colours are those of the pages, in both themes", () => {
  expect(inBoth("--action")).toEqual(ownAccent);
  expect(inBoth("--color-night")).toEqual(nights);
  const [ground, ink, onAccent] = [inBoth("--color-sheet"), inBoth("--color-ink"), inBoth("--color-on-action")];
  for (const theme of ["light", "dark"] as const)
    expect(themes[theme]).toMatchObject({ ground: ground[theme], ink: ink[theme], onAccent: onAccent[theme] });
});
