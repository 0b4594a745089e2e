import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import type { ClaimReason, ClaimState } from "#shop/orders/claims/claim.ts";
import { claimName } from "#shop/orders/claims/claiming.ts";
import { queueClaimEvents } from "#shop/orders/claims/queue-claim-events.server.ts";
import { claims } from "#shop/orders/claims/tables.server.ts";
import { type LockedOrder, lockOrder } from "#shop/orders/lock-order.server.ts";
import { noteOpened, notifyOfMessage } from "#shop/orders/messages/notify-of-message.server.ts";
import type { Placed } from "#shop/orders/order.ts";
import { isAllRefunded } from "#shop/orders/payment/refunds/is-refunded.server.ts";
import { orderUnits, replacements } from "#shop/orders/tables.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { masked, may, placeOfId, readsIds, rightMissing, seesIds } from "#shop/rights.ts";
import { enterHandedOver, untilNoneEnteredMeanwhile } from "#shop/stock/books/add-units.server.ts";
import { idFingerprints } from "#shop/stock/books/id-fingerprint.server.ts";
import { lockOwners } from "#shop/stock/lock-owners.server.ts";
import { units } from "#shop/stock/tables.server.ts";
import { findUnits, objectionToUnits, patternOf, takeFree } from "../find-units.server.ts";
import { askAboutUnusual } from "../unusual-ids.ts";
import { mayReplace, type ReplacementForm, type SwapForm } from "./replacement.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/** For so long an ID that replaced another is not replaced by its place, which may have meant the other. */
const NEW_AT_PLACE_MS = MINUTE_MS;

/**
 * Replaces a delivered ID of an approved order that does not work, with a free ID of its product or
 * one that the admin typed. The faulty ID is withdrawn, and the new one takes its position. Refuses
 * if none is free (`noFreeIdLeft`), if the faulty ID is no longer the order's (`idNotDelivered`),
 * and a typed ID by the same rules as an approval, and from who may not see IDs (`rightMissing`).
 * [S2.9] [S4.4] [S4.5] [S13.5]
 */
export async function replaceId(services: Needs, visitor: Visitor, requestCode: string, form: ReplacementForm): Promise<Result<null>> {
  if (!may(visitor, "decide-orders")) return rightMissing("decide-orders");
  if (form.id !== null && !seesIds(visitor)) return rightMissing("see-ids");
  return untilNoneEnteredMeanwhile(() =>
    inTransaction(services.db, async (tx) => {
      const order = await lockOrder(tx, requestCode);
      if (!order) return refused("orderNotFound");
      const allowed = mayReplace(order, form);
      if (!allowed.ok) return allowed;

      const dead = await findDelivered(services, tx, visitor, order, form.faulty);
      if (!dead) return refused("idNotDelivered");
      return replaceDelivered(services, tx, visitor, order, dead, form);
    }),
  );
}

/**
 * The steps of a replacement in the transaction that has locked the approved order. The open claim
 * of the ID is swapped with it, and its buyer told; without one, the person opens it. Refuses an ID whose share went
 * back, or all that was paid for the order (`idShareRefunded`). [S15.5] [S15.6]
 */
export async function replaceDelivered(
  services: Needs,
  tx: Tx,
  visitor: Admin,
  order: LockedOrder,
  dead: Delivered,
  { id, idsConfirmed = false, reason = "other" }: SwapForm & { reason?: ClaimReason },
): Promise<Result<null>> {
  const claim = await claimOfUnit(tx, dead.unitId);
  if ((claim && claim.state !== "open") || (await isAllRefunded(tx, order.id))) return refused("idShareRefunded");
  await lockOwners(tx, order.productId, id === null ? [] : idFingerprints(services.vault, id));
  const at = services.now();
  await signTransaction(tx, visitor);
  const unitId = id === null ? await takeOneFree(tx, order) : await takeTyped(services, tx, order, { id, idsConfirmed }, at);
  if (!unitId.ok) return unitId;

  await swap(tx, order, dead, unitId.value, at);
  const closed = await closeClaim(tx, order, dead, claim, { reason, personId: visitor.userId, at });
  await queueClaimEvents(services, tx, "claim.decided", order, [{ ...closed, position: dead.position, state: "swapped" }]);
  const subject = { kind: "order", id: order.id, name: order.requestCode } as const;
  await recordAction(tx, visitor, { action: "id-replaced", subject, facts: { position: dead.position + 1 } }, at);
  if (claim) {
    await notifyOfMessage(services, tx, order, "shop");
    await noteOpened({ db: tx }, order.id);
  }
  await announceOrder(tx, order.requestCode);
  return ok(null);
}

/** A delivered ID of an order: its unit, and its position among the order's IDs. */
type Delivered = { unitId: number; position: number };

/**
 * Finds the delivered ID of this text. Who does not read IDs whole may give it as it is shown, if no
 * other of the order looks like it, or with its place before it (`idByPlace`). [S13.5]
 */
