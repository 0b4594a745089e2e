import { randomBytes, randomUUID } from "node:crypto";
import { isNull } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { checkOwnPassword } from "#shop/accounts/passwords/check-own-password.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { priceText } from "#shop/money.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing, scopes } from "#shop/rights.ts";
import { API_KEY_PREFIX } from "./api-key.ts";
import type { ApiKeyForm } from "./api-key-form.ts";
import { API_KEY_BYTES, API_KEY_SHOWN_LENGTH, API_KEYS_MAX } from "./constants.ts";
import { apiKeys } from "./tables.server.ts";

/** A new key, returned only once: the shop keeps its hash. */
export type MadeApiKey = { name: string; key: string };

/**
 * Creates an API key with the given scopes and returns it, only this once. For admins, who must
 * give their password, so that somebody who finds their device open cannot create a way back in.
 * Refuses `wrongCurrentPassword`, `tooManyRequests`, and `tooManyApiKeys`.
 */
export async function makeApiKey(
  services: Pick<Services, "db" | "now">,
  auth: Auth,
  visitor: Visitor,
  form: ApiKeyForm,
  headers: Headers,
): Promise<Result<MadeApiKey>> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  const password = await checkOwnPassword(auth, visitor, form.currentPassword, headers);
  if (!password.ok) return password;

  const { name } = form;
  const key = API_KEY_PREFIX + randomBytes(API_KEY_BYTES).toString("base64url");
  return inTransaction(services.db, async (tx) => {
    // The lock serializes concurrent creations, so that the maximum cannot be exceeded.
    await tx.execute("lock table api_keys in share row exclusive mode");
    if ((await tx.$count(apiKeys, isNull(apiKeys.revokedAt))) >= API_KEYS_MAX) return refused("tooManyApiKeys", { n: API_KEYS_MAX });
    const [id, createdAt] = [randomUUID(), services.now()];
    const row = { id, userId: visitor.userId, name, scopes: form.scopes, readsWhole: false, refundsADayPaise: form.refundsADay, createdAt };
    await tx.insert(apiKeys).values({ ...row, keyHash: sha256(key), beginning: key.slice(0, API_KEY_SHOWN_LENGTH) });
    const listed = form.scopes.map((scope) => scopes[scope].label.toLowerCase()).join(", ");
    const facts = { scopes: listed, ...(form.refundsADay !== null && { refundsADay: priceText(form.refundsADay) }) };
    await recordAction(tx, visitor, { action: "api-key-made", subject: { kind: "apiKey", id, name }, facts }, createdAt);
    return ok({ name, key });
  });
}
