import { collectGarbage } from "#platform/collect-garbage.ts";

const QUIET_MS = 2_000;

/** Gives back what only the start needed, once it is over: V8 would keep some 20 MB of it until there is something to do. */
export function tidyMemoryOnce(): void {
  setTimeout(() => collectGarbage({ thoroughly: true }), QUIET_MS).unref();
}