async function findDelivered(services: Needs, tx: Tx, actor: Actor, order: Placed, value: string): Promise<Delivered | null> {
  const { vault } = services;
  const exact = await findExactly(services, tx, order, value);
  if (exact || readsIds(actor)) return exact;
  const named = placeOfId(value);
  const rows = await tx
    .select({
      unitId: orderUnits.unitId,
      deliveredAt: orderUnits.deliveredAt,
      position: orderUnits.position,
      value: units.value,
      print: units.fingerprint,
    })
    .from(orderUnits)
    .innerJoin(units, eq(units.id, orderUnits.unitId))
    .where(and(eq(orderUnits.orderId, order.id), isNotNull(orderUnits.deliveredAt), isNotNull(units.value)));
  const shown = named ? rows.filter(({ position }) => position === named.position) : rows;
  const alike = shown.filter(
    (row) => row.value && masked(vault.decrypt(placeOf("units.value", row.print), row.value)) === (named?.mask ?? value),
  );
  const [only, another] = alike;
  if (!only || another) return null;
  // Somebody else replaced what stood there a moment ago; this one is new.
  const isNew = named && services.now().getTime() - (only.deliveredAt?.getTime() ?? 0) < NEW_AT_PLACE_MS;
  const [replaced] = isNew ? await tx.select().from(replacements).where(eq(replacements.unitId, only.unitId)) : [];
  return replaced ? null : { unitId: only.unitId, position: only.position ?? 0 };
}

async function findExactly({ vault }: Needs, tx: Tx, order: Placed, value: string): Promise<Delivered | null> {
  const prints = idFingerprints(vault, value);
  const [dead] = await tx
    .select({ unitId: orderUnits.unitId, position: orderUnits.position })
    .from(orderUnits)
    .innerJoin(units, eq(units.id, orderUnits.unitId))
    .where(
      and(eq(orderUnits.orderId, order.id), isNotNull(orderUnits.deliveredAt), isNotNull(units.value), inArray(units.fingerprint, prints)),
    );
  return dead ? { unitId: dead.unitId, position: dead.position ?? 0 } : null;
}

async function takeOneFree(tx: Tx, { productId }: Placed): Promise<Result<number, "noFreeIdLeft">> {
  const { rows } = await tx.execute<{ id: string }>(sql`with taken as (
      delete from free_units where product_id = ${productId} and unit_id = any(array(
        select unit_id from free_units where product_id = ${productId} order by unit_id limit 1))
      returning unit_id
    ), counted as (
      update product_stock set available = available - (select count(*) from taken) where product_id = ${productId}
    )
    select unit_id as id from taken`);
  const [taken] = rows;
  return taken ? ok(Number(taken.id)) : refused("noFreeIdLeft");
}

/**
 * Takes the ID that the admin typed from the stock, or adds it if it is new to the shop. [S4.4]
 * [S4.5]
 */
async function takeTyped(
  services: Needs,
  tx: Tx,
  order: Placed,
  { id: value, idsConfirmed }: { id: string; idsConfirmed: boolean },
  at: Date,
): Promise<Result<number>> {
  const found = await findUnits(services, tx, [value]);
  const [line] = found;
  if (line?.unit?.orderId === order.id) return about(refused("idAlreadyInOrder"), "id");
  const objection = await objectionToUnits(tx, order, found);
  if (objection) return about(objection, "id");
  const asked = askAboutUnusual(found, await patternOf(tx, order.requestCode), idsConfirmed);
  if (!asked.ok) return about(asked, "id");

  const entered = line?.unit ? null : await enterHandedOver(services, tx, order.productId, found, at);
  const unitId = line?.unit?.id ?? entered?.get(line?.value ?? value) ?? 0;
  await takeFree(tx, order.productId, [unitId]);
  return ok(unitId);
}

type HeldClaim = { id: string; number: number; reason: ClaimReason; state: ClaimState };

/** The claim that says how an ID stands: open, or its share went back. */
async function claimOfUnit(tx: Tx, unitId: number): Promise<HeldClaim | null> {
  const [claim] = await tx
    .select({ id: claims.id, number: claims.number, reason: claims.reason, state: claims.state })
    .from(claims)
    .where(and(eq(claims.unitId, unitId), inArray(claims.state, ["open", "refunding", "refunded"])));
  return claim ?? null;
}

type Closed = { reason: ClaimReason; personId: string; at: Date };

/** Closes the claim of a swapped ID; without one, writes the claim of the person who swapped it. Returns which it is. */
async function closeClaim(
  tx: Tx,
  order: Placed,
  { unitId, position }: Delivered,
  claim: HeldClaim | null,
  { reason, personId, at }: Closed,
): Promise<Pick<HeldClaim, "number" | "reason">> {
  const swapped = { state: "swapped", decidedAt: at, decidedBy: personId, waitsSince: null } as const;
  if (claim) {
    await tx.update(claims).set(swapped).where(eq(claims.id, claim.id));
    return claim;
  }
  const number = (await tx.$count(claims, eq(claims.orderId, order.id))) + 1;
  const row = {
    id: claimName(order.requestCode, number),
    orderId: order.id,
    number,
    unitId,
    position,
    reason,
    openedBy: "person",
    personId,
  } as const;
  await tx.insert(claims).values({ ...row, ...swapped, openedAt: at });
  return { number, reason };
}

/**
 * Puts the new ID in the position of the faulty one and withdraws the faulty one from the order.
 */
async function swap(tx: Tx, order: Placed, dead: Delivered, unitId: number, at: Date): Promise<void> {
  await tx.delete(orderUnits).where(eq(orderUnits.unitId, dead.unitId));
  await tx.insert(orderUnits).values({ unitId, orderId: order.id, deliveredAt: at, position: dead.position });
  await tx.update(units).set({ withdrawn: "faulty", withdrawnAt: at }).where(eq(units.id, dead.unitId));
  await tx.insert(replacements).values({ orderId: order.id, faultyUnitId: dead.unitId, unitId, position: dead.position, replacedAt: at });
}
