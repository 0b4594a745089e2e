import type { Client } from "pg";
import { type Keyring, openKeyring } from "#platform/archive/archive-key.server.ts";
import { ArchiveProblem } from "#platform/archive/archive-problem.ts";
import { openArchive } from "#platform/archive/read-archive.server.ts";
import { readOne } from "#platform/archive/single-part.server.ts";
import { packagedVersion } from "#platform/database/embedded/embedded-location.server.ts";
import { recoverEmbedded } from "#platform/database/embedded/recover.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { eachAtOnce } from "#platform/each-at-once.ts";
import { activateNextSecret, dropNextSecret, keyCheckOf, readKeyCheck, storeNextSecret } from "#platform/encryption/secret.server.ts";
import { isSame } from "#platform/encryption/vault.server.ts";
import type { Files } from "#platform/files/files.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { recordRestore } from "#shop/stock/restored/hold-back.server.ts";
import type { BackupProgress } from "../backup-contents.ts";
import type { BackupPlace } from "../backup-place.server.ts";
import { migrationsOf, secretOf } from "../check-backup.server.ts";
import { COPIES_AT_ONCE } from "../constants.ts";
import { readCopy } from "../picture-copies.server.ts";
import { readNamedFiles } from "../referenced-files.server.ts";
import { choosePoint, type StoredPoint } from "./stored-wal.ts";
import { WalAbout, walParts } from "./wal-contents.ts";
import { listWal } from "./wal-place.server.ts";

/** The place of the backups, and the empty data folder to restore into. */
type Target = {
  place: Pick<BackupPlace, "wal" | "copies">;
  dataDir: string;
  files: Files;
  operatorsSecret: string | null;
  askPassphrase: () => Promise<string>;
  seen: (progress: BackupProgress) => void;
  say: (line: string) => void;
};

/**
 * A restored shop: the time of the last change in it, what it has, and what could not be restored.
 * `isShort` if the log ended before the wanted time.
 */
export type RestoredPoint = {
  madeAt: Date;
  isShort: boolean;
  rows: Record<string, number>;
  files: number;
  missing: string[];
  unusable: number;
};

/** Finds the newest point in the log of a place, or the one at a time; null if there is none. */
export async function findPoint({ wal }: Pick<BackupPlace, "wal">, wanted: { until: Date | null; now: Date }): Promise<StoredPoint | null> {
  return choosePoint(await listWal(wal), wanted);
}

/**
 * Restores the built-in database as it was at a point, with the pictures that are copied in the
 * place. All or nothing, except for pictures. The next opening holds its free IDs back. Throws a
 * `StartProblem` before writing anything if the data folder has a shop, the passphrase or secret is
 * wrong, or the copy is of another PostgreSQL or a newer version.
 */
export async function restorePoint(target: Target, point: StoredPoint, until: Date | null): Promise<RestoredPoint> {
  const { place, dataDir, seen } = target;
  const keyOf = openKeyring(target.askPassphrase);
  const about = await readAbout(place, point, keyOf);
  const ownSecret = secretOf(about, target.operatorsSecret);
  await migrationsOf(about);

  let { unusable } = point;
  const restored = await recoverEmbedded(
    dataDir,
    {
      until,
      async readBase(store) {
        const archive = await openArchive(() => piecesOf(place, point), keyOf);
        await archive.read(
          ({ kind, name }, content) => store({ path: name, content: kind === walParts.folder ? null : content }),
          (bytes) => seen({ doing: "the database", bytes }),
        );
      },
      async readSegments(store) {
        unusable += await readSegments(place, point, keyOf, store, seen);
      },
      async finish(url, { lastCommitAt, isShort }) {
        return withClient(url, async (client) => {
          await requireSecret(client, ownSecret ?? target.operatorsSecret ?? "");
          await migrationsOf(await appliedMigrations(client));
          const madeAt = lastCommitAt ?? new Date(about.madeAt);
          const { files, missing } = await restorePictures(client, target, keyOf);
          await recordRestore(client, { kind: "backup", madeAt: madeAt.toISOString() });
          if (ownSecret !== null) await storeNextSecret(dataDir, ownSecret);
          return { madeAt, isShort, rows: await countRows(client), files, missing, unusable };
        });
      },
    },
    target.say,
  );
  if (ownSecret === null) await dropNextSecret(dataDir);
  else await activateNextSecret(dataDir);
  return restored;
}

