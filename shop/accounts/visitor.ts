import type { Rights, Scope } from "#shop/rights.ts";
import type { MissingFactor } from "./second-factor/second-factor.ts";

/**
 * Who makes a request. Every command takes a visitor and checks its rights: a hidden button is not
 * a permission. [S6.1] [S6.2] [S6.3]
 */
export type Visitor = Guest | Customer | Admin;

/**
 * What a visitor can show to unlock a guest's order. `browser` is the SHA-256 of the browser cookie
 * in hex; `accessKey` is the private link's key as received. `fits`
 * is the code of an order that this visitor, with `accessKey`, was just found to own in this
 * request, so that a query need not check again. [S6.6]
 */
export type Keys = { browser: string | null; accessKey: string | null; fits?: string };

export type Guest = { kind: "guest"; keys: Keys; mfaPending?: MfaPending; apiKey?: KeyHolder };
/** `language` is the one that was chosen for the account, or null. [S11.1] */
type Account = { userId: string; email: string; name: string; language?: string | null; keys: Keys };
export type Customer = Account & { kind: "customer" };
/**
 * Somebody who works in the shop: an owner, who has all rights, a helper with some, or an API key.
 * `refundsADayPaise` is what an API key may refund in 24 hours; missing or null is no limit.
 * `hasShownPassword`, `readsWhole` and `mustShowIds` as in `ActingAdmin`.
 */
export type Admin = Account & {
  kind: "admin";
  rights: Rights;
  readsWhole?: boolean;
  mustShowIds?: boolean;
  refundsADayPaise?: number | null;
  hasShownPassword?: true;
};

/**
 * An admin who gave the right password but has not passed the second factor, or lacks one that the
 * owner requires. Has a guest's rights, except for completing that step.
 */
type MfaPending = { userId: string; email: string; name: string; missing: MissingFactor };

/**
 * A program with an API key. Has a guest's rights, except in JSON calls that name one of the key's
 * scopes. `userId` and `madeBy` are the id and address of the admin who created the key.
 */
export type KeyHolder = {
  id: string;
  name: string;
  scopes: Scope[];
  readsWhole: boolean;
  refundsADayPaise: number | null;
  userId: string;
  madeBy: string;
};

/**
 * Returns the admin who may manage the own second factor: one who is fully signed in, or one who
 * must set it up before anything else.
 */
export function adminIn(visitor: Visitor): Pick<Admin, "userId" | "email"> | null {
  if (visitor.kind === "admin") return visitor;
  return visitor.kind === "guest" && visitor.mfaPending?.missing === "secondFactor" ? visitor.mfaPending : null;
}

/**
 * Whether a text is shaped like an access key or browser key; anything else is treated as no key.
 */
export function isKeyShaped(text: string): boolean {
  return /^[A-Za-z0-9_-]{22,64}$/.test(text);
}

/**
 * Returns the user id stored with an order: null for a guest, which JSON shows as `guest`. [S3.3]
 */
export function buyerIdOf(visitor: Visitor): string | null {
  return visitor.kind === "guest" ? null : visitor.userId;
}
