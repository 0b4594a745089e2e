import type { Logger } from "graphile-worker";
import type { Log } from "../log.server.ts";

/** What the queue's library says, in our log: only what went wrong there, and never what a job was about. */
export async function quiet(log?: Log): Promise<Logger> {
  const { Logger } = await import("graphile-worker");
  return new Logger(() => (level, message, meta) => {
    // A job that failed has been logged by whoever ran it.
    if (!log || !["error", "warning"].includes(level) || "job" in meta) return;
    log.warn("job queue", { said: message.split("\n")[0] ?? "" });
  });
}
