import { eq, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import { paymentMethodSettings } from "../tables.server.ts";
import { payeeOf, type UpiMethod, type UpiPayee, upiMethodOf } from "./upi-method.ts";

/** Reads how the owner set the UPI method. One query. For owners. [S10.1] */
export async function readUpiMethod(services: { db: Reading }, actor: Actor): Promise<UpiMethod> {
  requireRight(actor, "own-shop");
  return readMethod(services);
}

async function readMethod({ db }: { db: Reading }): Promise<UpiMethod> {
  const byName = db.prepared("upi-method", (db) => db.select().from(paymentMethodSettings).where(eq(paymentMethodSettings.name, "upi")));
  const [row] = await byName.execute();
  return upiMethodOf(row);
}

/** Since when the UPI ID and its payee are as they are, and whether money came by it since. [S10.1] */
export type UpiTrial = { changedAt: Date | null; isPaid: boolean };

/** Reads what shows that the UPI method works. One query. For admins. [S10.1] */
export async function readUpiTrial({ db }: Pick<Services, "db">, actor: Actor): Promise<UpiTrial> {
  requireRight(actor, "own-shop");
  const { name, updatedAt } = paymentMethodSettings;
  const isPaid = sql<boolean>`exists (select from payments p where p.source = 'upi' and p.received_at >= ${updatedAt})`;
  const [row] = await db.select({ changedAt: updatedAt, isPaid }).from(paymentMethodSettings).where(eq(name, "upi"));
  return row ?? { changedAt: null, isPaid: false };
}

/** Whom buyers pay by UPI; null before the owner set it up. [S10.12] */
export async function readUpiPayee(services: { db: Reading }): Promise<UpiPayee | null> {
  return payeeOf(await readMethod(services));
}
