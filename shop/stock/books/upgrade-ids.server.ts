import { setImmediate as others } from "node:timers/promises";
import type { ClientBase } from "pg";
import { withoutTriggers } from "#platform/database/without-triggers.server.ts";
import { isSame, type Vault } from "#platform/encryption/vault.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { readId } from "../ids/id.ts";
import { earlierIdFingerprints, idFingerprint, twinFingerprint } from "./id-fingerprint.server.ts";
import { type LeftStock, partTwins } from "./separate-twins.server.ts";

/**
 * The result of an upgrade: how many fingerprints changed, how many values were stored without
 * hidden characters, and what happened to twins.
 */
type UpgradedIds = LeftStock & { renamed: number; cleaned: number };

/** A step for each version that changed the canonical form; unfinished ones are done at once. */
const STEPS = ["canonical ids", "ids without blanks"];
/** IDs per step; each step is one transaction. */
const IDS_IN_STEP = 50_000;
/** IDs processed before yielding to the event loop. */
const AT_ONCE = 50;
/** Fingerprint pairs per ledger row. */
const PAIRS_IN_ROW = 1_000;

type Unit = { id: number; productId: string; value: Buffer | null; fingerprint: Buffer };
type Renamed = { id: number; productId: string; from: Buffer; to: Buffer; value: Buffer | null; same: Buffer; twinOf: number | null };
type Twin = { id: number; of: number };
/**
 * The changes of one step, in the order of writing: rows that make room for an older twin, the
 * other rows, and the new twins.
 */
type Changes = { displaced: Renamed[]; renamed: Renamed[]; twins: Twin[] };

/**
 * Gives every ID of an earlier version the fingerprint of its canonical form, in one transaction
 * per step; an interrupted upgrade continues where it stopped. The ledger links old and new
 * fingerprints. IDs that are not delivered yet are stored without hidden characters, and twins are
 * withdrawn at the end. Returns null if nothing is left to do. Nothing else may change IDs
 * meanwhile. `seen` is called with the number of IDs processed. [S3.9]
 */
export async function upgradeIds(client: ClientBase, vault: Vault, seen: (ids: number) => void = () => {}): Promise<UpgradedIds | null> {
  const { rows } = await client.query<{ after: number | null }>(
    "select min(after_id)::float8 as after from upgrade_steps where name = any($1) and finished_at is null",
    [STEPS],
  );
  const begun = rows[0]?.after ?? null;
  if (begun === null) return null;

  const upgraded = { renamed: 0, cleaned: 0 };
  let units = await unitsAfter(client, begun);
  let due = await dueOf(vault, units);
  for (let done = 0; ; ) {
    const last = units.at(-1);
    if (!last) break;
    const next = await unitsAfter(client, last.id);
    // Decrypt and check the next step while the database writes this one.
    const [step, nextDue] = await Promise.all([inTransaction(client, () => writeStep(client, vault, due, last)), dueOf(vault, next)]);
    upgraded.renamed += step.renamed;
    upgraded.cleaned += step.cleaned;
    done += units.length;
    seen(done);
    [units, due] = [next, nextDue];
  }
  const left = await inTransaction(client, async () => {
    const parted = await partTwins(client);
    await client.query("update upgrade_steps set finished_at = now() where name = any($1) and finished_at is null", [STEPS]);
    return parted;
  });
  return { ...upgraded, ...left };
}

async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const done = await work();
    await client.query("commit");
    return done;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/**
 * The units of one step. They can be read before the previous step is written: a unit that step
 * displaces in favour of an older twin is never due for a change itself.
 */
async function unitsAfter(client: ClientBase, id: number): Promise<Unit[]> {
  const { rows } = await client.query<Unit>(
    `select id::float8 as id, product_id as "productId", value, fingerprint from units
      where id > $1 and value is not null and twin_of is null order by id limit ${IDS_IN_STEP}`,
    [id],
  );
  return rows;
}

async function writeStep(client: ClientBase, vault: Vault, due: Due, last: Unit): Promise<{ renamed: number; cleaned: number }> {
  const changes = await changesOf(client, vault, due.units);
  const renamed = [...changes.displaced, ...changes.renamed];
  let cleaned = 0;
  if (renamed.length > 0 || changes.twins.length > 0) {
    // A trigger forbids changing fingerprints. The other triggers guard against things that cannot
    // happen here.
    await withoutTriggers(client, async () => {
      for (const together of [changes.displaced, changes.renamed]) cleaned += await rename(client, together);
      await markTwins(client, changes.twins);
    });
  }
  await withdraw(client, due.unseen);
  await client.query("update upgrade_steps set after_id = $2 where name = any($1) and finished_at is null", [STEPS, last.id]);
  return { renamed: renamed.length, cleaned };
}

/** Decides what to change about each unit. */
async function changesOf(client: ClientBase, vault: Vault, due: readonly DueUnit[]): Promise<Changes> {
  const changes: Changes = { displaced: [], renamed: [], twins: [] };
  const holders = await holdersOf(
    client,
    due.map(({ to }) => to),
  );
  for (const unit of due) {
    const print = unit.to.toString("hex");
    const holder = holders.get(print);
    if (holder && (holder.value === null || holder.id < unit.id)) {
      changes.twins.push({ id: unit.id, of: holder.id });
      continue;
    }
    if (holder?.value) {
      const text = vault.decrypt(placeOf("units.value", holder.fingerprint), holder.value);
      const to = twinFingerprint(vault, text);
      const same = vault.encrypt(placeOf("units.value", to), text);
      changes.displaced.push({ ...holder, from: holder.fingerprint, to, value: null, same, twinOf: unit.id });
    }
    changes.renamed.push({ ...unit, twinOf: null });
    holders.set(print, { id: unit.id, productId: unit.productId, fingerprint: unit.to, value: unit.same });
  }
  return changes;
}

