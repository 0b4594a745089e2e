import type { Refusal } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";

/** The answer in place of a file that is refused: its sentence as plain text, for whoever followed a link to it. For loaders that throw it. */
export function refusedFile({ kind, sentence }: Pick<Refusal, "kind" | "sentence">): Response {
  return new Response(`${sentence}\n`, { status: refusalStatus[kind], headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
