import { isSame } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { idFingerprint } from "#shop/stock/books/id-fingerprint.server.ts";
import type { Fault } from "./fault.ts";
import { type Snapshot, streamRows } from "./stream-rows.server.ts";

type Twin = { id: string; value: Buffer; print: Buffer; twinOf: string; otherPrint: Buffer | null; isOtherErased: boolean };

/**
 * Reports IDs marked as the twin of a missing ID, of another twin or of a different ID: such an ID
 * would not be found when somebody adds it again. If the original was erased, this cannot be
 * checked. [S3.9]
 */
export async function* verifyTwins({ vault }: Pick<Services, "vault">, snapshot: Snapshot): AsyncGenerator<Fault> {
  const rows = streamRows<Twin>(
    snapshot,
    `select u.id, u.value, u.fingerprint as print, u.twin_of as "twinOf", o.fingerprint as "otherPrint", o.id is not null and o.value is null as "isOtherErased"
     from units u left join units o on o.id = u.twin_of and o.id <> u.id and o.twin_of is null
     where u.twin_of is not null and u.value is not null order by u.id`,
  );
  for await (const twin of rows) {
    if (!isTwin(vault, twin)) yield { row: `ID ${twin.id}`, wrong: `marked as the same ID as ID ${twin.twinOf}, and is not` };
  }
}

function isTwin(vault: Services["vault"], { value, print, otherPrint, isOtherErased }: Twin): boolean {
  if (isOtherErased) return true;
  try {
    return otherPrint !== null && isSame(idFingerprint(vault, vault.decrypt(placeOf("units.value", print), value)), otherPrint);
  } catch {
    // `verifyValues` reports values that cannot be decrypted.
    return true;
  }
}
