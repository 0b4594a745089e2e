import type { ReportProgress } from "#shop/stock/ids/add-in-steps.server.ts";
import type { ProductAnswer } from "../products/product-answer.ts";
import type { ProgressLine } from "./send-with-progress.ts";

/**
 * Runs a long command and streams its progress as lines of JSON, and last the answer. The command
 * continues if the client disconnects. It must return failures, not throw.
 */
export function streamProgress(deed: (tell: ReportProgress) => Promise<ProductAnswer>): Response {
  const encoder = new TextEncoder();
  let isHeard = true;
  const lines = new ReadableStream<Uint8Array>({
    start(controller) {
      const tell = (line: ProgressLine) => {
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
