/**
 * A key consists of letters, digits, `-`, `_` and single dots, in folders separated by `/`, so no
 * path can leave the store. Unfinished files of a crash also have a key, by which they can be
 * removed.
 */
const KEY = /^(\.unfinished-)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(\/[a-z0-9_-]+(\.[a-z0-9_-]+)*)*$/i;
const KEY_MAX_LENGTH = 200;

/** Whether a store accepts this as a file's key. */
export function isFileKey(key: string): boolean {
  return key.length <= KEY_MAX_LENGTH && KEY.test(key);
}

/** Whether this is what a crash left of a file that was being written. */
export function isUnfinished(key: string): boolean {
  return key.startsWith(".unfinished-");
}

/** Returns a valid key unchanged. Throws on any other without repeating it. */
export function checkedKey(key: string): string {
  if (!isFileKey(key)) throw new Error("not a file key");
  return key;
}
