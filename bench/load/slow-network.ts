import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A network's round trip in ms, and its rate towards the browser in bits a second. */
export type Network = { roundTripMs: number; bitsPerSecond: number };

/** The networks by which Lighthouse calls pages slow. */
export const networks = {
  "slow 4G": { roundTripMs: 150, bitsPerSecond: 1_638_400 },
  "slow 3G": { roundTripMs: 400, bitsPerSecond: 400_000 },
} as const satisfies Record<string, Network>;

const PACKET_BYTES = 1_460;
/**
 * As many packets are sent at first, and after a pause; then twice as many after each round trip.
 */
const FIRST_PACKETS = 10;
const PAUSE_MS = 1_000;

/**
 * Opens a proxy that delays like a network: a round trip to connect and for each request, a rate
 * that all connections share, and TCP's slow start.
 */
export async function openSlowNetwork(shop: string, { roundTripMs, bitsPerSecond }: Network) {
  const { hostname, port } = new URL(shop);
  const bytesPerMs = bitsPerSecond / 8 / 1_000;
  const sockets = new Set<Socket>();
  let freeAt = 0;

  /** Sends what the shop answers in packets, no more at once than the browser has acknowledged. */
  function downstream(to: Socket) {
    const [waiting, underWay]: [Buffer[], Buffer[]] = [[], []];
    let [unacknowledged, most, sentAt] = [0, FIRST_PACKETS * PACKET_BYTES, 0];
    const send = () => {
      if (unacknowledged === 0 && performance.now() - sentAt > PAUSE_MS) most = FIRST_PACKETS * PACKET_BYTES;
      while (!to.destroyed && waiting.length > 0 && unacknowledged < most) {
        const packet = waiting.shift() ?? Buffer.alloc(0);
        underWay.push(packet);
        unacknowledged += packet.length;
        const now = performance.now();
        freeAt = Math.max(now, freeAt) + packet.length / bytesPerMs;
        sentAt = freeAt;
        setTimeout(() => to.write(underWay.shift() ?? ""), freeAt - now + roundTripMs / 2);
        setTimeout(acknowledge, freeAt - now + roundTripMs, packet.length);
      }
    };
    const acknowledge = (bytes: number) => {
      unacknowledged -= bytes;
      most += bytes;
      send();
    };
    return (data: Buffer) => {
      for (let at = 0; at < data.length; at += PACKET_BYTES) waiting.push(data.subarray(at, at + PACKET_BYTES));
      send();
    };
  }

  const server = createServer((browser) => {
    const connectedAt = performance.now() + roundTripMs;
    const behind = connect(Number(port), hostname);
    const asked: Buffer[] = [];
    browser.on("data", (data) => {
      asked.push(data);
      const waitMs = Math.max(0, connectedAt - performance.now()) + roundTripMs / 2;
      setTimeout(() => behind.write(asked.shift() ?? ""), waitMs);
    });
    behind.on("data", downstream(browser));
    for (const [socket, other] of [[browser, behind] as const, [behind, browser] as const]) {
      sockets.add(socket);
      socket.setNoDelay().on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        setTimeout(() => other.destroy(), roundTripMs);
      });
    }
  }).listen(0, "localhost");
  await once(server, "listening");
  const bound = server.address();
  const address = `http://localhost:${bound !== null && typeof bound === "object" ? bound.port : 0}`;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  /** Waits until nothing is under way, such as for a page that was closed. */
  const rest = () => wait(Math.max(0, freeAt - performance.now()) + 2 * roundTripMs);
  return { address, rest, close };
}
