import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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

test("[S7.3] a file comes back as it was put, is replaced as a whole and is gone after removal", async () => {
  await files.put("proofs/a1.webp", bytes("first"));
  await files.put("proofs/a1.webp", bytes("second"));
  expect(await files.get("proofs/a1.webp")).toEqual(Buffer.from("second"));

  await files.remove("proofs/a1.webp");
  await files.remove("proofs/a1.webp");
  expect(await files.get("proofs/a1.webp")).toBeNull();
});

test("[S7.3] only the shop's user can enter the store and read its files", async () => {
  await files.put("private", bytes("x"));
  expect((await stat(join(folder, "files"))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "files/private"))).mode & 0o777).toBe(0o600);
});

test.each([
  "../out",
  "a/../../out",
  "/etc/passwd",
  "a//b",
  "",
  ".",
  "..",
  ".hidden",
  "a/.b",
  "a\\b",
  "a\0b",
  "a b",
  "a/",
  "%2e%2e/x",
  "a".repeat(201),
])("[S7.3] %j is no key", async (key) => {
  await expect(files.put(key, bytes("x"))).rejects.toThrow("not a file key");
  await expect(files.get(key)).rejects.toThrow("not a file key");
  await expect(files.remove(key)).rejects.toThrow("not a file key");
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
