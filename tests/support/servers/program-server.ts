import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request that another program received. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: string; bytes: Buffer };

/** Another program on this machine, over real HTTP. */
export type ProgramServer = {
  url: string;
  received: Received[];
  /** Sets how it answers from now on. */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
};

/** A status with a body, or a function that handles the response. */
export type Answer = { status: number; body?: string; headers?: Record<string, string> } | ((response: ServerResponse) => void);

/** Opens a program that receives POST requests, and answers 200 until `answerWith` changes that. */
export async function openProgramServer(near = "127.0.0.1"): Promise<ProgramServer> {
  const received: Received[] = [];
  let answer: Answer = { status: 200, body: "ok" };
  const server = createServer((request, response) => {
    buffer(request).then(
      (bytes) => {
        received.push({ path: request.url ?? "", headers: request.headers, body: bytes.toString(), bytes });
        if (typeof answer === "function") return answer(response);
        response.writeHead(answer.status, answer.headers).end(answer.body ?? "");
      },
      () => response.destroy(),
    );
  });
  server.listen(0, near);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${near.includes(":") ? `[${near}]` : near}:${port}`,
    received,
    answerWith: (next) => {
      answer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
