import { randomUUID } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import type { AuditedAction, AuditFacts } from "#shop/audit/audited-action.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { batches, suppliers } from "../tables.server.ts";

type Needs = Pick<Services, "db" | "now">;
type Supplier = typeof suppliers.$inferSelect;
type Action = Extract<AuditedAction, { subject: { kind: "supplier" } }>["action"];

/** Adds a supplier. Refuses `supplierNameTaken`. For who manages the stock. [S15.10] */
export function addSupplier(services: Needs, actor: Actor, name: string): Promise<Result<{ id: string }>> {
  return changing(services, actor, async (tx, record) => {
    const added = { id: randomUUID(), name, hiddenAt: null };
    const [its] = await tx.insert(suppliers).values(added).onConflictDoNothing().returning();
    if (!its) return nameTaken;
    await record("supplier-added", its);
    return ok({ id: its.id });
  });
}

/**
 * Renames a supplier; its imports keep it. Refuses `supplierNotFound` and `supplierNameTaken`. [S15.10]
 */
export function renameSupplier(services: Needs, actor: Actor, id: string, name: string): Promise<Result<null>> {
  return changing(services, actor, async (tx, record) => {
    const supplier = await locked(tx, id);
    if (!supplier) return refused("supplierNotFound");
    const taken = await tx.select({ id: suppliers.id }).from(suppliers).where(sql`lower(${suppliers.name}) = lower(${name})`);
    if (taken.some((other) => other.id !== id)) return nameTaken;
    await tx.update(suppliers).set({ name }).where(eq(suppliers.id, id));
    await record("supplier-renamed", { ...supplier, name }, { before: supplier.name });
    return ok(null);
  });
}

/** Hides a supplier, which imports then no longer offer, or shows it again. [S15.10] */
export function hideSupplier(services: Needs, actor: Actor, id: string, isHidden: boolean): Promise<Result<null>> {
  return changing(services, actor, async (tx, record) => {
    const supplier = await locked(tx, id);
    if (!supplier) return refused("supplierNotFound");
    if ((supplier.hiddenAt !== null) === isHidden) return ok(null);
    await tx
      .update(suppliers)
      .set({ hiddenAt: isHidden ? services.now() : null })
      .where(eq(suppliers.id, id));
    await record(isHidden ? "supplier-hidden" : "supplier-shown", supplier);
    return ok(null);
  });
}

/**
 * Moves all imports of a supplier to the one of another name, and deletes it. Returns the other.
 * Refuses `supplierNotFound`, and `supplierIsTheSame` for its own name. [S15.10]
 */
export function mergeSupplier(services: Needs, actor: Actor, id: string, into: string): Promise<Result<{ id: string }>> {
  return changing(services, actor, async (tx, record) => {
    const [other] = await tx.select({ id: suppliers.id }).from(suppliers).where(sql`lower(${suppliers.name}) = lower(${into})`);
    if (!other) return about(refused("supplierNotFound"), "name");
    if (other.id === id) return about(refused("supplierIsTheSame"), "name");
    const both = await tx
      .select()
      .from(suppliers)
      .where(inArray(suppliers.id, [id, other.id]))
      .orderBy(suppliers.id)
      .for("update");
    const [from, to] = [id, other.id].map((one) => both.find((supplier) => supplier.id === one));
    if (!from || !to) return refused("supplierNotFound");
    await tx.update(batches).set({ supplierId: to.id }).where(eq(batches.supplierId, id));
    await tx.delete(suppliers).where(eq(suppliers.id, id));
    await record("supplier-merged", to, { merged: from.name });
    return ok({ id: to.id });
  });
}

const nameTaken = about(refused("supplierNameTaken"), "name");

async function locked(tx: Tx, id: string): Promise<Supplier | undefined> {
  const [supplier] = await tx.select().from(suppliers).where(eq(suppliers.id, id)).for("update");
  return supplier;
}

/** Runs a change in a transaction that also records it. */
async function changing<T>(
  { db, now }: Needs,
  actor: Actor,
  change: (tx: Tx, record: (action: Action, supplier: Supplier, facts?: AuditFacts) => Promise<void>) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const admin: ActingAdmin = actor;
  return inTransaction(db, (tx) =>
    change(tx, (action, { id, name }, facts = {}) =>
      recordAction(tx, admin, { action, subject: { kind: "supplier", id, name }, facts }, now()),
    ),
  );
}
