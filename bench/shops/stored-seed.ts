import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Embedded, openEmbedded } from "#platform/database/embedded/embedded.server.ts";

/**
 * Seeds take longer to make than to measure, so they are stored. Remove the folder to make them
 * again.
 */
const FOLDER = join(tmpdir(), "trackside-bench-seeds");
const SCHEMA = new URL("../../platform/database/schema.sql", import.meta.url);

/**
 * The path of a stored file or folder, which `make` creates if it is missing. It is made again when
 * one of the files `madeFrom` has changed.
 */
export async function storedSeed(name: string, madeFrom: URL[], make: (path: string) => Promise<void>): Promise<string> {
  const texts = await Promise.all(madeFrom.map((file) => readFile(file)));
  const version = createHash("sha256").update(Buffer.concat(texts)).digest("hex").slice(0, 12);
  const path = join(FOLDER, `${name}-${version}`);
  if (existsSync(path)) return path;
  await mkdir(FOLDER, { recursive: true, mode: 0o711 });
  const making = `${path}.making`;
  await rm(making, { recursive: true, force: true });
  const begun = performance.now();
  await make(making);
  await rename(making, path);
  console.log(`The seed ${name} was made in ${Math.round((performance.now() - begun) / 1_000)} s and is kept in ${FOLDER}.\n`);
  return path;
}

/**
 * The folder of a stored database, which the modules `madeFrom` create. `fill` gets the URL of an
 * empty one.
 */
export function storedDatabase(name: string, madeFrom: URL[], fill: (url: string) => Promise<void>): Promise<string> {
  return storedSeed(name, [...madeFrom, SCHEMA], async (path) => {
    await mkdir(path, { mode: 0o711 });
    const empty = await openEmbedded(path);
    try {
      await fill(empty.url);
    } finally {
      await empty.close();
    }
  });
}

/** Runs a copy of a stored database, with its log archived or not. The copy is removed on close. */
export async function openCopy(stored: string, { isArchived = false } = {}): Promise<Embedded> {
  const copy = join(dirname(stored), `copy-${process.pid}`);
  await cp(stored, copy, { recursive: true, preserveTimestamps: true });
  await chmod(copy, 0o711);
  const postgres = await openEmbedded(copy, { isArchived });
  return {
    ...postgres,
    async close() {
      await postgres.close();
      await rm(copy, { recursive: true, force: true });
    },
  };
}
