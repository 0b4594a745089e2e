import { join } from "node:path";
import { z } from "zod";
import type { ArchiveSet, Keyring } from "#platform/archive/archive-key.server.ts";
import { ArchiveProblem } from "#platform/archive/archive-problem.ts";
import { archiveOne, readOne } from "#platform/archive/single-part.server.ts";
import { SET_FILE, storedArchiveSet } from "#platform/archive/stored-set.server.ts";
import { eachAtOnce } from "#platform/each-at-once.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { isUnfinished } from "#platform/files/file-key.ts";
import type { Files } from "#platform/files/files.ts";
import { backupParts } from "./backup-contents.ts";
import { COPIES_AT_ONCE } from "./constants.ts";
import type { NamedFile } from "./referenced-files.server.ts";

/** The folder with the copies of pictures, beside the backups that refer to them. */
const PICTURES_FOLDER = "pictures";
/** The copies that no longer belong to the newest backup. */
const UNNEEDED_FILE = "unneeded.json";

/** Copies that only the named backups may need. */
const Unneeded = z.array(z.object({ backups: z.array(z.string()), copies: z.array(z.string()) }));
type Unneeded = z.infer<typeof Unneeded>;

/** The copies of pictures in one place of backups. A picture's bytes never change under its name. */
export type PictureCopies = {
  /** The set that new copies belong to; another passphrase begins another. */
  set: ArchiveSet;
  /** Copies what is not there yet. Returns the names of pictures that neither the shop nor the place has. */
  copy(named: readonly NamedFile[], files: Files, signal?: AbortSignal): Promise<Set<string>>;
  /**
   * Removes copies that no stored backup needs. `before` and `now` are the backups before and after
   * this one, which needs what was copied last.
   */
  sweep(before: readonly string[], now: readonly string[]): Promise<void>;
};

/** The folder of copies beside the backup at this path. */
export function copiesBeside(folder: string): Files {
  return openDiskFiles(join(folder, PICTURES_FOLDER));
}

/** Opens the copies in a place, and removes what a crash left unfinished. Only one process may do so. */
export async function openPictureCopies(place: Files, passphrase: string | null): Promise<PictureCopies> {
  const set = await storedArchiveSet(place, passphrase);
  const there = new Set<string>();
  for await (const { key } of place.list()) {
    if (isUnfinished(key)) await place.remove(key);
    else if (key !== SET_FILE && key !== UNNEEDED_FILE) there.add(key);
  }
  let needed = new Set<string>();

  return {
    set,
    async copy(named, files, signal) {
      needed = new Set(named.map(({ key }) => nameIn(set.id, key)));
      const missing = new Set<string>();
      const toCopy = [...new Set(named.map(({ key }) => key))].filter((key) => !there.has(nameIn(set.id, key)));
      await eachAtOnce(toCopy, COPIES_AT_ONCE, async (key) => {
        signal?.throwIfAborted();
        const bytes = await files.get(key);
        if (bytes === null) return void missing.add(key);
        await place.put(nameIn(set.id, key), await archiveOne(set, { kind: backupParts.file, name: key, bytes }, { isPacked: true }));
        there.add(nameIn(set.id, key));
      });
      return missing;
    },
    async sweep(before, now) {
      const known = await readUnneeded(place);
      const marked = new Set(known.flatMap(({ copies }) => copies));
      const fresh = [...there].filter((name) => !needed.has(name) && !marked.has(name));
      const groups = [...known, { backups: [...before], copies: fresh }].map(({ backups, copies }) => ({
        backups: backups.filter((name) => now.includes(name)),
        copies: copies.filter((name) => there.has(name) && !needed.has(name)),
      }));
      const stored = groups.filter(({ backups, copies }) => backups.length > 0 && copies.length > 0);
      const gone = groups.filter(({ backups }) => backups.length === 0).flatMap(({ copies }) => copies);
      await eachAtOnce(gone, COPIES_AT_ONCE, (name) => place.remove(name));
      if (JSON.stringify(stored) !== JSON.stringify(known)) await place.put(UNNEEDED_FILE, Buffer.from(JSON.stringify(stored)));
    },
  };
}

/** Reads the copy of a picture. Null if there is none, or if it is damaged or has another passphrase. */
export async function readCopy(place: Files, { id, key }: { id: string; key: string }, keyOf: Keyring): Promise<Buffer | null> {
  const bytes = await place.get(nameIn(id, key));
  if (bytes === null) return null;
  try {
    return await readOne(bytes, key, keyOf);
  } catch (error) {
    if (error instanceof ArchiveProblem) return null;
    throw error;
  }
}

function nameIn(id: string, key: string): string {
  return `${id}/${key}`;
}

/** Without the file copies are marked again, and stay longer. */
async function readUnneeded(place: Files): Promise<Unneeded> {
  return Unneeded.safeParse(await readJson(place, UNNEEDED_FILE)).data ?? [];
}

async function readJson(place: Files, key: string): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode((await place.get(key)) ?? new Uint8Array()));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
