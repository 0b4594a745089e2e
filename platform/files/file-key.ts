/**
 * A key is made of letters, digits, `-`, `_` and single dots, in folders by `/`: no path can leave the store. What a crash left unfinished has a key
 * too, by which it can be removed.
 */
const KEY = /^(\.unfinished-)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(\/[a-z0-9_-]+(\.[a-z0-9_-]+)*)*$/i;
const KEY_MAX_LENGTH = 200;

/** Whether a store takes this as a file's key. */
export function isFileKey(key: string): boolean {
  return key.length <= KEY_MAX_LENGTH && KEY.test(key);
}

/** The key as it is. Throws on what is none, without repeating it. */
export function checkedKey(key: string): string {
  if (!isFileKey(key)) throw new Error("not a file key");
  return key;
}
