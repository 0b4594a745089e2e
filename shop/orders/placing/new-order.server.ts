import { randomUUID } from "node:crypto";
import type { Services } from "#platform/provides.ts";
import { sha256 } from "#platform/vault.server.ts";
import { buyerIdOf, type Visitor } from "#shop/accounts/visitor.ts";
import { lastOf } from "#shop/payments/gift-card.ts";
import { type KeptProof, proofNameOf } from "#shop/payments/proof-image.ts";
import { accessKeyOf, drawBrowserKey } from "./access-key.server.ts";
import type { Holder } from "./holder.server.ts";
import type { Placed } from "./order.ts";
import type { OrderForm } from "./order-form.ts";
import type { ProductAtOrder } from "./placing.ts";
import { nextRequestCode } from "./request-code.server.ts";

/** What an order is made of, beside the product. */
export type Ordered = {
  visitor: Visitor;
  form: OrderForm;
  holder: Holder;
  proof: KeptProof | null;
  /** `bodies`: what the request is known by, also if it came before the secret was changed. */
  idempotency: { key: Buffer; bodies: Buffer[] } | null;
};

/** A new order with what is kept beside it and, once, what opens it: only a guest's has a private link and browsers, a customer's is guarded by the account. */
export type NewOrder = {
  order: Placed & { status: "pending" };
  accessKey: string;
  accessKeyHash: Buffer | null;
  newBrowserKey: string | null;
  /** Its row, as JSON with the names of the columns. */
  row: Record<string, unknown>;
};

/** Makes an order out of what was decided. Its code is the next that this process has not given yet. [S3.4] [S3.6] [S3.7] */
export function newOrder(
  services: Pick<Services, "vault">,
  { visitor, form, proof, idempotency, holder }: Ordered,
  product: ProductAtOrder,
  totalPaise: number,
  now: Date,
): NewOrder {
  const order = {
    id: randomUUID(),
    requestCode: nextRequestCode(now),
    status: "pending" as const,
    productId: form.productId,
    productName: product.name,
    quantity: form.quantity,
    pricePaise: product.pricePaise,
    totalPaise,
    paymentMethod: form.paymentMethod,
    createdAt: now,
  };
  const isGuest = visitor.kind === "guest";
  const drawn = isGuest && !visitor.keys.browser ? drawBrowserKey() : null;
  const browser = drawn?.hash ?? (visitor.keys.browser ? Buffer.from(visitor.keys.browser, "hex") : null);
  const accessKey = accessKeyOf(services, { id: order.id, linkNumber: 0 });
  const accessKeyHash = isGuest ? sha256(accessKey) : null;
  const code = form.paymentMethod === "amazon" ? form.giftCardCode : null;
  const row = {
    id: order.id,
    request_code: order.requestCode,
    product_id: order.productId,
    product_name: order.productName,
    quantity: order.quantity,
    price_paise: order.pricePaise,
    total_paise: order.totalPaise,
    payment_method: order.paymentMethod,
    gift_card_code: code && bytes(services.vault.seal(code)),
    gift_card_last4: code && lastOf(code),
    proof_name: proof && proofNameOf(order.requestCode, proof.filename),
    proof_key: proof?.key,
    user_id: buyerIdOf(visitor),
    email: isGuest && form.email ? bytes(services.vault.seal(form.email)) : null,
    access_key_hash: bytes(accessKeyHash),
    unlocked_by: isGuest && browser ? [bytes(browser)] : [],
    idempotency_key: bytes(idempotency?.key),
    idempotency_body: bytes(idempotency?.bodies[0]),
    created_at: order.createdAt,
    placed_from: bytes(holder.address),
  };
  return { order, accessKey, accessKeyHash, newBrowserKey: drawn?.key ?? null, row };
}

/** How PostgreSQL reads bytes in JSON. */
function bytes(value: Buffer | null | undefined): string | null {
  return value ? `\\x${value.toString("hex")}` : null;
}
