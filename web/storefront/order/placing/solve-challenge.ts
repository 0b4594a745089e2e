import type { Challenge } from "altcha-lib";
import { messages } from "#shop/messages.ts";
import type { Sending } from "./send-order.ts";

/**
 * Solves the challenge that came with a refused order, in a worker of its own, says so meanwhile, and writes what it found as the shop reads it. Empty where
 * it was stopped, or this browser cannot: it has no cryptography, as on http from another machine. Two workers would not be quicker: a browser derives keys
 * one after another.
 */
export function solveChallenge(challenge: Challenge, { onWait, signal }: Pick<Sending, "onWait" | "signal">): Promise<string> {
  onWait(messages.orderChecked);
  const worker = new Worker(new URL("./solving.ts", import.meta.url), { type: "module" });
  const found = new Promise<string>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data?.derivedKey ? JSON.stringify({ challenge, solution: data }) : "");
    worker.onerror = () => resolve("");
    signal.addEventListener("abort", () => resolve(""));
    worker.postMessage({ type: "work", challenge, counterStart: 0, counterStep: 1 });
  });
  return found.finally(() => worker.terminate());
}
