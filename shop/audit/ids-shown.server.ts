import { and, eq, gt } from "drizzle-orm";
import type { Reading, Tx } from "#platform/database/open.server.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { seesIds } from "#shop/rights.ts";
import { recordAction } from "./record-action.server.ts";
import { auditEntries } from "./tables.server.ts";

/** How long the IDs of an order or a product stay whole for a helper who pressed *Show*. [S13.6] */
const SHOWN_FOR_MS = HOUR_MS;

type Subject = { kind: "order" | "product"; id: string };
type Needs = { db: Pick<Reading, "select">; now: () => Date };

/**
 * A visitor as reader of the IDs of one order or product: a helper who pressed *Show* for it in the
 * last hour reads them whole. Asks the database only for helpers who may see IDs. [S13.6]
 */
export async function readerOf<V extends Actor>({ db, now }: Needs, visitor: V, subject: Subject): Promise<V> {
  if (!mustShow(visitor) || !(await wereShown(db, visitor, subject, now()))) return visitor;
  return { ...visitor, mustShowIds: false };
}

/** Whether a visitor reads IDs whole once *Show* is pressed, and not before. [S13.6] */
export function mustShow(visitor: Actor): visitor is Extract<Actor, { kind: "admin" }> {
  return visitor.kind === "admin" && visitor.mustShowIds === true && seesIds(visitor);
}

/**
 * Records that a person was shown the IDs of an order or a product, and how many, at most once an
 * hour; the caller has locked the order or product. Those who read IDs whole anyway, and what has no
 * IDs, leave no entry. [S13.6]
 */
export async function recordIdsShown(
  tx: Tx,
  admin: ActingAdmin,
  subject: Subject & { name: string },
  count: number,
  at: Date,
): Promise<void> {
  if (count === 0 || !mustShow(admin) || (await wereShown(tx, admin, subject, at))) return;
  const { kind, id, name } = subject;
  const entry = { action: "ids-shown", facts: { count } } as const;
  await recordAction(
    tx,
    admin,
    kind === "order" ? { ...entry, subject: { kind, id, name } } : { ...entry, subject: { kind, id, name } },
    at,
  );
}

async function wereShown(db: Pick<Reading, "select">, { userId }: ActingAdmin, { kind, id }: Subject, at: Date): Promise<boolean> {
  const { subjectKind, subjectId, adminId, action } = auditEntries;
  const ofSubject = and(eq(subjectKind, kind), eq(subjectId, id), eq(adminId, userId), eq(action, "ids-shown"));
  const shown = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(and(ofSubject, gt(auditEntries.at, new Date(at.getTime() - SHOWN_FOR_MS))))
    .limit(1);
  return shown.length > 0;
}
