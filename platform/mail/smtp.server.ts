import type { Delivery, MailProblem, Message, WorkingMail } from "./mail.ts";
import type { SmtpServer } from "./smtp-url.ts";

/**
 * The operator's mail configuration: the server, the sender, the shop's own address for links, and
 * how many connections to the server one process opens.
 */
export type MailConfig = { server: SmtpServer; from: { name: string | null; address: string }; origin: string; connections: number };

/** Mail by SMTP, with connections that are kept for a while. */
export type Smtp = WorkingMail & {
  /** Closes idle connections at once, and others when they are done. */
  close(): Promise<void>;
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const DELIVERY_MS = 60_000;
/** Less than any server waits for a command, and than the silence after which an answer is late. */
const IDLE_MS = 10_000;
/** Many servers close a connection after a hundred messages. */
const MESSAGES_OF_CONNECTION_MAX = 100;

/**
 * Sends mail by SMTP over a pool of connections. An idle one is closed after `idleMs`. The library
 * is loaded with the first email.
 */
export function openSmtp({ server, from, origin, connections }: MailConfig, { idleMs = IDLE_MS } = {}): Smtp {
  let opening: ReturnType<typeof openPool> | null = null;
  return {
    isOn: true,
    origin,
    connections,
    async send(message) {
      opening ??= openPool(server, connections, idleMs);
      const pool = await opening;
      try {
        await pool.sendMail({ ...written(message, from, origin), signal: AbortSignal.timeout(DELIVERY_MS) });
        return { ok: true };
      } catch (error) {
        return refusalOf(error);
      }
    },
    async close() {
      (await opening)?.close();
    },
  };
}

/**
 * A message is sent again over another connection only if the server closed the one it had before
 * any of it was sent.
 */
async function openPool(server: SmtpServer, connections: number, idleMs: number) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    pool: true,
    maxConnections: connections,
    maxMessages: MESSAGES_OF_CONNECTION_MAX,
    idleTimeout: idleMs,
    host: server.host,
    port: server.port,
    secure: server.tls === "always",
    requireTLS: server.tls === "required",
    ignoreTLS: server.tls === "off",
    opportunisticTLS: server.tls === "offered",
    ...(server.tls === "offered" ? { tls: { rejectUnauthorized: false } } : {}),
    ...(server.user === null ? {} : { auth: { user: server.user, pass: server.password ?? "" } }),
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function written({ id, to, replyTo, senderName, subject, text, html, unsubscribeLink }: Message, from: MailConfig["from"], origin: string) {
  return {
    from: { name: from.name ?? senderName, address: from.address },
    to: to.map((address) => ({ name: "", address })),
    ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
    subject,
    text,
    html,
    // Otherwise long lines are sent as flowed text, which may change spaces and line breaks.
    textEncoding: "quoted-printable" as const,
    messageId: `<${id}@${new URL(origin).hostname}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      // Mail programs then unsubscribe with one press. The standard has this for https alone.
      ...(unsubscribeLink?.startsWith("https:") && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    ...(unsubscribeLink ? { list: { unsubscribe: unsubscribeLink } } : {}),
  };
}

/**
 * Describes the mail server's refusal in our words, because its own may repeat the address. It is
 * permanent only for a 5xx about this email, not for one about the shop.
 */
function refusalOf(error: unknown): Delivery {
  const { code = "", responseCode = 0, command = "" }: { code?: string; responseCode?: number; command?: string } = Object(error);
  const number = responseCode >= 400 && responseCode <= 599 ? ` (${responseCode})` : "";
  const words = { error: number };
  const again = (problem: MailProblem): Delivery => ({ ok: false, isForGood: false, problem });
  const never = (problem: MailProblem): Delivery => ({ ok: false, isForGood: true, problem });
  if (code === "EAUTH") return again({ code: "mailPasswordRefused", words });
  if (code === "ETLS") return again({ code: "mailNotEncrypted" });
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return again({ code: "mailServerUnreachable", words: { error: reasonOf(code) } });
  if (responseCode >= 500 && command === "MAIL FROM") return again({ code: "mailSenderRefused", words });
  if (responseCode >= 500) return never({ code: "mailRefusedForGood", words });
  return number === "" ? never({ code: "mailAddressUnusable" }) : again({ code: "mailRefusedForNow", words });
}

function reasonOf(code: string): string {
  return /^E[A-Z0-9]{3,15}$/.test(code) ? ` (${code})` : "";
}
