import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openServer } from "./http-server.ts";

let server: Server | null = null;
let port = 0;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  await new Promise((closed) => server?.close(closed));
});

async function open(...given: Parameters<typeof openServer>): Promise<void> {
  server = openServer(...given).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
}

async function join(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

async function ask(socket: Socket): Promise<string> {
  socket.write(REQUEST);
  const answered = new AbortController();
  const { signal } = answered;
  const [answer] = await Promise.race([once(socket, "data", { signal }), once(socket, "close", { signal }).then(() => [""])]);
  answered.abort();
  return String(answer).split("\r\n")[0] ?? "";
}

test("a connection that asks for a thousand pages at once is cut before they are made; others are answered", async () => {
  let made = 0;
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  await open(async () => {
    made += 1;
    await mayAnswer;
    return new Response("page");
  });
  const greedy = await join();
  greedy.write(REQUEST.repeat(1_000));
  await once(greedy, "close");
  expect(made).toBeLessThanOrEqual(4);
  const other = ask(await join());
  letAnswer();
  expect(await other).toBe("HTTP/1.1 200 OK");
});

test("a connection that waits for its answers may ask as often as it likes", async () => {
  await open(() => new Response("page"));
  const socket = await join();
  for (let time = 0; time < 40; time += 1) expect(await ask(socket)).toBe("HTTP/1.1 200 OK");
});

test("a connection that does not finish a request's head, or sends nothing, is closed", async () => {
  await open(() => new Response("page"), { headWithinMs: 100, checkEveryMs: 50 });
  const [idle, slow] = [await join(), await join()];
  slow.write("GET / HTTP/1.1\r\nX-A: b\r\n");
  for (const socket of [idle, slow]) socket.resume();
  await Promise.all([once(idle, "close"), once(slow, "close")]);
  expect(await ask(await join())).toBe("HTTP/1.1 200 OK");
});

test("a connection that sends a byte now and then, and never the end, is closed", async () => {
  await open(async (request) => new Response(await request.text()), { headWithinMs: 100, requestWithinMs: 150, checkEveryMs: 50 });
  const slow = await join();
  slow.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
  const dripping = setInterval(() => slow.write("x"), 20);
  // A byte that arrives after the end is answered with a reset.
  slow.on("error", () => {});
  slow.resume();
  await new Promise((resolve) => slow.once("close", resolve));
  clearInterval(dripping);
  expect(await ask(await join())).toBe("HTTP/1.1 200 OK");
});

test("an idle connection is closed even while its answer is under way", async () => {
  const { promise: never } = Promise.withResolvers<void>();
  await open((request) => (request.url.endsWith("/never") ? never.then(() => new Response("")) : new Response("page")), { idleMs: 100 });
  const waiting = await join();
  waiting.write(REQUEST.replace("/", "/never"));
  waiting.resume();
  await once(waiting, "close");
  expect(await ask(await join())).toBe("HTTP/1.1 200 OK");
});

test("idle connections make room if there are too many", async () => {
  await open(() => new Response("page"), { connectionsMax: 3 });
  const idle = [await join(), await join(), await join()];
  for (const socket of idle) expect(await ask(socket)).toBe("HTTP/1.1 200 OK");
  expect(await ask(await join())).toBe("");
  expect(await ask(await join())).toBe("HTTP/1.1 200 OK");
});
