import { randomBytes, randomUUID } from "node:crypto";
import { sha256 } from "#platform/vault.server.ts";
import type { Scope } from "#shop/accounts/scopes.ts";
import { apiKeys } from "#shop/outside/tables.server.ts";
import type { TestShop } from "./shop.ts";

/** An API key that an admin made, with the header that shows it. */
export async function anApiKey({ services }: Pick<TestShop, "services">, userId: string, scopes: Scope[], name = "Till") {
  const key = `ts_${randomBytes(32).toString("base64url")}`;
  const id = randomUUID();
  const row = { id, userId, name, scopes, keyHash: sha256(key), beginning: key.slice(0, 7), createdAt: services.now() };
  await services.db.insert(apiKeys).values(row);
  return { id, key, headers: { Authorization: `Bearer ${key}` } };
}
