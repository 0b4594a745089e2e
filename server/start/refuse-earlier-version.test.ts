import { expect, test } from "vitest";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { laterMigrations } from "#tests/support/database/later-migrations.ts";
import { refuseEarlierVersion } from "./refuse-earlier-version.ts";

test("a command refuses a database of an earlier version and changes nothing in it", async () => {
  const databaseUrl = await anEmptyDatabase({ isMigrated: true });
  const before = await everyRow(databaseUrl);
  const db = openDatabase(databaseUrl, { max: 1 });
  const later = await laterMigrations(["9001-later.sql", "create table later (n integer)"]);
  await expect(migrate(db, later, refuseEarlierVersion)).rejects.toThrow("The database is of an earlier version of the shop.");
  await closeDatabase(db);
  expect(await everyRow(databaseUrl)).toEqual(before);
});
