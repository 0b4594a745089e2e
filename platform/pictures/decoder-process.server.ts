import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Log } from "../log.server.ts";
import type { PictureDone, PictureNo, PictureTask } from "./pictures.ts";

/** Messages to and from the decoder. */
export type ToDecoder = { task: PictureTask };
export type FromDecoder =
  | { say: "ready" }
  | { say: "begun" }
  | { say: "done"; done: PictureDone | PictureNo }
  | { say: "failed"; reason: string };

/** The decoder's program and its arguments. */
export type DecoderProgram = { file: string; words: string[] };

/**
 * The limits over which a decoder is killed (time in ms, memory in bytes), and the number of
 * pictures, or the idle time, after which it is replaced.
 */
export type DecoderLimits = { pictureMs: number; memoryBytes: number; picturesMax: number; idleMs: number };

/** A decoder starts within this time, even on a busy machine. */
const START_MS = 30_000;
/** How often its memory is checked while it decodes: it grows by at most some 20 MB in between. */
const WATCHED_EVERY_MS = 20;

/** Decodes one picture at a time in a process of its own. */
type Decoder = {
  /**
   * Rejects if the process cannot be started, or `close` was called. A picture that kills it is
   * `unreadable`.
   */
  decode(task: PictureTask): Promise<PictureDone | PictureNo>;
  /** Ends the process, whatever it is doing. */
  close(): Promise<void>;
};

/**
 * Opens a decoder. Its process starts with the first picture, is killed when it exceeds its limits,
 * and starts again for the next picture.
 */
export function openDecoder(program: DecoderProgram, limits: DecoderLimits, log: Pick<Log, "warn">): Decoder {
  let current: DecoderProcess | null = null;
  let isClosed = false;

  function leave(): void {
    current?.kill();
    current = null;
  }

  /**
   * A process that died before it was ready is started once more: this picture was not the cause.
   */
  async function readyProcess(): Promise<DecoderProcess> {
    if (current?.hasEnded()) current = null;
    current ??= startProcess(program, limits);
    const started = current;
    if (await started.ready) return started;
    if (isClosed) throw new Error("the shop is being stopped");
    const again = startProcess(program, limits);
    current = again;
    if (await again.ready) return again;
    throw new Error("the process that decodes pictures does not start");
  }

  async function decodeOnce(task: PictureTask): Promise<Ending> {
    if (isClosed) throw new Error("the shop is being stopped");
    const used = await readyProcess();
    const end = await used.decode(task);
    if (isClosed && end.why !== null) throw new Error("the shop is being stopped");
    if (current === used && (end.why !== null || used.isWorn())) leave();
    return end;
  }

  return {
    async decode(task) {
      let end = await decodeOnce(task);
      // A process that was killed while idle was not killed by this picture.
      if (end.why === "ended" && !end.isBegun) end = await decodeOnce(task);
      if (end.why !== null) log.warn("picture given up", { why: end.why, bytes: task.bytes.length });
      return end.answer;
    },
    async close() {
      isClosed = true;
      const ending = current?.ended;
      leave();
      await ending;
    },
  };
}

/** The result of a picture: `why` the process ended, and whether it had begun with the picture. */
type Ending = { answer: PictureDone | PictureNo; why: "time" | "memory" | "ended" | null; isBegun: boolean };

type DecoderProcess = {
  /** Whether it started, or ended before. */
  ready: Promise<boolean>;
  decode(task: PictureTask): Promise<Ending>;
  /** Whether it has decoded enough pictures, or still holds much of the memory that it took. */
  isWorn(): boolean;
  hasEnded(): boolean;
  kill(): void;
  ended: Promise<void>;
};

function startProcess({ file, words }: DecoderProgram, limits: DecoderLimits): DecoderProcess {
  // The decoder needs none of the shop's settings and gets none of its secrets.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.includes(name)));
  const child = fork(file, words, { env, execArgv: [], serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] });
  let isGone = false;
  let decoded = 0;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isGone = true;
      resolve();
    };
    child.once("exit", end);
    child.once("error", end);
  });
  const ready = receive(child, ended, START_MS).then((message) => {
    if (message?.say !== "ready") kill();
    return message?.say === "ready";
  });
  // It does not keep the shop's process alive; a caller that waits for a picture has a timer.
  child.unref();
  child.channel?.unref();
  let idle: NodeJS.Timeout | undefined;
  function kill(): void {
    clearTimeout(idle);
    isGone = true;
    child.kill("SIGKILL");
  }

  return {
    ready,
    ended,
    hasEnded: () => isGone || !child.connected,
    isWorn: () => decoded >= limits.picturesMax || memoryOf(child) > limits.memoryBytes / 3,
    kill,
    async decode(task) {
      clearTimeout(idle);
      decoded += 1;
      let isOverMemory = false;
      const watch = setInterval(() => {
        if (memoryOf(child) <= limits.memoryBytes) return;
        isOverMemory = true;
        child.kill("SIGKILL");
      }, WATCHED_EVERY_MS);
      let isBegun = false;
      const answered = receive(child, ended, limits.pictureMs, () => {
        isBegun = true;
      });
      child.send({ task } satisfies ToDecoder, () => {});
      const message = await answered;
      clearInterval(watch);
      if (message) idle = setTimeout(kill, limits.idleMs).unref();
      if (message?.say === "done") return { answer: message.done, why: null, isBegun };
      if (message?.say === "failed") throw new Error(`a picture could not be decoded: ${message.reason}`);
      const why = isOverMemory ? "memory" : isGone ? "ended" : "time";
      kill();
      return { answer: { fault: "unreadable" }, why, isBegun };
    },
  };
}

/** The environment variables that the decoder gets. */
const passedOn = ["NODE_ENV", "LD_LIBRARY_PATH"];

/** The next answer of the process; null if it ends or does not answer within this time. */
function receive(child: ChildProcess, ended: Promise<void>, withinMs: number, onBegun = () => {}): Promise<FromDecoder | null> {
  return new Promise((resolve) => {
    const settle = (message: FromDecoder | null) => {
      clearTimeout(timer);
      child.off("message", listen);
      resolve(message);
    };
    const listen = (message: FromDecoder) => (message.say === "begun" ? onBegun() : settle(message));
    const timer = setTimeout(() => settle(null), withinMs);
    child.on("message", listen);
    void ended.then(() => settle(null));
  });
}

/** The resident memory of a process in bytes; 0 on systems other than Linux. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
