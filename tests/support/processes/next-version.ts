import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The migration that the next version has and this one does not know. */
export const NEXT_MIGRATION = "9999-of-the-next-version.sql";

/** What a version has of its own, for its start and its commands; the rest is shared by links. */
const COPIED = ["build", "messages", "migration", "package.json", "platform", "prepare.mjs", "server", "shop"];

/** Makes the built program with one more migration, or with these, in a new folder. */
export async function makeNextVersion(
  more: Record<string, string> = { [NEXT_MIGRATION]: "comment on table orders is 'Of the next version.';" },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-next-"));
  for (const name of await readdir("."))
    if (COPIED.includes(name)) await cp(name, join(folder, name), { recursive: true });
    else await symlink(resolve(name), join(folder, name));
  for (const [name, statement] of Object.entries(more))
    await writeFile(join(folder, "platform/database/migrations", name), `${statement}\n`);
  return folder;
}

/**
 * The same with other scripts, as after changes everywhere: each has another name, and none of those
 * of this build is there any more.
 */
export async function makeNextBuild(): Promise<string> {
  const program = await makeNextVersion({});
  const folder = join(program, "build");
  const assets = join(folder, "client/assets");
  const scripts = new Set((await readdir(assets)).filter((name) => name.endsWith(".js")));
  const { version } = /^manifest-(?<version>[0-9a-f]+)\.js$/m.exec([...scripts].join("\n"))?.groups ?? {};
  if (version === undefined) throw new Error("the build has no list of scripts");

  const next = (name: string) => `${name.slice(0, -".js".length)}-next.js`;
  const renamed = (text: string) =>
    text.replaceAll(version, "0123abcd").replace(/(?<=["'`/])[\w.-]{1,120}\.js\b/g, (name) => (scripts.has(name) ? next(name) : name));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // Without its compressed copies a script is sent as it is.
    if (/\.js\.(br|gz)$/.test(entry.name)) await rm(path);
    else if (entry.isFile() && entry.name.endsWith(".js")) await writeFile(path, renamed(await readFile(path, "utf8")));
  }
  for (const name of scripts) await rename(join(assets, name), join(assets, next(name)));
  return program;
}
