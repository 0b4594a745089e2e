import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { noSmallDisk, openSmallDisk } from "#tests/support/processes/small-disk.ts";
import { openEmbedded } from "./embedded.server.ts";

/** A data folder with a database that was stopped cleanly; each test gets a copy. */
let original: string;
beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), "trackside-start-"));
  await chmod(original, 0o711);
  await (await openEmbedded(original)).close();
});
afterAll(() => rm(original, { recursive: true, force: true }));

async function aStoppedShop(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, "trackside-start-"));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(spawnSync("cp", ["-a", `${original}/.`, folder]).status).toBe(0);
  return folder;
}

const problemOf = (folder: string): Promise<Error> =>
  openEmbedded(folder).then(
    () => expect.fail("it started"),
    (error) => error,
  );

test("a database of another PostgreSQL says so, and how to move it", async () => {
  const folder = await aStoppedShop();
  await writeFile(join(folder, "database/PG_VERSION"), "15\n");

  const problem = await problemOf(folder);

  expect(problem.name).toBe("StartProblem");
  expect(problem.message).toMatch(/made by PostgreSQL 15, .* backup.*restore.*PostgreSQL said: .*incompatible with server/);
});

test("a damaged file says so, with PostgreSQL's own words", async () => {
  const folder = await aStoppedShop();
  await truncate(join(folder, "database/global/pg_control"), 100);

  expect((await problemOf(folder)).message).toMatch(/damaged or missing.*PostgreSQL said: .*pg_control/);
});

test("a missing file says so", async () => {
  const folder = await aStoppedShop();
  await rm(join(folder, "database/global/pg_control"));

  expect((await problemOf(folder)).message).toMatch(/damaged or missing.*PostgreSQL said: /);
});

test("wrong rights say so, and the command that mends them", async () => {
  const folder = await aStoppedShop();
  await chmod(join(folder, "database"), 0o777);

  expect((await problemOf(folder)).message).toMatch(/may not use its folder .*chmod 700.*PostgreSQL said: .*invalid permissions/);
});

test("what PostgreSQL said before is still in its log after the next start", async () => {
  const folder = await aStoppedShop();
  const settings = { shared_buffers: "not a size" };
  const problem = await openEmbedded(folder, { settings }).catch((error) => error);
  expect(problem.message).toMatch(/does not start.*PostgreSQL said: .*shared_buffers/);

  await (await openEmbedded(folder)).close();

  expect(await readFile(join(folder, "database.log"), "utf8")).toContain("shared_buffers");
});

test("a PostgreSQL that ends at once does not end the shop, and a start repeats none of its earlier words", async () => {
  const folder = await aStoppedShop();
  await openEmbedded(folder, { settings: { shared_buffers: "not a size" } }).catch(() => {});
  await writeFile(join(folder, "database/PG_VERSION"), "15\n");

  expect((await problemOf(folder)).message).not.toContain("shared_buffers");
});

test("a log that became long is kept beside the new one", async () => {
  const folder = await aStoppedShop();
  await writeFile(join(folder, "database.log"), "an earlier word\n".repeat(100_000));

  await (await openEmbedded(folder)).close();

  expect(await readFile(join(folder, "database.log.1"), "utf8")).toContain("an earlier word");
  expect(await readFile(join(folder, "database.log"), "utf8")).not.toContain("an earlier word");
});

test.skipIf(noSmallDisk !== "")(
  `on a full disk a command is told why, and the shop starts as soon as there is room${noSmallDisk}`,
  async () => {
    const disk = await openSmallDisk(300);
    onTestFinished(() => disk.close());
    const folder = await aStoppedShop(disk.folder);
    await disk.fill();

    expect((await problemOf(folder)).message).toMatch(/disk of the database is full/);

    const said: string[] = [];
    const starting = openEmbedded(folder, { waitsForRoom: true, say: (line) => said.push(line) });
    await expect.poll(() => said).toEqual([expect.stringMatching(/disk of the database is full.*keeps trying/)]);
    await disk.clear();
    const embedded = await starting;
    onTestFinished(embedded.close);
    expect(said).toHaveLength(1);
  },
);
