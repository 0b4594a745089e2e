import { expect, test } from "vitest";
import { DAY_MS } from "#shop/constants.ts";
import { daysLeft, perDay } from "./pace.ts";

test("[S17.7] a product's pace is that of 14 days, or of those since it came, and takes five deliveries", () => {
  expect([4, 5, 28].map((delivered) => perDay(delivered, 100 * DAY_MS))).toEqual([null, 5 / 14, 2]);
  expect([0, 1.5, 13.5, 14, 15].map((days) => perDay(28, days * DAY_MS))).toEqual([28, 14, 2, 2, 2]);
});

test("[S17.7] the days until a product runs out are whole ones, and none are told without IDs or pace", () => {
  expect([1, 2, 7].map((available) => daysLeft(available, 2))).toEqual([0, 1, 3]);
  expect([daysLeft(0, 2), daysLeft(9, undefined)]).toEqual([null, null]);
});
