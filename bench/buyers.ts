import { Agent, request } from "node:http";

/** What came of a crowd of buyers: orders a second, and what was not answered with 201. */
export type Rush = { perSecond: number; failures: Map<number, number> };

/** Lets `buyers` place one order after the other over kept connections for `ms`, each for a product that `choose` names. */
export async function rush(address: string, buyers: number, ms: number, choose: () => string): Promise<Rush> {
  const agent = new Agent({ keepAlive: true, maxSockets: buyers });
  const failures = new Map<number, number>();
  let placed = 0;
  const startedAt = performance.now();
  const buy = async () => {
    while (performance.now() - startedAt < ms) {
      const status = await post(
        agent,
        `${address}/api/orders`,
        JSON.stringify({ productId: choose(), quantity: 1, paymentMethod: "request" }),
      );
      if (status === 201) placed += 1;
      else failures.set(status, (failures.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: buyers }, buy));
  const perSecond = (placed / (performance.now() - startedAt)) * 1000;
  agent.destroy();
  return { perSecond, failures };
}

function post(agent: Agent, url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
