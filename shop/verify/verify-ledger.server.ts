import { isSame } from "#platform/encryption/vault.server.ts";
import { chainBegins, hasWholeFingerprints, headOf, type LedgerRow, ledgerColumns, macOf } from "#shop/ledger/ledger-row.server.ts";
import type { Fault } from "./fault.ts";
import { type Snapshot, streamRows } from "./stream-rows.server.ts";

/** Rows per fetch; a row contains up to 2,000 fingerprints. */
const ROWS_AT_ONCE = 50;

/** The end of a chain according to `product_stock`; null if the product has no such row. */
type Chain = { productId: string; seq: string | null; mac: Buffer | null; head: Buffer | null };

/**
 * Walks every product's chain and reports changed rows, missing rows and truncated ends. The keys
 * along a chain only ever move to a later one; the head uses the last.
 */
export async function* verifyLedger(snapshot: Snapshot, keys: Buffer[]): AsyncGenerator<Fault> {
  const { rows: chains } = await snapshot.query<Chain>(
    `select coalesce(s.product_id, l.product_id) as "productId", s.ledger_seq::text as seq, s.ledger_mac as mac, s.ledger_head as head
     from product_stock s full join (select distinct product_id from ledger) l on l.product_id = s.product_id order by 1`,
  );
  for (const chain of chains) yield* verifyChain(snapshot, keys, chain);
}

async function* verifyChain(snapshot: Snapshot, keys: Buffer[], chain: Chain): AsyncGenerator<Fault> {
  const name = `ledger of product ${chain.productId}`;
  const rows = streamRows<LedgerRow>(snapshot, `select ${ledgerColumns} from ledger where product_id = $1 order by ledger.seq`, {
    values: [chain.productId],
    atOnce: ROWS_AT_ONCE,
  });
  let [last, mac]: [number, Buffer | null] = [0, chainBegins];
  let left = keys;
  for await (const row of rows) {
    const seq = Number(row.seq);
    if (seq > last + 1) {
      yield { row: name, wrong: missing(last + 1, seq - 1) };
      // The previous MAC is missing, so this row cannot be checked; the next one can.
      mac = null;
    }
    const fitting = mac === null ? left : fittingKeys(left, mac, row);
    if (fitting.length === 0 || !hasWholeFingerprints(row))
      yield { row: `${name}, row ${seq}`, wrong: "changed, or not written by this shop" };
    else left = fitting;
    [last, mac] = [seq, row.mac];
  }
  yield* verifyEnd(keys.at(-1) ?? chainBegins, name, chain, { last, mac: mac ?? chainBegins });
}

/** The key that this row was signed with and the later ones; empty if none fits. */
function fittingKeys(keys: Buffer[], before: Buffer, row: LedgerRow): Buffer[] {
  const at = keys.findIndex((key) => isSame(macOf(key, before, row), row.mac));
  return at < 0 ? [] : keys.slice(at);
}

function* verifyEnd(key: Buffer, name: string, chain: Chain, { last, mac }: { last: number; mac: Buffer }): Generator<Fault> {
  if (chain.seq === null || chain.mac === null || chain.head === null) {
    yield { row: name, wrong: "the product has no stock row, so its end cannot be compared" };
    return;
  }
  const end = Number(chain.seq);
  if (last < end) yield { row: name, wrong: missing(last + 1, end) };
  if (last > end) yield { row: name, wrong: `it has ${last} rows, and its end says ${end}` };
  if (last === end && !isSame(mac, chain.mac)) yield { row: name, wrong: "its last row is not the one that its end names" };
  const head = end === 0 ? chainBegins : headOf(key, chain.mac);
  if (!isSame(head, chain.head)) yield { row: name, wrong: "its end was changed: rows may have been cut off" };
}

function missing(from: number, to: number): string {
  return from === to ? `row ${from} is missing` : `rows ${from} to ${to} are missing`;
}
