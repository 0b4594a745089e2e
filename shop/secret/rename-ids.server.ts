import type { ClientBase } from "pg";
import { isSame } from "#platform/encryption/vault.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { idFingerprint } from "#shop/stock/books/id-fingerprint.server.ts";
import { streamRows } from "#shop/verify/stream-rows.server.ts";
import { decrypted, inBatches, type Vaults } from "./reencrypt.server.ts";

type Unit = { id: string; productId: string; value: Buffer; fingerprint: Buffer };

/**
 * Re-encrypts every ID and gives it its new fingerprint; erased IDs keep theirs and are matched
 * with the earlier key. The product's ledger links the fingerprints. Needs a connection with the
 * new ledger key and chains that end with the old one. `seen` is called with the number of IDs.
 */
export async function renameIds(client: ClientBase, vaults: Vaults, seen: (ids: number) => void): Promise<void> {
  await client.query(
    `select ledger_write(product_id, 'rotated', null, '{}', 0, 0, 0, 0)
      from (select product_id from product_stock where ledger_seq > 0 order by product_id) as chains`,
  );
  const units = streamRows<Unit>(
    client,
    `select id::text as id, product_id as "productId", value, fingerprint from units where value is not null order by product_id, units.id`,
    { atOnce: 1_000 },
  );
  for await (const batch of inBatches(units)) {
    const renamed = batch.map((unit) => rename(vaults, unit));
    await client.query(
      `update units u set value = n.value, fingerprint = n.fingerprint
        from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as n (id, value, fingerprint) where u.id = n.id`,
      [batch.map(({ id }) => id), renamed.map(({ value }) => value), renamed.map(({ fingerprint }) => fingerprint)],
    );
    for (const [productId, pairs] of pairsByProduct(batch, renamed)) {
      await client.query("select ledger_write($1, 'rotated', null, $2::bytea[], 0, 0, 0, 0)", [productId, pairs]);
    }
    seen(batch.length);
  }
}

function rename({ from, to }: Vaults, { id, value, fingerprint }: Unit): { value: Buffer; fingerprint: Buffer } {
  const text = decrypted(from, placeOf("units.value", fingerprint), value, `ID ${id}`);
  if (!isSame(idFingerprint(from, text), fingerprint)) {
    throw new StartProblem(`ID ${id}: its value is not the one of its fingerprint. Nothing was changed.`);
  }
  const renamed = idFingerprint(to, text);
  return { value: to.encrypt(placeOf("units.value", renamed), text), fingerprint: renamed };
}

function pairsByProduct(units: Unit[], renamed: { fingerprint: Buffer }[]): Map<string, Buffer[]> {
  const pairs = new Map<string, Buffer[]>();
  for (const [at, { productId, fingerprint }] of units.entries()) {
    const its = pairs.get(productId) ?? [];
    its.push(fingerprint, renamed[at]?.fingerprint ?? fingerprint);
    pairs.set(productId, its);
  }
  return pairs;
}
