import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { drawingOf } from "./drawn-picture.tsx";

test("[S2.10] products without a picture have drawings of different colours and shapes", () => {
  const drawings = Array.from({ length: 200 }, () => drawingOf(randomUUID()));
  expect(new Set(drawings.map(({ hue }) => hue)).size).toBe(12);
  expect(new Set(drawings.map(({ shape }) => shape))).toEqual(new Set([0, 1, 2, 3, 4]));
});

test("[S2.10] a product's drawing is the same on every page", () => {
  expect(drawingOf("3f1c")).toEqual(drawingOf("3f1c"));
});
