import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import {
  findMigrationRun,
  listMigrationRuns,
  listReportedRows,
  type MigrationRun,
  type ReportedRow,
  reportText,
} from "../report/migration-report.server.ts";
import { INTERRUPTED, isMigrationUnderway } from "./migration-run.server.ts";

type Needs = Pick<Services, "db">;

/** A row with warnings. */
export type RowWithWarnings = Pick<ReportedRow, "n" | "path" | "outcome" | "warnings">;

/** The formats of a report. */
export const reportFormats = ["csv", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/**
 * Returns the latest preview or import, or null before the first. A run whose process is gone shows
 * as interrupted. For admins.
 */
export async function readNewestRun(services: Needs, visitor: Visitor): Promise<Result<MigrationRun | null, "rightMissing">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  const [run = null] = await listMigrationRuns(services, 1);
  if (run?.state !== "running" || (await isMigrationUnderway(services))) return ok(run);
  // It may have ended between the two queries.
  const now = await findMigrationRun(services, run.id);
  return ok(now?.state === "running" ? { ...now, state: "failed", problem: INTERRUPTED } : now);
}

/**
 * Returns a page of a run's rows with warnings, in order, starting after the row `after`. For
 * admins.
 */
export async function listRowsWithWarnings(
  services: Needs,
  visitor: Visitor,
  { runId, after }: { runId: string; after: number },
): Promise<Result<{ rows: RowWithWarnings[]; next: number | null }, "rightMissing">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  const rows = await listReportedRows(services, runId, { withWarningsOnly: true, after, limit: PAGE_SIZE + 1 });
  const shown = rows.slice(0, PAGE_SIZE).map(({ n, path, outcome, warnings }) => ({ n, path, outcome, warnings }));
  return ok({ rows: shown, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.n ?? null) : null });
}

/**
 * The report of a preview or an import, with every row of the files, read from the database as it
 * is sent. For admins.
 */
export async function readReport(
  services: Needs,
  visitor: Visitor,
  runId: string,
  format: ReportFormat,
): Promise<Result<AsyncGenerator<string>, "rightMissing" | "migrationRunNotFound">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  const run = await findMigrationRun(services, runId);
  return run ? ok(reportText(services, run, format)) : refused("migrationRunNotFound");
}
