import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { noSmallDisk, openSmallDisk } from "#tests/support/processes/small-disk.ts";
import { aSettledFolder, close, command, isBuilt, isRoot, needsBuild, needsRoot, openShop } from "../shop-process.ts";

/** Many commands run one after another. */
vi.setConfig({ testTimeout: 180_000 });

const NOBODY = 65_534;
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
  const commands: [words: string[], dataDir: string, input?: string][] = [
    [["create-admin", owner], dataDir, "correct horse battery\n"],
    [["reset-second-factor", owner], dataDir],
    [["verify"], dataDir],
    [["backup", join(scratch, "the.backup")], dataDir],
    [["restore", join(scratch, "the.backup")], join(scratch, "restored")],
    [["export", join(scratch, "export")], dataDir],
    [["take-in", join(scratch, "export")], join(scratch, "taken-in")],
    [["import", join(scratch, "old-shop.json"), "--preview"], dataDir],
    [["rotate-secret"], dataDir],
  ];
  await copyFile("tests/support/old-shop/old-store-export.json", join(scratch, "old-shop.json"));
  const passphrase = { BACKUP_PASSPHRASE: "a passphrase of some length" };
  for (const [words, dataDir, input] of commands) {
    const running = command(words, dataDir, passphrase, { ...where, ...(input && { input }) });
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
    await close(shop);
    const tryOut = command(["try-payments"], dataDir, { TMPDIR: await aFolder(0o711) }, { cwd });
    await tryOut.says(/Press Ctrl\+C to stop it/);
    await close(tryOut);

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
    const backup = command(["backup", file], dataDir);
    expect(await backup.ended, backup.output()).toBe(0);

    // Too small for a new database.
    const disk = await openSmallDisk(30);
    onTestFinished(() => disk.close());
    const restore = command(["restore", file], join(disk.folder, "trial"));

    expect(await restore.ended, restore.output()).toBe(1);
    expect(await readdir(disk.folder)).toEqual([]);
  });
});
