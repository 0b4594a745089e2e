import { type Oddity, type OddityWords, oddities, wordsOfRow } from "./report-row.ts";

/** The words of what was noted of a row; what an earlier version called otherwise is left out. Null for a row that is not odd. */
export function wordsOfKnown(noted: readonly string[]): OddityWords | null {
  return wordsOfRow({ oddities: noted.filter(isKnown) });
}

/** What is wrong and what is done, of one kind of oddity. */
export function wordsOfOddity(noted: string): OddityWords {
  return isKnown(noted) ? oddities[noted] : { wrong: noted, done: "" };
}

function isKnown(noted: string): noted is Oddity {
  return Object.hasOwn(oddities, noted);
}
