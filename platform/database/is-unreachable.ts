import { Unreachable } from "../unreachable.ts";

const sockets = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"];
/** A disk that is full, is over its quota, was made read-only or fails. */
const disks = ["ENOSPC", "EDQUOT", "EROFS", "EIO", "58030"];
/**
 * PostgreSQL's own classes for a connection that is gone, starting up or shutting down (08, 57P), for what it has too little of (53: disk, memory,
 * connections), for having waited too long for a lock or been cut off (55P03, 57014, 25P03), and for a disk that it may only read (25006).
 */
const codes = new RegExp(`^(${[...sockets, ...disks, "08...", "57P0[1235]", "53...", "55P03", "57014", "25P03", "25006"].join("|")})$`);
const words =
  /^(Connection terminated|timeout e|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether a call failed because the database, or something else the shop stands on, cannot be reached right now, and not because of what was asked. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Unreachable) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const isMissingSocket = code === "ENOENT" && "syscall" in error && error.syscall === "connect";
  return isMissingSocket || codes.test(code) || words.test(error.message) || isUnreachable(error.cause);
}
