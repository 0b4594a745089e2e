/** The cursor of a list: the time and id of the last row shown. */
type Cursor = { at: string; id: string };

const SHAPE = /^([0-9a-z]{1,9})\.([\x21-\x7e]{1,100})$/;

/**
 * Reads a cursor from a URL's `after` parameter. Returns null if it is invalid; the list then
 * starts from its beginning.
 */
export function readCursor(after: string): Cursor | null {
  const [, ms = "", id = ""] = SHAPE.exec(after) ?? [];
  const at = new Date(Number.parseInt(ms, 36));
  return Number.isNaN(at.getTime()) ? null : { at: at.toISOString(), id };
}

/** Writes a list's `next` cursor for a URL. */
export function writeCursor(at: Date, id: string): string {
  return `${at.getTime().toString(36)}.${id}`;
}
