import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { isLoopback } from "#platform/loopback.ts";
import { openSlowLine } from "./slow-line.ts";

/**
 * An email as a mail server received it. `source` is all of it, with the body's line breaks and
 * encoding characters removed.
 */
export type ReceivedEmail = { to: string[]; source: string };

/** A mail server's answer to an email: accept it (null), or this status code. */
export type Answer = number | null;

/** A real SMTP server on this machine. */
export type MailServer = {
  url: string;
  received: ReceivedEmail[];
  /** The number of connections so far, of those open now, and the most at once. */
  connections: () => number;
  open: () => number;
  mostAtOnce: () => number;
  /** Closes every connection that is open, without a word. */
  drop(): void;
  close(): Promise<void>;
};

/** Clients keep connections, and would hold up the end of a test. */
const CLOSE_MS = 50;

/**
 * Opens a mail server. `answer` decides on each recipient; `pause` delays accepting a recipient and
 * confirming an email; `tls` offers encryption with an untrusted certificate; `near` is the address
 * it listens on; `roundTripMs` puts it far away.
 */
export async function openMailServer({
  answer = () => null,
  pause = () => undefined,
  tls = false,
  port = 0,
  user = null,
  near = "127.0.0.1",
  roundTripMs = 0,
}: {
  answer?: (address: string) => Answer;
  pause?: (before: "recipient" | "ok") => Promise<void> | undefined;
  tls?: boolean;
  port?: number;
  user?: { name: string; password: string } | null;
  near?: string;
  roundTripMs?: number;
} = {}): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let mostAtOnce = 0;
  const server = new SMTPServer({
    disabledCommands: tls ? [] : ["STARTTLS"],
    // Off, because it would warn that its certificate's key is public.
    logger: false,
    authOptional: user === null,
    allowInsecureAuth: true,
    closeTimeout: CLOSE_MS,
    onAuth({ username, password }, _session, done) {
      if (user && username === user.name && password === user.password) return done(null, { user: username });
      done(saying(535, username ?? ""));
    },
    async onRcptTo({ address }, _session, done) {
      await pause("recipient");
      const number = answer(address);
      done(number === null ? null : saying(number, address));
    },
    onData(stream, session, done) {
      text(stream).then(async (source) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: readable(source) });
        await pause("ok");
        done();
      }, done);
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    connections += 1;
    mostAtOnce = Math.max(mostAtOnce, sockets.add(socket).size);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(port, near);
  await once(server.server, "listening");
  const { port: own } = server.server.address() as AddressInfo;
  const line = roundTripMs > 0 ? await openSlowLine(own, roundTripMs, near) : null;
  const bound = line?.port ?? own;
  return {
    url: `smtp://${near}:${bound}${isLoopback(near) ? "" : "?tls=off"}`,
    received,
    connections: () => connections,
    open: () => sockets.size,
    mostAtOnce: () => mostAtOnce,
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await line?.close();
      await closed;
    },
  };
}

/** Servers often repeat the address in their errors. */
function saying(number: number, address: string): Error {
  return Object.assign(new Error(`5.1.1 <${address}> is not welcome`), { responseCode: number });
}

function readable(source: string): string {
  const [head = "", ...body] = source.split("\r\n\r\n");
  const decoded = body
    .join("\r\n\r\n")
    .replace(/=\r\n/g, "")
    .replace(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());
  return `${head.replace(/\r\n[ \t]/g, " ")}\r\n\r\n${decoded}`;
}
