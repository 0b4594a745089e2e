import { setTimeout as wait } from "node:timers/promises";

/**
 * What a visitor saw, and when (ms, monotonic clock): status 0 means no answer; `stock` is the
 * number of free IDs on the page, if it shows one.
 */
export type Seen = { what: string; askedAt: number; answeredAt: number; status: number; retryAfter: string | null; stock: number | null };

const VISIT_EVERY_MS = 100;
const ORDER_EVERY_MS = 500;
/** No visitor waits longer. */
const TIMEOUT_MS = 30_000;

/**
 * Visitors of one machine: each page is opened every 100 ms, and later an order is placed every 500
 * ms, without waiting for earlier answers.
 */
export function visitOften(
  address: string,
  pages: string[],
  order: () => Promise<{ status: number; retryAfter: string | null }>,
): { seen: Seen[]; startOrders(): void; stop(): Promise<void> } {
  const seen: Seen[] = [];
  const waiting = new Set<Promise<void>>();
  let isOver = false;

  const ask = (what: string, request: () => Promise<Pick<Seen, "status" | "retryAfter" | "stock">>) => {
    const askedAt = performance.now();
    const asked = request()
      .catch(() => ({ status: 0, retryAfter: null, stock: null }))
      .then((answer) => {
        seen.push({ what, askedAt, answeredAt: performance.now(), ...answer });
        waiting.delete(asked);
      });
    waiting.add(asked);
  };
  const come = async (everyMs: number, ask: () => void) => {
    for (; !isOver; await wait(everyMs)) ask();
  };
  const coming = [
    come(VISIT_EVERY_MS, () => {
      for (const page of pages) ask(page, () => visit(address + page));
    }),
  ];
  return {
    seen,
    startOrders: () => void coming.push(come(ORDER_EVERY_MS, () => ask("order", async () => ({ stock: null, ...(await order()) })))),
    async stop() {
      isOver = true;
      await Promise.all([...coming, ...waiting]);
    },
  };
}

/** Opens a page as an anonymous visitor. */
export async function visit(url: string): Promise<Pick<Seen, "status" | "retryAfter" | "stock">> {
  const answer = await fetch(url, { headers: { "user-agent": "Mozilla/5.0" }, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const stock = /"availableStock":(\d+)|(\d+)(?:<!-- -->)? in stock/.exec(await answer.text());
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), stock: stock ? Number(stock[1] ?? stock[2]) : null };
}
