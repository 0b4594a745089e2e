import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FolderTaken } from "#platform/database/embedded/folder-lock.server.ts";
import { recordFolder } from "./new-folder.ts";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-new-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a data folder that was not there goes again, with the system's folder that its database lies in", async () => {
  const [dataDir, system] = [join(await aFolder(), "data"), await aFolder()];
  const recorded = await recordFolder(dataDir);
  await mkdir(dataDir);
  await mkdir(join(system, "database"));
  await symlink(join(system, "database"), join(dataDir, "database"));
  await recorded.takeBack();
  expect([existsSync(dataDir), existsSync(system)]).toEqual([false, false]);
});

test("one that was empty is empty again, and one that held something is left as it is", async () => {
  const [empty, full] = [await aFolder(), await aFolder()];
  await writeFile(join(full, "note"), "mine");
  const recorded = [await recordFolder(empty), await recordFolder(full)];
  for (const folder of [empty, full]) await mkdir(join(folder, "database"));
  for (const { takeBack } of recorded) await takeBack();
  expect(await readdir(empty)).toEqual([]);
  expect(await readdir(full)).toEqual(["database", "note"]);
});

test("one that another command took meanwhile is left to it", async () => {
  const folder = await aFolder();
  const recorded = await recordFolder(folder);
  await mkdir(join(folder, "database"));
  await recorded.takeBack(new FolderTaken("There is a shop in the data folder already."));
  expect(await readdir(folder)).toEqual(["database"]);
});
