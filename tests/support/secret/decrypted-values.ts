import type { Services } from "#platform/provides.ts";
import { type EncryptedColumn, encryptedColumns, placeIn } from "#shop/encrypted-columns.server.ts";

/**
 * Decrypts the values of a column, of the rows and in the order that the rest of the statement says,
 * such as `where product_id = $1 order by id`.
 */
export async function decryptedValues(
  { db, vault }: Pick<Services, "db" | "vault">,
  column: EncryptedColumn,
  rest = "",
  values: unknown[] = [],
): Promise<string[]> {
  const [table, name] = column.split(".");
  const named = encryptedColumns[column].map((one) => `, ${one}`).join("");
  const { rows } = await db.$client.query(`select ${name} as "the value"${named} from ${table} ${rest}`, values);
  return rows.flatMap((row) => (row["the value"] === null ? [] : [vault.decrypt(placeIn(column, row), row["the value"])]));
}
