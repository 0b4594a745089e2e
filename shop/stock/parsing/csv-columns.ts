/** What the column of the IDs may be called where nobody says which it is. */
const KNOWN_NAMES = ["id", "ids", "account id", "account ids", "value"];

/** So much of the first row is looked at for what separates its cells, in characters: more than any header has, and little where a file is one long row. */
const FIRST_ROW_SEEN = 65_536;

/** Which column of a CSV file somebody chose: by its name, or by its number. `isNamed`: it is counted, and the first row has the names of the columns all the same. */
export type ChosenColumn = { column: string; isNamed?: boolean };

/** Which column holds the IDs, and whether the first row names it; null where that has to be said. */
export function placeOf(names: readonly string[], { column, isNamed = false }: ChosenColumn): { place: number; isNamed: boolean } | null {
  const wanted = column === "" ? KNOWN_NAMES : [column.toLowerCase()];
  const named = isNamed ? -1 : names.findIndex((name) => wanted.includes(name.toLowerCase()));
  if (named >= 0) return { place: named, isNamed: true };
  const counted = /^\d{1,5}$/.test(column) ? Number(column) - 1 : names.length === 1 && column === "" ? 0 : -1;
  return counted >= 0 && counted < names.length ? { place: counted, isNamed } : null;
}

/** What stands most often in the first line, outside of quotes; a comma where nothing does. */
export function separatorOf(text: string): string {
  const [first = ""] = text.slice(0, FIRST_ROW_SEEN).split(/[\r\n]/, 1);
  const unquoted = first.replace(/"[^"]*"/g, "");
  const count = (sign: string) => unquoted.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** The cells of the first row of a CSV file, so that a browser can offer its columns; the beginning of the file is enough. */
export function firstRowOf(text: string): string[] {
  const separator = separatorOf(text);
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|[\\r\\n]|$)`, "y");
  cell.lastIndex = /^\uFEFF?[\r\n]*/.exec(text)?.[0].length ?? 0;
  const cells: string[] = [];
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    cells.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? "").trim());
    if (found[3] !== separator) break;
  }
  return cells;
}
