import { callHttp, objectionTo } from "./http-call.server.ts";
import type { HttpClient, LookUp } from "./http-client.ts";

/** The operator's configuration of calls to other programs. */
export type HttpClientConfig = {
  /** Whether webhooks may go to private networks and use plain http. */
  allowsPrivate: boolean;
  /** The messaging app's API, without a trailing slash; null for the public one. */
  botApi: string | null;
};

/** The public API for Telegram bots. */
const BOT_API = "https://api.telegram.org";
const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 500;

type Given = { origin: string | null; timeoutMs?: number; lookUp?: LookUp };

/** Opens the HTTP client. An operator's own address of the bot API may be private. */
export function openHttpClient({ allowsPrivate, botApi }: HttpClientConfig, { origin, timeoutMs = TIMEOUT_MS, lookUp }: Given): HttpClient {
  const limits = { timeoutMs, answerMaxBytes: ANSWER_MAX_BYTES, ...(lookUp && { lookUp }) };
  return {
    origin,
    call: (call) => callHttp(call, { ...limits, allowsPrivate }),
    callBot: (token, method, body) => {
      // The URL contains the token: neither a log nor an error may repeat it.
      const url = `${botApi ?? BOT_API}/bot${token}/${method}`;
      const headers = { "content-type": "application/json" };
      return callHttp({ url, headers, body, secrets: [token] }, { ...limits, allowsPrivate: botApi !== null });
    },
    objectionTo: (url) => objectionTo(url, { allowsPrivate }),
  };
}
