import { expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { leftOut } from "#tests/support/database/left-out.ts";
import { exportedTables } from "./exported-tables.server.ts";

test("every table and every column of the database is exported, left out for a stated reason, or computed by the database", async () => {
  const stored = await withClient(await anEmptyDatabase({ isMigrated: true }), async (client) => {
    const { rows } = await client.query<{ table: string; column: string; isComputed: boolean }>(
      `select c.relname as table, a.attname as column, a.attgenerated <> '' as "isComputed" from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
    );
    return rows.filter(({ table }) => !Object.hasOwn(leftOut, table) && !table.startsWith("_"));
  });
  const named = exportedTables.flatMap(({ table, columns, leftOut }) =>
    [...columns.flatMap(({ column }) => column ?? []), ...Object.keys(leftOut)].map((column) => `${table}.${column}`),
  );
  const there = stored.map(({ table, column }) => `${table}.${column}`);
  const computed = stored.filter(({ isComputed }) => isComputed).map(({ table, column }) => `${table}.${column}`);
  expect(there.filter((column) => !named.includes(column) && !computed.includes(column))).toEqual([]);
  expect(named.filter((column) => !there.includes(column))).toEqual([]);
});
