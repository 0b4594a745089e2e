/**
 * Whether the main pointer is a finger. Focusing a text field there opens a keyboard over half of
 * the screen, so do it only where typing comes next. Browser only. [S2.37]
 */
export function isTouch(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}
