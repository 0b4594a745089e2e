import { randomBytes, randomUUID } from "node:crypto";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { alertForwarders } from "../tables.server.ts";
import { FORWARDER_SECRET_BYTES, FORWARDER_SECRET_PREFIX, FORWARDERS_MAX } from "./constants.ts";
import type { ForwarderForm } from "./forwarder-form.ts";

/** A new forwarder, with its secret, which is returned only once: the shop keeps its hash. */
export type MadeForwarder = { id: string; name: string; secret: string };

/**
 * Adds a forwarder and returns its secret, only this once. For owners, who must have shown their
 * password. Refuses `currentPasswordNeeded` and `tooManyForwarders`. [S16.1]
 */
export async function makeForwarder(
  services: Pick<Services, "db" | "now">,
  actor: Actor,
  { name, senders, accountDigits }: Pick<ForwarderForm, "name" | "senders" | "accountDigits">,
): Promise<Result<MadeForwarder, "rightMissing" | "currentPasswordNeeded" | "tooManyForwarders">> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  if (!actor.hasShownPassword) return about(refused("currentPasswordNeeded"), "currentPassword");

  const secret = FORWARDER_SECRET_PREFIX + randomBytes(FORWARDER_SECRET_BYTES).toString("base64url");
  return inTransaction(services.db, async (tx) => {
    // The lock lets forwarders be added one after the other, so that their maximum holds.
    await tx.execute("lock table alert_forwarders in share row exclusive mode");
    if ((await tx.$count(alertForwarders)) >= FORWARDERS_MAX) return refused("tooManyForwarders", { n: FORWARDERS_MAX });
    const [id, madeAt] = [randomUUID(), services.now()];
    await tx.insert(alertForwarders).values({ id, name, secretHash: sha256(secret), senders, accountDigits, madeBy: actor.userId, madeAt });
    await recordAction(tx, actor, { action: "forwarder-added", subject: { kind: "settings", id, name } }, madeAt);
    return ok({ id, name, secret });
  });
}
