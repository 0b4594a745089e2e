import { lookup as lookUpInDns } from "node:dns/promises";
import { request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import type { HttpAddress, HttpAnswer, HttpCall, HttpProblem, LookUp, Objection } from "./http-client.ts";
import { isPublicAddress } from "./public-address.ts";
import { withoutSecrets } from "./redact-secrets.ts";

/** Where calls may go, and how long and how large an answer may be. */
type CallLimits = {
  /** Whether private addresses and plain http are allowed. */
  allowsPrivate: boolean;
  timeoutMs: number;
  answerMaxBytes: number;
  /** Resolves a host name; by default with the system's resolver. */
  lookUp?: LookUp;
};

/**
 * Why a URL must not be called, judged by the URL alone; its name is resolved only when it is
 * called.
 */
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
 * Sends one request and returns the answer. The host name is resolved once and the connection goes
 * only to the checked addresses, so that a name cannot point elsewhere a moment later. Follows no
 * redirect and gives up after the timeout. Occurrences of `secrets` are removed from the answer
 * before it is cut. Never throws.
 */
export async function callHttp({ url, headers, body, secrets }: HttpCall, limits: CallLimits): Promise<HttpAnswer> {
  const objection = objectionTo(url, limits);
  if (objection) return { problem: { code: objections[objection] } };
  const target = new URL(url);
  const signal = AbortSignal.timeout(limits.timeoutMs);
  try {
    const found = await beforeAbort(signal, lookUp(hostOf(target), limits));
    const allowed = limits.allowsPrivate ? found : found.filter(({ address }) => isPublicAddress(address));
    if (allowed.length === 0) return { problem: { code: objections["not public"] } };
    return await send(target, { headers, body, secrets, signal, lookup: pinnedTo(allowed), maxBytes: limits.answerMaxBytes });
  } catch (error) {
    const tooLate = { code: "noAnswerWithin", words: { seconds: limits.timeoutMs / 1_000 } } as const;
    return { problem: signal.aborted ? tooLate : problemOf(error) };
  }
}

const objections = {
  "not an address": "addressNotOfWeb",
  "not https": "addressNotHttps",
  "with a password": "addressWithPassword",
  "not public": "addressNotPublic",
} as const satisfies Record<Objection, HttpProblem["code"]>;

/** The host of a URL, without the brackets of IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

async function lookUp(host: string, { lookUp = (name) => lookUpInDns(name, { all: true }) }: CallLimits): Promise<HttpAddress[]> {
  const family = isIP(host);
  return family === 0 ? lookUp(host) : [{ address: host, family }];
}

/** A DNS lookup cannot be cancelled: its result is ignored. */
function beforeAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** A lookup that always returns the checked addresses. */
function pinnedTo(addresses: HttpAddress[]): LookupFunction {
  return (_hostname, options, answer) => {
    const [first] = addresses;
    if (options.all || !first) answer(null, addresses);
    else answer(null, first.address, first.family);
  };
}

type Sending = Omit<HttpCall, "url"> & { signal: AbortSignal; lookup: LookupFunction; maxBytes: number };

function send(target: URL, { headers, body, secrets, signal, lookup, maxBytes }: Sending): Promise<HttpAnswer> {
  const request = target.protocol === "https:" ? requestByHttps : requestByHttp;
  const length = body === null ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = request(
      target,
      // Without an agent, so that no connection of another call is reused.
      { method: body === null ? "GET" : "POST", agent: false, signal, lookup, headers: { ...headers, ...length } },
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
    // A server that switches protocols (101) causes neither a response nor an error event.
    sent.on("close", () => isAnswered || reject(new Error("ended without an answer")));
    sent.end(body ?? "");
  });
}

/** This much more is read than is kept, so that a piece of a secret near the end is recognized. */
const LOOK_AHEAD_BYTES = 100;

/** The first bytes of an answer, even if the rest fails. */
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
    // The status has arrived; the rest of the text is not needed.
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

/** Describes an error by its system code; its message would repeat the address. */
function problemOf(error: unknown): HttpProblem {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  if (["ENOTFOUND", "EAI_AGAIN", "ENODATA"].includes(code)) return { code: "hostNotFound" };
  return /^[A-Z0-9_]{2,60}$/.test(code) ? { code: "connectionFailedWith", words: { error: code } } : { code: "connectionFailed" };
}
