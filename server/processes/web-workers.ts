import cluster, { type Worker } from "node:cluster";
import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "#platform/provides.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { askToMeasure } from "../metrics/ask-to-measure.ts";
import type { Measured, ProcessMetrics } from "../metrics/process-metrics.ts";
import { answerPicture } from "./primary-pictures.ts";
import { type FromWorker, type ToWorker, WEB_PROCESS } from "./web-messages.ts";

/**
 * The delay before a web process is restarted: it doubles from the first to the second while the
 * process keeps dying early.
 */
const AGAIN_MIN_MS = 100;
const AGAIN_MAX_MS = 10_000;
/** A process that lived this long did not die of its start. */
const LIVED_MS = 30_000;
/** A web process that has not said what it measured by then is left out. */
const MEASURED_WITHIN_MS = 1_000;

type Begin = Extract<ToWorker, { say: "begin" }>;
type Needs = Pick<Services, "log" | "pictures"> & { metrics: Pick<ProcessMetrics, "measure"> };

/** The processes that answer visitors on one port. */
type WebWorkers = {
  /**
   * Starts `count` processes and returns their address. Throws the reason if one of them cannot
   * start.
   */
  open(count: number, beginning: Pick<Begin, "databaseUrl" | "shopUrl">, services: Needs): Promise<string>;
  /**
   * Stops handing out connections, lets each process finish its requests, and kills those left
   * after `timeoutMs`.
   */
  stop(timeoutMs: number): Promise<void>;
};

/**
 * Runs web processes with `node:cluster`: this process accepts connections and hands them out in
 * turn. A web process that dies is replaced.
 */
export function webWorkers(): WebWorkers {
  const alive = new Set<Worker>();
  const stopping = new AbortController();
  // Advanced serialization keeps dates and bytes as they are.
  cluster.setupPrimary({ exec: process.argv[1] ?? "", args: [WEB_PROCESS], serialization: "advanced" });

  /** Starts one process and resolves with its address. `again` is called when it ends. */
  function begin(
    greeting: Begin,
    { pictures, metrics }: Needs,
    again: (how: { status: number | null; signal: string | null }) => void,
  ): Promise<string> {
    const worker = cluster.fork();
    alive.add(worker);
    worker.on("error", () => {});
    return new Promise((resolve, reject) => {
      worker.on("message", (message: FromWorker) => {
        if (message.say === "ready") send(worker, greeting);
        if (message.say === "picture") void answerPicture(pictures, message).then((answer) => send(worker, answer));
        if (message.say === "measure")
          void measureOthers(worker, metrics).then((measured) => send(worker, { say: "measured", id: message.id, measured }));
        if (message.say === "problem") reject(new StartProblem(message.sentence));
        if (message.say === "open") resolve(message.address);
      });
      worker.once("exit", (status, signal) => {
        alive.delete(worker);
        reject(new StartProblem("A web process ended before it could answer visitors. The log above says why."));
        if (!stopping.signal.aborted) again({ status, signal });
      });
    });
  }

  /** What the primary and the web processes except `asking` measured. */
  async function measureOthers(asking: Worker, own: Pick<ProcessMetrics, "measure">): Promise<Measured[]> {
    const others = [...alive].filter((worker) => worker !== asking);
    const asked = others.map((worker) => askToMeasure(worker, MEASURED_WITHIN_MS, (question) => send(worker, question)));
    return [await own.measure(), ...(await Promise.all(asked)).flat()];
  }

  /** Keeps the process with this number alive; the promise is that of its first start. */
  function supervise(greeting: Begin, services: Needs): Promise<string> {
    const worker = greeting.number;
    const { log } = services;
    let delayMs = AGAIN_MIN_MS;
    const start = (): Promise<string> => {
      const beganAt = performance.now();
      return begin(greeting, services, async (how) => {
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

  async function stop(timeoutMs: number): Promise<void> {
    stopping.abort();
    const ended = [...alive].map((worker) => new Promise((resolve) => worker.once("exit", resolve)));
    // Closes its listening handle in both processes first; then the process finishes its requests
    // and ends.
    for (const worker of alive) worker.disconnect();
    const timeout = setTimeout(() => {
      for (const worker of alive) worker.process.kill("SIGKILL");
    }, timeoutMs);
    await Promise.all(ended);
    clearTimeout(timeout);
  }

  return {
    async open(count, beginning, services) {
      try {
        const numbers = Array.from({ length: count }, (_, index) => index + 1);
        const [address = ""] = await Promise.all(numbers.map((number) => supervise({ say: "begin", number, ...beginning }, services)));
        return address;
      } catch (error) {
        await stop(0);
        throw error;
      }
    },
    stop,
  };
}

/** Sends a message unless the process has just ended. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
