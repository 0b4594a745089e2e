import type { Services } from "#platform/provides.ts";
import { ACCESS_KEY_HEADER, CLIENT_ADDRESS_HEADER } from "#shop/accounts/cookies.ts";
import { apiKeyIn } from "#shop/outside/api-key.ts";
import { findKeyHolder } from "#shop/outside/find-key-holder.server.ts";
import { refused } from "#shop/refusal.ts";
import { keepWithin } from "#shop/settings/keep-within.server.ts";
import { wrongApiKeyLimit } from "#shop/settings/limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { answerRefusal } from "./answers.ts";
import type { HostStep } from "./host-env.ts";
import { isApi } from "./origin.ts";

/**
 * Whoever shows an API key is asked for nothing else: cookies and the key of a private link that come beside it are dropped before anybody reads them. To the
 * pages such a visitor is a guest, and the key is not even looked at. A wrong one is refused, and counted by the address it comes from; a right one is never
 * refused for that.
 */
export function apiKeyShown(services: Services): HostStep {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const key = apiKeyIn(headers);
    if (key === null) return next();

    for (const name of ["cookie", ACCESS_KEY_HEADER]) headers.delete(name);
    const guest = { kind: "guest", keys: { browser: null, accessKey: null } } as const;
    c.set("visitor", guest);
    if (!isApi(c.get("path"))) return next();

    const apiKey = await findKeyHolder(services, key);
    if (apiKey) c.set("visitor", { ...guest, apiKey });
    else {
      const limit = wrongApiKeyLimit(await readSettings(services), headers.get(CLIENT_ADDRESS_HEADER) ?? "");
      const allowed = await keepWithin(services, [limit]);
      if (!allowed.ok) return answerRefusal(c, allowed);
      return answerRefusal(c, refused("apiKeyInvalid"), { headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' } });
    }
    await next();
  };
}
