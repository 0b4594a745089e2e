import type { Context } from "hono";
import { accountTopic } from "#shop/accounts/account-topic.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { isStillIn } from "#shop/accounts/sessions/who-is.server.ts";
import { apiKeyIn } from "#shop/api-keys/api-key.ts";
import { isKeyGood } from "#shop/api-keys/find-key-holder.server.ts";
import { LIVE_RETRY_MAX_MS } from "#shop/constants.ts";
import { afterMs, refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { say } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { changesOf, type Until } from "./event-stream.ts";

/**
 * Options of a stream that requires a login: it ends with the session or API key it was opened
 * with, no matter who revokes it. [S4.10]
 */
export function whileLoggedIn(c: Context<ApiEnv>): { until?: Until } {
  const { services, auth, visitor, apiKey } = c.var;
  const { headers } = c.req.raw;
  const key = apiKeyIn(headers);
  if (apiKey && key !== null)
    return { until: { topic: accountTopic(apiKey.userId), isOver: async () => !(await isKeyGood(services, key)) } };
  if (visitor.kind === "guest" || auth.tokenIn(headers) === null) return {};
  return { until: { topic: accountTopic(visitor.userId), isOver: async () => !(await isStillIn(services, auth, headers, visitor)) } };
}

/**
 * Streams the changes of some topics to the visitor. Refuses `tooManyRequests` if the address has
 * too many open streams. Admins have no limit. [S4.7]
 */
export async function limitedChanges(c: Context<ApiEnv>, topics: string[], since = 0, lasting: { until?: Until } = {}) {
  const { services, visitor } = c.var;
  const address = c.req.header(CLIENT_ADDRESS_HEADER);
  if (address === undefined || visitor.kind === "admin") return changesOf(c, services.live, topics, since, lasting);

  const { eventStreamsMax } = await readSettings(services);
  const isFull = eventStreamsMax > 0 && !services.streams.mayOpen(address, eventStreamsMax);
  if (isFull) return say(c, afterMs(refused("tooManyRequests"), LIVE_RETRY_MAX_MS));
  return changesOf(c, services.live, topics, since, { onOpen: () => services.streams.open(address), ...lasting });
}
