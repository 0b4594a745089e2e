import { type ChildProcess, fork } from "node:child_process";
import type { Aside } from "./aside.ts";

/** What a process is told to do, on which database. */
export type AsideOrder = { deed: string; about: object; databaseUrl: string };

/** How a process does its deeds: a program and its words, and what its Node is told. */
export type AsideProgram = { file: string; words: string[]; nodeWords: string[] };

/** Who is told to leave gets this long to do so. */
const LEAVE_MS = 1_000;

/** Does each deed in a process of its own, which ends with the deed, with this process, and with `close`. */
export function openAsideProcesses(program: AsideProgram, databaseUrl: string): Aside & { close(): Promise<void> } {
  const busy = new Map<ChildProcess, Promise<void>>();
  let isClosed = false;

  function begin(order: AsideOrder): { child: ChildProcess; ended: Promise<void> } {
    const child = fork(program.file, program.words, { serialization: "advanced", execArgv: program.nodeWords });
    const ended = new Promise<void>((resolve, reject) => {
      child.on("error", reject);
      child.once("exit", (status, signal) => {
        if (status === 0) resolve();
        else reject(new Error(`the process of ${order.deed} ended with ${signal ?? status}`));
      });
    });
    // One that is gone before it hears has said so by its end.
    child.send(order, () => {});
    return { child, ended };
  }

  return {
    async do(deed, about, givenUp) {
      if (isClosed) throw new Error("the shop is being stopped");
      const { child, ended } = begin({ deed, about, databaseUrl });
      const over = ended.finally(() => busy.delete(child));
      busy.set(child, over);
      givenUp?.addEventListener("abort", () => child.kill("SIGKILL"));
      await over;
    },
    async close() {
      isClosed = true;
      const ended = [...busy.values()].map((over) => over.catch(() => {}));
      for (const child of busy.keys()) child.kill("SIGTERM");
      const impatience = setTimeout(() => {
        for (const child of busy.keys()) child.kill("SIGKILL");
      }, LEAVE_MS);
      await Promise.all(ended);
      clearTimeout(impatience);
    },
  };
}

/** The order that this process was begun with. It ends with who gave it. */
export function receiveOrder(): Promise<AsideOrder> {
  process.once("disconnect", () => process.exit(1));
  return new Promise((resolve) => process.once("message", (order) => resolve(order as AsideOrder)));
}
