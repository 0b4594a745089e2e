import type { CsvFault, CsvProblem } from "#platform/read-csv.ts";
import { type Refusal, type RefusalCode, refused, textOf } from "#shop/refusal.ts";

/** The sentence of each fault. */
const csvFaults = {
  "a quote is never closed": "csvQuoteNotClosed",
  "there is text after a closing quote": "csvTextBehindQuote",
  "a cell without quotes has a quote in it": "csvQuoteInCell",
  "a row has more than 16,384 cells": "csvTooManyCells",
  "the row is too long, or a quote is never closed": "csvRowTooLong",
} as const satisfies Record<CsvFault, RefusalCode>;

/** Refuses a file that is no CSV, with its fault and the line. */
export function refusedCsv({ wrong, line }: CsvProblem): Refusal<"csvUnreadable"> {
  return refused("csvUnreadable", { problem: textOf(csvFaults[wrong], { line }) });
}
