import { createHash, randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { Services } from "#platform/provides.ts";
import { type CountedTries, countingTries, countTries, knownWait, waitOf } from "#platform/tries.server.ts";
import { openTurns } from "#platform/turns.ts";
import { isSame, sha256 } from "#platform/vault.server.ts";
import { buyerIdOf, type Visitor } from "#shop/accounts/visitor.ts";
import { IDEMPOTENCY_KEY_VALID_MS, PLACING_AT_ONCE } from "#shop/constants.ts";
import { dropProof } from "#shop/payments/drop-proof.server.ts";
import { lastOf } from "#shop/payments/gift-card.ts";
import { keepProof } from "#shop/payments/keep-proof.server.ts";
import { type KeptProof, proofNameOf, type ReceivedProof } from "#shop/payments/proof-image.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { within } from "#shop/settings/keep-within.server.ts";
import { type Limit, orderLimit, uploadLimit } from "#shop/settings/limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { accessKeyOf, accessKeysOf, drawBrowserKey, unlocks } from "./access-key.server.ts";
import { limitOfSolution } from "./challenge.server.ts";
import { type Holder, holderOf, holdStatements } from "./holder.server.ts";
import type { Holds } from "./holds.ts";
import { lettersOfNewOrder, outboxStatement } from "./letters-of-new-order.server.ts";
import type { OrderStatus, Placed } from "./order.ts";
import type { OrderForm } from "./order-form.ts";
import { noteMark } from "./payment-mark.server.ts";
import { checkPayment, type ProductAtOrder, place } from "./placing.ts";
import { findByIdempotencyKey, forgetIdempotencyKey, insertOrder, lockProduct } from "./placing-statements.server.ts";
import { nextRequestCode } from "./request-code.server.ts";
import { unlockFor } from "./unlock-order.server.ts";

type Needs = Pick<Services, "db" | "live" | "files" | "mail" | "jobs" | "vault" | "log" | "now" | "isPublic">;

/** An order as its buyer gets it back. A guest's has an access key; `newBrowserKey` is what the guest's browser should keep in its cookie. [S6.6] */
export type PlacedOrder = Placed & { status: OrderStatus; accessKey: string | null; newBrowserKey: string | null };

type Attempt = {
  visitor: Visitor;
  form: OrderForm;
  settings: ShopSettings;
  holder: Holder;
  /** Counted with the first try alone. */
  limits: Limit[];
  proof: KeptProof | null;
  /** `bodies`: what the request is known by, also if it came before the secret was changed. */
  idempotency: { key: Buffer; bodies: Buffer[] } | null;
};

type Given = { idempotencyKey?: string | null; proof?: ReceivedProof | null; network?: string | null; solution?: string | null };

/**
 * Places an order and puts its IDs aside, all or nothing. The same idempotency key gives the same order again, with another body it is refused.
 * The proof is kept before the transaction and dropped again when no order took it; the letters about the order are queued in it. `network` is where the
 * visitor's address belongs: from it only so many orders come in a minute, and only so many wait; null counts for nobody. A `solution` of a challenge stands
 * in for one try of placing an order and sending its picture, whatever becomes of it. [S1.1] [S4.2] [S5.1] [S5.2] [S5.3]
 */
export async function placeOrder(
  services: Needs,
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
  const order = await tryUntilFree(services, { visitor, form, settings, holder, limits, proof: kept.value, idempotency });
  const isTaken = order.ok && order.value.isNew;
  if (kept.value && !isTaken) await dropProof(services, kept.value.key);
  return order.ok ? granted(await withKeys(services, visitor, order.value)) : order;
}

type Written = { order: Placed & { status: OrderStatus }; isNew: boolean; accessKey: string | null; newBrowserKey: string | null };

const ATTEMPTS_MAX = 50;

/** Orders that wait for a busy product's lock never take the last connections, so that pages can always be read. */
const inTurn = openTurns(PLACING_AT_ONCE);

/**
 * A request code or an idempotency key that somebody took in the same moment fails the insert; then all is looked at again. So does an account that
 * was deleted since the visitor was recognized: then `logInAgain`. [S3.7]
 */
async function tryUntilFree(services: Needs, attempt: Attempt): Promise<Result<Written>> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await placeOnce(services, attempt);
    } catch (cause) {
      const broken = constraintOf(cause);
      if (broken === "orders_user_id_fkey") return refused("logInAgain");
      if (tried >= ATTEMPTS_MAX || !takenMeanwhile.includes(broken)) throw cause;
    }
  }
}

