import { randomBytes, randomUUID } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { ArchiveSet } from "#platform/archive/archive-key.server.ts";
import type { Part } from "#platform/archive/parts.ts";
import { archiveOne } from "#platform/archive/single-part.server.ts";
import { storedArchiveSet } from "#platform/archive/stored-set.server.ts";
import { archived } from "#platform/archive/write-archive.server.ts";
import { type BaseCopy, beginBaseCopy } from "#platform/database/embedded/base-copy.server.ts";
import { WAL_SEGMENT_BYTES, type WalSource } from "#platform/database/embedded/wal-folder.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { eachAtOnce } from "#platform/each-at-once.ts";
import { keyCheckOf } from "#platform/encryption/secret.server.ts";
import type { Files, StoredFile } from "#platform/files/files.ts";
import type { Log } from "#platform/log.server.ts";
import type { BackupPlace } from "../backup-place.server.ts";
import { COPIES_AT_ONCE } from "../constants.ts";
import { type BackupSource, readAbout } from "../make-backup.server.ts";
import { BASE_EVERY_MS, BASE_PIECE_BYTES, SEGMENTS_STORED_WITHIN_MS } from "./constants.ts";
import { type Lineage, nextSegment, readStored, timeIn, walKeys, walToDelete } from "./stored-wal.ts";
import { type WalAbout, walParts } from "./wal-contents.ts";

/** The database whose log (WAL) is archived, and how its archive is encrypted. `databaseUrl` is the owner's. */
export type ArchivedShop = Pick<BackupSource, "databaseUrl" | "secret" | "now"> & {
  wal: WalSource;
  passphrase: string | null;
  log: Pick<Log, "error">;
};

/** The archive of the log in one place. Its two functions may run at the same time, each once. */
export type WalPlace = {
  kind: BackupPlace["kind"];
  /**
   * Stores the segments of these names, in order, that are not there yet. Where they do not go on
   * from the last one, a new lineage begins.
   */
  ship(names: readonly string[], signal?: AbortSignal): Promise<void>;
  /**
   * Copies the whole database if that is due, and deletes what is no longer kept. Waits for the
   * segments that the copy needs. Returns whether it was due.
   */
  backUpBase(signal?: AbortSignal): Promise<boolean>;
};

/** What this machine knows of the archive in a place; a file beside the segments. */
const State = z.object({
  lineage: z.string(),
  /** The set of archives, and a value of the secret. Another of either begins a new lineage. */
  set: z.string(),
  secret: z.string(),
  last: z.string().nullable(),
  /** Segments that are stored there but wait for another place. */
  stored: z.array(z.string()),
  /** The newest copy of the database, and its mark there. */
  base: z.object({ madeAt: z.iso.datetime(), mark: z.string() }).nullable(),
});
type State = z.infer<typeof State>;

const POLL_MS = 200;

