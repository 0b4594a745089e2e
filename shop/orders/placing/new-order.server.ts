import { randomUUID } from "node:crypto";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { buyerIdOf, type Visitor } from "#shop/accounts/visitor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { methodFor, type Placed } from "#shop/orders/order.ts";
import { lastOf } from "#shop/payments/gift-card.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { proofNameOf, type StoredProof } from "#shop/payments/proof-image.ts";
import { accessKeyOf, drawBrowserKey } from "../access/access-key.server.ts";
import { HOLD_MS } from "../payment/attempts/constants.ts";
import type { Holder } from "./holder.server.ts";
import { nextRequestCode } from "./next-request-code.server.ts";
import type { OrderForm } from "./order-form.ts";
import type { ProductAtOrder } from "./placing-rules.ts";

/** What an order is made of, apart from the product. */
export type Ordered = {
  visitor: Visitor;
  form: OrderForm;
  holder: Holder;
  proof: StoredProof | null;
  /** The language in which the buyer orders. [S11.1] */
  language: string | null;
  /** `bodies`: hashes of the request body, under the current secret and earlier ones. */
  idempotency: { key: Buffer; bodies: Buffer[] } | null;
};

/**
 * A new order with its row and its secrets, which are stored only as hashes. Only a guest's order
 * has a private link and browser keys; a customer's order belongs to the account.
 */
export type NewOrder = {
  order: Placed & { status: "pending" };
  accessKey: string;
  accessKeyHash: Buffer | null;
  newBrowserKey: string | null;
  /** The row as JSON, with the column names as keys: the only list of what placing writes. */
  row: Record<string, unknown>;
};

/**
 * Builds an order from what was decided, with the next request code of this process. [S3.4] [S3.6]
 * [S3.7]
 */
export function newOrder(
  services: Pick<Services, "vault">,
  { visitor, form, proof, language, idempotency, holder }: Ordered,
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
    paymentMethod: methodFor(form.paymentMethod, totalPaise),
    createdAt: now,
  };
  const isGuest = visitor.kind === "guest";
  const drawn = isGuest && !visitor.keys.browser ? drawBrowserKey() : null;
  const browser = drawn?.hash ?? (visitor.keys.browser ? Buffer.from(visitor.keys.browser, "hex") : null);
  const accessKey = accessKeyOf(services, { id: order.id, linkNumber: 0 });
  const accessKeyHash = isGuest ? sha256(accessKey) : null;
  const isByCard = order.paymentMethod === "amazon";
  const code = isByCard ? form.giftCardCode : null;
  const picture = isByCard ? proof : null;
  const row = {
    id: order.id,
    request_code: order.requestCode,
    product_id: order.productId,
    product_name: order.productName,
    quantity: order.quantity,
    price_paise: order.pricePaise,
    total_paise: order.totalPaise,
    payment_method: order.paymentMethod,
    hold_until: isProviderName(order.paymentMethod) ? new Date(now.getTime() + HOLD_MS) : null,
    gift_card_code: code && bytes(services.vault.encrypt(placeOf("orders.gift_card_code", order.id), code)),
    gift_card_last4: code && lastOf(code),
    proof_name: picture && proofNameOf(order.requestCode, picture.filename),
    proof_key: picture?.key,
    user_id: buyerIdOf(visitor),
    email: isGuest && form.email ? bytes(services.vault.encrypt(placeOf("orders.email", order.id), form.email)) : null,
    language,
    access_key_hash: bytes(accessKeyHash),
    unlocked_by: isGuest && browser ? [bytes(browser)] : [],
    idempotency_key: bytes(idempotency?.key),
    idempotency_body: bytes(idempotency?.bodies[0]),
    created_at: order.createdAt,
    placed_from: bytes(holder.address[0]),
    placed_from_56: bytes(holder.of56[0]),
    placed_from_48: bytes(holder.of48[0]),
  };
  return { order, accessKey, accessKeyHash, newBrowserKey: drawn?.key ?? null, row };
}

/** Writes bytes in the form in which PostgreSQL reads them from JSON. */
function bytes(value: Buffer | string | null | undefined): string | null {
  return value ? `\\x${typeof value === "string" ? value : value.toString("hex")}` : null;
}
