import type { CsvFault, CsvProblem } from "#platform/read-csv.ts";
import { type Refusal, type RefusalCode, refused, textOf } from "#shop/refusal.ts";

/** The sentence of each fault. */
const csvFaults = {
  "a quote is opened and never closed": "csvQuoteNotClosed",
  "text stands behind a closing quote": "csvTextBehindQuote",
  "a quote stands inside a cell that has no quotes around it": "csvQuoteInCell",
  "a row has more than 16,384 cells": "csvTooManyCells",
  "a row is too long, or a quote is opened and never closed": "csvRowTooLong",
} as const satisfies Record<CsvFault, RefusalCode>;

/** Refuses a file that is no CSV, with its fault and the line. */
export function refusedCsv({ wrong, line }: CsvProblem): Refusal<"csvUnreadable"> {
  return refused("csvUnreadable", { problem: textOf(csvFaults[wrong], { line }) });
}
