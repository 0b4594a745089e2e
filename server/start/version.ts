import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectFolder } from "#platform/project-folder.ts";

/** The running version in words: its number, and the commit if the shop was cloned with git. */
export async function thisVersion(folder: string = projectFolder()): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  const commit = await commitOf(join(folder, ".git"));
  return commit === null ? version : `${version}, commit ${commit.slice(0, 12)}`;
}

/** The version that last opened this data folder; null if none is recorded. */
export async function readLastVersion(dataDir: string): Promise<string | null> {
  const recorded = await readFile(join(dataDir, "version"), "utf8").catch(() => "");
  return recorded.trim() || null;
}

/** Records that this version opened the shop. A failure to write is ignored. */
export async function recordVersion(dataDir: string): Promise<void> {
  const file = join(dataDir, "version");
  try {
    const version = await thisVersion();
    if ((await readLastVersion(dataDir)) === version) return;
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.unfinished`, `${version}\n`);
    await rename(`${file}.unfinished`, file);
  } catch {
    // The instructions for the way back then do not name the version.
  }
}

/** Reads git's own files, because git may be missing or may not trust another user's folder. */
async function commitOf(git: string): Promise<string | null> {
  const read = (name: string) => readFile(join(git, name), "utf8").catch(() => "");
  const head = (await read("HEAD")).trim();
  const [, branch] = /^ref: (.+)$/.exec(head) ?? [];
  if (branch === undefined) return asCommit(head);
  const packed = (await read("packed-refs")).split("\n").find((line) => line.endsWith(` ${branch}`));
  return asCommit((await read(branch)).trim()) ?? asCommit(packed?.split(" ")[0] ?? "");
}

function asCommit(text: string): string | null {
  return /^[0-9a-f]{40,64}$/.test(text) ? text : null;
}
