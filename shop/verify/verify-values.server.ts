import { isSame } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ROW_NUMBER_MAX } from "#shop/rows/constants.ts";
import { canBeHandedOver, isIdValue } from "#shop/rows/id-row.ts";
import { idFingerprint } from "#shop/stock/books/id-fingerprint.server.ts";
import { readId } from "#shop/stock/ids/id.ts";
import type { Fault } from "./fault.ts";
import { type Snapshot, streamRows } from "./stream-rows.server.ts";

/**
 * Decrypts every ID that was not erased. Reports values that cannot be decrypted, do not match
 * their fingerprint, have no visible character or would be refused by the forms.
 * Also reports row numbers that are too high, of erased IDs too. [S3.9]
 */
export async function* verifyValues({ vault }: Pick<Services, "vault">, snapshot: Snapshot): AsyncGenerator<Fault> {
  const rows = streamRows<Unit>(
    snapshot,
    `select id, value, fingerprint, (withdrawn is null or withdrawn = 'held back') and not exists (
       select from order_units h where h.unit_id = u.id and h.delivered_at is not null
     ) as "isToBeHandedOver" from units u where value is not null order by id`,
  );
  for await (const unit of rows) {
    for (const wrong of objectionsTo(vault, unit)) yield { row: `ID ${unit.id}`, wrong };
  }
  yield* streamRows<Fault>(snapshot, "select 'ID ' || id as row, 'its number is too high' as wrong from units where id > $1", {
    values: [ROW_NUMBER_MAX],
  });
}

type Unit = { id: string; value: Buffer; fingerprint: Buffer; isToBeHandedOver: boolean };

function objectionsTo(vault: Services["vault"], { value, fingerprint, isToBeHandedOver }: Unit): string[] {
  try {
    const id = vault.decrypt(placeOf("units.value", fingerprint), value);
    const isItsOwn = isSame(idFingerprint(vault, id), fingerprint);
    return [
      ...(isItsOwn ? [] : ["its value is not the one of its fingerprint"]),
      ...(readId(id) === null
        ? ["nothing of it can be seen"]
        : (isToBeHandedOver ? canBeHandedOver(id) : isIdValue(id))
          ? []
          : ["its value is no ID that a form accepts"]),
    ];
  } catch {
    return ["its value cannot be read with this shop's secret"];
  }
}
