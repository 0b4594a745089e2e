import { once } from "node:events";
import { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { changesOf } from "#api/events/event-stream.ts";
import { openHub } from "#platform/live/hub.ts";
import { openServer } from "#server/http/http-server.ts";
import { openDrain } from "#server/http/shutdown.ts";
import { soon } from "#tests/support/soon.ts";

let server: Server | null = null;
let port = 0;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  await new Promise((closed) => server?.close(closed));
});

/**
 * A server that answers every request with the events of `order:REQ-1`, and the subscribers of that
 * topic.
 */
async function open() {
  const hub = openHub();
  const followers = new Set<() => void>();
  const live = {
    ...hub,
    follow(topic: string, onChange: () => void) {
      const unfollow = hub.follow(topic, onChange);
      followers.add(onChange);
      return () => {
        followers.delete(onChange);
        unfollow();
      };
    },
  };
  let opened = 0;
  const onOpen = () => {
    opened += 1;
    return () => {
      opened -= 1;
    };
  };
  let isOver = false;
  const until = { topic: "account:1", isOver: async () => isOver };
  server = openServer(new Hono().get("/", (c) => changesOf(c, live, ["order:REQ-1"], 0, { onOpen, until })).fetch);
  const drain = openDrain(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  const endSession = () => {
    isOver = true;
    hub.notify("account:1");
  };
  return { hub, followers, drain, endSession, openStreams: () => opened };
}

/** A client that requests the events and reads them or not; returns what it has received so far. */
async function ask({ method = "GET", reads = true } = {}) {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  let received = "";
  if (reads) socket.on("data", (text) => (received += text));
  await once(socket, "connect");
  socket.write(`${method} / HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`);
  return { socket, received: () => received, changes: () => received.split("data: changed").length - 1 };
}

test("[S4.7] events come one by one, and nothing on the way buffers or compresses them", async () => {
  const { hub } = await open();
  const reader = await ask();
  await vi.waitFor(() => expect(reader.changes()).toBe(1), soon);
  expect(reader.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(reader.received()).toMatch(/content-type: text\/event-stream\r\n/i);
  expect(reader.received()).toMatch(/cache-control: no-store, no-transform\r\n/i);
  expect(reader.received()).toMatch(/x-accel-buffering: no\r\n/i);
  expect(reader.received()).toContain("retry: 2000\ndata: changed\n\n");

  hub.notify("order:REQ-1");
  await vi.waitFor(() => expect(reader.changes()).toBe(2), soon);
  hub.notify("order:REQ-2");
  hub.notify("order:REQ-1");
  await vi.waitFor(() => expect(reader.changes()).toBe(3), soon);
});

test("[S4.7] a client that leaves is not followed any longer, and a HEAD request never is", async () => {
  const { followers, openStreams } = await open();
  const head = await ask({ method: "HEAD" });
  await vi.waitFor(() => expect(head.received()).toMatch(/text\/event-stream/i), soon);
  expect(followers.size).toBe(0);

  const reader = await ask();
  await vi.waitFor(() => expect(reader.changes()).toBe(1), soon);
  expect([followers.size, openStreams()]).toEqual([2, 1]);
  reader.socket.destroy();
  await vi.waitFor(() => expect([followers.size, openStreams()]).toEqual([0, 0]), soon);
});

test("[S4.7] for a client that does not read only one event waits; the last change arrives when it reads again", async () => {
  const { hub, followers } = await open();
  const connected = once(server ?? new Server(), "connection");
  const reader = await ask({ reads: false });
  await vi.waitFor(() => expect(followers.size).toBe(2), soon);
  const [connection]: Socket[] = await connected;
  if (!connection) throw new Error("no connection");

  connection.cork();
  for (let n = 0; n < 10_000; n += 1) hub.notify("order:REQ-1");
  await new Promise((done) => setImmediate(done));
  expect(connection.writableLength).toBeLessThan(1_000);
  connection.uncork();

  let received = "";
  reader.socket.on("data", (text) => (received += text));
  await vi.waitFor(() => expect(received.split("data: changed").length - 1).toBeGreaterThanOrEqual(2), soon);
  expect(received.split("data: changed").length - 1).toBeLessThanOrEqual(4);
});

test("[S4.10] a stream ends with the session that it was opened in, and says so", async () => {
  const { hub, followers, endSession, openStreams } = await open();
  const reader = await ask();
  await vi.waitFor(() => expect(reader.changes()).toBe(1), soon);
  hub.notify("account:1");
  hub.notify("order:REQ-1");
  await vi.waitFor(() => expect(reader.changes()).toBe(2), soon);

  endSession();
  await vi.waitFor(() => expect(reader.received()).toMatch(/data: changed\n\n\r\n0\r\n\r\n$/), soon);
  expect(reader.changes()).toBe(3);
  expect([followers.size, openStreams()]).toEqual([0, 0]);
});

test("[S4.7] a server that stops does not wait for the streams", async () => {
  const { drain, followers } = await open();
  const reader = await ask();
  await vi.waitFor(() => expect(reader.changes()).toBe(1), soon);
  const ended = once(reader.socket, "close");
  await drain.stop(20_000);
  await ended;
  await vi.waitFor(() => expect(followers.size).toBe(0), soon);
});
