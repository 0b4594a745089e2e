import type { ClientBase } from "pg";
import { quoted } from "./table-shape.server.ts";

type Trigger = { table: string; name: string; enabled: "O" | "A" | "R" };

const enabling = { O: "enable trigger", A: "enable always trigger", R: "enable replica trigger" };

/**
 * Runs `work` with all triggers of the current schema disabled, so that restored rows are neither
 * changed nor announced. Constraints still apply. Runs in the caller's transaction, which locks the
 * tables.
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
