import { isUnreachable } from "#platform/provides.ts";
import { ExportProblem } from "../export-problem.ts";

const GO_ON = "What its finished steps brought in stays. Start it again then: it goes on where it was, and nothing comes in twice.";

/** The error codes of PostgreSQL and the system for a full disk. */
const fullDisk = new Set(["53100", "ENOSPC", "EDQUOT"]);

/**
 * Explains why an import failed, if its owner can do something about it: a full disk or an
 * unreachable database. Otherwise returns the error itself.
 */
export function whyBrokenOff(error: unknown): unknown {
  if (error instanceof ExportProblem) return error;
  if (isOfFullDisk(error)) return new ExportProblem(`The disk is full. Make room. ${GO_ON}`);
  if (isUnreachable(error))
    return new ExportProblem(`The database did not answer any more; its disk may be full. See that it runs. ${GO_ON}`);
  return error;
}

function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && fullDisk.has(String(error.code))) || isOfFullDisk(error.cause);
}
