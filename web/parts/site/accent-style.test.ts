import { expect, test } from "vitest";
import { contrast } from "#shop/settings/look/accent.ts";
import { accentStyle } from "./accent-style.ts";

test.each(["#ffd400", "#0b9b6f", "#808080", "#ffffff", "#000000", "#2d2dd0"])(
  "[S12.12] the accent %s can be read on its own tint, in both themes",
  (colour) => {
    const style = accentStyle(colour) ?? {};
    expect(contrast(style["--accent"] ?? "", style["--accent-tint"] ?? "")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(style["--accent-dark"] ?? "", style["--accent-tint-dark"] ?? "")).toBeGreaterThanOrEqual(4.5);
  },
);

test("[S12.12] without an accent the page keeps the shop's own", () => {
  expect(accentStyle(null)).toBeUndefined();
});
