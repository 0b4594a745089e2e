import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import type { ReportProgress } from "#shop/stock/ids/add-in-steps.server.ts";
import { PROGRESS_LINES, type ProgressLine } from "./progress-lines.ts";

/** Sends a line of the streamed answer; null if nobody asked for one. */
const lineSender = createContext<((line: ProgressLine<unknown>) => void) | null>(null);

/**
 * Answers a form that accepts lines of JSON with its progress, and last with the answer. The
 * command continues if the client disconnects. For routes whose `action` is `withProgress`. Without
 * that `Accept`, such as without script, the route answers as any other.
 */
export const streamsProgress: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (request.method !== "POST" || request.headers.get("Accept") !== PROGRESS_LINES) return next();

  const encoder = new TextEncoder();
  let isConnected = true;
  const lines = new ReadableStream<Uint8Array>({
    start(controller) {
      const close = () => {
        if (isConnected) controller.close();
        isConnected = false;
      };
      context.set(lineSender, (line) => {
        if (isConnected) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        if (!("of" in line)) close();
      });
      void next().then(close, close);
    },
    cancel() {
      isConnected = false;
    },
  });
  const headers = { "Content-Type": PROGRESS_LINES, "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" };
  return new Response(lines, { headers });
};

type Args = { context: Readonly<RouterContextProvider> };

/**
 * An action that reports how far it is. `report` is undefined if nobody is shown the progress. Its
 * answer, or where it redirects to, is the last line of the stream.
 */
export function withProgress<A extends Args, T extends { data: unknown }>(
  act: (args: A, report: ReportProgress | undefined) => Promise<T>,
) {
  return async (args: A): Promise<T> => {
    const send = args.context.get(lineSender);
    try {
      const answer = await act(args, send ? (done, of) => send({ done, of }) : undefined);
      send?.({ answer: answer.data });
      return answer;
    } catch (thrown) {
      const to = thrown instanceof Response && thrown.headers.get("Location");
      if (to) send?.({ to });
      throw thrown;
    }
  };
}
