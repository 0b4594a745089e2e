import type { TellProgress } from "#shop/stock/add-in-steps.server.ts";
import type { ProductAnswer } from "./product-answer.ts";
import type { ToldLine } from "./send-told.ts";

/**
 * Does a long deed and tells how far it is while it goes on: a line of JSON after each step, and last the answer. The deed goes on when nobody listens
 * any more; it answers what went wrong and does not throw.
 */
export function toldInLines(deed: (tell: TellProgress) => Promise<ProductAnswer>): Response {
  const encoder = new TextEncoder();
  let isHeard = true;
  const lines = new ReadableStream<Uint8Array>({
    start(controller) {
      const tell = (line: ToldLine) => {
        if (isHeard) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      void deed((done, of) => tell({ done, of })).then(
        (answer) => {
          tell({ answer });
          if (isHeard) controller.close();
        },
        (error) => {
          if (isHeard) controller.error(error);
        },
      );
    },
    cancel() {
      isHeard = false;
    },
  });
  const headers = { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" };
  return new Response(lines, { headers });
}
