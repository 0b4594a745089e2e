import { once } from "node:events";
import { createServer, type RequestListener, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
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

test("a connection that is made but not accepted yet is answered, not reset", async () => {
  const { drain, url } = await aServer((_request, response) => response.end("answered"));
  const isConnected = new Int32Array(new SharedArrayBuffer(4));
  const visitors = new Worker(`(${visiting})(require("node:worker_threads"), require("node:net"))`, {
    eval: true,
    workerData: { port: Number(new URL(url).port), isConnected },
  });
  const answers = once(visitors, "message");
  await once(visitors, "online");
  // This process takes no turn until the kernel has made them all, so that it has accepted none.
  expect(Atomics.wait(isConnected, 0, 0, 10_000)).not.toBe("timed-out");
  const stopped = drain.stop(1_000);
  // On a busy machine a timer can be over before the process has looked for connections.
  Atomics.wait(isConnected, 0, 1, 200);
  await stopped;
  const [received] = await answers;
  expect(received).toHaveLength(5);
  for (const answer of received) expect(answer).toContain("answered");
});

/** Five visitors in another thread, which says when all are connected, and then what each received. */
function visiting({ parentPort, workerData }: typeof import("node:worker_threads"), net: typeof import("node:net")): void {
  const sockets = Array.from({ length: 5 }, () => net.connect({ port: workerData.port, host: "127.0.0.1" }));
  const connected = sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve)));
  Promise.all(connected).then(() => {
    Atomics.store(workerData.isConnected, 0, 1);
    Atomics.notify(workerData.isConnected, 0);
  });
  const answers = sockets.map(async (socket) => {
    socket.on("error", () => {}).end("GET / HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n");
    return (await socket.toArray()).join("");
  });
  Promise.all(answers).then((all) => parentPort?.postMessage(all));
}

test.each([
  ["asks nothing", () => {}],
  ["goes", (socket: Socket) => socket.destroy()],
  ["has sent half a head", (socket: Socket) => socket.write("GET / HTTP/1.1\r\nhost: sh")],
])("a connection whose visitor %s is ended when patience does, and not later", async (_what, act) => {
  const { drain, url } = await aServer((_request, response) => response.end("answered"));
  const { port } = new URL(url);
  const socket = connect({ port: Number(port), host: "127.0.0.1" }).on("error", () => {});
  await once(socket, "connect");
  act(socket);
  await wait(20);
  const startedAt = Date.now();
  await drain.stop(500);
  expect(Date.now() - startedAt).toBeLessThan(1_500);
});

test("of many requests that the server has, every one is answered", async () => {
  let received = 0;
  const { drain, url } = await aServer((_request, response) => {
    received += 1;
    setTimeout(() => response.end("answered"), 200);
  });
  const answers = Array.from({ length: 50 }, () => fetch(url).then((response) => response.text()));
  await expect.poll(() => received).toBe(50);
  await drain.stop(5_000);
  expect(await Promise.all(answers)).toEqual(answers.map(() => "answered"));
});

test("a request on a connection with an earlier answer under way is answered with Connection: close", async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { drain, url } = await aServer(async (request, response) => {
    (request.url === "/slow" ? first : second).resolve();
    await second.promise;
    response.end("answered");
  });
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
  let received = "";
  socket.on("data", (part) => (received += part));
  socket.write("GET /slow HTTP/1.1\r\nhost: shop\r\n\r\n");
  await first.promise;
  const stopped = drain.stop(5_000);
  socket.write("GET / HTTP/1.1\r\nhost: shop\r\n\r\n");
  await Promise.all([stopped, once(socket, "close")]);
  expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  expect(received).toMatch(/connection: close/i);
});

test("a keep-alive connection does not delay the stop", async () => {
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

test("a request that never ends is cut after the timeout", async () => {
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
