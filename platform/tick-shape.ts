import { createHook } from "node:async_hooks";

const kept: object[] = [];

/**
 * Keeps `process.nextTick` fast for as long as the process lives. V8 knows by the shape of the objects it makes how to make them quickly. In a thorough collection, which V8
 * also does by itself in a quiet moment, a shape goes that no object has just then; the next one is another, and each tick from then on takes five times as long:
 * a quarter of all that an answer from memory takes. So one object of that shape is kept.
 */
export function keepTickShape(): void {
  const hook = createHook({ init: (_id, type, _trigger, resource) => void (type === "TickObject" && kept.push(resource)) });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
}
