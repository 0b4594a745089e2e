import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Embedded, openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { FolderTaken } from "#platform/database/embedded/folder-lock.server.ts";
import { WAL_WAITING_MAX } from "#platform/database/embedded/wal-folder.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import type { OpenServices } from "#server/start/services.ts";
import { DAY_MS } from "#shop/constants.ts";
import { readRestored } from "#shop/stock/restored/restored-shop.server.ts";
import { openShopOn } from "#tests/support/shop/opened-shop.ts";
import { type BackupPlace, folderOfBackups } from "../backup-place.server.ts";
import { openPictureCopies } from "../picture-copies.server.ts";
import { openWalArchive, type WalArchive } from "./archive-wal.server.ts";
import { findPoint, restorePoint } from "./restore-point.server.ts";
import { listWal } from "./wal-place.server.ts";

/** PostgreSQL is started and recovered again and again. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const PASSPHRASE = "a passphrase of some length";
const KINDS = ["folder"] as const;

let folder: string;
let embedded: Embedded;
let services: OpenServices;
let places: number;
let place: BackupPlace;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-wal-"));
  await chmod(folder, 0o711);
  embedded = await openEmbedded(join(folder, "data"), { isArchived: true, settings: { fsync: "off" } });
  services = await openShopOn(embedded.url, { dataDir: join(folder, "data") });
  places = 0;
});
afterAll(async () => {
  await services.close();
  await embedded.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  places += 1;
  place = folderOfBackups(join(folder, `backups-${places}`));
  for (const name of await readdir(walOut())) await rm(join(walOut(), name));
});

const walOut = () => embedded.wal?.folder ?? "";

type Overrides = { passphrase?: string; secret?: string; also?: Pick<BackupPlace, "kind" | "wal">[] };

function openArchive({ passphrase = PASSPHRASE, secret = services.secret, also = [] }: Overrides = {}): WalArchive {
  if (embedded.wal === null) throw new Error("the log is not archived");
  const shop = {
    databaseUrl: embedded.url,
    wal: embedded.wal,
    secret: { value: secret, isOperators: false },
    now: services.now,
    log: services.log,
    passphrase,
  };
  return openWalArchive(shop, [place, ...also]);
}

/** Makes PostgreSQL finish its segment; returns its name. */
function switchSegment(): Promise<string> {
  return withClient(embedded.url, async (client) => {
    await client.query("select pg_logical_emit_message(true, 'test', 'x')");
    const { rows } = await client.query<{ name: string }>("select pg_walfile_name(pg_switch_wal()) as name");
    return rows[0]?.name ?? "";
  });
}

/** The same, and waits until it is in the folder. */
async function finishSegment(): Promise<void> {
  const name = await switchSegment();
  await expect.poll(() => readdir(walOut()), { timeout: 10_000 }).toContain(name);
}

/** Copies the database, while its segments are stored. The time of a copy is rounded up to a second. */
async function copyBase(archive: WalArchive): Promise<number> {
  let isDone = false;
  const copying = archive.backUpBases(KINDS).finally(() => {
    isDone = true;
  });
  copying.catch(() => {});
  while (!isDone) {
    await archive.ship(services, KINDS);
    await wait(50);
  }
  await wait(1_000);
  return copying;
}

/** Adds a product, and returns a time between this change and the next. */
async function addProduct(id: string, image = ""): Promise<Date> {
  const { $client } = services.db;
  await $client.query(
    "insert into products (id, name, price_paise, image, created_at, updated_at) values ($1, 'The secret name', 49900, $2, now(), now())",
    [id, image],
  );
  await wait(20);
  const { rows } = await $client.query<{ at: Date }>("select clock_timestamp() as at");
  await wait(20);
  return rows[0]?.at ?? new Date(0);
}

const lineages = () => listWal(place.wal);

