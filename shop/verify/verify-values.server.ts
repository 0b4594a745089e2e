import type { Services } from "#platform/provides.ts";
import { isSame } from "#platform/vault.server.ts";
import type { Fault } from "./fault.ts";
import { type Snapshot, streamRows } from "./stream-rows.server.ts";

/** Opens every ID that was not erased, and names those that cannot be read with the shop's secret, and those whose fingerprint is another's. */
export async function* verifyValues({ vault }: Pick<Services, "vault">, snapshot: Snapshot): AsyncGenerator<Fault> {
  const rows = streamRows<{ id: string; value: Buffer; fingerprint: Buffer }>(
    snapshot,
    "select id, value, fingerprint from units where value is not null order by id",
  );
  for await (const { id, value, fingerprint } of rows) {
    const wrong = objectionTo(vault, value, fingerprint);
    if (wrong !== null) yield { row: `ID ${id}`, wrong };
  }
}

function objectionTo(vault: Services["vault"], value: Buffer, fingerprint: Buffer): string | null {
  try {
    return isSame(vault.fingerprint(vault.open(value)), fingerprint) ? null : "its value is not the one of its fingerprint";
  } catch {
    return "its value cannot be read with this shop's secret";
  }
}
