import { callHttp, objectionTo } from "./http-call.server.ts";
import type { HttpClient, LookUp, PaymentApi } from "./http-client.ts";

/** The operator's configuration of calls to other programs. */
export type HttpClientConfig = {
  /** Whether webhooks may go to private networks and use plain http. */
  allowsPrivate: boolean;
  /** The messaging app's API, without a trailing slash; null for the public one. */
  botApi: string | null;
  /** The payment providers' APIs, without a trailing slash; null for the providers' own. */
  paymentApis: Record<PaymentApi, string | null>;
};

/** The public API for Telegram bots. */
const BOT_API = "https://api.telegram.org";
const PAYMENT_APIS: Record<PaymentApi, string> = { razorpay: "https://api.razorpay.com", stripe: "https://api.stripe.com" };
const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 500;
const PAYMENT_ANSWER_MAX_BYTES = 200_000;

type Given = { origin: string | null; timeoutMs?: number; lookUp?: LookUp };

/** Opens the HTTP client. The operator's own addresses of the APIs may be private. */
export function openHttpClient(
  { allowsPrivate, botApi, paymentApis }: HttpClientConfig,
  { origin, timeoutMs = TIMEOUT_MS, lookUp }: Given,
): HttpClient {
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
    callPaymentApi: (api, { path, headers, body }) => {
      const ownAddress = paymentApis[api];
      // Redacting would damage ids that share eight letters with a key, such as `_test_51`.
      const call = { url: `${ownAddress ?? PAYMENT_APIS[api]}${path}`, headers, body, secrets: [] };
      return callHttp(call, { ...limits, answerMaxBytes: PAYMENT_ANSWER_MAX_BYTES, allowsPrivate: ownAddress !== null });
    },
    objectionTo: (url) => objectionTo(url, { allowsPrivate }),
  };
}
