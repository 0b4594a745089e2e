import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withClient } from "../with-client.server.ts";
import { openEmbedded } from "./embedded.server.ts";

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
