import { setTimeout as wait } from "node:timers/promises";
import { catalogueOf } from "#messages/languages.ts";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import type { Acknowledged } from "../storm.ts";

/**
 * A visitor's answer; status 0 means none. `isClear` is a 503 that says what is wrong and when to
 * come back.
 */
type Seen = { what: string; status: number; ms: number; isClear: boolean };
type Look = { what: string; path: string; init?: () => RequestInit };

/** Visitors who open every kind of page in turn and follow one order. */
export type Visitors = {
  seen: Seen[];
  acknowledged: (Acknowledged & { email: string })[];
  /** How often a change of the followed order was announced. */
  changes(): number;
  /** Opens everything once now; whether all answers are right. */
  isAllWell(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Longer than the shop may take to refuse. */
const TIMEOUT_MS = 40_000;
const PAUSE_MS = 300;

const { shopUnavailable, ...others } = catalogueOf("en").refusals;
/** What a visitor reads while the shop is unavailable. */
const clear = [shopUnavailable, ...Object.values(others).filter((sentence) => /^(Failed to|Network )/.test(sentence))];

/** Starts the visitors; `followed` is an order and its access key. */
export function openVisitors(
  { address, origin, admin }: Pick<RunningShop, "address" | "origin" | "admin">,
  productId: string,
  followed: { requestCode: string; accessKey: string },
): Visitors {
  const seen: Seen[] = [];
  const acknowledged: Visitors["acknowledged"] = [];
  const leaving = new AbortController();
  let changes = 0;
  let buyers = 0;

  const posting = (body: object) => ({
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", origin },
  });
  const ordering = () => {
    buyers += 1;
    return posting({ productId, quantity: 1, paymentMethod: "request", email: `buyer-${buyers}@example.com` });
  };
  const withKey = () => ({ headers: { "x-access-key": followed.accessKey } });
  const looks: Look[] = [
    { what: "home page", path: "/" },
    { what: "products", path: "/products" },
    { what: "product page", path: `/product/${productId}` },
    { what: "order page", path: `/order-status/${followed.requestCode}`, init: withKey },
    { what: "catalogue", path: "/api/products" },
    { what: "order by the API", path: `/api/orders/${followed.requestCode}`, init: withKey },
    { what: "order", path: "/api/orders", init: ordering },
    { what: "log in", path: "/api/auth/sign-in/email", init: () => posting(admin) },
  ];

  async function take({ what, path, init }: Look): Promise<Seen> {
    const startedAt = performance.now();
    const request = init?.();
    try {
      const answer = await fetch(address + path, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await answer.text();
      if (what === "order" && answer.status === 201) {
        const { email } = JSON.parse(String(request?.body));
        acknowledged.push({ requestCode: JSON.parse(text).requestCode, status: "pending", quantity: 1, email });
      }
      const isClear = answer.headers.has("retry-after") && clear.some((sentence) => text.replaceAll("&#x27;", "'").includes(sentence));
      return { what, status: answer.status, ms: performance.now() - startedAt, isClear };
    } catch {
      return { what, status: 0, ms: performance.now() - startedAt, isClear: false };
    }
  }

  async function visit(look: Look): Promise<void> {
    while (!leaving.signal.aborted) {
      seen.push(await take(look));
      await wait(PAUSE_MS);
    }
  }

  /** Reconnects when the stream breaks, as a browser does. */
  async function follow(): Promise<void> {
    const headers = { accept: "text/event-stream", "x-access-key": followed.accessKey };
    while (!leaving.signal.aborted) {
      try {
        const answer = await fetch(`${address}/api/orders/${followed.requestCode}/events`, { headers, signal: leaving.signal });
        for await (const chunk of answer.ok ? (answer.body ?? []) : []) {
          changes += Buffer.from(chunk).toString().split("data: changed").length - 1;
        }
      } catch {
        // A broken stream is opened again.
      }
      await wait(PAUSE_MS);
    }
  }

  const all = Promise.all([...looks.map(visit), follow()]);
  return {
    seen,
    acknowledged,
    changes: () => changes,
    async isAllWell() {
      const answers = await Promise.all(looks.map(take));
      return answers.every(({ status }) => status >= 200 && status < 300);
    },
    async stop() {
      leaving.abort();
      await all;
    },
  };
}

/**
 * Answers that no visitor may get: none at all, an unexplained failure, or a 503 that does not say
 * what is wrong.
 */
export function faultsOf(seen: Seen[], withinMs: number): string[] {
  return seen.flatMap(({ what, status, ms, isClear }) => {
    const facts = `${what}: ${status} after ${Math.round(ms)} ms`;
    if (status === 0 || (status >= 500 && status !== 503)) return [facts];
    if (status === 503 && !isClear) return [`${facts}, without a clear sentence or Retry-After`];
    return ms > withinMs ? [`${facts}, which is too long`] : [];
  });
}
