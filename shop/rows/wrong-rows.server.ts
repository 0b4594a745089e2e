import type { Vault } from "#platform/encryption/vault.server.ts";
import { wrongOf } from "./check-row.server.ts";
import type { ExportedRow, ExportedTable } from "./exported-column.ts";
import { type Ask, readTable } from "./read-table.server.ts";

/**
 * A row that no form could have written: its position in the table, from 1 in key order, and what
 * is wrong with it.
 */
type WrongRow = { table: string; number: number; row: ExportedRow; wrong: string };

/** Stands for a value that cannot be decrypted. No text in the shop contains a NUL. */
const UNREADABLE = "\0";

/**
 * Yields the rows of these tables that break a rule of the forms, the same rules as an import of an
 * export applies. [S7.3]
 */
export async function* wrongRows(
  { ask, vault }: { ask: Ask; vault: Pick<Vault, "decrypt"> },
  tables: readonly ExportedTable[],
): AsyncGenerator<WrongRow> {
  for (const table of tables) {
    const isIds = table.name === "ids";
    let number = 0;
    // The rules for an ID depend on its state, which other tables determine.
    for await (const rows of readTable(
      { ask, vault: { decrypt: decryptOrMark(vault) } },
      table,
      isIds ? { isWhole: true } : { isOwn: true },
    )) {
      for (const row of rows) {
        number += 1;
        const wrong = wrongInRow(table.name, row);
        if (wrong !== null) yield { table: table.name, number, row, wrong };
      }
    }
  }
}

function wrongInRow(table: string, row: ExportedRow): string | null {
  const encrypted = Object.keys(row).find((column) => row[column] === UNREADABLE);
  if (encrypted !== undefined) return `${encrypted} cannot be read with this shop's secret`;
  return wrongOf(table, row);
}

function decryptOrMark({ decrypt }: Pick<Vault, "decrypt">): Vault["decrypt"] {
  return (place, encrypted) => {
    try {
      return decrypt(place, encrypted);
    } catch {
      return UNREADABLE;
    }
  };
}
