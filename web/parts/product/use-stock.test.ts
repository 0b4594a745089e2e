import { expect, test } from "vitest";
import { readStockAnswer } from "./use-stock.ts";

test("[S2.12] a stock that cannot be read says the server's sentence, or its own without one", () => {
  expect(readStockAnswer(false, { error: "Product not found" })).toEqual({ available: null, error: "Product not found" });
  for (const answer of [{}, null, "<html>", { error: "" }, { error: 7 }])
    expect(readStockAnswer(false, answer)).toEqual({ available: null, error: "Failed to fetch stock" });
});

test("[S7.2] a stock is a number and nothing else", () => {
  expect(readStockAnswer(true, { availableStock: 0 })).toEqual({ available: 0, error: null });
  expect(readStockAnswer(true, { availableStock: "3" })).toEqual({ available: null, error: "Failed to fetch stock" });
});
