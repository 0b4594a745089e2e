import type { Logger } from "graphile-worker";
import type { Log } from "../log.server.ts";
import { jobLibrary } from "./load-library.server.ts";
import { openGaps } from "./trouble-log.ts";

/**
 * Writes warnings and errors of the queue's library to our log, repeated ones with gaps, and never
 * what a job was about. That
 * the pool has fewer connections than workers is no warning here: the library allows it, and only
 * taking and finishing a job need one, for milliseconds, because tasks use the shop's own pool.
 */
export function quiet(log?: Log): Logger {
  const { Logger } = jobLibrary();
  const gaps = openGaps();
  return new Logger(() => (level, message, meta) => {
    // A failed job has already been logged.
    if (!log || !["error", "warning"].includes(level) || "job" in meta || isAboutPoolSize(meta)) return;
    const said = message.split("\n")[0] ?? "";
    const leftOut = gaps(said.replace(/\d+/g, "0"));
    if (leftOut !== null) log.warn("job queue", { said, ...(leftOut > 0 && { leftOut }) });
  });
}

function isAboutPoolSize(meta: object): boolean {
  return "max" in meta && "concurrency" in meta;
}
