import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { collectGarbage } from "./collect-garbage.ts";

const MB = 1024 * 1024;
/** The room for young objects does not grow from here on. */
const YOUNG_ENOUGH_BYTES = 8 * MB;
/** Once its steps are spared a deed has no more room for young objects than this; what was taken before is handed back first. */
const YOUNG_TOO_LARGE_BYTES = 16 * MB;
/** So much more than was left by the last collection is worth another. */
const GARBAGE_MAX_BYTES = 12 * MB;
/** So much more may be left when the deed is over. */
const LEFT_MAX_BYTES = 4 * MB;
/** Without a step for so long, what the deed left is collected, and V8 does again as it likes. */
const OVER_AFTER_MS = 2_000;

let over: NodeJS.Timeout | null = null;
let mayGrow = true;
let keptBytes = Number.POSITIVE_INFINITY;

/**
 * Called after each step of a deed that has very many: holds the process to little more than what a step needs. Left to itself V8 lets garbage lie
 * while there is room, 250 MB of it: a good bargain for answers a second, a bad one for a deed that comes now and then.
 */
export function spareMemory(): void {
  const { young, old } = heapNow();
  if (over) over.refresh();
  else {
    over = setTimeout(endSparing, OVER_AFTER_MS).unref();
    if (young > YOUNG_TOO_LARGE_BYTES) collect({ thoroughly: true });
  }
  letGrow(young < YOUNG_ENOUGH_BYTES);
  keptBytes = Math.min(keptBytes, old);
  if (old - keptBytes > GARBAGE_MAX_BYTES) collect({ thoroughly: false });
}

function endSparing(): void {
  over = null;
  if (heapNow().old - keptBytes > LEFT_MAX_BYTES) collect({ thoroughly: false });
  letGrow(true);
}

function collect(how: { thoroughly: boolean }): void {
  collectGarbage(how);
  keptBytes = heapNow().old;
}

/** The room for young objects, and what the older ones take, in the heap and beside it. */
function heapNow(): { young: number; old: number } {
  let [young, old] = [0, getHeapStatistics().external_memory];
  for (const { space_name, space_size, space_used_size } of getHeapSpaceStatistics()) {
    if (space_name === "new_space") young = space_size;
    else old += space_used_size;
  }
  return { young, old };
}

/** V8 reads this factor whenever it is about to give young objects more room: at 1 it gives none. */
function letGrow(may: boolean): void {
  if (may === mayGrow) return;
  mayGrow = may;
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
}
