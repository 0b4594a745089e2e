import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testsOfEveryStore } from "#tests/support/servers/every-store.ts";
import { openDiskFiles } from "./disk.server.ts";
import type { Files } from "./files.ts";

let folder: string;
let files: Files;
const bytes = (text: string) => new TextEncoder().encode(text);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-disk-"));
  await chmod(folder, 0o755);
  files = openDiskFiles(join(folder, "files"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

testsOfEveryStore(() => files);

test("[S7.3] only the shop's user can enter the store and read its files", async () => {
  await files.put("private", bytes("x"));
  expect((await stat(join(folder, "files"))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "files/private"))).mode & 0o777).toBe(0o600);
});

test("[S7.3] nothing is written beside the store", async () => {
  await expect(files.put("../out", bytes("x"))).rejects.toThrow("not a file key");
  expect(await readdir(folder)).toEqual(["files"]);
});

test("[S7.3] a file that cannot be put leaves nothing behind", async () => {
  await files.put("folder/inside", bytes("x"));
  await expect(files.put("folder", bytes("x"))).rejects.toThrow();
  expect((await readdir(join(folder, "files"))).filter((name) => name.startsWith("."))).toEqual([]);
});

test("[S7.3] a store that cannot be read is a failure, not a missing file", async () => {
  await files.put("folder/inside", bytes("x"));
  await expect(files.get("folder")).rejects.toThrow();
});
