import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const QUIET_MS = 2_000;

/** Gives back what only the start needed, once it is over: V8 would keep some 20 MB of it until there is something to do. */
export function tidyMemoryOnce(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    setFlagsFromString("--no-expose-gc");
    // A plain collection keeps the room that the start took; this one hands it back to the system.
    if (typeof collect === "function") collect({ type: "major", execution: "sync", flavor: "last-resort" });
  }, QUIET_MS).unref();
}
