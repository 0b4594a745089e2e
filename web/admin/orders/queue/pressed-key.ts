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

/**
 * Calls `press` for each single key that is not typed into a field, while no dialog is open.
 * Returns how to stop. Browser only. [S12.6]
 */
export function followPlainKeys(press: (event: KeyboardEvent) => void): () => void {
  const pressPlain = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
    if (key.length > 2 || ctrlKey || metaKey || altKey || isTyping || document.querySelector("dialog[open]")) return;
    press(event);
  };
  document.addEventListener("keydown", pressPlain);
  return () => document.removeEventListener("keydown", pressPlain);
}
