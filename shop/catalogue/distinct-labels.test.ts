import fc from "fast-check";
import { expect, test } from "vitest";
import { distinctLabels } from "./distinct-labels.ts";

const labelled = (...products: [name: string, price: string][]) =>
  distinctLabels(
    products.map(([name, price]) => ({ name, price })),
    ({ price }) => price,
    (label, n, total) => `${label} (${n} of ${total})`,
  );

test("[S2.37] products of the same name are distinguished by their price, and else by their position", () => {
  expect(labelled(["A", "₹1"], ["B", "₹1"])).toEqual(["A", "B"]);
  expect(labelled(["A", "₹1"], ["B", "₹1"], ["a", "₹2"])).toEqual(["A, ₹1", "B", "a, ₹2"]);
  expect(labelled(["A", "₹1"], ["A ", "₹1"])).toEqual(["A, ₹1 (1 of 2)", "A, ₹1 (2 of 2)"]);
});

test("equal names never have equal labels", () => {
  const product = fc.tuple(fc.constantFrom("A", "a", "B", " A"), fc.constantFrom("₹1", "₹2"));
  fc.assert(
    fc.property(fc.array(product), (products) => {
      const labels = labelled(...products).map((label) => label.toLowerCase());
      expect(new Set(labels).size).toBe(labels.length);
    }),
  );
});
