import { connect } from "node:net";

/**
 * A request as bytes. One that is not whole ends in the middle, and then this side closes its half
 * of the connection.
 */
export type RawRequest = { bytes: Buffer; isWhole: boolean };

/**
 * The result: the status of the first answer (0: the connection was closed without one), all text
 * received, and the time (ms).
 */
export type RawAnswer = { status: number; text: string; ms: number; isHung: boolean };

/**
 * Sends any bytes, and waits at most `patienceMs` until the shop has answered and closed. Of an
 * event stream the beginning is enough.
 */
export function sendRaw(address: string, { bytes, isWhole }: RawRequest, timeoutMs: number): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let isHung = false;
    const impatience = setTimeout(() => {
      isHung = true;
      socket.destroy();
    }, timeoutMs);
    socket.on("connect", () => {
      socket.write(bytes);
      if (!isWhole) socket.end();
    });
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (isStream(chunks)) socket.destroy();
    });
    socket.on("end", () => socket.destroy());
    // The shop may reset the connection early.
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(impatience);
      const text = Buffer.concat(chunks).toString("latin1");
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve({ status, text, ms: performance.now() - startedAt, isHung });
    });
  });
}

function isStream(chunks: Buffer[]): boolean {
  const [first] = chunks;
  return chunks.length < 3 && /\r\ncontent-type: text\/event-stream/i.test(first?.toString("latin1", 0, 2_000) ?? "");
}
