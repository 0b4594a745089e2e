import { asc, desc } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { requireRight } from "#shop/rights.ts";
import { alertForwarders, unreadAlerts } from "../tables.server.ts";

/** A forwarder as owners see it, without its secret. [S16.1] */
export type ListedForwarder = Pick<typeof alertForwarders.$inferSelect, "id" | "name" | "senders" | "accountDigits" | "madeAt" | "heardAt">;

/** Lists the forwarders, the earliest first. For owners. [S16.1] */
export async function listForwarders({ db }: Pick<Services, "db">, actor: Actor): Promise<ListedForwarder[]> {
  requireRight(actor, "own-shop");
  const { id, name, senders, accountDigits, madeAt, heardAt } = alertForwarders;
  return db.select({ id, name, senders, accountDigits, madeAt, heardAt }).from(alertForwarders).orderBy(asc(madeAt), asc(id));
}

const UNREAD_SHOWN_MAX = 20;

/** Lists the newest alerts that could not be read. For owners. [S16.3] */
export async function listUnreadAlerts(
  { db, vault }: Pick<Services, "db" | "vault">,
  actor: Actor,
): Promise<{ id: string; receivedAt: Date; text: string }[]> {
  requireRight(actor, "own-shop");
  const rows = await db.select().from(unreadAlerts).orderBy(desc(unreadAlerts.receivedAt), unreadAlerts.id).limit(UNREAD_SHOWN_MAX);
  return rows.map(({ text, ...row }) => ({ ...row, text: vault.decrypt(placeOf("unread_alerts.text", row.id), text) }));
}
