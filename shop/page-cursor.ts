/** Where a list goes on: the time and id of the last row that was shown. */
export type PagePlace = { at: string; id: string };

const PLACE = /^([0-9a-z]{1,9})\.([\x21-\x7e]{1,100})$/;

/** Reads the `after` of an address; what cannot be read begins the list anew. */
export function readPlace(after: string): PagePlace | null {
  const [, ms = "", id = ""] = PLACE.exec(after) ?? [];
  const at = new Date(Number.parseInt(ms, 36));
  return Number.isNaN(at.getTime()) ? null : { at: at.toISOString(), id };
}

/** Writes the `next` of a list for an address. */
export function writePlace(at: Date, id: string): string {
  return `${at.getTime().toString(36)}.${id}`;
}
