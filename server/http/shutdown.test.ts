import { Agent, createServer, get, type IncomingMessage, type RequestListener, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openDrain } from "./shutdown.ts";

async function aServer(answer: RequestListener) {
  const server = createServer(answer);
  const drain = openDrain(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.closeAllConnections());
  return { drain, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("what is in flight is answered, and a moment later nothing new is taken", async () => {
  const { drain, url } = await aServer((_request, response) => setTimeout(() => response.end("answered"), 2_000));
  const inFlight = fetch(url).then((response) => response.text());
  await wait(50);

  const stopped = drain.stop(5_000);
  await wait(1_000);
  await expect(fetch(url)).rejects.toThrow();
  expect(await inFlight).toBe("answered");
  await stopped;
});

/** So many connect, and the system has their connections when this returns; the server has taken none. */
async function waiting(url: string, { howMany, send }: { howMany: number; send: string }): Promise<Socket[]> {
  const { port } = new URL(url);
  const sockets = Array.from({ length: howMany }, () => connect({ port: Number(port), host: "127.0.0.1" }).on("error", () => {}));
  for (const socket of sockets) if (send !== "") socket.write(send);
  await new Promise<void>((resolve) => process.nextTick(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  return sockets;
}

test("connections that wait to be taken when the stop begins are answered", async () => {
  const { drain, url } = await aServer((_request, response) => response.end("answered"));
  const sockets = await waiting(url, { howMany: 20, send: "GET / HTTP/1.1\r\nhost: shop\r\n\r\n" });
  const answers = sockets.map((socket) => text(socket).catch(() => "reset"));
  await drain.stop(5_000);
  for (const answer of await Promise.all(answers)) expect(answer).toContain("answered");
});

test.each([
  ["ends the connection", (socket: Socket) => socket.end()],
  ["goes", (socket: Socket) => socket.destroy()],
  ["is cut off", (socket: Socket) => socket.resetAndDestroy()],
  ["asks nothing", () => {}],
])("who waits to be taken and then %s holds up nothing", async (_what, leave) => {
  const { drain, url } = await aServer((_request, response) => response.end("answered"));
  for (const socket of await waiting(url, { howMany: 20, send: "" })) leave(socket);
  const startedAt = Date.now();
  await drain.stop(5_000);
  expect(Date.now() - startedAt).toBeLessThan(2_500);
});

function asking(url: string): () => Promise<IncomingMessage> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return () =>
    new Promise((resolve, reject) => {
      get(url, { agent }, (answer) => answer.resume().on("end", () => resolve(answer))).on("error", reject);
    });
}

test("who asks again on a kept connection while the stop begins is answered, and told that it ends", async () => {
  const { drain, url } = await aServer((_request, response) => response.end("answered"));
  const ask = asking(url);
  expect((await ask()).headers.connection).toBe("keep-alive");
  const stopped = drain.stop(5_000);
  await wait(20);
  expect((await ask()).headers.connection).toBe("close");
  await stopped;
});

test("who waits for an answer when the stop begins is told with it that the connection ends", async () => {
  const { drain, url } = await aServer((_request, response) => setTimeout(() => response.end("answered"), 1_000));
  const answer = asking(url)();
  await wait(50);
  await Promise.all([drain.stop(5_000), answer]);
  expect((await answer).headers.connection).toBe("close");
});

test("a connection that is kept alive does not hold up the stop", async () => {
  const { drain, url } = await aServer((_request, response) => setTimeout(() => response.end("answered"), 100));
  const inFlight = fetch(url, { keepalive: true }).then((response) => response.text());
  await wait(20);
  const startedAt = Date.now();
  await drain.stop(5_000);
  expect(Date.now() - startedAt).toBeLessThan(1_500);
  expect(await inFlight).toBe("answered");
});

test("event streams are not waited for", async () => {
  const { drain, url } = await aServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: hello\n\n");
  });
  const stream = await fetch(url, { headers: { accept: "text/event-stream" } });
  const reader = stream.body?.getReader();
  await reader?.read();

  const startedAt = Date.now();
  const ended = reader?.read().then(
    () => "ended",
    () => "ended",
  );
  await drain.stop(5_000);
  expect(Date.now() - startedAt).toBeLessThan(1_500);
  expect(await ended).toBe("ended");
});

test("a request that never ends is cut when patience does", async () => {
  const { drain, url } = await aServer(() => {});
  const endless = new Promise((resolve) =>
    request(url)
      .on("error", () => resolve("cut"))
      .end(),
  );
  await wait(50);
  await drain.stop(200);
  expect(await endless).toBe("cut");
});
