import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { refuseWeakAdmin, refuseWeakAdminOf } from "./refuse-weak-admin.ts";

const email = "asha.rao@shop.example";
const admin = (password: string) => ({ email, password });

async function ask(url: string, ...statements: string[]) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    return (await client.query("select count(*)::integer as n from pg_tables where schemaname = 'public'")).rows[0].n;
  } finally {
    await client.end();
  }
}

test("[S6.4] [S7.4] before there is a data folder a password that would be refused is, and no folder is made", async () => {
  const folder = await mkdtemp(join(tmpdir(), "trackside-first-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  for (const password of ["Password1", "my-trackside-1", "asha rao forever", "ASHA.RAO-2026", "short"])
    await expect(refuseWeakAdmin({ admin: admin(password), databaseUrl: null, dataDir }), password).rejects.toThrow("ADMIN_PASSWORD");
  await refuseWeakAdmin({ admin: admin("correct horse battery"), databaseUrl: null, dataDir });
  await refuseWeakAdmin({ admin: null, databaseUrl: null, dataDir });
  expect(existsSync(dataDir)).toBe(false);
});

test("[S6.4] an operator's empty database is not migrated for a password that is refused", async () => {
  const url = await anEmptyDatabase();
  await expect(refuseWeakAdminOf({ admin: admin("asha rao forever") }, url)).rejects.toThrow("ADMIN_PASSWORD");
  expect(await ask(url)).toBe(0);
  await refuseWeakAdminOf({ admin: admin("correct horse battery") }, url);
});

test("[S6.8] in a shop that is there its own name counts, and nothing is asked of settings that no longer act", async () => {
  const url = await anEmptyDatabase({ isMigrated: true });
  await ask(url, "update shop_settings set name = 'Night Mail'");
  await expect(refuseWeakAdminOf({ admin: admin("nightmail-1936") }, url)).rejects.toThrow("ADMIN_PASSWORD");
  await refuseWeakAdminOf({ admin: admin("my-trackside-1") }, url);
  await ask(
    url,
    "insert into users (id, name, email, role, created_at, updated_at) values ('a', 'A', 'a@example.com', 'admin', now(), now())",
  );
  await refuseWeakAdminOf({ admin: admin("nightmail-1936") }, url);
});

test("a database that does not answer is left to the code that opens it", async () => {
  const url = `postgres://localhost:${await freePort()}/nobody`;
  expect(await refuseWeakAdminOf({ admin: admin("asha rao forever") }, url)).toBeUndefined();
});
