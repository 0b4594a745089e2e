import { and, asc, eq, gt } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { granted, type Result } from "#shop/refusal.ts";
import { wordsOfKnown } from "./known-oddity.ts";
import type { MovingRun, ToldRow } from "./moving-runs.ts";
import { readRun } from "./read-runs.server.ts";
import { csvLine, reportColumns } from "./report-text.ts";
import { movingInRows } from "./tables.server.ts";

/** What a report is written in. */
export const reportFormats = ["json", "csv"] as const;
export type ReportFormat = (typeof reportFormats)[number];

const ROWS_AT_ONCE = 1_000;

/** The report of a preview or an import, with every row of the files, read while it is sent. For admins. */
export async function readReport(
  services: Pick<Services, "db">,
  visitor: Visitor,
  runId: string,
  format: ReportFormat,
): Promise<Result<AsyncGenerator<string>, "adminsOnly" | "movingRunNotFound">> {
  const run = await readRun(services, visitor, runId);
  if (!run.ok) return run;
  return granted(format === "csv" ? inCsv(services, runId) : inJson(services, run.value));
}

async function* inCsv(services: Pick<Services, "db">, runId: string): AsyncGenerator<string> {
  yield csvLine(reportColumns);
  for await (const rows of rowsOf(services, runId)) {
    yield rows.map(({ kind, path, outcome, words }) => csvLine([kind, path, outcome, words?.wrong ?? "", words?.done ?? ""])).join("");
  }
}

async function* inJson(services: Pick<Services, "db">, { progress: _, ...run }: MovingRun): AsyncGenerator<string> {
  yield `${JSON.stringify(run, null, 1).slice(0, -2)},\n "rows": [`;
  let isFirst = true;
  for await (const rows of rowsOf(services, run.id)) {
    for (const { n: _, words, ...row } of rows) {
      yield `${isFirst ? "" : ","}\n  ${JSON.stringify({ ...row, ...words })}`;
      isFirst = false;
    }
  }
  yield "\n ]\n}\n";
}

async function* rowsOf({ db }: Pick<Services, "db">, runId: string): AsyncGenerator<ToldRow[]> {
  const { n, kind, path, outcome, oddities } = movingInRows;
  for (let after = -1; ; ) {
    const rows = await db
      .select({ n, kind, path, outcome, oddities })
      .from(movingInRows)
      .where(and(eq(movingInRows.runId, runId), gt(n, after)))
      .orderBy(asc(n))
      .limit(ROWS_AT_ONCE);
    if (rows.length > 0) yield rows.map(({ oddities: found, ...row }) => ({ ...row, words: wordsOfKnown(found) }));
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1)?.n ?? after;
  }
}
