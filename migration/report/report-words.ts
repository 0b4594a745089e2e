import type { KeyIn, Texts } from "#messages/texts.ts";
import { type MigratedOutcome, type Warning, warnings } from "./report-row.ts";

/** The labels of the outcomes. */
export const outcomeWords = {
  imported: "imported",
  updated: "updated",
  merged: "merged",
  unchanged: "unchanged",
  skipped: "skipped",
  removed: "removed",
} as const satisfies Record<MigratedOutcome, KeyIn<"adminMigration">>;

/** A warning in words; one from an older version is shown by its name. */
export function wordsOfWarning(texts: Texts<"adminMigration">, warning: string): { wrong: string; done: string } {
  if (!Object.hasOwn(warnings, warning)) return { wrong: warning, done: "" };
  const { wrong, done } = warnings[warning as Warning];
  return { wrong: texts(wrong), done: texts(done) };
}
