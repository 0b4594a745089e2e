import { lookup as lookUpInDns } from "node:dns/promises";
import { request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import type { LookUp, Objection, OutsideAddress, OutsideAnswer, OutsideCall } from "./outside.ts";
import { isPublicAddress } from "./public-address.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** Where calls may go, and how long and how large an answer may be. */
export type CallLimits = {
  /** Whether addresses that are not public may be called, and http beside https. */
  allowsPrivate: boolean;
  timeoutMs: number;
  answerMaxBytes: number;
  /** Finds the addresses of a name; the system's own way where none is given. */
  lookUp?: LookUp;
};

/** What speaks against calling an address, as far as the address alone tells; its name is looked up only when it is called. */
export function objectionTo(url: string, { allowsPrivate }: Pick<CallLimits, "allowsPrivate">): Objection | null {
  const parsed = URL.parse(url);
  if (!parsed || !["https:", "http:"].includes(parsed.protocol)) return "not an address";
  if (parsed.protocol === "http:" && !allowsPrivate) return "not https";
  if (parsed.username !== "" || parsed.password !== "") return "with a password";
  const host = hostOf(parsed);
  const isNamedHere = host === "localhost" || host.endsWith(".localhost");
  return !allowsPrivate && (isNamedHere || (isIP(host) !== 0 && !isPublicAddress(host))) ? "not public" : null;
}

/**
 * Posts to another program, once, and gives what it answered. Its name is looked up once, what is found is checked, and the connection goes to what was checked: a
 * name that leads elsewhere a moment later is not asked again. No redirect is followed. Whatever hangs is given up in time. What the answer repeats of `secrets` is
 * taken out of it before it is cut. Never throws.
 */
export async function callOutside({ url, headers, body, secrets }: OutsideCall, limits: CallLimits): Promise<OutsideAnswer> {
  const objection = objectionTo(url, limits);
  if (objection) return { problem: objectionWords[objection] };
  const target = new URL(url);
  const signal = AbortSignal.timeout(limits.timeoutMs);
  try {
    const found = await beforeAbort(signal, lookUp(hostOf(target), limits));
    const allowed = limits.allowsPrivate ? found : found.filter(({ address }) => isPublicAddress(address));
    if (allowed.length === 0) return { problem: objectionWords["not public"] };
    return await post(target, { headers, body, secrets, signal, lookup: pinnedTo(allowed), maxBytes: limits.answerMaxBytes });
  } catch (error) {
    return { problem: signal.aborted ? `No answer within ${limits.timeoutMs / 1_000} seconds.` : wordsOf(error) };
  }
}

const objectionWords: Record<Objection, string> = {
  "not an address": "The address is not one of the web.",
  "not https": "The address is not one of https.",
  "with a password": "The address holds a name or a password.",
  "not public": "The address leads to this machine or a private network.",
};

/** The host of an address, an IPv6 one without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

async function lookUp(host: string, { lookUp = (name) => lookUpInDns(name, { all: true }) }: CallLimits): Promise<OutsideAddress[]> {
  const family = isIP(host);
  return family === 0 ? lookUp(host) : [{ address: host, family }];
}

/** A name that is being looked up cannot be called off: it is left alone. */
function beforeAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** Answers with what was checked, whatever is asked. */
function pinnedTo(addresses: OutsideAddress[]): LookupFunction {
  return (_hostname, options, answer) => {
    const [first] = addresses;
    if (options.all || !first) answer(null, addresses);
    else answer(null, first.address, first.family);
  };
}

type Post = Omit<OutsideCall, "url"> & { signal: AbortSignal; lookup: LookupFunction; maxBytes: number };

function post(target: URL, { headers, body, secrets, signal, lookup, maxBytes }: Post): Promise<OutsideAnswer> {
  const request = target.protocol === "https:" ? requestByHttps : requestByHttp;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = request(
      target,
      // An agent that is used once: no connection that another call opened is taken.
      { method: "POST", agent: false, signal, lookup, headers: { ...headers, "content-length": String(Buffer.byteLength(body)) } },
      (response) => {
        isAnswered = true;
        const answered = { status: response.statusCode ?? 0, retryAfterMs: readRetryAfter(response.headers["retry-after"]) };
        firstBytes(response, maxBytes + LOOK_AHEAD_BYTES).then((bytes) => {
          resolve({ ...answered, text: readable(withoutSecrets(bytes, secrets, maxBytes)) });
          sent.destroy();
        });
      },
    );
    sent.on("error", (error) => isAnswered || reject(error));
    // Whoever wants to speak another protocol (101) neither answers nor fails.
    sent.on("close", () => isAnswered || reject(new Error("ended without an answer")));
    sent.end(body);
  });
}

/** So much more is read than kept: a piece of a secret that begins near the end is known by it. */
const LOOK_AHEAD_BYTES = 100;

/** The first bytes of an answer; those that came where the rest does not. */
async function firstBytes(response: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } catch {
    // The status has come: what is missing of the text is not missed.
  }
  return Buffer.concat(chunks).subarray(0, most);
}

function readable(bytes: Buffer): string {
  return bytes
    .toString("utf8")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]+/gu, " ")
    .trim();
}

function readRetryAfter(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;
}

/** What went wrong, in the system's own code; its sentence would repeat the address. */
function wordsOf(error: unknown): string {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  if (["ENOTFOUND", "EAI_AGAIN", "ENODATA"].includes(code)) return "The name of its host cannot be found.";
  return /^[A-Z0-9_]{2,60}$/.test(code) ? `The connection failed (${code}).` : "The connection failed.";
}