/** Opens the archive in a place. */
export function openWalPlace(shop: ArchivedShop, place: Pick<BackupPlace, "kind" | "wal">): WalPlace {
  const { wal, passphrase, secret, now, log } = shop;
  const file = join(wal.folder, `${place.kind}.json`);
  const check = keyCheckOf(secret.value).toString("hex");
  let set: ArchiveSet | null = null;
  let state: State | null = null;
  /** The first segment of the lineage in the place, empty if none; null before it was looked up. */
  let first: string | null = null;
  let saved: Promise<void> = Promise.resolve();

  async function open(): Promise<{ set: ArchiveSet; state: State }> {
    set ??= await storedArchiveSet(place.wal, passphrase);
    state ??= await readState(file);
    if (state?.set !== set.id || state.secret !== check) return { set, state: await begin(set) };
    if (first !== null) return { set, state };
    const { lineage, last } = state;
    const names = await segmentsOf(lineage);
    // One more may be stored. Of others this data folder knows nothing: it is a copy, or an older one.
    if (names.some((name) => last === null || name > nextSegment(last))) return { set, state: await begin(set) };
    first = names[0] ?? "";
    return { set, state };
  }

  async function segmentsOf(lineage: string): Promise<string[]> {
    const found = (await listWal(place.wal)).find(({ id }) => id === lineage);
    return [...(found?.segments.keys() ?? [])].sort();
  }

  function begin({ id }: ArchiveSet): Promise<State> {
    first = "";
    const lineage = `${timeIn(now())}-${randomBytes(4).toString("hex")}`;
    return change({ lineage, set: id, secret: check, last: null, stored: state?.stored ?? [], base: null });
  }

  /** Saves one after the other: the segments and a copy may change it at the same time. */
  async function change(next: State): Promise<State> {
    state = next;
    saved = saved.catch(() => {}).then(() => writeState(file, next));
    await saved;
    return next;
  }

  async function putSegment(name: string, opened: ArchiveSet, before: State): Promise<void> {
    const path = join(wal.folder, name);
    // A power cut can leave half a segment. The one after it is no continuation.
    const { size, mtime } = await stat(path);
    if (size !== WAL_SEGMENT_BYTES) return;
    const isNext = before.last === null || name === nextSegment(before.last);
    const { lineage } = isNext ? before : await begin(opened);
    const bytes = await readFile(path);
    await place.wal.put(walKeys.segment(lineage, name, mtime), await archiveOne(opened, { kind: walParts.segment, name, bytes }));
    first ||= name;
    // A copy may have been made meanwhile.
    const { stored, ...rest } = state ?? before;
    await change({ ...rest, last: name, stored: [...stored, name] });
  }

  /** A PostgreSQL that was killed gives some segments once more. */
  function isRepeated(name: string, { last }: State): boolean {
    return first !== null && first !== "" && last !== null && first <= name && name <= last;
  }

  async function copyBase(opened: ArchiveSet, lineage: string, signal?: AbortSignal): Promise<void> {
    const pieces: string[] = [];
    let mark: string | null = null;
    let madeAt: string;
    try {
      const made = await withClient(shop.databaseUrl, async (client) => {
        const about: Omit<WalAbout, "postgres"> = await readAbout(client, shop);
        const { rows } = await client.query<{ postgres: string }>(
          "select current_setting('server_version_num')::integer / 10000 || '' as postgres",
        );
        const base = await beginBaseCopy(client, wal.database);
        for await (const piece of inPieces(archived(opened, partsOf(base), { signal }))) {
          const key = walKeys.piece(lineage, base.startSegment, pieces.length);
          pieces.push(key);
          await place.wal.put(key, piece);
        }
        return { startSegment: base.startSegment, ...base.end(), about: { ...about, postgres: rows[0]?.postgres ?? "" } };
      });
      await untilStored(lineage, made.stopSegment, signal);
      madeAt = made.madeAt.toISOString();
      const bytes = Buffer.from(JSON.stringify({ ...made.about, madeAt } satisfies WalAbout));
      mark = walKeys.mark(lineage, made);
      await place.wal.put(mark, await archiveOne(opened, { kind: walParts.about, name: walParts.about, bytes }));
    } catch (error) {
      await removeCopy(mark, pieces).catch(() => {});
      throw error;
    }
    if (state?.lineage === lineage) await change({ ...state, base: { madeAt, mark } });
  }

  /** The mark may be stored although that seemed to fail. Where it cannot be removed, the copy stays. */
  async function removeCopy(mark: string | null, pieces: readonly string[]): Promise<void> {
    if (mark !== null) await place.wal.remove(mark);
    await eachAtOnce(pieces, COPIES_AT_ONCE, (key) => place.wal.remove(key));
  }

  async function untilStored(lineage: string, segment: string, signal?: AbortSignal): Promise<void> {
    for (let waited = 0; state?.lineage !== lineage || (state.last ?? "") < segment; waited += POLL_MS) {
      if (state?.lineage !== lineage || waited >= SEGMENTS_STORED_WITHIN_MS) throw new Error("the log that the copy needs was not stored");
      await wait(POLL_MS, undefined, signal && { signal });
    }
  }

  /** The place may be another one now, or emptied. One that is away is told by the segments. */
  function isThere(mark: string): Promise<boolean> {
    return place.wal.get(mark).then(
      (bytes) => bytes !== null,
      () => true,
    );
  }

  async function sweep(current: string): Promise<void> {
    const { marks, rest } = walToDelete(await listWal(place.wal), { current, at: now() });
    for (const keys of [marks, rest]) await eachAtOnce(keys, COPIES_AT_ONCE, (key) => place.wal.remove(key));
  }

  return {
    kind: place.kind,
    async ship(names, signal) {
      const opened = await open();
      const waiting = opened.state.stored.filter((name) => names.includes(name));
      let current = waiting.length < opened.state.stored.length ? await change({ ...opened.state, stored: waiting }) : opened.state;
      for (const name of names) {
        if (current.stored.includes(name) || isRepeated(name, current)) continue;
        signal?.throwIfAborted();
        await putSegment(name, opened.set, current);
        current = state ?? current;
      }
    },
    async backUpBase(signal) {
      // The segments come first: they begin the lineage.
      if (set === null || state === null || first === null) return false;
      const { lineage, base } = state;
      if (base !== null && Math.abs(now().getTime() - new Date(base.madeAt).getTime()) < BASE_EVERY_MS && (await isThere(base.mark)))
        return false;
      await copyBase(set, lineage, signal);
      await sweep(lineage).catch((error) => log.error(`old log of the database in the ${place.kind} not deleted`, error));
      return true;
    },
  };
}

/** Lists what lies in the archive of a place. */
export async function listWal(files: Pick<Files, "list">): Promise<Lineage[]> {
  const stored: StoredFile[] = [];
  for await (const file of files.list()) stored.push(file);
  return readStored(stored);
}

async function* partsOf(base: BaseCopy): AsyncGenerator<Part> {
  for await (const { path, content } of base.entries())
    yield { head: { kind: content === null ? walParts.folder : walParts.file, name: path }, content: content ?? [] };
}

async function* inPieces(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const block of blocks) {
    held.push(block);
    bytes += block.length;
    if (bytes < BASE_PIECE_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  yield Buffer.concat(held);
}

/** A file that cannot be read counts as none: a new lineage begins. */
async function readState(file: string): Promise<State | null> {
  try {
    return State.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function writeState(file: string, state: State): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, JSON.stringify(state), { mode: 0o600 });
  await rename(unfinished, file);
}