async function restore(into: string, until: Date | null = null, passphrase = PASSPHRASE) {
  const dataDir = join(folder, into);
  for (const left of ["wal-in", "wal-out"]) await mkdir(join(dataDir, left), { recursive: true });
  const point = await findPoint(place, { until, now: new Date() });
  if (point === null) return null;
  const files = openDiskFiles(join(dataDir, "files"));
  const rest = { operatorsSecret: null, askPassphrase: async () => passphrase, seen: () => {}, say: () => {} };
  const restored = await restorePoint({ place, dataDir, files, ...rest }, point, until);
  const again = await openEmbedded(dataDir);
  try {
    const { rows } = await withClient(again.url, (client) => client.query<{ id: string }>("select id from products order by id"));
    const shop = await openShopOn(again.url, { dataDir });
    const kind = await readRestored(shop).finally(() => shop.close());
    return { ...restored, products: rows.map(({ id }) => id), isHeldBack: kind !== null, files: await readdir(dataDir) };
  } finally {
    await again.close();
  }
}

test("a shop whose disk is gone comes back at its newest point or at a given time, with its pictures, and holds its IDs back", async () => {
  const archive = openArchive();
  await archive.ship(services, KINDS);
  expect(await copyBase(archive)).toBe(1);
  const [copied, lost] = ["a", "b"].map((letter) => `product-images/${letter.repeat(48)}.webp`);
  await services.files.put(copied ?? "", Buffer.from("the picture"));
  const copies = await openPictureCopies(place.copies, PASSPHRASE);
  const first = await addProduct("first", `/${copied}`);
  await copies.copy([{ key: copied ?? "", isNeeded: true }], services.files);
  await addProduct("second", `/${lost}`);
  await finishSegment();
  await archive.ship(services, KINDS);
  expect(
    (await readdir(walOut())).filter((name) => !name.endsWith(".json")),
    "stored segments do not wait",
  ).toEqual([]);
  for await (const { key } of place.wal.list()) {
    expect(Buffer.from((await place.wal.get(key)) ?? []).includes("secret name"), key).toBe(false);
    expect((await stat(join(place.dir ?? "", "wal", key))).mode & 0o777).toBe(0o600);
  }

  const newest = await restore("newest");
  expect(newest).toMatchObject({
    products: ["first", "second"],
    isHeldBack: true,
    isShort: false,
    missing: [lost],
    unusable: 0,
    rows: { products: 2 },
  });
  expect(newest?.files, "what a shop or a killed restore left").not.toContain("wal-in");
  expect(newest?.files).not.toContain("wal-out");
  const earlier = await restore("earlier", first);
  expect(earlier).toMatchObject({ products: ["first"], isShort: false, missing: [] });
  expect(earlier?.madeAt.getTime()).toBeLessThanOrEqual(first.getTime());
  const later = await restore("later", new Date(Date.now() + DAY_MS));
  expect(later, "a time after the end of the log").toMatchObject({ products: ["first", "second"], isShort: true });

  await expect(restore("newest"), "a data folder in use").rejects.toThrow(FolderTaken);
  await expect(restore("wrong", null, "another passphrase")).rejects.toThrow("The passphrase is wrong.");
  expect(existsSync(join(folder, "wrong", "database"))).toBe(false);
  await services.db.$client.query("delete from products");
});

