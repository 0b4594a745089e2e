import type { ClientBase } from "pg";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";

/** A restored shop that is not settled. */
export type RestoredShop = {
  kind: "backup" | "export";
  /** The moment that the backup or export shows. */
  madeAt: Date;
  restoredAt: Date;
  /** Whether the owner has named the IDs that went out, and the others are being freed. */
  isFreeing: boolean;
  heldBack: number;
};

/** The newest restore that is not settled, for owners. */
export async function showRestored(services: Parameters<typeof readRestored>[0], actor: Actor): Promise<RestoredShop | null> {
  requireRight(actor, "own-shop");
  return readRestored(services);
}

/** Reads the newest restore that is not settled; null if there is none. */
export async function readRestored({ db }: { db: { $client: Pick<ClientBase, "query"> } }): Promise<RestoredShop | null> {
  const { rows } = await db.$client.query<RestoredShop>({
    name: "restored-shop",
    text: `select kind, made_at as "madeAt", restored_at as "restoredAt", freeing_since is not null as "isFreeing",
      (select count(*)::integer from units where withdrawn = 'held back') as "heldBack"
      from restores where settled_at is null order by freeing_since nulls first, id desc limit 1`,
  });
  return rows[0] ?? null;
}
