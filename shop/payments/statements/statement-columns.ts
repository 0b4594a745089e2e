import {
  bareName,
  type ChosenColumns,
  type ColumnNames,
  type ColumnRole,
  columnNamesOf,
  nameBeforeBrackets,
  type StatementBank,
} from "./banks.ts";

/** Where each column of a statement is, counted from 0. */
export type StatementColumns = { readonly [role in ColumnRole]?: number };

/** A statement's bank, and the columns that somebody chose if it is another one. */
export type StatementKind = { bank: StatementBank; columns?: ChosenColumns };

/** The columns if a row is the header of a statement; null for any other row. [S10.13] */
export function columnsOfHeader(cells: readonly string[], kind: StatementKind): StatementColumns | null {
  const found = columnsIn(cells, kind);
  return missingColumns(found, kind).length === 0 ? found : null;
}

/** The columns that a row names, whether or not they suffice. */
export function columnsIn(cells: readonly string[], { columns = {} }: StatementKind): StatementColumns {
  const names = cells.map(bareName);
  const short = cells.map(nameBeforeBrackets);
  const found = placed(names, short, columnNamesOf(columns));
  if (found.credit === undefined || found.debit === undefined) return found;
  // Beside columns of debits and credits, Dr or Cr says what the balance is.
  const { amount: _amount, drCr: _drCr, ...others } = found;
  return others;
}

/**
 * The columns of a statement without a header, which somebody chose by their numbers; null if they
 * were chosen by name.
 */
export function columnsByNumber(kind: StatementKind): StatementColumns | null {
  const chosen = chosenIn(kind);
  if (chosen.length === 0 || !chosen.every(([, name]) => /^[1-9]\d{0,2}$/.test(name))) return null;
  const found: StatementColumns = Object.fromEntries(chosen.map(([role, name]) => [role, Number(name) - 1]));
  return missingColumns(found, kind).length === 0 ? found : null;
}

function chosenIn({ columns = {} }: StatementKind): [string, string][] {
  return Object.entries(columns).filter(([, name]) => name !== "");
}

/**
 * What is missing for a statement: a day, a text, and amounts whose direction is known. Amounts of
 * another bank, and of a column that somebody chose, may have a sign, Cr or Dr.
 */
export function missingColumns({ date, narration, credit, amount, drCr }: StatementColumns, kind: StatementKind): ColumnRole[] {
  const maySign = kind.bank === "other" || chosenIn(kind).length > 0;
  const hasAmounts = credit !== undefined || (amount !== undefined && (drCr !== undefined || maySign));
  const amounts: ColumnRole[] = hasAmounts ? [] : [amount === undefined ? "credit" : "drCr"];
  return [...(date === undefined ? ["date" as const] : []), ...(narration === undefined ? ["narration" as const] : []), ...amounts];
}

/** The first column with each name; a name counts whole before it counts without its brackets. */
function placed(names: readonly string[], short: readonly string[], wanted: ColumnNames): StatementColumns {
  const found: { [role in ColumnRole]?: number } = {};
  for (const role of Object.keys(wanted) as ColumnRole[]) {
    const places = (wanted[role] ?? []).map((name) => (names.includes(name) ? names.indexOf(name) : short.indexOf(name)));
    const first = places.find((place) => place >= 0);
    if (first !== undefined) found[role] = first;
  }
  return found;
}
