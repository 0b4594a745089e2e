import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectFolder } from "#platform/project-folder.ts";

/** The version of the shop that runs, in words that lead back to it: its number, and the commit where it came by git. */
export async function thisVersion(folder: string = projectFolder()): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  const commit = await commitOf(join(folder, ".git"));
  return commit === null ? version : `${version}, commit ${commit.slice(0, 12)}`;
}

/** The version that last opened the shop of this data folder; null where none noted it. */
export async function readLastVersion(dataDir: string): Promise<string | null> {
  const noted = await readFile(join(dataDir, "version"), "utf8").catch(() => "");
  return noted.trim() || null;
}

/** Notes that this version has opened the shop. What cannot be noted holds nothing up. */
export async function noteVersion(dataDir: string): Promise<void> {
  const file = join(dataDir, "version");
  try {
    const version = await thisVersion();
    if ((await readLastVersion(dataDir)) === version) return;
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.unfinished`, `${version}\n`);
    await rename(`${file}.unfinished`, file);
  } catch {
    // The way back is then told without it.
  }
}

/** Read from git's own files, for git itself may be missing or may not trust the folder of another user. */
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
