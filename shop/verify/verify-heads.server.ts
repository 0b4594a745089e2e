import { isSame } from "#platform/encryption/vault.server.ts";
import type { LedgerHead } from "#shop/ledger/ledger-heads.server.ts";
import { headOf } from "#shop/ledger/ledger-row.server.ts";
import type { Fault } from "./fault.ts";
import type { Snapshot } from "./stream-rows.server.ts";

/**
 * Earlier ends of the ledger's chains, and where they were recorded, such as `the backup of
 * 2026-11-21T12:00:00Z`.
 */
export type RecordedHeads = { by: string; heads: LedgerHead[] };

/**
 * The current state of a recorded chain: its length, and the MAC of the row that was its last then;
 * null if missing.
 */
type Chain = { productId: string; end: string | null; mac: Buffer | null };

const HEADS_AT_ONCE = 500;

/**
 * Compares recorded heads with the current chains. A ledger that was rolled back, truncated or
 * rewritten is consistent in itself but disagrees with heads recorded elsewhere. A head recorded
 * before the secret was rotated uses an earlier key.
 */
export async function* verifyHeads(snapshot: Snapshot, keys: Buffer[], { by, heads }: RecordedHeads): AsyncGenerator<Fault> {
  for (let from = 0; from < heads.length; from += HEADS_AT_ONCE) {
    const recorded = heads.slice(from, from + HEADS_AT_ONCE);
    const { rows } = await snapshot.query<Chain>(
      `select n.product_id as "productId", s.ledger_seq::text as "end", l.mac
       from unnest($1::text[], $2::bigint[]) with ordinality as n (product_id, seq, place)
       left join product_stock s on s.product_id = n.product_id left join ledger l on l.product_id = n.product_id and l.seq = n.seq
       order by n.place`,
      [recorded.map(({ productId }) => productId), recorded.map(({ seq }) => seq)],
    );
    for (const [at, head] of recorded.entries()) {
      const wrong = whatIsWrong(keys, head, rows[at]);
      if (wrong) yield { row: `ledger of product ${head.productId}`, wrong: `${by} ${wrong}` };
    }
  }
}

function whatIsWrong(keys: Buffer[], { seq, head }: LedgerHead, chain: Chain | undefined): string | null {
  if (!chain || chain.end === null) return `knows it with ${seq} rows, and it is gone`;
  if (seq === 0) return null;
  if (chain.mac !== null) {
    const now = chain.mac;
    return keys.some((key) => isSame(headOf(key, now), Buffer.from(head, "hex")))
      ? null
      : `knows another row ${seq}: it was written anew from there or before`;
  }
  const end = Number(chain.end);
  return end < seq
    ? `knows it with ${seq} rows, and it has ${end}: it was cut off, or the shop was set back to an earlier state`
    : `knows a row ${seq}, which is missing`;
}
