import type { Context } from "hono";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/cookies.ts";
import { LIVE_RETRY_MAX_MS } from "#shop/constants.ts";
import { afterMs, refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { say } from "./answers.ts";
import type { ApiEnv } from "./api-env.ts";
import { changesOf } from "./event-stream.ts";
import { noteStream, openStreamsOf } from "./open-streams.ts";

/** The changes of some topics for whoever asks; refuses `tooManyRequests` where too many streams are open to the address. Admins have no limit. [S4.7] */
export async function limitedChanges(c: Context<ApiEnv>, topics: string[], since = 0) {
  const { services, visitor } = c.var;
  const address = c.req.header(CLIENT_ADDRESS_HEADER);
  if (address === undefined || visitor.kind === "admin") return changesOf(services, topics, since);

  const { eventStreamsMax } = await readSettings(services);
  const isFull = eventStreamsMax > 0 && openStreamsOf(services.live, address) >= eventStreamsMax;
  if (isFull) return say(c, afterMs(refused("tooManyRequests"), LIVE_RETRY_MAX_MS));
  return changesOf({ live: services.live, onOpen: () => noteStream(services.live, address) }, topics, since);
}
