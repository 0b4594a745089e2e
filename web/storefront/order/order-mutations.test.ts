import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { mutations } from "./order-mutations.ts";

test("[S8.4] the routes whose scripts an order's page preloads exist", () => {
  expect(mutations.filter((id) => !existsSync(`web/${id}.ts`))).toEqual([]);
});
