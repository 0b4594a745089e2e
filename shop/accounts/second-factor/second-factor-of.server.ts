import { and, count, eq } from "drizzle-orm";
import { encode } from "uqr";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { SETTING_UP_MS } from "../constants.ts";
import { recoveryCodes, secondFactors } from "../tables.server.ts";
import { adminIn, type Visitor } from "../visitor.ts";
import { inGroups } from "./second-factor.ts";

/**
 * The state of an admin's second factor. `key` is for typing, `link` opens an app on the same
 * device, and `qr` is that link as a QR code, row by row.
 */
export type SecondFactor =
  | { state: "none" }
  | { state: "beingSetUp"; key: string; link: string; qr: boolean[][] }
  | { state: "on"; since: Date; codesLeft: number };

/**
 * Returns the own second factor, with its key only during set-up. Refuses `adminsOnly`. One query.
 */
export async function secondFactorOf(
  { db, vault, now }: Pick<Services, "db" | "vault" | "now">,
  visitor: Visitor,
  shopName: string,
): Promise<Result<SecondFactor & { email: string }, "adminsOnly">> {
  const admin = adminIn(visitor);
  if (admin === null) return refused("adminsOnly");

  const { userId, email } = admin;
  const [factor] = await db
    .select({
      key: secondFactors.key,
      createdAt: secondFactors.createdAt,
      since: secondFactors.confirmedAt,
      codesLeft: count(recoveryCodes.userId),
    })
    .from(secondFactors)
    .leftJoin(recoveryCodes, eq(recoveryCodes.userId, secondFactors.userId))
    .where(and(eq(secondFactors.userId, userId)))
    .groupBy(secondFactors.userId);
  if (factor?.since) return ok({ email, state: "on", since: factor.since, codesLeft: factor.codesLeft });
  if (!factor || !isBeingSetUp(factor, now())) return ok({ email, state: "none" });

  const key = vault.decrypt(placeOf("second_factors.key", userId), factor.key);
  const link = linkOf(key, email, shopName);
  return ok({ email, state: "beingSetUp", key: inGroups(key), link, qr: encode(link, { border: 2 }).data });
}

/**
 * Whether a new key can still be confirmed. The limit is a quarter of an hour, so that somebody who
 * saw an abandoned key cannot confirm it later.
 */
export function isBeingSetUp({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < SETTING_UP_MS;
}

/** Builds the `otpauth:` link for authenticator apps, with the account and the shop's name. */
function linkOf(key: string, email: string, shopName: string): string {
  const label = [shopName, email].map(encodeURIComponent).join(":");
  return `otpauth://totp/${label}?${new URLSearchParams({ secret: key, issuer: shopName })}`.replaceAll("+", "%20");
}
