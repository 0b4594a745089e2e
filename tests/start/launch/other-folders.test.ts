import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { noSmallDisk, openSmallDisk } from "#tests/support/processes/small-disk.ts";
import { aSettledFolder, isBuilt, isRoot, needsBuild, needsRoot, openShop, run } from "../shop-process.ts";

/** Many commands run one after another. */
vi.setConfig({ testTimeout: 180_000 });

const NOBODY = 65_534;
const door = resolve("server/shop.ts");
const owner = "owner@shop.example";

async function aFolder(mode?: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-folder-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (mode !== undefined) await chmod(folder, mode);
  return folder;
}

/** A folder, and one inside it, with files that a library might take for its configuration. */
async function aPlantedFolder(traces: string): Promise<string> {
  const outer = await aFolder(0o755);
  const inner = join(outer, "inner");
  await mkdir(inner);
  const program = `require("node:fs").writeFileSync(${JSON.stringify(traces)} + "/ran-" + process.pid, ""); module.exports = {};`;
  for (const folder of [outer, inner]) {
    for (const name of [".graphile-workerrc.js", ".graphile-workerrc.cjs", "graphile-worker.config.js", "graphile-worker.config.cjs"]) {
      await writeFile(join(folder, name), program);
    }
  }
  return inner;
}

/** The documented commands, in an order in which each has what it needs. */
async function everyCommand(where: { cwd: string; user?: number }, dataDir: string, scratch: string): Promise<void> {
  const commands: [words: string[], env: Record<string, string>, input?: string][] = [
    [["create-admin", owner], { DATA_DIR: dataDir }, "correct horse battery\n"],
    [["reset-second-factor", owner], { DATA_DIR: dataDir }],
    [["verify"], { DATA_DIR: dataDir }],
    [["backup", join(scratch, "the.backup")], { DATA_DIR: dataDir }],
    [["restore", join(scratch, "the.backup")], { DATA_DIR: join(scratch, "restored") }],
    [["export", join(scratch, "export")], { DATA_DIR: dataDir }],
    [["take-in", join(scratch, "export")], { DATA_DIR: join(scratch, "taken-in") }],
    [["import", join(scratch, "old-shop.json"), "--preview"], { DATA_DIR: dataDir }],
    [["rotate-secret"], { DATA_DIR: dataDir }],
  ];
  await copyFile("tests/support/old-shop/old-store-export.json", join(scratch, "old-shop.json"));
  for (const [words, env, input] of commands) {
    const running = run([door, ...words], {
      ...where,
      env: { BACKUP_PASSPHRASE: "a passphrase of some length", ...env },
      ...(input && { input }),
    });
    expect(await running.ended, `${words[0]}: ${running.output()}`).toBe(0);
  }
}

describe.skipIf(!isBuilt)(`commands and the start in other folders${needsBuild}`, () => {
  test("no command and no start runs a file that was left in the current folder or above", async () => {
    const traces = await aFolder();
    const cwd = await aPlantedFolder(traces);
    const dataDir = await aSettledFolder();

    await everyCommand({ cwd }, dataDir, await aFolder(0o711));
    const shop = await openShop(dataDir, { cwd });
    shop.child.kill("SIGTERM");
    expect(await shop.ended).toBe(0);
    const tryOut = run([door, "try-payments"], { cwd, env: { TMPDIR: await aFolder(0o711) } });
    await tryOut.says(/Press Ctrl\+C to stop it/);
    tryOut.child.kill("SIGTERM");
    expect(await tryOut.ended).toBe(0);

    expect(await readdir(traces)).toEqual([]);
  });

  test.skipIf(!isRoot)(`each command works from a folder that its user may not enter${needsRoot}`, async () => {
    const closed = await aFolder(0o700);
    await writeFile(join(closed, ".graphile-workerrc"), "{}", { mode: 0o600 });
    const scratch = await aFolder();
    await chown(scratch, NOBODY, NOBODY);

    await everyCommand({ cwd: closed, user: NOBODY }, join(scratch, "data"), scratch);
  });

  test.skipIf(noSmallDisk !== "")(`a trial of a backup that fails leaves no folder behind${noSmallDisk}`, async () => {
    const dataDir = await aSettledFolder();
    const file = join(await aFolder(), "the.backup");
    const backup = run([door, "backup", file], { env: { DATA_DIR: dataDir } });
    expect(await backup.ended, backup.output()).toBe(0);

    // Too small for a new database.
    const disk = await openSmallDisk(30);
    onTestFinished(() => disk.close());
    const restore = run([door, "restore", file], { env: { DATA_DIR: join(disk.folder, "trial") } });

    expect(await restore.ended, restore.output()).toBe(1);
    expect(await readdir(disk.folder)).toEqual([]);
  });
});