test("a copy is made each day, and at once where the log does not go on: after a gap or with another passphrase", async () => {
  const first = openArchive();
  await first.ship(services, KINDS);
  expect(await copyBase(first)).toBe(1);
  expect(await copyBase(first)).toBe(0);
  const stateFile = join(walOut(), "folder.json");
  const state = JSON.parse(await readFile(stateFile, "utf8")) as { base: object };
  await writeFile(stateFile, JSON.stringify({ ...state, base: { ...state.base, madeAt: new Date(Date.now() - DAY_MS) } }));
  const archive = openArchive();
  await archive.ship(services, KINDS);
  expect(await copyBase(archive), "a day later").toBe(1);
  for (const { bases } of await lineages()) for (const { mark } of bases) await place.wal.remove(mark);
  expect(await copyBase(archive), "where it is gone").toBe(1);
  await finishSegment();
  const [missed] = await waiting();
  await rm(join(walOut(), missed ?? ""));
  await finishSegment();
  await archive.ship(services, KINDS);
  expect(await copyBase(archive), "after a gap").toBe(1);
  expect((await lineages()).map(({ bases }) => bases.length)).toEqual([1, 1]);

  const restarted = openArchive();
  await finishSegment();
  await restarted.ship(services, KINDS);
  expect(await copyBase(restarted), "after a restart it goes on").toBe(0);
  const other = openArchive({ passphrase: "another long passphrase" });
  await finishSegment();
  await other.ship(services, KINDS);
  expect(await copyBase(other), "with another passphrase").toBe(1);
  const changed = openArchive({ passphrase: "another long passphrase", secret: `${services.secret}x` });
  await finishSegment();
  await changed.ship(services, KINDS);
  expect(await lineages(), "with another secret").toHaveLength(4);
});

const waiting = async () => (await readdir(walOut())).filter((name) => !name.endsWith(".json")).sort();

/** Makes the place refuse segments. Returns how to bring it back. */
function takePlaceAway(): () => void {
  let isAway = true;
  const { wal } = place;
  const put = (key: string, bytes: Uint8Array) =>
    isAway && key.includes("/wal/") ? Promise.reject(new Error("the place is away")) : wal.put(key, bytes);
  place = { ...place, wal: { ...wal, put } };
  return () => {
    isAway = false;
  };
}

test("segments wait for a place that is away, and it rests for a minute", async () => {
  const bringBack = takePlaceAway();
  const archive = openArchive();
  await finishSegment();
  await expect(archive.ship(services, KINDS)).rejects.toThrow("the place is away");
  expect(await waiting()).toHaveLength(1);
  expect(archive.isFailing("folder"), "not yet").toBe(false);
  bringBack();
  await archive.ship(services, KINDS);
  expect(await waiting()).toHaveLength(1);
  await openArchive().ship(services, KINDS);
  expect(await waiting()).toEqual([]);
});

test("a copy that fails leaves nothing, and is told", async () => {
  const { wal } = place;
  const put = (key: string, bytes: Uint8Array) =>
    key.includes("/base-") ? Promise.reject(new Error("the disk is full")) : wal.put(key, bytes);
  place = { ...place, wal: { ...wal, put } };
  const archive = openArchive();
  await archive.ship(services, KINDS);
  await expect(copyBase(archive)).rejects.toThrow("the disk is full");
  expect(archive.isFailing("folder")).toBe(true);
  expect(await archive.backUpBases(KINDS), "the next try comes later").toBe(0);
  expect((await lineages()).flatMap(({ bases, unfinished }) => [...bases, ...unfinished])).toEqual([]);
});

test("a copy whose mark may be stored loses it before its pieces, and one that cannot lose it stays whole", async () => {
  const { wal } = place;
  let isRemovable = true;
  const put = async (key: string, bytes: Uint8Array) => {
    await wal.put(key, bytes);
    if (key.includes("/made-")) throw new Error("the answer was lost");
  };
  const remove = async (key: string) => {
    if (!isRemovable && key.includes("/made-")) throw new Error("the place is away");
    await wal.remove(key);
  };
  place = { ...place, wal: { ...wal, put, remove } };
  const copies = async () => (await lineages()).flatMap(({ bases, unfinished }) => [...bases, ...unfinished]);
  const first = openArchive();
  await first.ship(services, KINDS);
  await expect(copyBase(first)).rejects.toThrow("the answer was lost");
  expect(await copies()).toEqual([]);

  isRemovable = false;
  const second = openArchive();
  await finishSegment();
  await second.ship(services, KINDS);
  await expect(copyBase(second)).rejects.toThrow("the answer was lost");
  expect(await copies()).toEqual([expect.objectContaining({ pieces: [expect.anything()] })]);
});