const takenMeanwhile = ["orders_request_code_key", "orders_by_idempotency_key"];

function constraintOf(cause: unknown): string {
  return cause instanceof Error && "constraint" in cause ? String(cause.constraint) : "";
}

function placeOnce(services: Needs, attempt: Attempt): Promise<Result<Written>> {
  return inTurn(() => placeOnConnection(services, attempt));
}

async function placeOnConnection(services: Needs, attempt: Attempt): Promise<Result<Written>> {
  const client = await services.db.$client.connect();
  let lost: Error | undefined;
  try {
    return await decideAndWrite(services, client, attempt);
  } catch (cause) {
    await client.query("rollback").catch((error: Error) => {
      lost = error;
    });
    throw cause;
  } finally {
    client.release(lost);
  }
}

type KnownOrder = Placed & { status: OrderStatus; accessKeyHash: Buffer | null; idempotencyBody: Buffer };

/**
 * Round trip one looks, round trip two writes: statements of one trip are sent together and run one after another. The try is counted before the
 * transaction begins, so that no refusal takes it back.
 */
async function decideAndWrite(services: Needs, client: PoolClient, attempt: Attempt): Promise<Result<Written>> {
  const { visitor, form, settings, idempotency } = attempt;
  const limits = attempt.limits.splice(0).filter(({ most }) => most > 0);
  const holds = holdStatements(services, attempt.holder, settings);
  const [tries, , , locked, known, held] = await Promise.all([
    limits.length > 0 ? client.query<CountedTries>(countingTries(services, limits)) : null,
    client.query("begin"),
    holds && client.query(holds.lock),
    client.query<ProductAtOrder>({ ...lockProduct, values: [form.productId] }),
    idempotency ? client.query<KnownOrder>({ ...findByIdempotencyKey, values: [idempotency.key] }) : null,
    holds && client.query<Holds>(holds.count),
  ]);
  const allowed = within(waitOf(services, limits, tries?.rows ?? []));
  if (!allowed.ok) {
    await client.query("rollback");
    return allowed;
  }
  const now = services.now();
  const earlier = known?.rows[0];
  if (earlier && idempotency) {
    if (earlier.createdAt.getTime() > now.getTime() - IDEMPOTENCY_KEY_VALID_MS) {
      await client.query("rollback");
      return repeated(services, earlier, idempotency.bodies);
    }
    // Not in this transaction: whoever handles the earlier order locks it before its stock.
    await client.query("rollback");
    await client.query({ ...forgetIdempotencyKey, values: [idempotency.key] });
    return decideAndWrite(services, client, attempt);
  }
  const product = locked.rows[0] ?? null;
  const decision = place(product, form, { ...settings, isPublic: services.isPublic }, held?.rows[0] ?? { orders: 0, ids: 0 });
  if (!product || !decision.ok) {
    await client.query("rollback");
    return decision.ok ? refused("productNotFound") : decision;
  }
  const order = newOrder(form, product, decision.value.totalPaise, now);
  const browser = visitor.kind === "guest" && !visitor.keys.browser ? drawBrowserKey() : null;
  const values = valuesOf(services, attempt, order, browser?.hash ?? null);
  const letters = lettersOfNewOrder(services, settings, visitor, form, order.id);
  const [inserted] = await Promise.all([
    client.query({ ...insertOrder, values }),
    form.paymentMethod === "amazon" ? client.query(noteMark(services, { orderId: order.id, at: now, ...attempt, ...form })) : null,
    letters.length > 0 ? client.query(outboxStatement(services, letters)) : null,
    client.query("commit"),
  ]);
  if (inserted.rowCount === 0) throw new Error("the free IDs are fewer than their counter says");

  return granted({ order, isNew: true, accessKey: accessKeyOf(services, order.id), newBrowserKey: browser?.key ?? null });
}

