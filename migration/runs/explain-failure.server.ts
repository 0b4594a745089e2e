import { isUnreachable } from "#platform/provides.ts";
import { textOf } from "#shop/refusal.ts";
import { ExportProblem } from "../export-problem.ts";

/** The error codes of PostgreSQL and the system for a full disk. */
const fullDisk = new Set(["53100", "ENOSPC", "EDQUOT"]);

/**
 * Explains why an import failed, if its owner can do something about it: a full disk or an
 * unreachable database. Otherwise returns the error itself.
 */
export function whyBrokenOff(error: unknown): unknown {
  if (error instanceof ExportProblem) return error;
  if (isOfFullDisk(error)) return new ExportProblem(textOf("migrationDiskFull"));
  if (isUnreachable(error)) return new ExportProblem(textOf("migrationDatabaseAway"));
  return error;
}

function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && fullDisk.has(String(error.code))) || isOfFullDisk(error.cause);
}
