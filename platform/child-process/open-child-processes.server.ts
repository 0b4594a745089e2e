import { type ChildProcess, fork } from "node:child_process";
import type { ChildRunner } from "./child-process.ts";

/** The command that a child process runs, and the database it uses. */
type CommandMessage = { command: string; about: object; databaseUrl: string };

/** How a child process is started: a program and its arguments. */
export type ChildProgram = { file: string; words: string[] };

/** A child process gets this long to end after SIGTERM. */
const LEAVE_MS = 1_000;

/**
 * Runs each command in a child process, which ends with the command, with this process, and on
 * `close`.
 */
export function openChildProcesses(program: ChildProgram, databaseUrl: string): ChildRunner & { close(): Promise<void> } {
  const busy = new Map<ChildProcess, Promise<void>>();
  let isClosed = false;

  function begin(order: CommandMessage): { child: ChildProcess; ended: Promise<void> } {
    const child = fork(program.file, program.words, { serialization: "advanced" });
    const ended = new Promise<void>((resolve, reject) => {
      child.on("error", reject);
      child.once("exit", (status, signal) => {
        if (status === 0) resolve();
        else reject(new Error(`the process of ${order.command} ended with ${signal ?? status}`));
      });
    });
    // A child that ended before it received the message is reported by its exit.
    child.send(order, () => {});
    return { child, ended };
  }

  return {
    async do(command, about, givenUp) {
      if (isClosed) throw new Error("the shop is being stopped");
      const { child, ended } = begin({ command, about, databaseUrl });
      const over = ended.finally(() => busy.delete(child));
      busy.set(child, over);
      givenUp?.addEventListener("abort", () => child.kill("SIGKILL"));
      await over;
    },
    async close() {
      isClosed = true;
      const ended = [...busy.values()].map((over) => over.catch(() => {}));
      for (const child of busy.keys()) child.kill("SIGTERM");
      const killTimer = setTimeout(() => {
        for (const child of busy.keys()) child.kill("SIGKILL");
      }, LEAVE_MS);
      await Promise.all(ended);
      clearTimeout(killTimer);
    },
  };
}

/** Waits for the command that the parent sends. This process exits when its parent does. */
export function receiveOrder(): Promise<CommandMessage> {
  process.once("disconnect", () => process.exit(1));
  return new Promise((resolve) => process.once("message", (order) => resolve(order as CommandMessage)));
}
