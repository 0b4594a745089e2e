import { randomBytes, randomUUID } from "node:crypto";
import { gt } from "drizzle-orm";
import { encode } from "uqr";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { Visitor } from "../visitor.ts";
import { INVITATION_BYTES, INVITATION_VALID_MS, INVITATIONS_MAX } from "./constants.ts";
import { lockInvitations, refuseTooManyPeople } from "./count-people.server.ts";
import type { InvitationForm } from "./invitation-form.ts";
import { invitations } from "./tables.server.ts";

/** A new invitation. Its link is returned only once, also as a QR code, row by row. */
export type MadeInvitation = { id: string; name: string; url: string; qr: boolean[][]; expiresAt: Date };

type No = "rightMissing" | "currentPasswordNeeded" | "tooManyInvitations" | "tooManyPeople";

/**
 * Invites a person to work in the shop, and returns the link, only this once. For owners, who must
 * have shown their password. Refuses `currentPasswordNeeded`, `tooManyInvitations` and
 * `tooManyPeople`. [S13.7]
 */
export async function makeInvitation(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  { name, rights, email }: Pick<InvitationForm, "name" | "rights" | "email">,
  origin: string,
): Promise<Result<MadeInvitation, No>> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  if (!visitor.hasShownPassword) return about(refused("currentPasswordNeeded"), "currentPassword");

  const token = randomBytes(INVITATION_BYTES).toString("base64url");
  const url = `${origin}/invitation/${token}`;
  const id = randomUUID();
  return inTransaction(services.db, async (tx): Promise<Result<MadeInvitation, No>> => {
    const madeAt = services.now();
    const expiresAt = new Date(madeAt.getTime() + INVITATION_VALID_MS);
    await lockInvitations(tx);
    if ((await tx.$count(invitations, gt(invitations.expiresAt, madeAt))) >= INVITATIONS_MAX)
      return refused("tooManyInvitations", { n: INVITATIONS_MAX });
    const full = await refuseTooManyPeople(tx);
    if (full) return full;

    await tx.insert(invitations).values({ id, tokenHash: sha256(token), name, rights, email, madeBy: visitor.userId, madeAt, expiresAt });
    const subject = { kind: "account", id, name } as const;
    await recordAction(tx, visitor, { action: "person-invited", subject, facts: { rights: rights.join(", ") } }, madeAt);
    return ok({ id, name, url, qr: encode(url, { border: 2 }).data, expiresAt });
  });
}
