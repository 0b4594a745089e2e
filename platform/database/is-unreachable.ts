import { Unreachable } from "../unreachable.ts";

/** Sockets that failed, and PostgreSQL's own classes for a connection that is gone, starting up, shutting down or full. */
const codes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1235]|53300)$/;
const words =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether a call failed because the database, or something else the shop stands on, cannot be reached right now, and not because of what was asked. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Unreachable) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const isMissingSocket = code === "ENOENT" && "syscall" in error && error.syscall === "connect";
  return isMissingSocket || codes.test(code) || words.test(error.message) || isUnreachable(error.cause);
}
