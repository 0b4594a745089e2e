import { sentence } from "#shop/messages.ts";
import { revokeApiKey } from "#shop/outside/revoke-api-key.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/api-key-revocation.ts";

export { default, loader, meta } from "./api-keys.tsx";

/** Revokes an API key: POST /admin/api-keys/:keyId/revocation. */
export async function action({ params, context }: Route.ActionArgs) {
  const revoked = await orSay(context, "failedToRevokeApiKey", () =>
    revokeApiKey(context.get(servicesContext), context.get(visitorContext), params.keyId),
  );
  return say(revoked, revoked.ok ? sentence("apiKeyRevoked", revoked.value.name) : null);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToRevokeApiKey", serverAction);
}
