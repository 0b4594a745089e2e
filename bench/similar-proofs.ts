import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { openLog } from "#platform/log.server.ts";
import { openPictures } from "#platform/pictures/open-pictures.server.ts";
import { findSimilarProofs } from "#shop/orders/proofs/find-similar-proofs.server.ts";
import { findOrderInDepth } from "#shop/orders/reading/order-detail.server.ts";
import type { StoredProof } from "#shop/payments/proof-image.ts";
import { storeProof } from "#shop/payments/store-proof.server.ts";
import { aGiftCardScreenshot, changes, drawing } from "#tests/support/pictures/similar-proofs.ts";
import { decoderLimits, decoderProgram } from "../server/processes/decoder-program.ts";
import { benchLedger, benchVault } from "./load/pgbench.ts";
import { figuresText, median } from "./measuring/figures.ts";
import { report, reportAtMost } from "./measuring/report.ts";

/** Can be changed on the command line: `npm run bench -- similar-proofs 200`. */
const PICTURES = Number(process.argv[2] ?? 100);
const PROOFS = 100_000;
const LOADS = 20;
/** The usual threshold of a 64-bit difference hash for the same picture. */
const USUAL_BITS = 10;
const FALSE_ALARMS_MAX = 0.02;
const HITS_MIN = 0.9;
const PAGE_MAX_MS = 50;

const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
await chmod(folder, 0o711);
const postgres = await openEmbedded(folder);
const db = openDatabase(postgres.url, { settings: benchLedger, forNobody: true });
const decoding = openPictures(decoderProgram(), decoderLimits, openLog("warn"));
const services = { db, files: openDiskFiles(join(folder, "files")), pictures: decoding.pictures, vault: benchVault };
const draw = drawing(1);

try {
  await migrate(db);
  await db.$client.query("insert into products (id, name, price_paise, created_at, updated_at) values ('p', 'Account', 100, now(), now())");
  const originals = [];
  for (let n = 0; n < PICTURES; n += 1) originals.push(await aGiftCardScreenshot(draw));
  const stored = [];
  for (const [n, picture] of originals.entries()) stored.push(await enter(n, await store(picture)));

  console.log(`${PICTURES} screenshots of one app, with another code, amount, time, date and order in each.\n`);
  const searches: number[] = [];
  const alarms = await falseAlarms(stored, searches);
  const usual = await usualFalseAlarms(originals);
  report({
    measure: `false alarms among ${PICTURES} screenshots of one app (yardstick: the usual difference hash of 64 bits)`,
    figure: percent(alarms / PICTURES),
    yardstick: percent(usual / PICTURES),
    ratio: (alarms / usual).toFixed(3),
    toReach: `≤ ${percent(FALSE_ALARMS_MAX)}`,
    isReached: alarms / PICTURES <= FALSE_ALARMS_MAX,
  });

  const hits = await foundAgain(originals, searches);
  report({
    measure: "the same picture, changed a little, is found among them",
    figure: percent(hits),
    yardstick: "",
    ratio: "",
    toReach: `≥ ${percent(HITS_MIN)}`,
    isReached: hits >= HITS_MIN,
  });
  console.log(`One search, pictures read and compared: ${figuresText(searches, "ms")}\n`);

  const page = await pageAmongMany();
  reportAtMost(`an order's page among ${PROOFS.toLocaleString("en")} proofs, 20 with its code`, page, "ms", PAGE_MAX_MS);
} finally {
  await decoding.close();
  await closeDatabase(db);
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}

async function store(bytes: Buffer): Promise<StoredProof> {
  const proof = await storeProof(services, { filename: "proof.png", bytes });
  if (!proof.ok) throw new Error(proof.code);
  return proof.value;
}

/** Inserts an order with this proof, with just the columns that the search needs. */
async function enter(n: number, proof: StoredProof): Promise<StoredProof> {
  await db.$client.query(
    `insert into orders (id, request_code, status, cancelled_at, product_id, product_name, quantity, price_paise, total_paise, payment_method, proof_name, proof_key, created_at)
     values ($1, 'REQ-' || $1, 'cancelled', now(), 'p', 'Account', 1, 100, 100, 'amazon', 'proof.jpg', $2, now())`,
    [String(n), proof.key],
  );
  await db.$client.query(
    "insert into payment_fingerprints (order_id, recorded_at, proof_key, pixels, perceptual_hash) values ($1, now(), $2, $3, $4)",
    [String(n), proof.key, proof.seen.pixels, proof.seen.perceptualHash],
  );
  return proof;
}

async function search(orderId: string, { key, seen }: StoredProof, searches: number[]): Promise<string[]> {
  const bytes = await services.files.get(key);
  if (!bytes || seen.perceptualHash === null) return [];
  const startedAt = performance.now();
  const fingerprintIds = await findSimilarProofs(services, { orderId, pixels: seen.pixels, perceptualHash: seen.perceptualHash }, bytes);
  searches.push(performance.now() - startedAt);
  const { rows } = await db.$client.query<{ orderId: string }>(
    'select order_id as "orderId" from payment_fingerprints where id = any($1)',
    [fingerprintIds],
  );
  return rows.map((row) => row.orderId);
}

