import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#platform/config.server.ts";
import { openSource } from "./database-source.ts";
import { recordRunning } from "./record-running.ts";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-running-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a shop on a database elsewhere is recorded while it runs", async () => {
  const dataDir = await aFolder();
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: "postgres://shop:word@localhost/shop",
    SECRET: "a secret of some length, 32 or more",
  });
  const source = await openSource(config, () => {});
  await source.recordAddress("http://localhost:4000");

  const [name = ""] = await readdir(join(dataDir, "running"));
  expect(JSON.parse(await readFile(join(dataDir, "running", name), "utf8"))).toEqual({ address: "http://localhost:4000" });

  await source.close();
  expect(await readdir(join(dataDir, "running"))).toEqual([]);
});

test("a data folder that cannot be written is ignored", async () => {
  const file = join(await aFolder(), "file");
  await writeFile(file, "");
  const running = recordRunning(file);
  await expect(running.write("http://localhost:4000")).resolves.toBeUndefined();
  await expect(running.remove()).resolves.toBeUndefined();
});

test("the start of a shop says that the connection to its database is not encrypted, a command doesn't", async () => {
  const config = (query: string) =>
    readConfig({
      DATA_DIR: "/nowhere",
      DATABASE_URL: `postgres://shop:word@database/shop${query}`,
      SECRET: "a secret of some length, 32 or more",
    });
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  await openSource(config("?sslmode=disable"), say, () => {});
  await openSource(config(""), say);
  expect(said).toEqual([]);
  await openSource(config(""), say, () => {});
  expect(said).toEqual([expect.stringMatching(/isn't encrypted.*sslmode=verify-full/)]);
});
