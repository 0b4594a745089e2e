import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Writes one JSON line per event to standard error. The facts must not contain secrets, IDs, codes
 * or tokens.
 */
export type Log = {
  info(event: string, facts?: Record<string, unknown>): void;
  warn(event: string, facts?: Record<string, unknown>): void;
  error(event: string, cause: unknown, facts?: Record<string, unknown>): void;
};

const levels = ["debug", "info", "warn", "error", "silent"] as const;
type LogLevel = (typeof levels)[number];

const requests = new AsyncLocalStorage<string>();

/** Answers a request; each line that is logged meanwhile names it by `id`. [S18.2] */
export function duringRequest<T>(id: string, answer: () => T): T {
  return requests.run(id, answer);
}

/**
 * A log of events at `level` or above, with `about` in each line, and the request in whose course
 * it was written.
 */
export function openLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
  about: Record<string, unknown> = {},
): Log {
  const threshold = levels.indexOf(level);
  const say = (at: LogLevel, event: string, facts: Record<string, unknown>) => {
    if (levels.indexOf(at) < threshold) return;
    write(`${JSON.stringify({ at: new Date().toISOString(), level: at, event, ...about, request: requests.getStore(), ...facts })}\n`);
  };
  return {
    info: (event, facts = {}) => say("info", event, facts),
    warn: (event, facts = {}) => say("warn", event, facts),
    error: (event, cause, facts = {}) => say("error", event, { ...facts, ...describe(cause) }),
  };
}

/**
 * Name, code and stack of an error. Database errors carry row values in `detail`, so only their
 * safe fields are logged.
 */
function describe(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return { cause: typeof cause };

  const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
  const constraint = "constraint" in cause && typeof cause.constraint === "string" ? cause.constraint : undefined;
  const isFromDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code);
  const stack = cause.stack
    ?.split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 8);
  return {
    name: cause.name,
    ...(isFromDatabase ? {} : { message: firstLine(cause.message) }),
    code,
    constraint,
    stack,
    ...(cause.cause ? { because: describe(cause.cause) } : {}),
  };
}

/** Drizzle appends the parameters of a failed query to its message; they may be secret. */
function firstLine(message: string): string {
  return message.startsWith("Failed query") ? "Failed query" : (message.split("\n")[0] ?? "");
}
