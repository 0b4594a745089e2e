import { and, eq, inArray, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Refusal, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing, seesIds } from "#shop/rights.ts";
import { untilNoneEnteredMeanwhile } from "#shop/stock/books/add-units.server.ts";
import { announceOrder } from "../announce-order.server.ts";
import { replaceDelivered } from "../decisions/replace/replace-id.server.ts";
import { mayReplace, type SwapForm } from "../decisions/replace/replacement.ts";
import { type LockedOrder, lockOrder, lockOrderById } from "../lock-order.server.ts";
import { noteOpened, notifyOfMessage } from "../messages/notify-of-message.server.ts";
import { storeMessage } from "../messages/store-message.server.ts";
import { isBuyer, isBuyerOf } from "../reading/find-order.server.ts";
import { orders } from "../tables.server.ts";
import type { ClaimRefusalForm } from "./claim-forms.ts";
import { queueClaimEvents, queueEventsOfOrders } from "./queue-claim-events.server.ts";
import { claims } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;
type Claim = typeof claims.$inferSelect;

/**
 * Swaps the ID of an open claim for a free one or one that was typed, through the same steps as
 * replacing it. Without a free ID it answers `noFreeIdLeft`, and the claim waits for stock. For
 * persons with `decide-orders`; a typed ID also asks for `see-ids`. [S15.4] [S15.5]
 */
export async function swapClaim(services: Needs, visitor: Visitor, claimId: string, form: SwapForm): Promise<Result<null>> {
  if (!may(visitor, "decide-orders")) return rightMissing("decide-orders");
  if (form.id !== null && !seesIds(visitor)) return rightMissing("see-ids");
  return untilNoneEnteredMeanwhile(() =>
    inTransaction(services.db, async (tx) => {
      const locked = await lockOpenClaim(tx, claimId);
      if (!locked.ok) return locked;
      const { order, claim } = locked.value;
      const allowed = mayReplace(order, { ...form, faulty: "" });
      if (!allowed.ok) return allowed;
      const swapped = await replaceDelivered(services, tx, visitor, order, claim, { ...form, reason: claim.reason });
      if (swapped.ok || swapped.code !== "noFreeIdLeft" || claim.waitsSince !== null) return swapped;
      await tx.update(claims).set({ waitsSince: services.now() }).where(eq(claims.id, claimId));
      await announceOrder(tx, order.requestCode);
      return swapped;
    }),
  );
}

/**
 * Refuses an open claim with a reason, and with it the open ones of the same order among `others`:
 * their buyer reads the reason once, in the conversation, unless that is full. Returns which were
 * refused. For persons with `answer-buyers`. [S15.4] [S15.9]
 */
export async function refuseClaim(
  services: Needs,
  visitor: Visitor,
  claimId: string,
  { reason }: ClaimRefusalForm,
  others: string[] = [],
): Promise<Result<string[]>> {
  if (!may(visitor, "answer-buyers")) return rightMissing("answer-buyers");
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOpenClaim(tx, claimId);
    if (!locked.ok) return locked;
    const { order } = locked.value;
    const entry = { order, side: "shop", personId: visitor.userId, message: { text: reason }, pictureKey: null, keepsWait: true } as const;
    const answer = await storeMessage(services, tx, entry);
    const at = services.now();
    const decision = { state: "refused", decidedBy: visitor.userId, answerNumber: answer.ok ? answer.value.number : null } as const;
    const refusedNow = await decide(services, tx, order, [claimId, ...others], decision, at);
    const subject = { kind: "order", id: order.id, name: order.requestCode } as const;
    for (const { position } of refusedNow)
      await recordAction(tx, visitor, { action: "claim-refused", subject, facts: { position: position + 1 } }, at);
    await notifyOfMessage(services, tx, order, "shop");
    await noteOpened({ db: tx }, order.id);
    await announceOrder(tx, order.requestCode);
    return ok(refusedNow.map(({ id }) => id));
  });
}

/** Takes an open claim back, for the order's buyer. Strangers are refused with `orderNotForYou`. [S15.4] */
export async function withdrawClaim(services: Needs, visitor: Visitor, requestCode: string, number: number): Promise<Result<null>> {
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
    const [claim] = await tx
      .select()
      .from(claims)
      .where(and(eq(claims.orderId, order.id), eq(claims.number, number)));
    const open = openOf(claim);
    if (!open.ok) return open;
    await decide(services, tx, order, [open.value.id], { state: "withdrawn" }, services.now());
    await announceOrder(tx, requestCode);
    return ok(null);
  });
}

/** Takes back the open claims of orders whose IDs are erased or whose buyer is gone; the orders are locked. Programs hear of it. [S15.13] */
export async function withdrawClaimsOf(services: Pick<Services, "now" | "jobs">, tx: Tx, orderIds: string[]): Promise<void> {
  const gone = { state: "withdrawn", decidedAt: services.now(), waitsSince: null } as const;
  const { orderId, number, position, reason, state } = claims;
  const withdrawn = await tx
    .update(claims)
    .set(gone)
    .where(and(eq(state, "open"), sql`${orderId} = any(${sql.param(orderIds)}::text[])`))
    .returning({ orderId, number, position, reason, state });
  if (withdrawn.length === 0) return;
  const { id, requestCode } = orders;
  const theirs = await tx
    .select({ id, requestCode })
    .from(orders)
    .where(
      inArray(
        id,
        withdrawn.map((claim) => claim.orderId),
      ),
    );
  const ofOrders = theirs.map((order) => ({ order, claims: withdrawn.filter((claim) => claim.orderId === order.id) }));
  await queueEventsOfOrders(services, tx, "claim.decided", ofOrders, { to: "webhook" });
}

type Decision = Pick<Claim, "state"> & Partial<Pick<Claim, "decidedBy" | "answerNumber">>;

/** Writes the decision about the open ones among these claims of a locked order, and returns them. */
async function decide(
  services: Needs,
  tx: Tx,
  order: LockedOrder,
  claimIds: string[],
  decision: Decision,
  at: Date,
): Promise<Pick<Claim, "id" | "position">[]> {
  const decided = await tx
    .update(claims)
    .set({ ...decision, decidedAt: at, waitsSince: null })
    .where(and(eq(claims.orderId, order.id), eq(claims.state, "open"), inArray(claims.id, claimIds)))
    .returning({ id: claims.id, position: claims.position, number: claims.number, reason: claims.reason, state: claims.state });
  await queueClaimEvents(services, tx, "claim.decided", order, decided);
  return decided;
}

/** Locks the order of an open claim, and reads the claim. Refuses `claimNotFound` and `claimDecided`. */
export async function lockOpenClaim(
  tx: Tx,
  claimId: string,
): Promise<Result<{ order: LockedOrder; claim: Claim }, "claimNotFound" | "claimDecided">> {
  const [found] = await tx.select({ orderId: claims.orderId }).from(claims).where(eq(claims.id, claimId));
  const order = found ? await lockOrderById(tx, found.orderId) : null;
  if (!order) return refused("claimNotFound");
  const [claim] = await tx.select().from(claims).where(eq(claims.id, claimId));
  const open = openOf(claim);
  return open.ok ? ok({ order, claim: open.value }) : open;
}

function openOf(claim: Claim | undefined): Result<Claim, never> | Refusal<"claimNotFound" | "claimDecided"> {
  if (!claim) return refused("claimNotFound");
  return claim.state === "open" ? ok(claim) : refused("claimDecided");
}
