import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { fromSomeHost } from "./checks.ts";
import type { HostEnv } from "./host-env.ts";
import { openServer } from "./http-server.ts";

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** The answer to these raw request lines from a server behind the check. */
async function answerTo(...lines: string[]): Promise<string> {
  const app = new Hono<HostEnv>();
  app.use(async (c, next) => {
    c.set("path", "/");
    await next();
  }, fromSomeHost);
  app.all("*", (c) => c.text("answered"));
  server = openServer(app.fetch);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n`);
  return text(socket);
}

test.for([
  ["two different hosts", ["GET / HTTP/1.1", "Host: localhost", "Host: evil.example"]],
  ["the same host twice", ["GET / HTTP/1.1", "Host: localhost", "HOST: localhost"]],
  ["two hosts in a post", ["POST /api/orders HTTP/1.1", "Host: localhost", "Content-Length: 0", "host: evil.example"]],
  ["two hosts in the old protocol", ["GET /healthz HTTP/1.0", "Host: localhost", "Host: evil.example"]],
] as const)("a request with %s is refused with 400", async ([, lines]) => {
  expect(await answerTo(...lines)).toMatch(/^HTTP\/1\.1 400 /);
});

test("a request with one host is answered, also where a value of another header is its name", async () => {
  expect(await answerTo("GET / HTTP/1.1", "Host: localhost", "X-About: Host", "X-Forwarded-Host: localhost")).toContain("answered");
});
