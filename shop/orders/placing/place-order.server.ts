import { createHash } from "node:crypto";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { countAttempts, knownWait } from "#platform/rate-limit/rate-limit.server.ts";
import { buyerIdOf, type Visitor } from "#shop/accounts/visitor.ts";
import type { OrderStatus, Placed } from "#shop/orders/order.ts";
import { dropProof } from "#shop/payments/drop-proof.server.ts";
import type { ReceivedProof } from "#shop/payments/proof-image.ts";
import { storeProof } from "#shop/payments/store-proof.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { orderLimit, uploadLimit } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { within } from "#shop/settings/within-limits.server.ts";
import { unlockFor } from "../access/unlock-order.server.ts";
import { limitOfSolution } from "./challenge.server.ts";
import { type Attempt, foresee, type PlacingNeeds, type WrittenOrder } from "./decide-order.server.ts";
import { holderOf } from "./holder.server.ts";
import type { OrderForm } from "./order-form.ts";
import { readBeforePlacing } from "./read-before-placing.server.ts";

/**
 * An order as returned to its buyer. A guest's order has an access key; `newBrowserKey` is for the
 * guest's browser to keep in its cookie. [S6.6]
 */
export type PlacedOrder = Placed & { status: OrderStatus; accessKey: string | null; newBrowserKey: string | null };

type Words = "idempotencyKey" | "network" | "solution" | "language";
type Given = Partial<Record<Words, string | null>> & { proof?: ReceivedProof | null };

/**
 * Places an order and reserves all of its IDs, or none. Repeating the idempotency key returns the
 * same order; with another body it is refused (`idempotencyKeyReused`). The proof is stored before
 * the transaction and removed again if no order took it; emails about the order are queued in the
 * transaction. `network` is the visitor's network, for the rate limit and the limit on pending
 * orders; null counts for nobody. A challenge's `solution` replaces one attempt to place an order
 * and send its proof, whatever the outcome. `language` is the one in which the buyer orders.
 * [S1.1] [S4.2] [S5.1] [S5.2] [S5.3]
 */
export async function placeOrder(
  services: PlacingNeeds,
  visitor: Visitor,
  form: OrderForm,
  { idempotencyKey = null, proof = null, network = null, solution = null, language = null }: Given = {},
): Promise<Result<PlacedOrder>> {
  if (form.signedIn && visitor.kind === "guest") return refused("logInAgain");
  const settings = await readSettings(services);
  const received = form.paymentMethod === "amazon" ? proof : null;
  const isCounted = network !== null && !may(visitor, "own-shop");
  const solved = isCounted && solution ? await limitOfSolution(services, network, solution) : null;
  const usual = isCounted ? [...(received ? [uploadLimit(settings, network)] : []), orderLimit(settings, network)] : [];
  const limits = solved ? [solved] : usual;
  // Without a proof, the limits are counted with the batch (`place-orders.server.ts`). With one,
  // they are counted now, so that no picture is decoded for a visitor who has to wait.
  const allowed = within(received ? await countAttempts(services, limits) : knownWait(services, limits));
  if (!allowed.ok) return allowed;

  const asked: Attempt = {
    visitor,
    form,
    settings,
    holder: holderOf(services, visitor, network),
    address: visitor.kind === "guest" ? form.email : visitor.email,
    limits: received ? [] : limits,
    isSolved: solved !== null,
    hasProof: received !== null,
    proof: null,
    language,
    idempotency: idempotencyKey ? { key: sha256(idempotencyKey), bodies: bodyHashes(services, visitor, form, received) } : null,
  };
  const foreseen = received ? await foreseeOrder(services, asked) : null;
  if (foreseen) return foreseen.ok ? ok(await withKeys(services, visitor, foreseen.value)) : foreseen;
  const stored = received ? await storeProof(services, received, isCounted ? network : null) : ok(null);
  if (!stored.ok) return stored;

  // If this throws, the order may have been written nevertheless. Then the proof stays, and
  // `sweepFiles` removes it if no order has it.
  const order = await services.orderQueue({ services, productId: form.productId, attempt: { ...asked, proof: stored.value }, counted: {} });
  const isTaken = order.ok && order.value.isNew && order.value.order.paymentMethod === "amazon";
  if (stored.value && !isTaken) await dropProof(services, stored.value.key);
  return order.ok ? ok(await withKeys(services, visitor, order.value)) : order;
}

/** Checks without locks whether the order may be placed. Null if it may. */
async function foreseeOrder(services: PlacingNeeds, attempt: Attempt): Promise<Result<WrittenOrder> | null> {
  const { seen } = await readBeforePlacing(services, services.db.$client, [attempt], { now: services.now(), locks: false });
  return foresee(services, attempt, seen);
}

/**
 * Adds the access key and the browser key of a guest's order. A repeat may come from a browser that
 * never received the first answer: it may read the order too, unless the link was revoked.
 */
async function withKeys(
  services: PlacingNeeds,
  visitor: Visitor,
  { order, isNew, accessKey, newBrowserKey }: WrittenOrder,
): Promise<PlacedOrder> {
  if (visitor.kind !== "guest" || accessKey === null) return { ...order, accessKey: null, newBrowserKey: null };

  return { ...order, accessKey, newBrowserKey: isNew ? newBrowserKey : await unlockFor(services, visitor, order.requestCode, accessKey) };
}

/**
 * Hashes of what makes two requests with one idempotency key the same request, under the current
 * secret and earlier ones. The first is stored.
 */
function bodyHashes({ vault }: PlacingNeeds, visitor: Visitor, form: OrderForm, proof: ReceivedProof | null): Buffer[] {
  const picture = proof && createHash("sha256").update(proof.bytes).digest("hex");
  return vault.fingerprints(JSON.stringify([buyerIdOf(visitor), form, picture]));
}
