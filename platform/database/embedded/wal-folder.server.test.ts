import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withClient } from "../with-client.server.ts";
import { openEmbedded } from "./embedded.server.ts";
import { WAL_WAITING_MAX } from "./wal-folder.server.ts";

async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside wal's "));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes PostgreSQL finish its segment, and returns its name when PostgreSQL calls it archived. */
function finishSegment(url: string): Promise<string> {
  return withClient(url, async (client) => {
    await client.query("select pg_logical_emit_message(true, 'test', 'x')");
    const { rows } = await client.query<{ name: string }>("select pg_walfile_name(pg_switch_wal()) as name");
    const archived = async () =>
      (await client.query<{ name: string }>("select last_archived_wal as name from pg_stat_archiver")).rows[0]?.name;
    await expect.poll(archived, { timeout: 10_000 }).toBe(rows[0]?.name);
    return rows[0]?.name ?? "";
  });
}

test("finished segments lie beside the database, for its own user only, also those of a command; without archiving none do", {
  timeout: 60_000,
}, async () => {
  const folder = await aDataFolder();
  const wal = join(folder, "wal-out");
  const shop = await openEmbedded(folder, { isArchived: true });
  expect(shop.wal).toEqual({ folder: wal, database: join(folder, "database") });
  const name = await finishSegment(shop.url);
  expect((await stat(join(wal, name))).mode & 0o777).toBe(0o600);
  expect((await stat(wal)).mode & 0o777).toBe(0o700);
  await shop.close();

  const command = await openEmbedded(folder);
  const ofCommand = await finishSegment(command.url);
  expect(await readdir(wal)).toContain(ofCommand);
  await rm(wal, { recursive: true });
  await finishSegment(command.url);
  expect(existsSync(wal), "a segment that cannot be copied stops nothing").toBe(false);
  await command.close();

  const without = await openEmbedded(folder, { isArchived: false });
  onTestFinished(without.close);
  expect(without.wal).toBeNull();
  const { rows } = await withClient(without.url, (client) => client.query("show archive_mode"));
  expect(rows).toEqual([{ archive_mode: "off" }]);
});

test("so many segments wait and no more, also those of a command; what a killed restore left goes at a start", {
  timeout: 60_000,
}, async () => {
  const folder = await aDataFolder();
  await (await openEmbedded(folder, { isArchived: true })).close();
  await mkdir(join(folder, "wal-in"));
  const command = await openEmbedded(folder);
  onTestFinished(command.close);
  expect(existsSync(join(folder, "wal-in"))).toBe(false);

  const wal = join(folder, "wal-out");
  const segments = async () => (await readdir(wal)).filter((name) => !name.includes("."));
  await writeFile(join(wal, "folder.json"), "");
  const room = WAL_WAITING_MAX - (await segments()).length;
  for (let n = 0; n < room; n += 1) await writeFile(join(wal, `F0000001${String(n).padStart(16, "0")}`), "");
  const missed = await finishSegment(command.url);
  expect(await segments()).not.toContain(missed);
  expect(await segments()).toHaveLength(WAL_WAITING_MAX);
  await rm(join(wal, `F0000001${"0".repeat(16)}`));
  expect(await finishSegment(command.url).then(async (name) => (await segments()).includes(name))).toBe(true);
});
