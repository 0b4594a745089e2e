import type { Services } from "#platform/provides.ts";
import { type EncryptedColumn, placeIn, selectEncrypted } from "#shop/encrypted-columns.server.ts";
import type { Fault } from "./fault.ts";
import { type Snapshot, streamRows } from "./stream-rows.server.ts";

/**
 * Decrypts every value of these columns and reports those that cannot be read: damaged ones, and
 * ones that were encrypted for another row or column.
 */
export async function* verifyEncrypted(
  { vault }: Pick<Services, "vault">,
  snapshot: Snapshot,
  columns: readonly EncryptedColumn[],
): AsyncGenerator<Fault> {
  for (const name of columns) {
    const [table = "", column = ""] = name.split(".");
    const rows = streamRows<{ "the value": Buffer }>(snapshot, selectEncrypted(name));
    for await (const { "the value": value, ...row } of rows) {
      const place = placeIn(name, row);
      if (!isReadable(() => vault.decrypt(place, value)))
        yield {
          row: [`row of ${table}`, ...place.row.split("\0")].join(" ").trim(),
          wrong: `${column} cannot be read with this shop's secret`,
        };
    }
  }
}

function isReadable(decrypt: () => string): boolean {
  try {
    decrypt();
    return true;
  } catch {
    return false;
  }
}
