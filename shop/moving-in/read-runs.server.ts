import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { findMovingRun, listMovingRuns, listToldRows, type MovingRun, reportText, type ToldRow } from "./moving-report.server.ts";
import { INTERRUPTED, isMovingUnderway } from "./run.server.ts";
import { wordsOfOddity } from "./summary-lines.ts";

type Needs = Pick<Services, "db">;

/** An odd row in words: each thing that is wrong with it, and what is done about it. */
export type OddRow = Pick<ToldRow, "n" | "path" | "outcome"> & { words: { wrong: string; done: string }[] };

/** What a report is written in. */
export const reportFormats = ["csv", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The newest preview or import; null before the first. One whose process is gone is told as interrupted. For admins. */
export async function readNewestRun(services: Needs, visitor: Visitor): Promise<Result<MovingRun | null, "adminsOnly">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const [run = null] = await listMovingRuns(services, 1);
  if (run?.state !== "running" || (await isMovingUnderway(services))) return granted(run);
  // It may have ended between the two looks.
  const now = await findMovingRun(services, run.id);
  return granted(now?.state === "running" ? { ...now, state: "failed", problem: INTERRUPTED } : now);
}

/** A page of the odd rows of a run, in the order in which they were told, behind the row `after`. For admins. */
export async function listOddRows(
  services: Needs,
  visitor: Visitor,
  { runId, after }: { runId: string; after: number },
): Promise<Result<{ rows: OddRow[]; next: number | null }, "adminsOnly">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const rows = await listToldRows(services, runId, { isOddOnly: true, after, limit: PAGE_SIZE + 1 });
  const shown = rows
    .slice(0, PAGE_SIZE)
    .map(({ n, path, outcome, oddities }) => ({ n, path, outcome, words: oddities.map(wordsOfOddity) }));
  return granted({ rows: shown, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.n ?? null) : null });
}

/** The report of a preview or an import, with every row of the files, read while it is sent. For admins. */
export async function readReport(
  services: Needs,
  visitor: Visitor,
  runId: string,
  format: ReportFormat,
): Promise<Result<AsyncGenerator<string>, "adminsOnly" | "movingRunNotFound">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const run = await findMovingRun(services, runId);
  return run ? granted(reportText(services, run, format)) : refused("movingRunNotFound");
}
