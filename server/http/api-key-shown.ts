import type { Services } from "#platform/provides.ts";
import { ACCESS_KEY_HEADER, CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { apiKeyIn } from "#shop/api-keys/api-key.ts";
import { findKeyHolder } from "#shop/api-keys/find-key-holder.server.ts";
import { refused } from "#shop/refusal.ts";
import { wrongApiKeyLimit } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { answerRefusal } from "./answers.ts";
import type { HostMiddleware } from "./host-env.ts";
import { isApi } from "./origin.ts";

/**
 * Authenticates a request with an API key by that key alone: its cookies and private-link key are
 * dropped before anything reads them. On pages, such a visitor is a guest, and the key is not
 * looked up. A wrong key is refused and counted for its address; a valid one is never refused for
 * that.
 */
export function apiKeyShown(services: Services): HostMiddleware {
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
      const allowed = await countWithin(services, [limit]);
      if (!allowed.ok) return answerRefusal(c, allowed);
      return answerRefusal(c, refused("apiKeyInvalid"), { headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' } });
    }
    await next();
  };
}
