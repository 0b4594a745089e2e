// How long the automatic backups of a large shop take, measured with a smaller one and multiplied:
// rows and the copy of the database by orders, pictures by their number. The backups are in a folder
// of the same disk. `npm run bench -- backups 1000` takes fewer pictures, and shows only that it runs.
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { openLog } from "#platform/log.server.ts";
import { backUpIfDue } from "#shop/backups/automatic-backup.server.ts";
import { folderOfBackups } from "#shop/backups/backup-place.server.ts";
import { openWalArchive } from "#shop/backups/wal/archive-wal.server.ts";
import { findPoint, restorePoint } from "#shop/backups/wal/restore-point.server.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { reportAtMost } from "./measuring/report.ts";
import { SECRET, shopSizes } from "./shops/large-shop.ts";
import { storedShop } from "./shops/seeds.ts";
import { openCopy } from "./shops/stored-seed.ts";

const SIZE = shopSizes.small;
const ORDERS = 1_000_000;
const PICTURES = Number(process.argv[2] ?? 10_000);
const PICTURE_BYTES = 100_000;
/** Of 100 GB. */
const PICTURES_OF_LARGE = 1_000_000;
/** 60 of a million that came in 700 days, of which this shop has a hundredth. */
const NEW_PICTURES = 1;
const WITHIN_S = 3_600;
const ROUNDS = 3;
const SHIPPED_EVERY_MS = 100;
const PASSPHRASE = "a passphrase of some length";

const timesOrders = ORDERS / SIZE.orders;
const timesPictures = PICTURES_OF_LARGE / PICTURES;
const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
await chmod(folder, 0o711);
const postgres = await openCopy(await storedShop(SIZE), { isArchived: true });
const db = openDatabase(postgres.url, { forNobody: true });
const place = folderOfBackups(join(folder, "backups"));
const files = openDiskFiles(join(folder, "files"));
let at = Date.now();
let shown = 0;

try {
  await showPictures(PICTURES);
  const first = await backUp();
  const hours: { all: number; rows: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await showPictures(NEW_PICTURES);
    hours.push(await backUp());
  }
  console.log(`${SIZE.orders.toLocaleString("en")} orders and ${PICTURES.toLocaleString("en")} pictures of 100 KB.\n`);
  const rows = hours.map((hour) => hour.rows * timesOrders);
  const all = hours.map((hour) => hour.rows * timesOrders + (hour.all - hour.rows) * timesPictures);
  const allAtFirst = first.rows * timesOrders + (first.all - first.rows) * timesPictures;
  const what = `with ${ORDERS.toLocaleString("en")} orders and 100 GB of pictures`;
  const factors = `times ${timesOrders}, pictures times ${timesPictures}`;
  reportAtMost(`the backup of an hour ${what} (${factors})`, all, "s", WITHIN_S);
  reportAtMost(`of it the rows (times ${timesOrders})`, rows, "s", WITHIN_S);
  reportAtMost(`the first backup ${what}, which copies them all (${factors})`, [allAtFirst], "s", WITHIN_S);
  const copied = await copyDatabase();
  reportAtMost(`the daily copy of the database ${what} (times ${timesOrders})`, [copied * timesOrders], "s", WITHIN_S);
  const restored = await restoreDatabase();
  reportAtMost(`restoring that copy, with no log (times ${timesOrders})`, [restored * timesOrders], "s", WITHIN_S);
} finally {
  await closeDatabase(db);
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}

/** Gives so many orders a proof that is not backed up yet. */
async function showPictures(count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, n) => `proofs/${String(shown + n).padStart(48, "0")}`);
  shown += count;
  for (const key of keys) await files.put(key, randomBytes(PICTURE_BYTES));
  await withClient(postgres.url, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `with chosen as (select id, row_number() over (order by id) as n from orders where payment_method = 'amazon' and proof_key is null limit $2)
       update orders o set proof_key = k.key, proof_name = 'proof.jpg' from chosen join unnest($1::text[]) with ordinality as k (key, n) using (n) where o.id = chosen.id`,
      [keys, count],
    );
  });
}

/** Backs up as the chore does an hour later; seconds for all and for the rows of it. */
async function backUp(): Promise<{ all: number; rows: number }> {
  const beganMs = performance.now();
  at += HOUR_MS;
  const source = {
    databaseUrl: postgres.url,
    files,
    now: () => new Date(at),
    secret: { value: SECRET, isOperators: false },
    log: openLog("warn"),
  };
  const made = await backUpIfDue({ ...source, place, passphrase: PASSPHRASE, rowsMs: 0 });
  if (made === null || made.rowsMs === null) throw new Error("no backup was due");
  return { all: (performance.now() - beganMs) / 1_000, rows: made.rowsMs / 1_000 };
}

/** Copies the database as the chore does each day, while its segments are stored; in seconds. */
async function copyDatabase(): Promise<number> {
  if (postgres.wal === null) throw new Error("the log is not archived");
  const source = { databaseUrl: postgres.url, wal: postgres.wal, now: () => new Date(), log: openLog("warn") };
  const archive = openWalArchive({ ...source, secret: { value: SECRET, isOperators: true }, passphrase: PASSPHRASE }, [place]);
  await archive.ship({ db }, ["folder"]);
  const beganMs = performance.now();
  let isCopied = false;
  const copying = archive.backUpBases(["folder"]).finally(() => {
    isCopied = true;
  });
  while (!isCopied) {
    await archive.ship({ db }, ["folder"]);
    await wait(SHIPPED_EVERY_MS);
  }
  if ((await copying) !== 1) throw new Error("no copy was due");
  return (performance.now() - beganMs) / 1_000;
}

/** Restores the database elsewhere, without the pictures; in seconds. */
async function restoreDatabase(): Promise<number> {
  const point = await findPoint(place, { until: null, now: new Date() });
  if (point === null) throw new Error("there is nothing to restore");
  const dataDir = join(folder, "restored");
  const rest = { operatorsSecret: SECRET, askPassphrase: async () => PASSPHRASE, seen: () => {}, say: console.log };
  const beganMs = performance.now();
  await restorePoint({ place, dataDir, files, ...rest }, point, null);
  return (performance.now() - beganMs) / 1_000;
}
