import type { Refusal } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";

/** The plain-text response for a refused file download. For loaders to throw. */
export function refusedFile({ kind, sentence }: Pick<Refusal, "kind" | "sentence">): Response {
  return new Response(`${sentence}\n`, { status: refusalStatus[kind], headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