async function readAbout({ wal }: Target["place"], { base }: StoredPoint, keyOf: Keyring): Promise<WalAbout> {
  const bytes = await wal.get(base.mark);
  if (bytes === null) throw new StartProblem("The copy of the database was deleted meanwhile. Try again.");
  const about = WalAbout.parse(JSON.parse((await readOne(bytes, walParts.about, keyOf)).toString()));
  const own = packagedVersion().split(".")[0];
  if (about.postgres === own) return about;
  throw new StartProblem(
    `The log is of PostgreSQL ${about.postgres}, and this version of the shop brings ${own}. Restore it with the version that made it, or restore the newest trackside-….backup of before.`,
  );
}

async function* piecesOf({ wal }: Target["place"], { base }: StoredPoint): AsyncGenerator<Buffer> {
  for (const key of base.pieces) {
    const bytes = await wal.get(key);
    if (bytes === null) throw new ArchiveProblem("The file is damaged.");
    yield Buffer.from(bytes);
  }
}

/** Returns how many segments are of no use, because one of them or one before is damaged. */
async function readSegments(
  { wal }: Target["place"],
  { base, segments }: StoredPoint,
  keyOf: Keyring,
  store: (name: string, bytes: Buffer) => Promise<void>,
  seen: Target["seen"],
): Promise<number> {
  const damaged: string[] = [];
  let bytes = 0;
  await eachAtOnce(segments, COPIES_AT_ONCE, async ({ name, key }) => {
    const found = await wal.get(key);
    const segment = found && (await readOne(found, name, keyOf).catch(orNull));
    if (segment === null) return void damaged.push(name);
    await store(name, segment);
    bytes += found?.length ?? 0;
    seen({ doing: "its log", bytes });
  });
  const [first] = damaged.sort();
  if (first === undefined) return 0;
  if (first <= base.stopSegment)
    throw new StartProblem(
      "The log is damaged where the copy of the database needs it. Restore an earlier time with --until, or the newest trackside-….backup.",
    );
  return segments.filter(({ name }) => name >= first).length;
}

function orNull(error: unknown): null {
  if (error instanceof ArchiveProblem) return null;
  throw error;
}

async function requireSecret(client: Client, secret: string): Promise<void> {
  const check = await readKeyCheck(client);
  if (check && !isSame(check, keyCheckOf(secret)))
    throw new StartProblem("The secret was changed after the copy of the database. Restore the newest trackside-….backup instead.");
}

async function appliedMigrations(client: Client) {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from migrations order by name",
  );
  return { migrations };
}

async function countRows(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*)::integer from products) as products, (select count(*)::integer from units) as units,
      (select count(*)::integer from orders) as orders, (select count(*)::integer from users) as users`,
  );
  return rows[0] ?? {};
}

/**
 * Restores the pictures that rows name. A picture's bytes never change under its name, so a copy of
 * any time and any set of copies will do. Files that are there already stay.
 */
async function restorePictures(client: Client, { place, files }: Target, keyOf: Keyring): Promise<{ files: number; missing: string[] }> {
  const named = await readNamedFiles(client);
  const there = new Set<string>();
  for await (const { key } of files.list()) there.add(key);
  const copies = new Map<string, string[]>();
  for await (const { key: copy } of place.copies.list()) {
    const [id = "", ...rest] = copy.split("/");
    copies.set(rest.join("/"), [...(copies.get(rest.join("/")) ?? []), id]);
  }
  const missing: string[] = [];
  const written: string[] = [];
  const wanted = new Map(named.filter(({ key }) => !there.has(key)).map(({ key, isNeeded }) => [key, isNeeded]));
  await eachAtOnce(wanted, COPIES_AT_ONCE, async ([key, isNeeded]) => {
    for (const id of copies.get(key) ?? []) {
      const bytes = await readCopy(place.copies, { id, key }, keyOf);
      if (bytes === null) continue;
      written.push(key);
      return void (await files.put(key, bytes));
    }
    if (isNeeded) missing.push(key);
  }).catch(async (error) => {
    for (const key of written) await files.remove(key);
    throw error;
  });
  return { files: written.length, missing };
}
