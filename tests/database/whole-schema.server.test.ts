import type { Client } from "pg";
import { expect, test } from "vitest";
import { copyIn, copyOut } from "#platform/database/copy.server.ts";
import { emptySchema } from "#platform/database/empty-schema.server.ts";
import { readShape } from "#platform/database/table-shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { withoutTriggers } from "#platform/database/without-triggers.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";

async function inDatabase(statements: string, work: (client: Client) => Promise<void>): Promise<void> {
  await withClient(await anEmptyDatabase(), async (client) => {
    await client.query(statements);
    await work(client);
  });
}

const rowsOf = async (client: Client, statement: string) => (await client.query(statement)).rows;

test("tables come behind those that they point at, with the columns that hold something and those that number themselves", async () => {
  const tables = `create table b (id text primary key, part_of text references b);
    create table a (n bigint generated always as identity primary key, b text references b, twice text generated always as (b || b) stored);`;
  await inDatabase(tables, async (client) => {
    expect(await readShape(client)).toEqual([
      { name: "b", columns: ["id", "part_of"], numbered: [] },
      { name: "a", columns: ["n", "b"], numbered: ["n"] },
    ]);
    await client.query("alter table b add column a bigint references a");
    await expect(readShape(client)).rejects.toThrow("point at each other: a, b");
  });
});

test("rows are copied as they are, however many there are, and what fails in between fails the copy", async () => {
  const table = "create table words (id int, word text, bytes bytea); create table copies (like words)";
  const fill =
    "insert into words select n, e'\\\\N\\t\\r\\n\\\\.' || repeat('é₹', n % 50), sha256(n::text::bytea) from generate_series(1, 30000) n";
  await inDatabase(`${table}; ${fill}; insert into words values (null, null, null)`, async (client) => {
    const blocks: Buffer[] = [];
    for await (const block of copyOut(client, "copy words to stdout")) blocks.push(block);
    await copyIn(client, "copy copies from stdin", ofBlocks(blocks));
    const [same] = await rowsOf(client, "select count(*)::int as n from (table words except all table copies) as missing");
    expect(same).toEqual({ n: 0 });

    const broken = (async function* () {
      yield* blocks;
      throw new Error("the source is gone");
    })();
    await expect(copyIn(client, "copy copies from stdin", broken)).rejects.toThrow("the source is gone");
    await expect(copyIn(client, "copy copies from stdin", ofBlocks([Buffer.from("no number\t\t\n")]))).rejects.toThrow(
      "invalid input syntax",
    );
    await expect(copyOut(client, "copy nowhere to stdout").toArray()).rejects.toThrow("nowhere");
    expect(await rowsOf(client, "select count(*)::int as n from copies")).toEqual([{ n: 30_001 }]);
  });
});

test("triggers are off while rows are put back, and afterwards as they were", async () => {
  const triggers = `create table t (n int); create table told (n int);
    create function tell() returns trigger language plpgsql as $$ begin insert into told values (new.n); return new; end $$;
    create function never() returns trigger language plpgsql as $$ begin raise exception 'never'; end $$;
    create trigger tells after insert on t for each row execute function tell();
    create constraint trigger ends after insert on t deferrable initially deferred for each row execute function never();
    create trigger keeps before truncate on t for each statement execute function never();
    create trigger off before delete on t for each statement execute function never();
    alter table t disable trigger off; alter table t enable always trigger tells;`;
  await inDatabase(triggers, async (client) => {
    const states = "select tgname, tgenabled from pg_trigger where tgrelid = 't'::regclass order by tgname";
    const before = await rowsOf(client, states);
    await client.query("begin");
    await withoutTriggers(client, async () => {
      await client.query("truncate t; insert into t values (1)");
    });
    await client.query("commit");
    expect(await rowsOf(client, states)).toEqual(before);
    expect(await rowsOf(client, "select n from t")).toEqual([{ n: 1 }]);
    expect(await rowsOf(client, "select n from told")).toEqual([]);
    await expect(client.query("truncate t")).rejects.toThrow("never");
  });
});

test("a schema that was emptied takes the same shape again", async () => {
  const shape = `create type mood as enum ('well'); create table a (id bigint generated always as identity primary key, m mood);
    create table b (a bigint references a); create view v as select * from b; create sequence s;
    create function f() returns int language sql return 1;`;
  await inDatabase(shape, async (client) => {
    await emptySchema(client);
    expect(await readShape(client)).toEqual([]);
    await client.query(shape);
    expect(await readShape(client)).toHaveLength(2);
  });
});

async function* ofBlocks(blocks: Buffer[]): AsyncGenerator<Buffer> {
  yield* blocks;
}
