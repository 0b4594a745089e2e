import type { Placed } from "#shop/orders/order.ts";

/** The longest line that a provider shows beside the amount. */
const SHOWN_MAX_LENGTH = 200;

/**
 * Our reference of an attempt: the order's code, the number of the attempt and some random letters,
 * because a provider accepts a reference once for ever, also after a backup was restored.
 */
export function attemptReference(requestCode: string, number: number, random: string): string {
  return `${requestCode}-${number}-${random}`;
}

/**
 * Whether a reference can be of this shop: an owner may take payments by the
 * same account elsewhere.
 */
export function isOwnReference(reference: string): boolean {
  return /^REQ-[A-Z0-9]+-\d+-[A-Za-z0-9_-]{8}$/.test(reference);
}

/**
 * The line that a buyer reads on a provider's page. A long name is cut between two characters, so
 * that the order's code stays and the provider can read it.
 */
export function attemptDescription({
  productName,
  quantity,
  requestCode,
}: Pick<Placed, "productName" | "quantity" | "requestCode">): string {
  const order = ` × ${quantity}, ${requestCode}`;
  const room = SHOWN_MAX_LENGTH - order.length;
  return `${productName.slice(0, room).replace(/[\ud800-\udbff]$/, "")}${order}`;
}
