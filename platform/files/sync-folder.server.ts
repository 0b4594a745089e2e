import { open } from "node:fs/promises";

/** Writes a folder itself down: a new name in it is only then safe from a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
