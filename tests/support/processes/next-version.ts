import { cp, mkdtemp, readdir, symlink, writeFile } from "node:fs/promises";
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
