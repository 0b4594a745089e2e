import { opendir, readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import { PROOF_MAX_BYTES } from "#shop/constants.ts";
import { PROOFS_TOPIC } from "#shop/orders/payment-mark.server.ts";
import { keepProof } from "#shop/payments/keep-proof.server.ts";
import { type KeptProof, proofNameOf } from "#shop/payments/proof-image.ts";
import { ExportProblem } from "./export-problem.ts";
import type { Moving } from "./moving.server.ts";
import type { Oddity, ReportRow } from "./report-row.ts";

const FILES_AT_ONCE = 100;
/** Buyers who send a picture in this moment come first. */
const BUSY_PAUSE_MS = 500;

type Waiting = { orderId: string; requestCode: string; hasProof: boolean };

const faults = { proofNotAnImage: "proofNotAPicture", proofTooBig: "proofTooBig", proofIncomplete: "proofCutOff" } as const;

/**
 * Gives orders their proofs, by the names that `moved_in.proof_file` keeps of the orders that came in. It runs last. Each picture is made anew, as one that is
 * uploaded; a preview does not open them. A proof that was erased stays away.
 * No order is locked before the last one is done. Throws `ExportProblem` for a folder that cannot be read. [S7.3]
 */
export async function moveProofs(moving: Moving, folder: string): Promise<void> {
  const { tx } = moving;
  await tx.execute(
    sql`create temporary table proofs_found (order_id text primary key, name text, key text, pixels bytea, look bit(2048)) on commit drop`,
  );
  await tx.execute(sql`create temporary table proof_files_seen (name text primary key) on commit drop`);
  let total = 0;
  for await (const files of inBatches(folder)) total += files.length;
  let done = 0;
  for await (const files of inBatches(folder)) {
    const orders = await ordersNaming(moving, files);
    for (const file of files) {
      await moving.tell([await moveFile(moving, folder, file, orders.get(basename(file)) ?? [])]);
      done += 1;
      moving.seen({ doing: "proofs", done, total });
    }
  }
  await tellMissing(moving);
  await giveProofs(moving);
}

/** The files below a folder, by their paths; links are not followed. */
async function* inBatches(folder: string): AsyncGenerator<string[]> {
  let batch: string[] = [];
  const entries = await opendir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new ExportProblem(`The folder of the proofs cannot be read (${error.code}).`);
  });
  for await (const entry of entries) {
    if (!entry.isFile()) continue;
    batch.push(join(entry.parentPath, entry.name));
    if (batch.length < FILES_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function ordersNaming({ tx }: Moving, files: readonly string[]): Promise<Map<string, Waiting[]>> {
  const names = [...new Set(files.map((file) => basename(file)))];
  await tx.execute(sql`insert into proof_files_seen select unnest(${sql.param(names)}::text[]) on conflict do nothing`);
  const { rows } = await tx.execute<Waiting & { name: string }>(sql`select i.proof_file as name, o.id as "orderId",
      o.request_code as "requestCode", o.proof_key is not null or o.proof_erased_at is not null as "hasProof"
    from moved_in i join orders o on o.id = i.local_id
    where i.kind = 'order' and i.proof_file = any(${sql.param(names)}::text[]) and o.payment_method = 'amazon'`);
  return Map.groupBy(rows, ({ name }) => name);
}

async function moveFile(moving: Moving, folder: string, file: string, orders: readonly Waiting[]): Promise<ReportRow> {
  const told = (outcome: ReportRow["outcome"], ...oddities: Oddity[]): ReportRow => {
    return { kind: "proof", path: join("proofs", relative(folder, file)), outcome, oddities };
  };
  if (orders.length === 0) return told("skipped", "proofOfNoOrder");
  const waiting = orders.filter(({ hasProof }) => !hasProof);
  if (waiting.length === 0) return told("unchanged");
  if ((await stat(file)).size > PROOF_MAX_BYTES) return told("skipped", "proofTooBig");
  if (moving.isPreview) return told("imported");

  const bytes = await readFile(file);
  for (const order of waiting) {
    const filename = basename(file).replace(`${order.requestCode}_`, "");
    const kept = await keepWhenFree(moving, { filename, bytes });
    if (typeof kept === "string") return told("skipped", kept);
    await noteFound(moving, order, kept);
  }
  return told("imported");
}

async function keepWhenFree({ services }: Moving, proof: { filename: string; bytes: Uint8Array }): Promise<KeptProof | Oddity> {
  let kept = await keepProof(services, proof);
  while (!kept.ok && kept.code === "proofsBusy") {
    await wait(BUSY_PAUSE_MS);
    kept = await keepProof(services, proof);
  }
  if (kept.ok) return kept.value;
  return kept.code === "proofsBusy" ? "proofNotAPicture" : faults[kept.code];
}

/** Of two files of one name the first counts; the picture of the other is swept away with all that no order has. */
async function noteFound({ tx }: Moving, { orderId, requestCode }: Waiting, { key, filename, seen }: KeptProof): Promise<void> {
  await tx.execute(sql`insert into proofs_found values (${orderId}, ${proofNameOf(requestCode, filename)}, ${key}, ${seen.pixels}::bytea,
    ${seen.look}::bit(2048)) on conflict do nothing`);
}

/** The orders whose proof is not in the folder, and not here yet. */
async function tellMissing({ tx, tell }: Moving): Promise<void> {
  const { rows } = await tx.execute<{ oldId: string }>(sql`select i.old_id as "oldId" from moved_in i join orders o on o.id = i.local_id
    where i.kind = 'order' and i.proof_file is not null and o.proof_key is null and o.proof_erased_at is null
      and not exists (select from proof_files_seen s where s.name = i.proof_file) order by i.old_id`);
  await tell(
    rows.map(({ oldId }) => ({
      ...{ kind: "proof", path: `requests/${oldId}/paymentProofUrl`, outcome: "skipped", oddities: ["proofFileMissing"] },
    })),
  );
}

/** The orders have their pictures, and what each is known again by: beside the mark of the order's gift card code, where it has one. */
async function giveProofs({ tx, at }: Moving): Promise<void> {
  await tx.execute(sql`delete from proofs_found p using orders o where o.id = p.order_id
    and (o.proof_key is not null or o.proof_erased_at is not null)`);
  await tx.execute(sql`update orders o set proof_name = p.name, proof_key = p.key from proofs_found p where o.id = p.order_id`);
  await tx.execute(sql`with marked as (
      update payment_marks m set proof_key = p.key, pixels = p.pixels, look = p.look,
        compare_at = case when p.look is null then m.compare_at else ${at}::timestamptz end
      from proofs_found p
      where m.id = (select min(n.id) from payment_marks n where n.order_id = p.order_id and n.proof_key is null)
      returning m.order_id)
    insert into payment_marks (order_id, noted_at, proof_key, pixels, look, compare_at)
    select p.order_id, o.created_at, p.key, p.pixels, p.look, case when p.look is not null then ${at}::timestamptz end
    from proofs_found p join orders o on o.id = p.order_id where p.order_id not in (select order_id from marked)`);
  await announce(tx, PROOFS_TOPIC);
}
