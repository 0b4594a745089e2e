/** Where a list goes on: the time and id of the last row that was shown. */
export type PagePlace = { at: string; id: string };

/** Reads the `after` of an address; what cannot be read begins the list anew. */
export function readPlace(after: string): PagePlace | null {
  const text = /^[A-Za-z0-9_-]{1,200}$/.test(after) ? atob(after.replaceAll("-", "+").replaceAll("_", "/")) : "";
  const [at = "", id = ""] = text.split("|");
  return !Number.isNaN(Date.parse(at)) && /^[\x21-\x7e]{1,100}$/.test(id) ? { at: new Date(at).toISOString(), id } : null;
}

/** Writes the `next` of a list for an address. */
export function writePlace(at: Date, id: string): string {
  return btoa(`${at.toISOString()}|${id}`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
