import type { ReportProgress } from "#shop/stock/ids/add-in-steps.server.ts";
import type { ProductAnswer } from "../products/product-answer.ts";
import type { ProgressLine } from "./send-with-progress.ts";

/**
 * Runs a long command and streams its progress as lines of JSON, and last the answer. The command
 * continues if the client disconnects. It must return failures, not throw.
 */
export function streamProgress<A = ProductAnswer>(command: (report: ReportProgress) => Promise<A>): Response {
  const encoder = new TextEncoder();
  let isConnected = true;
  const lines = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: ProgressLine<A>) => {
        if (isConnected) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      void command((done, of) => send({ done, of })).then(
        (answer) => {
          send({ answer });
          if (isConnected) controller.close();
        },
        (error) => {
          if (isConnected) controller.error(error);
        },
      );
    },
    cancel() {
      isConnected = false;
    },
  });
  const headers = { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" };
  return new Response(lines, { headers });
}
