import { createHash } from "node:crypto";
import { openBatches } from "#platform/batches.ts";
import { countTries, knownWait } from "#platform/tries.server.ts";
import { sha256 } from "#platform/vault.server.ts";
import { buyerIdOf, type Visitor } from "#shop/accounts/visitor.ts";
import { PLACED_TOGETHER_MAX, PLACING_AT_ONCE, PLACING_BATCHES_AT_ONCE, PLACING_OVERDUE_MS } from "#shop/constants.ts";
import { dropProof } from "#shop/payments/drop-proof.server.ts";
import { keepProof } from "#shop/payments/keep-proof.server.ts";
import type { ReceivedProof } from "#shop/payments/proof-image.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { within } from "#shop/settings/keep-within.server.ts";
import { orderLimit, uploadLimit } from "#shop/settings/limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { limitOfSolution } from "./challenge.server.ts";
import type { Attempt, PlacingNeeds, Written } from "./decide-order.server.ts";
import { holderOf } from "./holder.server.ts";
import type { OrderStatus, Placed } from "./order.ts";
import type { OrderForm } from "./order-form.ts";
import { failedTogether, placeTogether } from "./place-together.server.ts";
import { checkPayment } from "./placing.ts";
import { unlockFor } from "./unlock-order.server.ts";

/** An order as its buyer gets it back. A guest's has an access key; `newBrowserKey` is what the guest's browser should keep in its cookie. [S6.6] */
export type PlacedOrder = Placed & { status: OrderStatus; accessKey: string | null; newBrowserKey: string | null };

type Given = { idempotencyKey?: string | null; proof?: ReceivedProof | null; network?: string | null; solution?: string | null };

/**
 * Places an order and puts its IDs aside, all or nothing. The same idempotency key gives the same order again, with another body it is refused.
 * The proof is kept before the transaction and dropped again when no order took it; the letters about the order are queued in it. `network` is where the
 * visitor's address belongs: from it only so many orders come in a minute, and only so many wait; null counts for nobody. A `solution` of a challenge stands
 * in for one try of placing an order and sending its picture, whatever becomes of it. [S1.1] [S4.2] [S5.1] [S5.2] [S5.3]
 */
export async function placeOrder(
  services: PlacingNeeds,
  visitor: Visitor,
  form: OrderForm,
  { idempotencyKey = null, proof = null, network = null, solution = null }: Given = {},
): Promise<Result<PlacedOrder>> {
  if (form.signedIn && visitor.kind === "guest") return refused("logInAgain");
  const payment = checkPayment(form, proof !== null);
  if (!payment.ok) return payment;
  const settings = await readSettings(services);
  const received = form.paymentMethod === "amazon" ? proof : null;
  const isCounted = network !== null && visitor.kind !== "admin";
  const solved = isCounted && solution ? await limitOfSolution(services, network, solution) : null;
  const uploads = isCounted && received ? [solved ?? uploadLimit(settings, network)] : [];
  const limits = isCounted && !(solved && received) ? [solved ?? orderLimit(settings, network)] : [];
  // A picture is decoded before the order is looked at: who sends too many is told so before.
  const allowed = within(knownWait(services, limits) ?? (await countTries(services, uploads)));
  if (!allowed.ok) return allowed;
  const kept = received ? await keepProof(services, received) : granted(null);
  if (!kept.ok) return kept;

  const holder = holderOf(services, visitor, network);
  const idempotency = idempotencyKey ? { key: sha256(idempotencyKey), bodies: bodyHashes(services, visitor, form, received) } : null;
  // When this throws, the order may have been written all the same: then the proof stays, and `sweepFiles` removes it if no order has it.
  const order = await placeInTurn({ services, visitor, form, settings, holder, limits, waitMs: null, proof: kept.value, idempotency });
  const isTaken = order.ok && order.value.isNew;
  if (kept.value && !isTaken) await dropProof(services, kept.value.key);
  return order.ok ? granted(await withKeys(services, visitor, order.value)) : order;
}

/** What waits to be placed on each database: together where it can be, in its product's own lane where that is locked for long. */
const waiting = new WeakMap<object, (attempt: Attempt) => Promise<Result<Written>>>();

function placeInTurn(attempt: Attempt): Promise<Result<Written>> {
  const { db } = attempt.services;
  const known = waiting.get(db);
  const enter =
    known ??
    openBatches<Attempt, Result<Written>>({
      atMost: PLACED_TOGETHER_MAX,
      batchesAtOnce: PLACING_BATCHES_AT_ONCE,
      overdueMs: PLACING_OVERDUE_MS,
      lanesAtOnce: PLACING_AT_ONCE - PLACING_BATCHES_AT_ONCE,
      laneOf: ({ form }) => form.productId,
      doAll: placeTogether,
      failed: failedTogether,
    });
  if (!known) waiting.set(db, enter);
  return enter(attempt);
}

/** Adds what unlocks a guest's order. A repeat comes perhaps from a browser that never got the first answer: it is let in, unless the link was revoked. */
async function withKeys(
  services: PlacingNeeds,
  visitor: Visitor,
  { order, isNew, accessKey, newBrowserKey }: Written,
): Promise<PlacedOrder> {
  if (visitor.kind !== "guest" || accessKey === null) return { ...order, accessKey: null, newBrowserKey: null };

  return { ...order, accessKey, newBrowserKey: isNew ? newBrowserKey : await unlockFor(services, visitor, order.requestCode, accessKey) };
}

/** What makes two requests with one idempotency key the same request; the first is what is kept. */
function bodyHashes({ vault }: PlacingNeeds, visitor: Visitor, form: OrderForm, proof: ReceivedProof | null): Buffer[] {
  const picture = proof && createHash("sha256").update(proof.bytes).digest("hex");
  return vault.fingerprints(JSON.stringify([buyerIdOf(visitor), form, picture]));
}
