import { revokeApiKey } from "#shop/api-keys/revoke-api-key.server.ts";
import { textOf } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/api-key-revocation.ts";

export { default, loader, meta } from "./api-keys.tsx";

/** Revokes an API key: POST /admin/api-keys/:keyId/revocation. */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const revoked = await orSay(context, "failedToRevokeApiKey", () => revokeApiKey(services, visitor, params.keyId));
  return say(context, revoked, revoked.ok ? textOf("apiKeyRevoked", { name: revoked.value.name }) : null);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToRevokeApiKey", serverAction);
}
