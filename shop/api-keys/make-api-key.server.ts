import { randomBytes, randomUUID } from "node:crypto";
import { isNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { sha256 } from "#platform/vault.server.ts";
import type { Auth } from "#shop/accounts/auth.server.ts";
import { checkOwnPassword } from "#shop/accounts/own-password.server.ts";
import { scopes } from "#shop/accounts/scopes.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { API_KEY_BYTES, API_KEY_SHOWN_LENGTH, API_KEYS_MAX } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { API_KEY_PREFIX } from "./api-key.ts";
import type { ApiKeyForm } from "./api-key-form.ts";
import { apiKeys } from "./tables.server.ts";

/** A key that was just made: told this once, for only its hash is kept. */
export type MadeApiKey = { name: string; key: string };

/**
 * Makes an API key with some scopes and tells it, this once. For admins, who show their password: whoever found their device open does not come back by a key.
 * Refuses `wrongCurrentPassword`, `tooManyRequests`, and `tooManyApiKeys`.
 */
export async function makeApiKey(
  services: Pick<Services, "db" | "now">,
  auth: Auth,
  visitor: Visitor,
  form: ApiKeyForm,
  headers: Headers,
): Promise<Result<MadeApiKey>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const password = await checkOwnPassword(auth, visitor, form.currentPassword, headers);
  if (!password.ok) return password;

  const { name } = form;
  const key = API_KEY_PREFIX + randomBytes(API_KEY_BYTES).toString("base64url");
  return services.db.transaction(async (tx) => {
    // Two that are made at once take turns: neither may be one too many.
    await tx.execute("lock table api_keys in share row exclusive mode");
    if ((await tx.$count(apiKeys, isNull(apiKeys.revokedAt))) >= API_KEYS_MAX) return refused("tooManyApiKeys", API_KEYS_MAX);
    const [id, createdAt] = [randomUUID(), services.now()];
    const row = { id, userId: visitor.userId, name, scopes: form.scopes, createdAt };
    await tx.insert(apiKeys).values({ ...row, keyHash: sha256(key), beginning: key.slice(0, API_KEY_SHOWN_LENGTH) });
    const facts = { scopes: form.scopes.map((scope) => scopes[scope].label.toLowerCase()).join(", ") };
    await noteDeed(tx, visitor, { deed: "api-key-made", subject: { kind: "apiKey", id, name }, facts }, createdAt);
    return granted({ name, key });
  });
}
