import type { Challenge } from "altcha-lib";
import type { Sending } from "./send-order.ts";

/**
 * Solves a challenge in a web worker and returns the solution as the shop expects it. Empty if
 * stopped, or if the browser has no Web Crypto, as on http from another machine. A second worker
 * would not help: browsers derive keys one after another.
 */
export function solveChallenge(challenge: Challenge, { onWait, signal }: Pick<Sending, "onWait" | "signal">): Promise<string> {
  onWait();
  const worker = new Worker(new URL("./challenge-worker.ts", import.meta.url), { type: "module" });
  const found = new Promise<string>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data?.derivedKey ? JSON.stringify({ challenge, solution: data }) : "");
    worker.onerror = () => resolve("");
    signal.addEventListener("abort", () => resolve(""));
    worker.postMessage({ type: "work", challenge, counterStart: 0, counterStep: 1 });
  });
  return found.finally(() => worker.terminate());
}
