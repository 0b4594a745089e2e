import { textsIn } from "#messages/languages.ts";
import type { Services } from "#platform/provides.ts";
import { csvLine } from "#shop/csv-line.ts";
import { readKey, type StoredText } from "#shop/stored-text.ts";
import { MigrationProgress, MigrationSummary } from "./migration-summary.ts";
import type { MigratedKind, MigratedOutcome } from "./report-row.ts";
import { wordsOfWarning } from "./report-words.ts";

type Needs = Pick<Services, "db">;

/**
 * An import or a preview with its state. `checkpoints` are the completed kinds, each with its time.
 */
export type MigrationRun = {
  id: string;
  state: "running" | "done" | "failed";
  isPreview: boolean;
  byName: string;
  files: string[];
  checkpoints: Record<string, string>;
  progress: MigrationProgress | null;
  summary: MigrationSummary | null;
  problem: StoredText | null;
  startedAt: Date;
  endedAt: Date | null;
  /** Whether the report's rows are still stored. */
  hasRows: boolean;
};

const COLUMNS = `id, state, is_preview as "isPreview", by_name as "byName", files, checkpoints, progress, summary, problem, started_at as "startedAt",
  ended_at as "endedAt", exists (select from old_shop_import_rows r where r.run_id = w.id) as "hasRows"`;

/** Returns the latest imports and previews, newest first. */
export async function listMigrationRuns({ db }: Needs, limit = 20): Promise<MigrationRun[]> {
  const { rows } = await db.$client.query(`select ${COLUMNS} from old_shop_imports w order by started_at desc, id limit $1`, [limit]);
  return rows.map(runOf);
}

/** Returns an import or a preview, or null. */
export async function findMigrationRun({ db }: Needs, id: string): Promise<MigrationRun | null> {
  const { rows } = await db.$client.query(`select ${COLUMNS} from old_shop_imports w where id = $1`, [id]);
  return rows[0] ? runOf(rows[0]) : null;
}

type RunRow = Omit<MigrationRun, "progress" | "summary" | "problem"> & { progress: unknown; summary: unknown; problem: string | null };

function runOf(row: RunRow): MigrationRun {
  const progress = MigrationProgress.safeParse(row.progress);
  const summary = MigrationSummary.safeParse(row.summary);
  return {
    ...row,
    progress: progress.success ? progress.data : null,
    summary: summary.success ? summary.data : null,
    problem: row.problem && readKey(row.problem),
  };
}

/** A row of the report. */
export type ReportedRow = { n: number; kind: MigratedKind; path: string; outcome: MigratedOutcome; warnings: string[] };

/** Which rows of a report to read. */
type RowsWanted = { withWarningsOnly: boolean; after?: number; limit?: number };

/** Returns rows of a run's report in order, starting after the row number `after`. */
export async function listReportedRows(
  { db }: Needs,
  runId: string,
  { withWarningsOnly, after = 0, limit = 100 }: RowsWanted,
): Promise<ReportedRow[]> {
  const { rows } = await db.$client.query<ReportedRow>(
    `select n::float8 as n, kind, path, outcome, warnings from old_shop_import_rows
     where run_id = $1 and n > $2 ${withWarningsOnly ? "and warnings <> '{}'" : ""} order by old_shop_import_rows.n limit $3`,
    [runId, after, limit],
  );
  return rows;
}

const ROWS_AT_ONCE = 2_000;

/**
 * The whole report of a run, streamed as text: CSV with a header, or a JSON object with the summary
 * and all rows.
 */
export async function* reportText(services: Needs, run: MigrationRun, format: "csv" | "json"): AsyncGenerator<string> {
  yield format === "csv" ? csvLine(["kind", "path", "outcome", "wrong", "done"]) : `{"summary":${JSON.stringify(run.summary)},"rows":[`;
  let after = 0;
  for (;;) {
    const rows = await listReportedRows(services, run.id, { withWarningsOnly: false, after, limit: ROWS_AT_ONCE });
    const texts = rows.map((row) => (format === "csv" ? csvOf(row) : `${row.n === rows[0]?.n && after === 0 ? "" : ","}\n${jsonOf(row)}`));
    yield texts.join("");
    after = rows.at(-1)?.n ?? after;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  if (format === "json") yield "\n]}\n";
}

function jsonOf({ kind, path, outcome, warnings }: ReportedRow): string {
  return JSON.stringify({ kind, path, outcome, odd: inWords(warnings) });
}

function csvOf({ kind, path, outcome, warnings }: ReportedRow): string {
  const words = inWords(warnings);
  return csvLine([kind, path, outcome, words.map(({ wrong }) => wrong).join("; "), words.map(({ done }) => done).join("; ")]);
}

/** The report is in English, whatever the language of the page. */
function inWords(warnings: string[]): { wrong: string; done: string }[] {
  const texts = textsIn("en", "adminMigration");
  return warnings.map((warning) => wordsOfWarning(texts, warning));
}
