import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { checkedKey } from "./file-key.ts";
import type { Files } from "./files.ts";
import { syncFolder } from "./sync-folder.server.ts";

const UNFINISHED = ".unfinished";

/** Stores files in a local folder that only the shop's user may enter. */
export function openDiskFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, checkedKey(key));

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = join(folder, `${UNFINISHED}-${randomUUID()}`);
      try {
        await writeDown(unfinished, bytes);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    async get(key) {
      return readFile(pathOf(key)).catch(orNothing);
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list() {
      const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(orNothing);
      for (const entry of entries ?? []) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(orNothing);
        if (found) yield { key: relative(folder, path), storedAt: found.mtime };
      }
    },
  };
}

function orNothing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

async function writeDown(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
