import type { Context } from "hono";
import { accountTopic } from "#shop/accounts/account-topic.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/cookies.ts";
import { isStillIn } from "#shop/accounts/who-is.server.ts";
import { LIVE_RETRY_MAX_MS } from "#shop/constants.ts";
import { apiKeyIn } from "#shop/outside/api-key.ts";
import { isKeyGood } from "#shop/outside/find-key-holder.server.ts";
import { afterMs, refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { say } from "./answers.ts";
import type { ApiEnv } from "./api-env.ts";
import { changesOf } from "./event-stream.ts";
import type { Until } from "./follower.ts";
import { mayOpenStream, noteStream } from "./open-streams.ts";

/** For a stream that only somebody who is logged in may have: it ends with the session, or the API key, it was opened with, whoever ends that. [S4.10] */
export function whileLoggedIn(c: Context<ApiEnv>): { until?: Until } {
  const { services, auth, visitor, apiKey } = c.var;
  const { headers } = c.req.raw;
  const key = apiKeyIn(headers);
  if (apiKey && key !== null)
    return { until: { topic: accountTopic(apiKey.userId), isOver: async () => !(await isKeyGood(services, key)) } };
  if (visitor.kind === "guest" || auth.tokenIn(headers) === null) return {};
  return { until: { topic: accountTopic(visitor.userId), isOver: async () => !(await isStillIn(services, auth, headers, visitor)) } };
}

/** The changes of some topics for whoever asks; refuses `tooManyRequests` where too many streams are open to the address. Admins have no limit. [S4.7] */
export async function limitedChanges(c: Context<ApiEnv>, topics: string[], since = 0, lasting: { until?: Until } = {}) {
  const { services, visitor } = c.var;
  const address = c.req.header(CLIENT_ADDRESS_HEADER);
  if (address === undefined || visitor.kind === "admin") return changesOf({ live: services.live, ...lasting }, topics, since);

  const { eventStreamsMax } = await readSettings(services);
  const isFull = eventStreamsMax > 0 && !mayOpenStream(services.live, address, eventStreamsMax);
  if (isFull) return say(c, afterMs(refused("tooManyRequests"), LIVE_RETRY_MAX_MS));
  return changesOf({ live: services.live, onOpen: () => noteStream(services.live, address), ...lasting }, topics, since);
}
