import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const QUIET_MS = 2_000;

/** Gives back what only the start needed, once it is over: V8 would keep some 20 MB of it until there is something to do. */
export function tidyMemoryOnce(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    setFlagsFromString("--no-expose-gc");
    if (typeof collect === "function") collect();
  }, QUIET_MS).unref();
}
