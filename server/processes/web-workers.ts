import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { Config } from "#platform/config.server.ts";
import type { Log } from "#platform/log.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { openDealer } from "./deal-connections.ts";
import { listen } from "./listen.ts";
import { type FromWorker, type ToWorker, WEB_PROCESS } from "./web-messages.ts";

/** One that died is replaced after the first, one that dies again soon after ever later, up to the second. */
const AGAIN_MIN_MS = 100;
const AGAIN_MAX_MS = 10_000;
/** Who lived so long did not die of its start. */
const LIVED_MS = 30_000;

/** Who was taken is with a process that answers; those that are stuck hold up a stop no longer. */
const DEALT_WITHIN_MS = 1_500;

type Begin = Extract<ToWorker, { say: "begin" }>;

/** The processes that answer visitors, on one port. */
export type WebWorkers = {
  /** Starts them, and takes connections when each is ready. Tells where; throws what keeps the first of them from starting. */
  open(config: Config, beginning: Pick<Begin, "databaseUrl" | "setUpLink">, log: Log): Promise<string>;
  /** Tells all of them, and those that come later. */
  tell(message: Extract<ToWorker, { say: "backups" }>): void;
  /** Takes no more connections once those who wait are dealt out, lets each process answer what is under way, and ends what is left after `patienceMs`. */
  stop(patienceMs: number): Promise<void>;
};

/**
 * The web processes of this one, which takes their connections and deals them out: see `docs/decisions/0023-web-processes.md`. One that dies is replaced.
 */
export function webWorkers(): WebWorkers {
  const dealer = openDealer();
  const told = new Map<ToWorker["say"], ToWorker>();
  const alive = new Set<ChildProcess>();
  const stopping = new AbortController();

  /** Begins one; the promise is that it takes connections. `again` is called when it ends, also before. */
  function begin(greeting: Begin, again: (how: { status: number | null; signal: string | null }) => void): Promise<void> {
    // Dates and bytes arrive as what they were.
    const worker = fork(process.argv[1] ?? "", [WEB_PROCESS], { serialization: "advanced" });
    alive.add(worker);
    worker.on("error", () => {});
    return new Promise((resolve, reject) => {
      worker.on("message", (message: FromWorker) => {
        if (message.say === "ready") for (const one of [greeting, ...told.values()]) send(worker, one);
        if (message.say === "problem") reject(new StartProblem(message.sentence));
        if (message.say !== "open") return;
        dealer.dealTo(worker);
        resolve();
      });
      worker.once("exit", (status, signal) => {
        alive.delete(worker);
        reject(new StartProblem("A process that was to answer visitors ended before it did; the reason stands above."));
        if (!stopping.signal.aborted) again({ status, signal });
      });
    });
  }

  /** Keeps the process of one number alive; the promise is that of its first start. */
  function keep(greeting: Begin, log: Log): Promise<void> {
    const worker = greeting.number;
    let delayMs = AGAIN_MIN_MS;
    const start = (): Promise<void> => {
      const beganAt = performance.now();
      return begin(greeting, async (how) => {
        log.warn("web process ended", { worker, ...how });
        if (performance.now() - beganAt >= LIVED_MS) delayMs = AGAIN_MIN_MS;
        await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
        delayMs = Math.min(2 * delayMs, AGAIN_MAX_MS);
        if (stopping.signal.aborted) return;
        start().then(
          () => log.info("web process back", { worker }),
          (problem) => stopping.signal.aborted || log.error("web process does not start", problem, { worker }),
        );
      });
    };
    return start();
  }

  async function stop(patienceMs: number): Promise<void> {
    stopping.abort();
    const until = performance.now() + patienceMs;
    await dealer.stop(Math.min(DEALT_WITHIN_MS, patienceMs));
    const ended = [...alive].map((worker) => new Promise((resolve) => worker.once("exit", resolve)));
    for (const worker of alive) worker.kill("SIGTERM");
    const impatience = setTimeout(
      () => {
        for (const worker of alive) worker.kill("SIGKILL");
      },
      Math.max(0, until - performance.now()),
    );
    await Promise.all(ended);
    clearTimeout(impatience);
  }

  return {
    async open(config, beginning, log) {
      try {
        const address = await listen(dealer.server, config);
        const numbers = Array.from({ length: config.webConcurrency }, (_, index) => index + 1);
        await Promise.all(numbers.map((number) => keep({ say: "begin", number, ...beginning }, log)));
        return address;
      } catch (error) {
        await stop(0);
        throw error;
      }
    },
    tell(message) {
      told.set(message.say, message);
      for (const worker of alive) send(worker, message);
    },
    stop,
  };
}

/** Who has just ended hears nothing any more. */
function send(worker: ChildProcess, message: ToWorker): void {
  if (worker.connected) worker.send(message, () => {});
}