/** The order of the first request, with the key of its link, unless that was revoked. */
function repeated(services: Needs, earlier: KnownOrder, bodies: Buffer[]): Result<Written> {
  const { idempotencyBody, accessKeyHash, ...order } = earlier;
  if (!bodies.some((body) => isSame(idempotencyBody, body))) return refused("idempotencyKeyReused");

  const isOwn = (accessKey: string) => unlocks({ accessKey, browser: null }, { accessKeyHash, unlockedBy: [] });
  const accessKey = accessKeysOf(services, order.id).find(isOwn) ?? null;
  return granted({ order, isNew: false, accessKey, newBrowserKey: null });
}

function newOrder(form: OrderForm, product: ProductAtOrder, totalPaise: number, now: Date): Placed & { status: "pending" } {
  return {
    id: randomUUID(),
    requestCode: nextRequestCode(now),
    status: "pending",
    productId: form.productId,
    productName: product.name,
    quantity: form.quantity,
    pricePaise: product.pricePaise,
    totalPaise,
    paymentMethod: form.paymentMethod,
    createdAt: now,
  };
}

/** The values of `insertOrder`, in its order. Only a guest's order has a private link and browsers; a customer's is guarded by the account. */
function valuesOf(
  services: Needs,
  { visitor, form, proof, idempotency, holder }: Attempt,
  order: Placed,
  newBrowser: Buffer | null,
): unknown[] {
  const code = form.paymentMethod === "amazon" ? form.giftCardCode : null;
  const isGuest = visitor.kind === "guest";
  const browser = newBrowser ?? (visitor.keys.browser ? Buffer.from(visitor.keys.browser, "hex") : null);
  return [
    order.id,
    order.requestCode,
    order.productId,
    order.productName,
    order.quantity,
    order.pricePaise,
    order.totalPaise,
    order.paymentMethod,
    code && services.vault.seal(code),
    code && lastOf(code),
    proof && proofNameOf(order.requestCode, proof.filename),
    proof?.key ?? null,
    buyerIdOf(visitor),
    isGuest && form.email ? services.vault.seal(form.email) : null,
    isGuest ? sha256(accessKeyOf(services, order.id)) : null,
    isGuest && browser ? [browser] : [],
    idempotency?.key ?? null,
    idempotency?.bodies[0] ?? null,
    order.createdAt,
    holder.address,
  ];
}

/** Adds what unlocks a guest's order. A repeat comes perhaps from a browser that never got the first answer: it is let in, unless the link was revoked. */
async function withKeys(services: Needs, visitor: Visitor, { order, isNew, accessKey, newBrowserKey }: Written): Promise<PlacedOrder> {
  if (visitor.kind !== "guest" || accessKey === null) return { ...order, accessKey: null, newBrowserKey: null };

  return { ...order, accessKey, newBrowserKey: isNew ? newBrowserKey : await unlockFor(services, visitor, order.requestCode, accessKey) };
}

/** What makes two requests with one idempotency key the same request; the first is what is kept. */
function bodyHashes({ vault }: Needs, visitor: Visitor, form: OrderForm, proof: ReceivedProof | null): Buffer[] {
  const picture = proof && createHash("sha256").update(proof.bytes).digest("hex");
  return vault.fingerprints(JSON.stringify([buyerIdOf(visitor), form, picture]));
}
