import { expect, test } from "vitest";
import { logoPicture } from "./logo.ts";
import { logoPath } from "./logo-path.ts";

test("[S12.12] a logo's pictures have fixed names, and others are nothing", () => {
  expect(logoPicture("96")).toEqual({ width: 96, height: 96, margin: 4, ground: "#111c39" });
  expect(logoPicture("share")).toMatchObject({ width: 1_200, height: 630 });
  for (const other of ["", "97", "constructor", "96.0"]) expect(logoPicture(other), other).toBeNull();
  expect(logoPath("/shop-pictures/a.webp", 180)).toBe("/shop-pictures/a.webp?logo=180");
});
