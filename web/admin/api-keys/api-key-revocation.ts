import { revokeApiKey } from "#shop/api-keys/revoke-api-key.server.ts";
import { textOf } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/api-key-revocation.ts";

export { default, loader, meta } from "./api-keys.tsx";

/** Revokes an API key: POST /admin/api-keys/:keyId/revocation. */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { failed: "failedToRevokeApiKey", done: ({ name }: { name: string }) => textOf("apiKeyRevoked", { name }) },
    ({ services, visitor, params }) => revokeApiKey(services, visitor, params.keyId),
  );
}

export const clientAction = withToast("failedToRevokeApiKey");
