import { opendir, readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { sql } from "drizzle-orm";
import { PROOF_MAX_BYTES } from "#shop/payments/constants.ts";
import { proofNameOf, type StoredProof } from "#shop/payments/proof-image.ts";
import { storeProof } from "#shop/payments/store-proof.server.ts";
import { textOf } from "#shop/refusal.ts";
import { ExportProblem } from "../export-problem.ts";
import type { Migration } from "../migration.server.ts";
import type { ReportRow, Warning } from "../report/report-row.ts";

const FILES_AT_ONCE = 100;

type Waiting = { orderId: string; requestCode: string; hasProof: boolean };

const faults = {
  proofNotAnImage: "proofNotAPicture",
  proofTooBig: "proofTooBig",
  pictureSideTooLong: "proofTooBig",
  proofIncomplete: "proofCutOff",
  pictureDamaged: "proofDamaged",
  pictureUnreadable: "proofDamaged",
} as const;

/**
 * Attaches proofs to imported orders, by the file names in `old_shop_rows.proof_file`. Runs last.
 * Each picture is re-encoded like an upload; a preview does not open them. An erased proof stays
 * erased. Orders are locked only after all pictures are done. Throws `ExportProblem` for a folder
 * that cannot be read. [S7.3]
 */
export async function importProofs(migration: Migration, folder: string): Promise<void> {
  const { tx } = migration;
  await tx.execute(
    sql`create temporary table proofs_found (order_id text primary key, name text, key text, pixels bytea, perceptual_hash bit(2048)) on commit drop`,
  );
  await tx.execute(sql`create temporary table proof_files_seen (name text primary key) on commit drop`);
  let total = 0;
  for await (const files of inBatches(folder)) total += files.length;
  let done = 0;
  for await (const files of inBatches(folder)) {
    const orders = await ordersNaming(migration, files);
    for (const file of files) {
      await migration.report([await importFile(migration, folder, file, orders.get(basename(file)) ?? [])]);
      done += 1;
      migration.seen({ doing: "proofs", done, total });
    }
  }
  await reportMissing(migration);
  await giveProofs(migration);
}

/** The files below a folder, by path, in batches; links are not followed. */
async function* inBatches(folder: string): AsyncGenerator<string[]> {
  let batch: string[] = [];
  const entries = await opendir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new ExportProblem(textOf("proofFolderUnreadable", { error: error.code ?? "" }));
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

async function ordersNaming({ tx }: Migration, files: readonly string[]): Promise<Map<string, Waiting[]>> {
  const names = [...new Set(files.map((file) => basename(file)))];
  await tx.execute(sql`insert into proof_files_seen select unnest(${sql.param(names)}::text[]) on conflict do nothing`);
  const { rows } = await tx.execute<Waiting & { name: string }>(sql`select i.proof_file as name, o.id as "orderId",
      o.request_code as "requestCode", o.proof_key is not null or o.proof_erased_at is not null as "hasProof"
    from old_shop_rows i join orders o on o.id = i.local_id
    where i.kind = 'order' and i.proof_file = any(${sql.param(names)}::text[]) and o.payment_method = 'amazon'`);
  return Map.groupBy(rows, ({ name }) => name);
}

async function importFile(migration: Migration, folder: string, file: string, orders: readonly Waiting[]): Promise<ReportRow> {
  const reported = (outcome: ReportRow["outcome"], ...warnings: Warning[]): ReportRow => {
    return { kind: "proof", path: join("proofs", relative(folder, file)), outcome, warnings };
  };
  if (orders.length === 0) return reported("skipped", "proofOfNoOrder");
  const waiting = orders.filter(({ hasProof }) => !hasProof);
  if (waiting.length === 0) return reported("unchanged");
  if ((await stat(file)).size > PROOF_MAX_BYTES) return reported("skipped", "proofTooBig");
  if (migration.isPreview) return reported("imported");

  const bytes = await readFile(file);
  for (const order of waiting) {
    const filename = basename(file).replace(`${order.requestCode}_`, "");
    const stored = await store(migration, { filename, bytes });
    if (typeof stored === "string") return reported("skipped", stored);
    await recordFound(migration, order, stored);
  }
  return reported("imported");
}

/** The decoder queues these pictures separately and does not refuse them when it is busy. */
async function store({ services }: Migration, proof: { filename: string; bytes: Uint8Array }): Promise<StoredProof | Warning> {
  const stored = await storeProof(services, proof);
  if (stored.ok) return stored.value;
  return stored.code === "proofsBusy" || stored.code === "tooManyPictures" ? "proofNotAPicture" : faults[stored.code];
}

/**
 * Of two files with the same name the first counts; the sweep of unused files removes the other's
 * picture.
 */
async function recordFound({ tx }: Migration, { orderId, requestCode }: Waiting, { key, filename, seen }: StoredProof): Promise<void> {
  await tx.execute(sql`insert into proofs_found values (${orderId}, ${proofNameOf(requestCode, filename)}, ${key}, ${seen.pixels}::bytea,
    ${seen.perceptualHash}::bit(2048)) on conflict do nothing`);
}

/** Reports the orders whose proof is neither in the folder nor here. */
async function reportMissing({ tx, report }: Migration): Promise<void> {
  const { rows } = await tx.execute<{
    oldId: string;
  }>(sql`select i.old_id as "oldId" from old_shop_rows i join orders o on o.id = i.local_id
    where i.kind = 'order' and i.proof_file is not null and o.proof_key is null and o.proof_erased_at is null
      and not exists (select from proof_files_seen s where s.name = i.proof_file) order by i.old_id`);
  await report(
    rows.map(({ oldId }) => ({
      kind: "proof",
      path: `requests/${oldId}/paymentProofUrl`,
      outcome: "skipped",
      warnings: ["proofFileMissing"],
    })),
  );
}

/**
 * Attaches the pictures, and adds their fingerprints to the payment fingerprint of the order's gift
 * card code, if there is one.
 */
async function giveProofs({ tx, at }: Migration): Promise<void> {
  await tx.execute(sql`delete from proofs_found p using orders o where o.id = p.order_id
    and (o.proof_key is not null or o.proof_erased_at is not null)`);
  await tx.execute(sql`update orders o set proof_name = p.name, proof_key = p.key from proofs_found p where o.id = p.order_id`);
  await tx.execute(sql`with updated as (
      update payment_fingerprints m set proof_key = p.key, pixels = p.pixels, perceptual_hash = p.perceptual_hash,
        compare_at = case when p.perceptual_hash is null then m.compare_at else ${at}::timestamptz end
      from proofs_found p
      where m.id = (select min(n.id) from payment_fingerprints n where n.order_id = p.order_id and n.proof_key is null)
      returning m.order_id)
    insert into payment_fingerprints (order_id, recorded_at, proof_key, pixels, perceptual_hash, compare_at)
    select p.order_id, o.created_at, p.key, p.pixels, p.perceptual_hash, case when p.perceptual_hash is not null then ${at}::timestamptz end
    from proofs_found p join orders o on o.id = p.order_id where p.order_id not in (select order_id from updated)`);
}
