import { bareName, type ChosenColumns, type ColumnNames, type ColumnRole, columnNamesOf, type StatementBank } from "./banks.ts";

/** Where each column of a statement is, counted from 0. */
export type StatementColumns = { readonly [role in ColumnRole]?: number };

/** A statement's bank, and the columns that somebody chose if it is another one. */
export type StatementKind = { bank: StatementBank; columns?: ChosenColumns };

/**
 * The columns if a row is the header of this bank's statements; null for any other row. [S10.13]
 */
export function columnsOfHeader(cells: readonly string[], { bank, columns = {} }: StatementKind): StatementColumns | null {
  const names = cells.map(bareName);
  const found = placed(names, columnNamesOf(bank, columns));
  return isComplete(found, bank) ? found : null;
}

/**
 * The columns of a statement without a header, which somebody chose by their numbers; null if they
 * were chosen by name.
 */
export function columnsByNumber({ bank, columns = {} }: StatementKind): StatementColumns | null {
  const chosen = Object.entries(columns).filter(([, name]) => name !== "");
  if (bank !== "other" || !chosen.every(([, name]) => /^[1-9]\d{0,2}$/.test(name))) return null;
  const found: StatementColumns = Object.fromEntries(chosen.map(([role, name]) => [role, Number(name) - 1]));
  return isComplete(found, bank) ? found : null;
}

/**
 * Whether the columns suffice: a day, a text, and amounts whose direction is known. Amounts of
 * another bank may have a sign, Cr or Dr.
 */
function isComplete({ date, narration, credit, amount, drCr }: StatementColumns, bank: StatementBank): boolean {
  const hasAmounts = credit !== undefined || (amount !== undefined && (drCr !== undefined || bank === "other"));
  return date !== undefined && narration !== undefined && hasAmounts;
}

function placed(names: readonly string[], wanted: ColumnNames): StatementColumns {
  const found: { [role in ColumnRole]?: number } = {};
  for (const role of Object.keys(wanted) as ColumnRole[]) {
    const known = wanted[role]?.find((name) => names.includes(name));
    if (known !== undefined) found[role] = names.indexOf(known);
  }
  return found;
}
