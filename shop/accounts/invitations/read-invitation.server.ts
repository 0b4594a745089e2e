import { and, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { takeBackAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { Right } from "#shop/rights.ts";
import { invitationLimit } from "#shop/settings/rate-limits.ts";
import { countWithin, inNetworks } from "#shop/settings/within-limits.server.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";
import { users } from "../tables.server.ts";
import { invitations } from "./tables.server.ts";

/** An invitation as the invited person sees it. `hasAccount`: whether its address has an account. */
type OpenInvitation = { name: string; rights: Right[]; email: string | null; hasAccount: boolean };

type Needs = Pick<Services, "db" | "now" | "vault" | "waits">;

/**
 * Reads the invitation of a link and uses nothing up, so that programs may open links too. One that
 * expired, was used or withdrawn, and one that never was, are all `invitationInvalid`; only those
 * count towards `tooManyRequests`. [S13.7]
 */
export async function readInvitation(
  services: Needs,
  token: string | null,
  headers: Headers,
): Promise<Result<OpenInvitation, "invitationInvalid" | "tooManyRequests">> {
  if (token === null) return refused("invitationInvalid");
  const limits = invitationLimits(headers);
  const allowed = await countWithin(services, limits);
  if (!allowed.ok) return allowed;

  const found = await findInvitation(services.db, token, services.now());
  if (!found) return refused("invitationInvalid");
  await takeBackAttempts(services, limits);
  const { name, rights, email } = found;
  const hasAccount = email !== null && (await services.db.$count(users, eq(users.email, email))) > 0;
  return ok({ name, rights, email, hasAccount });
}

/** Finds an invitation that works: not expired, and made by somebody who is an owner still. [S13.7] */
export async function findInvitation(db: Pick<Tx, "select">, token: string, now: Date) {
  const isOwners = sql`exists (select from users o where o.id = ${invitations.madeBy} and o.role = 'admin' and not o.disabled)`;
  const [found] = await db
    .select({ id: invitations.id, name: invitations.name, rights: invitations.rights, email: invitations.email })
    .from(invitations)
    .where(and(eq(invitations.tokenHash, sha256(token)), gt(invitations.expiresAt, now), isOwners));
  return found ?? null;
}

/** The limits on trying links, by the network of a request. [S13.7] */
export function invitationLimits(headers: Headers) {
  const address = headers.get(CLIENT_ADDRESS_HEADER) ?? "";
  return inNetworks([invitationLimit(address)], address);
}
