/** The browser's own setting: with `off` each decision is sent at once. */
export const UNDO_SETTING = "undo-of-decisions";

/** The field of a form that is one step of many: it is sent at once. [S12.5] */
export const AT_ONCE = "atOnce";

/**
 * Whether this browser holds decisions back; an admin who needs no *Undo* can switch it off.
 * [S12.5]
 */
export function areDecisionsHeld(): boolean {
  try {
    return localStorage.getItem(UNDO_SETTING) !== "off";
  } catch {
    return true;
  }
}

/** Switches holding back on or off in this browser. */
export function switchUndo(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(UNDO_SETTING);
    else localStorage.setItem(UNDO_SETTING, "off");
  } catch {
    // A browser without storage holds decisions back.
  }
}
