/**
 * The Latin letter or sign of a pressed key. On a keyboard of another script, such as Hindi, it is
 * what the same key has on a Latin one: र is on J. [S12.6]
 */
export function pressedKey({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  const isOfOtherScript = /^[\p{L}\p{M}]+$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  if (!isOfOtherScript) return key.toLowerCase();
  if (code === "Slash" && shiftKey) return "?";
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;
}
