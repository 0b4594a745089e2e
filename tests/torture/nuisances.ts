import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A client that only costs the shop resources. It continues until it is stopped. */
export type Nuisance = (address: string, given: { productId: string; requestCode: string }) => Promise<Socket>;

const A_DRIP_MS = 1_000;
const MEGABYTE = 1024 * 1024;
const BOUNDARY = "----crowd";

/** The nuisances by name. */
export const nuisances = {
  /** Connects and sends nothing. */
  idle: (address) => open(address),
  /** Sends request headers, one line per second, without end. */
  "slow head": async (address) => drip(await open(address), `GET / HTTP/1.1\r\nHost: ${new URL(address).host}\r\n`, "X-A: b\r\n"),
  /** Sends an order, one byte per second. */
  "slow body": async (address) => drip(await open(address), head(address, "/api/orders", "application/json", 400_000), " "),
  /** Requests a large file again and again, and never reads an answer. */
  "slow reader": async (address) => {
    const socket = await open(address);
    socket.pause();
    socket.write(`GET ${await largestFile(address)} HTTP/1.1\r\nHost: ${new URL(address).host}\r\n\r\n`.repeat(4));
    return socket;
  },
  /** Requests two hundred pages before the first is answered, and reads none. */
  greedy: async (address) => {
    const socket = await open(address);
    socket.pause();
    socket.write(`GET /products HTTP/1.1\r\nHost: ${new URL(address).host}\r\n\r\n`.repeat(200));
    return socket;
  },
  /** Sends headers that exceed every limit. */
  "huge head": async (address) => {
    const socket = await open(address);
    socket.write(`GET / HTTP/1.1\r\nHost: ${new URL(address).host}\r\n${`X-A: ${"b".repeat(8_000)}\r\n`.repeat(20)}`);
    return socket;
  },
  /** Sends most of an order with a large picture, and then nothing more. */
  "half upload": async (address, { productId }) => {
    const socket = await open(address);
    socket.write(head(address, `/product/${productId}/order`, `multipart/form-data; boundary=${BOUNDARY}`, 10.9 * MEGABYTE));
    socket.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="paymentProof"; filename="a.png"\r\n\r\n`);
    socket.write(Buffer.alloc(10.5 * MEGABYTE, "x"));
    return socket;
  },
  /** Sends half of such an order and disconnects. */
  "cut upload": async (address, { productId }) => {
    const socket = await open(address);
    socket.write(head(address, `/product/${productId}/order`, `multipart/form-data; boundary=${BOUNDARY}`, 10.9 * MEGABYTE));
    socket.write(Buffer.alloc(5 * MEGABYTE, "x"), () => socket.destroy());
    return socket;
  },
  /** Sends most of a bank statement to an address of admins, as a guest, and then nothing more. */
  "admin upload": async (address) => {
    const socket = await open(address);
    socket.write(head(address, "/admin/statements", `multipart/form-data; boundary=${BOUNDARY}`, 33 * MEGABYTE));
    socket.write(Buffer.alloc(32 * MEGABYTE, "x"));
    return socket;
  },
  /** Tries passwords of a network of its own without end. */
  "wrong passwords": async (address) => {
    const from = aNetwork();
    const body = JSON.stringify({ email: `crowd-${from}@shop.example`, password: "not the password" });
    return again(await open(address), `${head(address, "/api/auth/sign-in/email", "application/json", body.length, from)}${body}`);
  },
  /** Follows an order and never reads its events. */
  "unread events": async (address, { requestCode }) => {
    const socket = await open(address);
    socket.pause();
    socket.write(`GET /api/orders/${requestCode}/events HTTP/1.1\r\nHost: ${new URL(address).host}\r\n\r\n`);
    return socket;
  },
} as const satisfies Record<string, Nuisance>;

async function open(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  // The shop may disconnect such clients at any time.
  socket.on("error", () => {});
  socket.on("data", () => {});
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  return socket;
}

/** The URL of the largest script on the shop's pages, looked up once for each shop. */
const largestFiles = new Map<string, Promise<string>>();
function largestFile(address: string): Promise<string> {
  const known = largestFiles.get(address) ?? findLargestFile(address);
  largestFiles.set(address, known);
  return known;
}

async function findLargestFile(address: string): Promise<string> {
  const page = await (await fetch(`${address}/products`)).text();
  const paths = new Set([...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path));
  const sizes = await Promise.all([...paths].map(async (path) => [(await (await fetch(address + path)).text()).length, path] as const));
  return sizes.sort(([one], [other]) => other - one)[0]?.[1] ?? "/products";
}

function drip(socket: Socket, first: string, drop: string): Socket {
  socket.write(first);
  const dripping = setInterval(() => socket.writable && socket.write(drop), A_DRIP_MS);
  socket.on("close", () => clearInterval(dripping));
  return socket;
}

let networks = 0;

/** Another network each time, for a shop behind one proxy. */
function aNetwork(): string {
  networks += 1;
  return `198.18.${networks >> 8}.${networks & 255}`;
}

/** Sends a request, and again whenever an answer has come. */
function again(socket: Socket, request: string): Socket {
  const send = () => socket.writable && socket.write(request);
  socket.on("data", send);
  send();
  return socket;
}

function head(address: string, path: string, type: string, length: number, from?: string): string {
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${new URL(address).host}`, `Origin: ${address}`, `Content-Type: ${type}`];
  if (from) lines.push(`X-Forwarded-For: ${from}`);
  return [...lines, `Content-Length: ${Math.round(length)}`, "", ""].join("\r\n");
}
