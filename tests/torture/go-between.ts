import { once } from "node:events";
import { createServer, request } from "node:http";

/**
 * A proxy between a scanner and the shop that adds this cookie to every request and counts the
 * answers.
 */
export type GoBetween = { address: string; answers: Map<number, number>; failures: string[]; close(): Promise<void> };

/** Calls that would end the session, so that the rest of the scan would run as a guest. */
const LEAVES = /^\/(logout|api\/auth\/sign-out|account\/(sessions|other-sessions|deletion|password))\b/;

/** Opens a proxy on a free local port. */
export async function openGoBetween(shop: string, cookie: string): Promise<GoBetween> {
  const { hostname, port } = new URL(shop);
  const answers = new Map<number, number>();
  const failures: string[] = [];
  const server = createServer((asked, answer) => {
    if (cookie !== "" && LEAVES.test(asked.url ?? "")) {
      answer.writeHead(404).end();
      return;
    }
    // wapiti requests compressed answers that it cannot read.
    const headers = { ...asked.headers, "accept-encoding": "identity", ...(cookie === "" ? {} : { cookie }) };
    const passed = request({ hostname, port, method: asked.method, path: asked.url, headers, insecureHTTPParser: true }, (given) => {
      const status = given.statusCode ?? 0;
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status >= 500) failures.push(`${asked.method} ${asked.url} answered ${status}`);
      answer.writeHead(status, given.headers);
      given.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const address = `http://localhost:${bound !== null && typeof bound === "object" ? bound.port : 0}`;
  return {
    address,
    answers,
    failures,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
