/** Names that identify the column of IDs if nobody chose one. */
const KNOWN_NAMES = ["id", "ids", "account id", "account ids", "value"];

/**
 * Characters of the first row searched for the separator: longer than any header, yet short if the
 * file is one long row.
 */
const FIRST_ROW_SEEN = 65_536;

/**
 * The column that somebody chose, by name or by number. `isNamed`: chosen by number although the
 * first row contains names.
 */
export type ChosenColumn = { column: string; isNamed?: boolean };

/**
 * Finds the column of the IDs and whether the first row is a header; null if somebody has to
 * choose.
 */
export function columnOf(names: readonly string[], { column, isNamed = false }: ChosenColumn): { index: number; isNamed: boolean } | null {
  const wanted = column === "" ? KNOWN_NAMES : [column.toLowerCase()];
  const named = isNamed ? -1 : names.findIndex((name) => wanted.includes(name.toLowerCase()));
  if (named >= 0) return { index: named, isNamed: true };
  const counted = /^\d{1,5}$/.test(column) ? Number(column) - 1 : names.length === 1 && column === "" ? 0 : -1;
  return counted >= 0 && counted < names.length ? { index: counted, isNamed } : null;
}

/** The most frequent separator in the first line, outside quotes; a comma if there is none. */
export function separatorOf(text: string): string {
  const [first = ""] = text.slice(0, FIRST_ROW_SEEN).split(/[\r\n]/, 1);
  const unquoted = first.replace(/"[^"]*"/g, "");
  const count = (sign: string) => unquoted.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
