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
/**
 * Socket errors, and PostgreSQL's codes for a lost connection or a server that is starting,
 * stopping or full.
 */
const away = new RegExp(`^(${[...sockets, "08...", "57P0[1235]", "53300"].join("|")})$`);
const words =
  /^(Connection terminated|timeout e|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** The messages of `pg` when an answer does not come in time. */
const timedOut = /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;

/** A disk that is full, over quota, read-only or failing. */
const disks = ["ENOSPC", "EDQUOT", "EROFS", "EIO", "58030"];
/**
 * PostgreSQL's codes for too little disk or memory (53), a lock timeout (55P03), cancelled work
 * (57014, 25P03) and a read-only database (25006).
 */
const hindered = new RegExp(`^(${[...disks, "53...", "55P03", "57014", "25P03", "25006"].join("|")})$`);

/**
 * Whether a call failed because the database or disk cannot serve it right now, not because of the
 * call itself.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return hindered.test(codeOf(error)) || isAway(error) || isUnreachable(error.cause);
}

/**
 * Whether a call failed because the database does not answer at all, so that the next call fails
 * too.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isMissingSocket = codeOf(error) === "ENOENT" && "syscall" in error && error.syscall === "connect";
  return error instanceof Unreachable || isMissingSocket || away.test(codeOf(error)) || words.test(error.message) || isAway(error.cause);
}

/**
 * Whether a call used up its whole timeout: there is no time for another attempt, so the visitor
 * gets an error.
 */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && (timedOut.test(error.message) || isTimeout(error.cause));
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
