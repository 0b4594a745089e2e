import { isLoopback } from "../loopback.ts";

/** The mail server, and how to connect to it. */
export type SmtpServer = {
  host: string;
  port: number;
  user: string | null;
  password: string | null;
  /**
   * TLS: `always` from the first byte, `required` before anything is sent, `offered` if the server
   * supports it, `off` never.
   */
  tls: "always" | "required" | "offered" | "off";
};

const PORTS: Record<string, number> = { "smtp:": 587, "smtps:": 465 };

/**
 * Parses `smtp://user:password@host:587` or `smtps://…`; null if it is neither. Emails contain
 * links that open accounts, so a remote server must encrypt unless `?tls=off` says otherwise; a
 * server on this machine need not.
 */
export function readSmtpUrl(text: string): SmtpServer | null {
  const url = URL.parse(text);
  const port = url && PORTS[url.protocol];
  if (!url || !port || url.hostname === "" || !["", "/"].includes(url.pathname) || url.hash !== "") return null;
  const others = [...url.searchParams].filter(([name, value]) => name !== "tls" || value !== "off");
  if (others.length > 0) return null;
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? port : Number(url.port),
      user: url.username === "" ? null : decodeURIComponent(url.username),
      password: url.password === "" ? null : decodeURIComponent(url.password),
      tls: tlsOf(url),
    };
  } catch {
    return null;
  }
}

function tlsOf(url: URL): SmtpServer["tls"] {
  if (url.protocol === "smtps:") return "always";
  if (url.searchParams.get("tls") === "off") return "off";
  return isLoopback(url.hostname) ? "offered" : "required";
}

/** Parses `shop@shop.example` or `Trackside <shop@shop.example>`; null if it is neither. */
export function readSender(text: string): { name: string | null; address: string } | null {
  const [, name = "", inBrackets, bare] = /^(?:([^<>\p{Cc}]*)<([^<>]+)>|([^<>]+))$/u.exec(text.trim()) ?? [];
  const address = (inBrackets ?? bare ?? "").trim();
  if (!/^[^\s@"(),:;<>[\\\]\p{Cc}]+@[^\s@"(),:;<>[\\\]\p{Cc}]+$/u.test(address)) return null;
  return { name: name.trim().replace(/^"(.*)"$/, "$1") || null, address };
}