test("a copy stays whole where this machine cannot record it", async () => {
  const { wal } = place;
  const stateFile = join(walOut(), "folder.json");
  let isMarked = false;
  let shipping = Promise.resolve();
  const put = async (key: string, bytes: Uint8Array) => {
    await wal.put(key, bytes);
    if (!key.includes("/made-")) return;
    isMarked = true;
    await shipping;
    await rm(stateFile);
    await mkdir(stateFile);
  };
  place = { ...place, wal: { ...wal, put } };
  const archive = openArchive();
  await archive.ship(services, KINDS);
  const copying = archive.backUpBases(KINDS);
  copying.catch(() => {});
  while (!isMarked) {
    shipping = archive.ship(services, KINDS);
    await shipping;
    await wait(50);
  }
  await expect(copying).rejects.toThrow("EISDIR");
  await rm(stateFile, { recursive: true });
  expect((await lineages()).flatMap(({ bases }) => bases)).toHaveLength(1);
});

test("what a killed PostgreSQL gives once more is no gap, and an older data folder begins a new lineage", async () => {
  const stateFile = join(walOut(), "folder.json");
  const first = openArchive();
  await finishSegment();
  const [repeated = ""] = await waiting();
  await copyFile(join(walOut(), repeated), join(folder, repeated));
  await first.ship(services, KINDS);
  const before = await readFile(stateFile);
  await finishSegment();
  await finishSegment();
  await first.ship(services, KINDS);
  for (const archive of [first, openArchive()]) {
    await copyFile(join(folder, repeated), join(walOut(), repeated));
    await finishSegment();
    await archive.ship(services, KINDS);
    expect(await waiting()).toEqual([]);
    expect(await lineages()).toHaveLength(1);
  }

  await writeFile(stateFile, before);
  await finishSegment();
  await openArchive().ship(services, KINDS);
  expect((await lineages()).map(({ segments }) => segments.size)).toEqual([5, 1]);
});

test("after a gap one new lineage begins, also while the segments wait for another place", async () => {
  const { wal } = folderOfBackups(join(folder, `bucket-${places}`));
  const put = () => Promise.reject(new Error("the bucket is away"));
  const archive = openArchive({ also: [{ kind: "bucket", wal: { ...wal, put } }] });
  for (let n = 0; n < 3; n += 1) await finishSegment();
  const [, missed = ""] = await waiting();
  await rm(join(walOut(), missed));
  await expect(archive.ship(services, ["folder", "bucket"])).rejects.toThrow("the bucket is away");
  await archive.ship(services, ["folder", "bucket"]);
  expect(await waiting()).toHaveLength(2);
  expect((await lineages()).map(({ segments }) => segments.size)).toEqual([1, 1]);
});

test("a folder that takes no more segments is told until one has come again", async () => {
  const archive = openArchive();
  const full = Array.from({ length: WAL_WAITING_MAX }, (_, n) => join(walOut(), `full-${n}`));
  for (const file of full) await writeFile(file, "");
  const name = await switchSegment();
  const archived = () =>
    services.db.$client.query("select last_archived_wal as name from pg_stat_archiver").then(({ rows }) => rows[0]?.name);
  await expect.poll(archived, { timeout: 10_000 }).toBe(name);
  expect(await waiting()).not.toContain(name);
  for (let n = 0; n < 2; n += 1) {
    await expect(archive.ship(services, KINDS)).rejects.toThrow("PostgreSQL could not copy its log");
    expect(archive.isFailing("folder")).toBe(true);
  }
  for (const file of full) await rm(file);
  await finishSegment();
  await archive.ship(services, KINDS);
  expect(archive.isFailing("folder")).toBe(false);
});
