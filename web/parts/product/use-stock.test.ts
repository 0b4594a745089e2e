import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { readStockAnswer } from "./use-stock.ts";

const read = (isOk: boolean, answer: unknown) => readStockAnswer(isOk, answer, textsIn("en", "parts"));

test("[S2.12] a stock that cannot be read says the server's sentence, or its own without one", () => {
  expect(read(false, { error: "Product not found" })).toEqual({ available: null, error: "Product not found" });
  expect(read(false, { error: "Product not found", sentence: "प्रोडक्ट नहीं मिला" }), "in the language of the page").toEqual({
    available: null,
    error: "प्रोडक्ट नहीं मिला",
  });
  for (const answer of [{}, null, "<html>", { error: "" }, { error: 7 }])
    expect(read(false, answer)).toEqual({ available: null, error: "Failed to fetch stock" });
});

test("[S7.2] a stock is a number and nothing else", () => {
  expect(read(true, { availableStock: 0 })).toEqual({ available: 0, error: null });
  expect(read(true, { availableStock: "3" })).toEqual({ available: null, error: "Failed to fetch stock" });
});
