import type { RouterContextProvider } from "react-router";
import type { Refusal } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { sentenceFor } from "./say.ts";

/** The plain-text response for a refused file download. For loaders to throw. */
export function refusedFile(context: Readonly<Pick<RouterContextProvider, "get">>, refusal: Refusal): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`${sentenceFor(context, refusal)}\n`, { status: refusalStatus[refusal.kind], headers });
}
