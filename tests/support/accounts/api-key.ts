import { randomBytes, randomUUID } from "node:crypto";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { apiKeys } from "#shop/api-keys/tables.server.ts";
import type { Scope } from "#shop/rights.ts";
import type { TestShop } from "../shop/shop.ts";

/** An API key created by an admin, with the header that carries it. `readsWhole`: one of a version before scopes for IDs. */
export async function anApiKey(
  { services }: Pick<TestShop, "services">,
  userId: string,
  scopes: Scope[],
  name = "Till",
  { readsWhole = false } = {},
) {
  const key = `ts_${randomBytes(32).toString("base64url")}`;
  const id = randomUUID();
  const row = { id, userId, name, scopes, readsWhole, keyHash: sha256(key), beginning: key.slice(0, 7), createdAt: services.now() };
  await services.db.insert(apiKeys).values(row);
  return { id, key, headers: { Authorization: `Bearer ${key}` } };
}
