import { Unreachable } from "../unreachable.ts";

const sockets = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
];
const noWay = /^(E(NET|HOST)(UNREACH|DOWN)|ETIMEDOUT|EAI_AGAIN)$/;
/** Sockets that failed, and PostgreSQL's own classes for a connection that is gone, starting up, shutting down or full. */
const away = new RegExp(`^(${[...sockets, "08...", "57P0[1235]", "53300"].join("|")})$`);
const words =
  /^(Connection terminated|timeout e|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** A disk that is full, is over its quota, was made read-only or fails. */
const disks = ["ENOSPC", "EDQUOT", "EROFS", "EIO", "58030"];
/** PostgreSQL's own classes for too little disk or memory (53), a lock waited for too long (55P03), work cut off (57014, 25P03), and a database that may only be read (25006). */
const hindered = new RegExp(`^(${[...disks, "53...", "55P03", "57014", "25P03", "25006"].join("|")})$`);

/** Whether a call failed because what the shop stands on is out of reach, or cannot do anything, right now, and not because of what was asked. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return hindered.test(codeOf(error)) || isAway(error) || isUnreachable(error.cause);
}

/** Whether a call failed because there is nobody to answer anything at all: then the next call fails, too. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isMissingSocket = codeOf(error) === "ENOENT" && "syscall" in error && error.syscall === "connect";
  return error instanceof Unreachable || isMissingSocket || away.test(codeOf(error)) || words.test(error.message) || isAway(error.cause);
}

/** Whether a call found no way to whom it was for: nobody said no to it, so whoever was called before says nothing any more either. */
export function isNoWay(error: unknown): boolean {
  return error instanceof Error && noWay.test(codeOf(error));
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
