import type { Scope } from "./scopes.ts";
import type { MissingStep } from "./second-factor.ts";

/** Who is asking. Every deed takes a visitor: a hidden button is no permission. [S6.1] [S6.2] [S6.3] */
export type Visitor = Guest | Customer | Admin;

/**
 * What a visitor can show to unlock a guest's order: the hash of this browser's cookie, and the private link's key.
 * `browser` is the SHA-256 of the cookie in hex; `accessKey` is the key itself as it came in. `unsureBrowser` is of a cookie that another host may have set: no new
 * order gets it. `fits` is the code of an order whose buyer this visitor, with `accessKey`, was found to be a moment ago, for this request: who only asks first need not
 * look again. [S6.6]
 */
export type Keys = { browser: string | null; accessKey: string | null; unsureBrowser?: string; fits?: string };

export type Guest = { kind: "guest"; keys: Keys; halfway?: Halfway; apiKey?: KeyHolder };
export type Customer = { kind: "customer"; userId: string; email: string; name: string; keys: Keys };
export type Admin = { kind: "admin"; userId: string; email: string; name: string; keys: Keys };

/**
 * An admin who gave the right password and has not shown the second factor, or has none though the owner requires it: a guest in all that this visitor
 * may do, but for the step that is missing.
 */
export type Halfway = { userId: string; email: string; name: string; missing: MissingStep };

/**
 * A program that shows an API key: a guest in all that this visitor may do, but for the JSON calls that name one of the key's scopes. `userId` and `madeBy` are
 * the id and the address of the admin who made the key.
 */
export type KeyHolder = { id: string; name: string; scopes: Scope[]; userId: string; madeBy: string };

/** The admin who may look after the own second factor: a whole one, or one who has to set it up before anything else. */
export function adminIn(visitor: Visitor): Pick<Admin, "userId" | "email"> | null {
  if (visitor.kind === "admin") return visitor;
  return visitor.kind === "guest" && visitor.halfway?.missing === "secondFactor" ? visitor.halfway : null;
}

/** Whether a text has the shape of an access key or of a browser's key; anything else is taken as no key. */
export function isKeyShaped(text: string): boolean {
  return /^[A-Za-z0-9_-]{22,64}$/.test(text);
}

/** The id that an order keeps of whoever places it: null for a guest (told as `guest` in JSON). [S3.3] */
export function buyerIdOf(visitor: Visitor): string | null {
  return visitor.kind === "guest" ? null : visitor.userId;
}
