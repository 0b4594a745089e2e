import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { leftOut, leftOutColumns } from "#tests/support/database/left-out.ts";
import { exportedTables } from "./exported-tables.ts";

test("every table and every column of the database is exported, or left out for a stated reason", async () => {
  const there = await withClient(await anEmptyDatabase({ isMigrated: true }), async (client) => {
    const { rows } = await client.query<{ table: string; columns: string[] }>(
      `select c.relname as table, array_agg(a.attname::text order by a.attname) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        group by c.relname order by c.relname`,
    );
    return rows;
  });
  const exported = exportedTables.map(({ table, columns }) => ({
    table,
    columns: [...columns.flatMap(({ column }) => column ?? []), ...Object.keys(leftOutColumns[table] ?? {})].sort(),
  }));
  expect(there.filter(({ table }) => !Object.hasOwn(leftOut, table) && !table.startsWith("_"))).toEqual(
    exported.sort((one, other) => (one.table < other.table ? -1 : 1)),
  );
});

test("docs/data.md describes each file, and of each column its type and what it means, and of what is left out", () => {
  const text = readFileSync("docs/data.md", "utf8");
  for (const { name, means, columns } of exportedTables) {
    const [, section = ""] = text.split(`## ${name}\n`);
    const [its = ""] = section.split("\n## ");
    expect(its, name).toContain(means);
    for (const column of columns)
      expect(its, `${name} ${column.name}`).toContain(`| \`${column.name}\` | ${column.type} | ${column.means} |`);
  }
  for (const [table, why] of Object.entries(leftOut)) expect(text).toContain(`| \`${table}\` | ${why} |`);
});
