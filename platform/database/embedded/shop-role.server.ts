import type { ClientBase } from "pg";
import { MIGRATION_LOCK } from "../migrate.server.ts";
import { quoted } from "../table-shape.server.ts";

/** The role of the shop in its built-in database. It owns nothing. */
export const SHOP_ROLE = "trackside_shop";

/** The schema that the job queue's library creates. */
const QUEUE = "graphile_worker";
/** Tables that only the owner, and functions of the database, may write. */
const ownersTables = [
  "ledger",
  "receipts",
  "receipt_counters",
  "credit_notes",
  "credit_note_counters",
  "migrations",
  "start_steps",
  "key_check",
  "earlier_keys",
];
/**
 * Tables in which the shop may update only these columns and delete no row. The database's own
 * counts, the ledger head and what identifies an ID are protected from it.
 */
const changedColumns: Record<string, readonly string[]> = {
  product_stock: ["available"],
  units: ["product_id", "value", "imported_at", "withdrawn", "withdrawn_at", "batch_id", "erased_at"],
};

/**
 * Grants a role that owns nothing what the shop needs: it reads and writes rows and calls
 * functions, but may not write the ledger, the database's own counts or what identifies an ID, nor
 * create temporary tables, which nobody but the owner may from then on. Runs
 * on a connection of the owner. Does nothing if the role is the owner or has its rights already.
 */
export async function grantToShop(client: ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<Standing>(standing, [role]);
  const [found] = rows;
  if (!found || found.isOwner || !(found.lacks || found.hasTemporary)) return;

  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    const statements = [
      ...(found.hasTemporary ? [`revoke temporary on database ${quoted(found.database)} from public, ${quoted(role)}`] : []),
      ...ofSchema(found.schema, role),
      ...ownTables(role),
      ...analyzing(role, found.version),
      ...(await ofQueue(client, role)),
    ];
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/**
 * What a role may do now. `hasTemporary`: it may create temporary tables, which could stand in for
 * the shop's, and this connection can end that.
 */
type Standing = { schema: string; database: string; isOwner: boolean; lacks: boolean; hasTemporary: boolean; version: number };

const standing = `select current_schema() as schema, current_database() as database, current_user = $1 as "isOwner", current_setting('server_version_num')::integer as version, exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (current_schema(), '${QUEUE}') and c.relkind in ('r', 'p') and not has_table_privilege($1, c.oid, 'select')
  ) or has_table_privilege($1, 'ledger', 'insert') as lacks,
  has_database_privilege($1, current_database(), 'temporary') and exists (
    select from pg_database where datname = current_database() and pg_has_role(current_user, datdba, 'usage')
  ) as "hasTemporary"`;

function ofSchema(schema: string, role: string): string[] {
  const [of, to] = [quoted(schema), quoted(role)];
  return [
    `grant usage on schema ${of} to ${to}`,
    `grant select, insert, update, delete on all tables in schema ${of} to ${to}`,
    `grant usage, select on all sequences in schema ${of} to ${to}`,
  ];
}

function ownTables(role: string): string[] {
  const to = quoted(role);
  return [
    ...ownersTables.map((table) => `revoke insert, update, delete on ${quoted(table)} from ${to}`),
    ...Object.entries(changedColumns).flatMap(([table, columns]) => [
      `revoke update, delete on ${quoted(table)} from ${to}`,
      `grant update (${columns.map(quoted).join(", ")}) on ${quoted(table)} to ${to}`,
    ]),
  ];
}

/**
 * An import of accounts runs `analyze` for the planner. Before PostgreSQL 17 only an owner may, and
 * autovacuum does it some time later.
 */
function analyzing(role: string, version: number): string[] {
  return version >= 170_000 ? [`grant maintain on users to ${quoted(role)}`] : [];
}

/**
 * The queue's library uses row-level security, which hides its rows from everybody but their owner.
 */
async function ofQueue(client: ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ table: string; isGuarded: boolean }>(
    `select c.relname as table, c.relrowsecurity as "isGuarded" from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = '${QUEUE}' and c.relkind in ('r', 'p')`,
  );
  if (rows.length === 0) return [];
  const policies = rows
    .filter(({ isGuarded }) => isGuarded)
    .flatMap(({ table }) => [
      `drop policy if exists ${SHOP_ROLE} on ${QUEUE}.${quoted(table)}`,
      `create policy ${SHOP_ROLE} on ${QUEUE}.${quoted(table)} to ${quoted(role)} using (true) with check (true)`,
    ]);
  return [...ofSchema(QUEUE, role), `grant execute on all functions in schema ${QUEUE} to ${quoted(role)}`, ...policies];
}