/**
 * A unit that gets a new fingerprint, for which its text is encrypted again: `value` is the new text
 * if that changes, `same` the one that it has.
 */
type DueUnit = Omit<Renamed, "twinOf">;
/** The units of a step that must change, and the IDs of those without any visible character. */
type Due = { units: DueUnit[]; unseen: number[] };

/**
 * Finds the units whose fingerprint is that of their text, or of its earlier canonical form,
 * although their canonical form differs.
 * Yields to the event loop so that running queries continue.
 */
async function dueOf(vault: Vault, units: readonly Unit[]): Promise<Due> {
  const due: Due = { units: [], unseen: [] };
  for (const [n, { id, productId, value, fingerprint }] of units.entries()) {
    if (n % AT_ONCE === 0) await others();
    // Skip units that cannot be decrypted or have an unknown fingerprint; `verify` reports them.
    const text = value && openedOrNull(vault, value, fingerprint);
    if (!value || text === null) continue;
    const read = readId(text);
    if (read === null) {
      due.unseen.push(id);
      continue;
    }
    if (read.canonical === text) continue;
    const to = idFingerprint(vault, read.canonical);
    if (isSame(fingerprint, to) || !earlierIdFingerprints(vault, text).some((print) => isSame(fingerprint, print))) continue;
    const encrypted = (stored: string) => vault.encrypt(placeOf("units.value", to), stored);
    const cleaned = read.value === text ? null : encrypted(read.value);
    due.units.push({ id, productId, from: fingerprint, to, value: cleaned, same: encrypted(text) });
  }
  return due;
}

function openedOrNull(vault: Vault, value: Buffer, fingerprint: Buffer): string | null {
  try {
    return vault.decrypt(placeOf("units.value", fingerprint), value);
  } catch {
    return null;
  }
}

async function holdersOf(client: ClientBase, prints: Buffer[]): Promise<Map<string, Unit>> {
  if (prints.length === 0) return new Map();
  const { rows } = await client.query<Unit>(
    `select u.id::float8 as id, u.product_id as "productId", u.value, u.fingerprint
      from unnest($1::bytea[]) as given (print) cross join lateral (select * from units where fingerprint = given.print offset 0) as u`,
    [prints],
  );
  return new Map(rows.map((unit) => [unit.fingerprint.toString("hex"), unit]));
}

/**
 * Writes the new fingerprints and the ledger rows that link them. Delivered values stay as they
 * were. Returns how many values were re-encrypted.
 */
async function rename(client: ClientBase, renamed: readonly Renamed[]): Promise<number> {
  if (renamed.length === 0) return 0;
  const { rows } = await client.query<{ cleaned: boolean }>(
    `update units u set fingerprint = n.fingerprint, twin_of = n.twin_of, value = case when n.value is not null and n.is_ours then n.value else n.same end
      from (
        select given.*, u.withdrawn is distinct from 'faulty'
          and not exists (select from order_units h where h.unit_id = given.id and h.delivered_at is not null) as is_ours
        from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bigint[], $5::bytea[]) as given (id, fingerprint, value, twin_of, same) join units u on u.id = given.id
      ) as n where u.id = n.id returning n.value is not null and n.is_ours as cleaned`,
    [
      renamed.map(({ id }) => id),
      renamed.map(({ to }) => to),
      renamed.map(({ value }) => value),
      renamed.map(({ twinOf }) => twinOf),
      renamed.map(({ same }) => same),
    ],
  );
  const pairs = new Map<string, Buffer[]>();
  for (const { productId, from, to } of renamed) {
    const its = pairs.get(productId) ?? [];
    pairs.set(productId, its);
    its.push(from, to);
  }
  for (const [productId, prints] of [...pairs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (let at = 0; at < prints.length; at += 2 * PAIRS_IN_ROW) {
      const row = prints.slice(at, at + 2 * PAIRS_IN_ROW);
      await client.query("select ledger_write($1, 'rotated', null, $2::bytea[], 0, 0, 0, 0)", [productId, row]);
    }
  }
  return rows.filter(({ cleaned }) => cleaned).length;
}

async function markTwins(client: ClientBase, twins: readonly Twin[]): Promise<void> {
  if (twins.length === 0) return;
  await client.query(
    "update units u set twin_of = n.twin_of from unnest($1::bigint[], $2::bigint[]) as n (id, twin_of) where u.id = n.id",
    [twins.map(({ id }) => id), twins.map(({ of }) => of)],
  );
}

/** Withdraws IDs without visible characters unless an order has them. */
async function withdraw(client: ClientBase, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `with gone as (
      delete from free_units where unit_id = any($1::bigint[]) returning product_id, unit_id
    ), counted as (
      update product_stock s set available = available - g.n from (select product_id, count(*) as n from gone group by 1) as g where s.product_id = g.product_id
    )
    select from gone`,
    [ids],
  );
  await client.query(
    `update units set withdrawn = 'faulty', withdrawn_at = now() where id = any($1::bigint[]) and withdrawn is null
      and not exists (select from order_units h where h.unit_id = units.id)`,
    [ids],
  );
}
