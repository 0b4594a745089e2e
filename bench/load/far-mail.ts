import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A mail server that is this far away, and runs as a process of its own. */
export type FarMail = {
  url: string;
  /** To whom emails went so far, and when each of them was named to the server, as `performance.now`. */
  received: { to: string; at: number }[];
  /** Resolves when this many emails were received that match, with the time of the last. */
  until(howMany: number, matches?: (to: string) => boolean): Promise<number>;
  close(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL("mail-process.ts", import.meta.url));
const WITHIN_MS = 300_000;

/** Starts a mail server behind a line with this round trip. */
export async function openFarMail(roundTripMs: number): Promise<FarMail> {
  const child = fork(PROGRAM, [String(roundTripMs)]);
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  const received: FarMail["received"] = [];
  let changed = () => {};
  child.on("message", ({ to }: { to: string }) => {
    received.push({ to, at: performance.now() });
    changed();
  });
  return {
    url,
    received,
    async until(howMany, matches = () => true) {
      const tooLate = performance.now() + WITHIN_MS;
      for (;;) {
        const found = received.filter(({ to }) => matches(to));
        if (found.length >= howMany) return found[howMany - 1]?.at ?? 0;
        if (performance.now() > tooLate) throw new Error(`${found.length} of ${howMany} emails came`);
        await new Promise<void>((resolve) => {
          changed = resolve;
          setTimeout(resolve, 1_000).unref();
        });
      }
    },
    async close() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
