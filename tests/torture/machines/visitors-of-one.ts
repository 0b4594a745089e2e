import { setTimeout as wait } from "node:timers/promises";

/** What a visitor saw, and when (ms, by a clock that nobody sets): status 0 for nothing, and the free IDs that a page told of, if it did. */
export type Seen = { what: string; askedAt: number; answeredAt: number; status: number; retryAfter: string | null; stock: number | null };

const LOOK_EVERY_MS = 100;
const ORDER_EVERY_MS = 500;
/** Nobody's patience is longer. */
const PATIENCE_MS = 30_000;

/** Visitors of one machine: somebody opens each page every 100 ms, and later somebody orders every 500 ms, whether those before were answered or not. */
export function lookOften(
  address: string,
  pages: string[],
  order: () => Promise<{ status: number; retryAfter: string | null }>,
): { seen: Seen[]; longestWait(): number; startOrders(): void; stop(): Promise<void> } {
  const seen: Seen[] = [];
  const waiting = new Map<Promise<void>, number>();
  let isOver = false;

  const ask = (what: string, asking: () => Promise<Pick<Seen, "status" | "retryAfter" | "stock">>) => {
    const askedAt = performance.now();
    const asked = asking()
      .catch(() => ({ status: 0, retryAfter: null, stock: null }))
      .then((answer) => {
        seen.push({ what, askedAt, answeredAt: performance.now(), ...answer });
        waiting.delete(asked);
      });
    waiting.set(asked, askedAt);
  };
  const come = async (everyMs: number, ask: () => void) => {
    for (; !isOver; await wait(everyMs)) ask();
  };
  const coming = [
    come(LOOK_EVERY_MS, () => {
      for (const page of pages) ask(page, () => look(address + page));
    }),
  ];
  return {
    seen,
    longestWait: () => Math.max(0, ...[...waiting.values()].map((askedAt) => performance.now() - askedAt)),
    startOrders: () => void coming.push(come(ORDER_EVERY_MS, () => ask("order", async () => ({ stock: null, ...(await order()) })))),
    async stop() {
      isOver = true;
      await Promise.all([...coming, ...waiting.keys()]);
    },
  };
}

/** Opens a page as nobody in particular. */
export async function look(url: string): Promise<Pick<Seen, "status" | "retryAfter" | "stock">> {
  const answer = await fetch(url, { headers: { "user-agent": "Mozilla/5.0" }, signal: AbortSignal.timeout(PATIENCE_MS) });
  const told = /"availableStock":(\d+)|(\d+)(?:<!-- -->)? in stock/.exec(await answer.text());
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), stock: told ? Number(told[1] ?? told[2]) : null };
}
