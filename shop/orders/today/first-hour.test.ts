import { expect, test } from "vitest";
import { firstSteps, stepsLeft } from "./first-hour.ts";

test("[S12.2] the checklist lists what is still to do, in its order", () => {
  const nothing = { product: false, stock: false, payment: false, contact: false, order: false, secondFactor: false, backup: false };
  expect(stepsLeft(nothing)).toEqual(firstSteps);
  expect(stepsLeft({ ...nothing, stock: true, order: true })).toEqual(["product", "payment", "contact", "secondFactor", "backup"]);
});
