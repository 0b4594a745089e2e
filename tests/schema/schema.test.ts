import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { dataDocument, dataHeading, describeData } from "./describe-data.ts";
import { describeSchema } from "./describe-schema.ts";

const folder = "platform/database";

test("the schema page shows the database as all migrations make it; npm run schema writes it", async () => {
  const page = await withClient(await anEmptyDatabase({ isMigrated: true }), describeSchema);
  const files = ["schema.sql", ...(await readdir(join(folder, "functions"))).map((name) => `functions/${name}`)];
  expect(files.sort()).toEqual([...page.keys()].sort());
  for (const [name, text] of page) expect(await readFile(join(folder, name), "utf8"), name).toBe(text);
});

test("docs/data.md says what each exported column means and what is left out, as the schema's comments do; npm run schema writes it", async () => {
  const generated = await withClient(await anEmptyDatabase({ isMigrated: true }), describeData);
  const text = await readFile(dataDocument, "utf8");
  expect(text.slice(text.indexOf(dataHeading))).toBe(generated);
});

test("the schema page shows each table, function and trigger, and says what each table and function is for", async () => {
  const page = await withClient(await anEmptyDatabase({ isMigrated: true }), describeSchema);
  const whole = [...page.values()].join("\n");
  const [names] = await withClient(await anEmptyDatabase({ isMigrated: true }), async (client) => {
    const { rows } = await client.query<{ tables: string[]; functions: string[]; triggers: string[] }>(`select
      (select array_agg(relname::text) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as tables,
      (select array_agg(proname::text) from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')) as functions,
      (select array_agg(tgname::text) from pg_trigger where not tgisinternal and tgrelid::regclass::text !~ 'graphile') as triggers`);
    return rows;
  });
  for (const table of names?.tables ?? []) expect(whole).toMatch(new RegExp(`\n-- .*\nCREATE (UNLOGGED )?TABLE ${table} \\(`));
  for (const name of names?.functions ?? []) expect(page.get(`functions/${name}.sql`), name).toMatch(/^-- /);
  for (const trigger of names?.triggers ?? []) expect(whole).toContain(` TRIGGER ${trigger} `);
  expect(names?.triggers.length).toBeGreaterThan(10);
});

test("a table that no feature names, and one that is gone, are refused", async () => {
  const url = await anEmptyDatabase({ isMigrated: true });
  await withClient(url, async (client) => {
    await client.query("create table unknown_to_all (n int)");
    await expect(describeSchema(client)).rejects.toThrow("does not name unknown_to_all");
    await client.query("drop table unknown_to_all, api_keys");
    await expect(describeSchema(client)).rejects.toThrow("gone: api_keys");
  });
});
