import type { ClientBase } from "pg";
import { quoted } from "./shape.server.ts";

type Trigger = { table: string; name: string; enabled: "O" | "A" | "R" };

const enabling = { O: "enable trigger", A: "enable always trigger", R: "enable replica trigger" };

/**
 * Step: works while the triggers of the current schema's tables are off, so that rows are put back as they were and tell of nothing; constraints
 * count. In the caller's transaction, which holds the tables for itself.
 */
export async function withoutTriggers(client: ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows: triggers } = await client.query<Trigger>(`
    select c.relname as table, t.tgname as name, t.tgenabled as enabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and not t.tgisinternal and t.tgenabled <> 'D'`);
  for (const { table, name } of triggers) await client.query(`alter table ${quoted(table)} disable trigger ${quoted(name)}`);
  await work();
  await client.query("set constraints all immediate");
  for (const { table, name, enabled } of triggers) await client.query(`alter table ${quoted(table)} ${enabling[enabled]} ${quoted(name)}`);
}
