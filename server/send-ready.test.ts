import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { packedWithGap } from "./bytes-with-gap.ts";
import type { ReadyAnswer } from "./ready-answer.ts";
import { sendReady } from "./send-ready.ts";

const BODY = "é".repeat(20_000);
const headers = ["content-type", "text/html", "etag", '"abc"', "content-length", String(BODY.length)];
const page: ReadyAnswer = { headers, etag: '"abc"', bytes: BODY.length, body: Buffer.from(BODY, "latin1"), putKey: null };

/** A page that ends with the key and a sign. */
async function withKey(length = BODY.length): Promise<ReadyAnswer> {
  const ready = await packedWithGap(Buffer.from(`${"KEY-".repeat(9)}..`.padStart(length, "x")), "KEY-".repeat(9), null);
  if (!ready) throw new Error("the key was not found");
  return {
    headers: ["content-type", "text/html", "content-length", String(length)],
    etag: null,
    bytes: length,
    body: ready.bytes,
    putKey: ready.put,
  };
}

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** Sends requests over one connection, one after the other or all at once, and tells all that comes back. */
async function told(ready: ReadyAnswer, requests: string[], pauseMs = 0): Promise<string> {
  server = createServer(({ method, headers }, response) => {
    sendReady(ready, { isHead: method === "HEAD", known: headers["if-none-match"] ?? null }, response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const all = text(socket.setEncoding("latin1"));
  for (const request of requests) {
    socket.write(`${request}\r\nHost: shop\r\n\r\n`);
    if (pauseMs > 0) await wait(pauseMs);
  }
  socket.end();
  return all;
}

const answersIn = (bytes: string) => bytes.split(/(?=HTTP\/1\.1 )/);
const get = "GET / HTTP/1.1";

test("the second answer of a second is the same as the first, byte for byte, also when both are asked for at once", async () => {
  for (const pauseMs of [0, 5]) {
    const [first = "", ...others] = answersIn(await told(page, [get, get, get], pauseMs));
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: text\/html\r\n/);
    expect(first).toContain("\r\nDate: ");
    expect(first.endsWith(`\r\n\r\n${BODY}`)).toBe(true);
    expect(others.map((other) => other.replace(/Date: .*/, ""))).toEqual([first, first].map((one) => one.replace(/Date: .*/, "")));
    server.close();
  }
});

test("each gets another key, and the answer keeps its length", async () => {
  const answers = answersIn(await told(await withKey(), [get, get, get]));
  const bodies = answers.map((answer) => answer.slice(answer.indexOf("\r\n\r\n") + 4));
  expect(new Set(bodies).size).toBe(3);
  expect(bodies.map(({ length }) => length)).toEqual([BODY.length, BODY.length, BODY.length]);
});

test("whoever reads slowly gets the key that was meant for it", async () => {
  const length = 12_000_000;
  const ready = await withKey(length);
  server = createServer((_request, response) => sendReady(ready, { isHead: false, known: null }, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const ask = () => connect((server.address() as AddressInfo).port, "127.0.0.1").end(`${get}\r\nHost: shop\r\n\r\n`);
  await text(ask());
  const slow = ask();
  await once(slow, "readable");
  const keys = [(await text(ask())).slice(-38), (await text(ask())).slice(-38)];
  const all = await text(slow.setEncoding("latin1"));
  const body = all.slice(-length);
  expect(body.slice(-38)).toMatch(/^[\da-f-]{36}\.\.$/);
  expect(keys).not.toContain(body.slice(-38));
});

test("whoever asks for the head gets no more, who has it already is told so, and whoever wants to close is told that it closes", async () => {
  const [first = "", head = "", same = "", last = "", none] = answersIn(
    await told(page, [get, "HEAD / HTTP/1.1", `${get}\r\nIf-None-Match: "abc"`, `${get}\r\nConnection: close`, get], 20),
  );
  expect(head.replace(/Date: .*/, "")).toBe(first.slice(0, -BODY.length).replace(/Date: .*/, ""));
  expect([same.slice(0, 12), same.endsWith("\r\n\r\n")]).toEqual(["HTTP/1.1 304", true]);
  expect(last).toContain("\r\nConnection: close\r\n");
  expect([last.endsWith(BODY), none]).toEqual([true, undefined]);
});

test("the date goes on", async () => {
  const dates = answersIn(await told(page, [get, get, get], 1_050)).map((answer) => /Date: (.*)\r/.exec(answer)?.[1]);
  expect(new Set(dates).size).toBe(3);
});
