import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
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

test("who is still sending a body that nobody wants reads the answer at once; the rest is thrown away, and the next request answered", async () => {
  await open(() => new Response("no", { status: 401 }));
  const socket = await join();
  const length = 8 * 1024 * 1024;
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
  socket.write(Buffer.alloc(1_000));
  expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1.1 401 /);
  // Longer than a library that ends such connections would wait.
  await wait(700);
  await new Promise((sent) => socket.write(Buffer.alloc(length - 1_000), sent));
  expect(await ask(socket)).toBe("HTTP/1.1 401 Unauthorized");
});

test.each(["none", "some"])(
  "a body without an end that is unwanted is cut off when the time for a request is over; %s of it was read",
  async (read) => {
    const limits = { headWithinMs: 100, requestWithinMs: 150, checkEveryMs: 50 };
    await open(async (request) => {
      if (read === "some") await request.body?.getReader().read();
      return new Response("no", { status: 401 });
    }, limits);
    const socket = await join();
    socket.resume();
    const closed = new Promise((isClosed) => socket.once("close", isClosed));
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    const chunk = Buffer.from(`10000\r\n${"a".repeat(65_536)}\r\n`);
    const sending = setInterval(() => socket.write(chunk), 5);
    await expect(closed).resolves.toBeDefined();
    clearInterval(sending);
  },
);
