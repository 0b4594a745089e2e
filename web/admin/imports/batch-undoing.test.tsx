import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import type { CheckedBatch } from "#shop/stock/imports/batch.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { BatchUndoing } from "./batch-undoing.tsx";
import { stateSignalOf } from "./batch-words.ts";

const texts = textsIn("en", "adminImports");

function anImport(overrides: Partial<CheckedBatch>): CheckedBatch {
  return {
    id: "b",
    productId: "p",
    productName: "Account",
    nameLanguage: "en",
    way: "import",
    supplierId: null,
    supplierName: null,
    note: "",
    dead: 0,
    swapped: 0,
    costPaise: null,
    state: "added",
    isRecalled: false,
    createdAt: new Date("2026-11-22T09:00:00Z"),
    undoneAt: null,
    adminName: "Asha",
    ids: 3,
    delivered: 0,
    withdrawn: 0,
    idPattern: "",
    idExample: "",
    report: null,
    chosen: [],
    mustShowIds: false,
    gone: 0,
    free: 3,
    shown: [],
    waits: false,
    ...overrides,
  };
}

const wordsFor = (overrides: Partial<CheckedBatch>) => wordsOf(written(<BatchUndoing batch={anImport(overrides)} />));

test("an import whose IDs are all still free can be undone, with the number of IDs; otherwise the page says why not", () => {
  expect(wordsFor({})).toContain(texts("batchCanBeUndone"));
  expect(wordsFor({})).toContain("Remove the 3 IDs of this import from");
  expect(wordsFor({ gone: 1, free: 2 })).toContain(texts("batchHasLeft", { n: 1 }));
  expect(wordsFor({ gone: 1, free: 2 })).not.toContain("Remove the");
  expect(wordsFor({ state: "undoing", gone: 1, free: 0 })).toContain(texts("batchUndoingBrokeOff"));
  expect(wordsFor({ state: "adding", ids: 0, free: 0 }), "one that broke off can be given up").toContain("Undo this import");
});

test("nothing is offered where there is nothing to take out: no new ID, all deleted, undone whole, or held in an order after it", () => {
  expect(wordsFor({ ids: 0, free: 0 })).toBe("");
  expect(wordsFor({ withdrawn: 3, free: 0 })).toBe("");
  expect(wordsFor({ state: "undone", withdrawn: 3, free: 0 })).toBe("");
  expect(wordsFor({ state: "undone", withdrawn: 2, gone: 1, free: 0 })).toBe("");
});

test("an import that was undone except for IDs in an order says so, and offers to take out those for sale again", () => {
  const inPart = { state: "undone", ids: 5, withdrawn: 3, delivered: 0, gone: 1, free: 1 } as const;
  expect(wordsFor(inPart)).toContain(texts("batchStayed", { n: 1 }));
  expect(wordsFor(inPart)).toContain("Remove the 1 ID of this import from");
  expect(texts(stateSignalOf(anImport(inPart)).word)).toBe("Partly undone");
  expect(texts(stateSignalOf(anImport({ state: "undone", ids: 5, withdrawn: 4, delivered: 1 })).word)).toBe("Undone");
});

test("[S15.11] an import whose recall is in force says so, whatever else its state is", () => {
  for (const state of ["added", "adding", "undone"] as const)
    expect(texts(stateSignalOf(anImport({ state, isRecalled: true })).word)).toBe("Recalled");
});
