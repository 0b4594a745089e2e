import { callOutside, objectionTo } from "./call-outside.server.ts";
import type { LookUp, Outside } from "./outside.ts";

/** What the operator chose about calls to other programs. */
export type OutsideConfig = {
  /** Whether webhooks may lead into this machine's own network, and be plain http. */
  allowsPrivate: boolean;
  /** Where the messaging app's interface is, without a slash at its end; null: where it is for everybody. */
  botApi: string | null;
};

/** Where Telegram answers bots. */
const BOT_API = "https://api.telegram.org";
const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 500;

type Given = { origin: string | null; timeoutMs?: number; lookUp?: LookUp };

/** Opens the way to other programs. The operator's own address of the messaging app's interface may be anywhere. */
export function openOutside({ allowsPrivate, botApi }: OutsideConfig, { origin, timeoutMs = TIMEOUT_MS, lookUp }: Given): Outside {
  const limits = { timeoutMs, answerMaxBytes: ANSWER_MAX_BYTES, ...(lookUp && { lookUp }) };
  return {
    origin,
    call: (call) => callOutside(call, { ...limits, allowsPrivate }),
    callBot: (token, method, body) => {
      // The token stands in the address: neither a log nor an error ever repeats it.
      const url = `${botApi ?? BOT_API}/bot${token}/${method}`;
      const headers = { "content-type": "application/json" };
      return callOutside({ url, headers, body, secrets: [token] }, { ...limits, allowsPrivate: botApi !== null });
    },
    objectionTo: (url) => objectionTo(url, { allowsPrivate }),
  };
}
