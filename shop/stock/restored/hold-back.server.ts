import type { ClientBase } from "pg";

/** What a shop came from: a backup or an export, and the moment that it shows. */
type Origin = { kind: "backup" | "export"; madeAt: string };

/** IDs per statement, so that a large stock takes little memory. */
const AT_ONCE = 50_000;

/**
 * Records, in the transaction that restores a shop, that it was restored. Until it is settled the
 * shop sells no ID: IDs that are free in it may have gone out after the backup. [S3.2]
 */
export async function recordRestore(client: ClientBase, { kind, madeAt }: Origin): Promise<void> {
  await client.query("insert into restores (kind, made_at, restored_at) values ($1, $2, now())", [kind, madeAt]);
}

/**
 * Holds back every free ID of a restored shop that is not settled, in one transaction; in any other
 * shop it costs one query. The database has every migration, and the connection the ledger's key.
 * [S3.2]
 */
export async function holdBackFree(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isDue: boolean }>(
    `select exists (select from restores where freeing_since is null) and exists (select from free_units) as "isDue"`,
  );
  if (!rows[0]?.isDue) return;
  // Importing an export checks its rows at once; the counters agree only at the end of a statement.
  await client.query("set constraints all deferred");
  await client.query("select from product_stock order by product_id for update");
  for (let held = AT_ONCE; held === AT_ONCE; ) held = (await client.query<{ n: number }>(holding, [AT_ONCE])).rows[0]?.n ?? 0;
}

const holding = `with gone as (
    delete from free_units where exists (select from restores where freeing_since is null)
      and (product_id, unit_id) in (select product_id, unit_id from free_units order by product_id, unit_id limit $1)
    returning product_id, unit_id
  ), counted as (
    update product_stock s set available = s.available - g.n
    from (select product_id, count(*)::integer as n from gone group by product_id) as g where s.product_id = g.product_id
  ), withdrawn as (
    update units u set withdrawn = 'held back', withdrawn_at = now() from gone where u.id = gone.unit_id
  )
  select count(*)::integer as n from gone`;