/** How many pictures are reported as similar to another one. */
async function falseAlarms(stored: StoredProof[], searches: number[]): Promise<number> {
  let alarms = 0;
  for (const [n, proof] of stored.entries()) if ((await search(String(n), proof, searches)).length > 0) alarms += 1;
  return alarms;
}

/**
 * Searches each picture again after one kind of change at a time. Returns the share that is found,
 * and reports it for each kind.
 */
async function foundAgain(originals: Buffer[], searches: number[]): Promise<number> {
  const found = new Map<string, boolean[]>();
  let others = 0;
  for (const [n, picture] of originals.entries()) {
    const [name, change] = Object.entries(changes)[n % Object.keys(changes).length] ?? [];
    if (!name || !change) continue;
    const alike = await search("new", await store(await change(picture, draw)), searches);
    found.set(name, [...(found.get(name) ?? []), alike.includes(String(n))]);
    if (alike.some((orderId) => orderId !== String(n))) others += 1;
  }
  for (const [name, attempts] of found) console.log(`  ${name}: ${attempts.filter(Boolean).length} of ${attempts.length}`);
  console.log(`  besides, another one was named for ${others} of ${originals.length}`);
  const all = [...found.values()].flat();
  return all.filter(Boolean).length / all.length;
}

/** How many pictures the usual hash confuses with another one. */
async function usualFalseAlarms(originals: Buffer[]): Promise<number> {
  const hashes: boolean[][] = [];
  for (const picture of originals) {
    const shades = await sharp(picture).resize(9, 8, { fit: "fill" }).greyscale().raw().toBuffer();
    hashes.push(Array.from({ length: 64 }, (_, n) => (shades[n + Math.floor(n / 8)] ?? 0) > (shades[n + Math.floor(n / 8) + 1] ?? 0)));
  }
  const far = (one: boolean[], other: boolean[]) => one.filter((bit, n) => bit !== other[n]).length;
  return hashes.filter((hash) => hashes.some((other) => other !== hash && far(hash, other) <= USUAL_BITS)).length;
}

/**
 * How long the queries of an order's page take, and one search in the database, among this many
 * proofs; compared with reading one row by its key.
 */
async function pageAmongMany(): Promise<number[]> {
  await db.$client.query(
    `with placed as (
       insert into orders (id, request_code, status, cancelled_at, product_id, product_name, quantity, price_paise, total_paise, payment_method, proof_name, proof_key, created_at)
       select 'many-' || n, 'REQ-MANY' || n, 'cancelled', now(), 'p', 'Account', 1, 100, 100, 'amazon', 'proof.jpg', 'many-' || n, now()
       from generate_series(1, $1::integer) n returning id)
     insert into payment_fingerprints (order_id, recorded_at, proof_key, pixels) select id, now(), id, sha256(id::bytea) from placed`,
    [PROOFS],
  );
  await db.$client.query(
    `update payment_fingerprints set gift_card = array[sha256(((id % 5000)::text)::bytea)], perceptual_hash = (select l.perceptual_hash from payment_fingerprints l where l.order_id = (payment_fingerprints.id % ${PICTURES})::text)
     where proof_key like 'many-%'`,
  );
  await db.$client.query("vacuum analyze payment_fingerprints, orders, similar_proofs");
  const requestCode = `REQ-MANY${PROOFS}`;
  const admin = {
    kind: "admin",
    rights: "all",
    userId: "a",
    email: "a@shop.example",
    name: "",
    keys: { browser: null, accessKey: null },
  } as const;
  const page = await timesOf(async () => {
    const order = await findOrderInDepth({ ...services, now: () => new Date() }, admin, requestCode);
    if (!order.ok || order.value.usedBefore.length === 0) throw new Error("the earlier orders were not named");
  });
  const row = await timesOf(() => db.$client.query("select id from orders where request_code = $1", [requestCode]));
  const nearest = await timesOf(() =>
    db.$client.query(
      `select id from payment_fingerprints where perceptual_hash is not null order by bit_count(perceptual_hash # (select perceptual_hash from payment_fingerprints where order_id = '0')) limit 12`,
    ),
  );
  console.log(`An order's page among ${PROOFS} proofs: ${figuresText(page, "ms")}`);
  console.log(`  yardstick, one row by its key: ${figuresText(row, "ms")}; ratio ${(median(page) / median(row)).toFixed(1)}`);
  console.log(`  the nearest perceptual hashes, once for each new proof and never for a page: ${figuresText(nearest, "ms")}`);
  return page;
}

async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  await work();
  for (let n = 0; n < LOADS; n += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
