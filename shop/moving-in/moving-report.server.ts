import type { Services } from "#platform/provides.ts";
import { MovingProgress, MovingSummary } from "./moving-summary.ts";
import type { MovedKind, MovedOutcome } from "./report-row.ts";
import { wordsOfOddity } from "./summary-lines.ts";

type Needs = Pick<Services, "db">;

/** An import or a preview, as it stands. `checkpoints` are the kinds that are done, each with when. */
export type MovingRun = {
  id: string;
  state: "running" | "done" | "failed";
  isPreview: boolean;
  byName: string;
  files: string[];
  checkpoints: Record<string, string>;
  progress: MovingProgress | null;
  summary: MovingSummary | null;
  problem: string | null;
  startedAt: Date;
  endedAt: Date | null;
  /** Whether what became of each row is still kept. */
  hasRows: boolean;
};

const COLUMNS = `id, state, is_preview as "isPreview", by_name as "byName", files, checkpoints, progress, summary, problem, started_at as "startedAt",
  ended_at as "endedAt", exists (select from moving_in_rows r where r.run_id = w.id) as "hasRows"`;

/** The newest imports and previews, the newest first. */
export async function listMovingRuns({ db }: Needs, limit = 20): Promise<MovingRun[]> {
  const { rows } = await db.$client.query(`select ${COLUMNS} from moving_in_runs w order by started_at desc, id limit $1`, [limit]);
  return rows.map(runOf);
}

/** One import or preview; null where there is none. */
export async function findMovingRun({ db }: Needs, id: string): Promise<MovingRun | null> {
  const { rows } = await db.$client.query(`select ${COLUMNS} from moving_in_runs w where id = $1`, [id]);
  return rows[0] ? runOf(rows[0]) : null;
}

function runOf(row: MovingRun & { progress: unknown; summary: unknown }): MovingRun {
  const progress = MovingProgress.safeParse(row.progress);
  const summary = MovingSummary.safeParse(row.summary);
  return { ...row, progress: progress.success ? progress.data : null, summary: summary.success ? summary.data : null };
}

/** A row of the files as the report tells it. */
export type ToldRow = { n: number; kind: MovedKind; path: string; outcome: MovedOutcome; oddities: string[] };

/** Which rows of a report are asked for. */
export type RowsWanted = { isOddOnly: boolean; after?: number; limit?: number };

/** Rows of a run's report in their order, behind the row with the number `after`. */
export async function listToldRows({ db }: Needs, runId: string, { isOddOnly, after = 0, limit = 100 }: RowsWanted): Promise<ToldRow[]> {
  const { rows } = await db.$client.query<ToldRow>(
    `select n::float8 as n, kind, path, outcome, oddities from moving_in_rows
     where run_id = $1 and n > $2 ${isOddOnly ? "and oddities <> '{}'" : ""} order by n limit $3`,
    [runId, after, limit],
  );
  return rows;
}

const ROWS_AT_ONCE = 2_000;

/** The whole report of a run, some rows at a time, as text: CSV with a head, or a JSON object with the summary and all rows. */
export async function* reportText(services: Needs, run: MovingRun, format: "csv" | "json"): AsyncGenerator<string> {
  yield format === "csv" ? "kind,path,outcome,wrong,done\r\n" : `{"summary":${JSON.stringify(run.summary)},"rows":[`;
  let after = 0;
  for (;;) {
    const rows = await listToldRows(services, run.id, { isOddOnly: false, after, limit: ROWS_AT_ONCE });
    const texts = rows.map((row) => (format === "csv" ? csvOf(row) : `${row.n === rows[0]?.n && after === 0 ? "" : ","}\n${jsonOf(row)}`));
    yield texts.join("");
    after = rows.at(-1)?.n ?? after;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  if (format === "json") yield "\n]}\n";
}

function jsonOf({ kind, path, outcome, oddities }: ToldRow): string {
  return JSON.stringify({ kind, path, outcome, odd: oddities.map(wordsOfOddity) });
}

function csvOf({ kind, path, outcome, oddities }: ToldRow): string {
  const words = oddities.map(wordsOfOddity);
  const cells = [kind, path, outcome, words.map(({ wrong }) => wrong).join("; "), words.map(({ done }) => done).join("; ")];
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/** Spreadsheets take what begins like this for a formula: one `'` before it keeps it a text. */
const FORMULA = /^[=+\-@'\t]/;

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
