import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { isLoopback } from "#platform/loopback.ts";

/** A letter as a mail server got it. `source` is all of it, with line breaks and signs of the encoding taken out of its body. */
export type ReceivedLetter = { to: string[]; source: string };

/** What a mail server says to a letter: take it, or this number. */
export type Answer = number | null;

/** A real SMTP server on this machine. */
export type MailServer = {
  url: string;
  received: ReceivedLetter[];
  /** How often somebody came to it. */
  connections: () => number;
  close(): Promise<void>;
};

/** Opens a mail server. `answer` decides on each recipient; with `tls` it offers encryption, by a certificate that nobody trusts; it is reached at `near`. */
export async function openMailServer({
  answer = () => null,
  tls = false,
  port = 0,
  user = null,
  near = "127.0.0.1",
}: {
  answer?: (address: string) => Answer;
  tls?: boolean;
  port?: number;
  user?: { name: string; password: string } | null;
  near?: string;
} = {}): Promise<MailServer> {
  const received: ReceivedLetter[] = [];
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: tls ? [] : ["STARTTLS"],
    // Left out, it warns that everybody knows the key of its certificate.
    logger: false,
    authOptional: user === null,
    allowInsecureAuth: true,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onAuth({ username, password }, _session, done) {
      if (user && username === user.name && password === user.password) return done(null, { user: username });
      done(saying(535, username ?? ""));
    },
    onRcptTo({ address }, _session, done) {
      const number = answer(address);
      done(number === null ? null : saying(number, address));
    },
    onData(stream, session, done) {
      text(stream).then((source) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: readable(source) });
        done();
      }, done);
    },
  });
  server.on("error", () => {});
  server.listen(port, near);
  await once(server.server, "listening");
  const { port: bound } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${near}:${bound}${isLoopback(near) ? "" : "?tls=off"}`,
    received,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Servers like to repeat the address in what they say. */
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
