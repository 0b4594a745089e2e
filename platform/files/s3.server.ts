import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Unreachable } from "../unreachable.ts";
import { checkedKey } from "./file-key.ts";
import type { Files } from "./files.ts";
import { type Pastime, type RetryTimes, retry } from "./retry.ts";
import { type ListedPage, readListing, refusalCodeIn } from "./s3-answer.ts";
import type { S3Config } from "./s3-config.ts";

/** The timeouts of uploads and of all other calls. */
export type S3RetryTimes = { upload: RetryTimes; other: RetryTimes };

/** The store refused a call; repeating it would not help. */
export class StoreRefusal extends Error {
  override name = "StoreRefusal";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`the file store answered ${status}${code && ` (${code})`}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * The prefix of the shop's files, so that others in the same bucket are neither listed nor removed.
 */
const PREFIX = "trackside/";
const LISTED_AT_ONCE = 1_000;

type Call = { method: "GET" | "PUT" | "DELETE"; key?: string; query?: Record<string, string>; body?: Uint8Array };
type Answer = { status: number; bytes: Uint8Array };
type Options = { pastime?: Pastime; pageSize?: number };

/**
 * Stores files on S3-compatible storage. Calls are signed (version 4), with the bucket in the path,
 * which every such server supports. Temporary failures are retried (a broken or unresponsive
 * connection, 429, 5xx), then thrown as `Unreachable`. The signing library is loaded with the first
 * call. [S7.3] [S9.4]
 */
export function openS3Files(
  store: S3Config,
  retryTimes: S3RetryTimes,
  { pastime = realTime, pageSize = LISTED_AT_ONCE }: Options = {},
): Files {
  const send = (call: Call, within: RetryTimes) => retry((signal) => sendOnce(store, call, signal), within, pastime);

  return {
    async put(key, bytes) {
      await send({ method: "PUT", key: checkedKey(key), body: bytes }, retryTimes.upload);
    },
    async get(key) {
      return send({ method: "GET", key: checkedKey(key) }, retryTimes.other).then(({ bytes }) => bytes, orNothing);
    },
    async remove(key) {
      await send({ method: "DELETE", key: checkedKey(key) }, retryTimes.other).catch(orNothing);
    },
    async *list() {
      let from: string | null = null;
      do {
        const page: ListedPage = pageIn(await send(listing(pageSize, from), retryTimes.other));
        yield* page.files;
        if (page.next === "" || (page.next !== null && page.next === from)) throw new Error("the file store lists without an end");
        from = page.next;
      } while (from !== null);
    },
  };
}

/**
 * Requests the smallest listing once, to check that the store is there and accepts the shop. Throws
 * `Unreachable` or `StoreRefusal`, also for an answer that is no S3 listing.
 */
export async function attemptStore(store: S3Config, timeoutMs: number): Promise<void> {
  pageIn(await sendOnce(store, listing(1, null), AbortSignal.timeout(timeoutMs)));
}

const realTime: Pastime = { nowMs: () => performance.now(), wait: (ms) => wait(ms), random: Math.random };

function listing(pageSize: number, from: string | null): Call {
  const page = { "list-type": "2", "max-keys": String(pageSize), prefix: PREFIX };
  return { method: "GET", query: from === null ? page : { ...page, "continuation-token": from } };
}

function pageIn({ status, bytes }: Answer): ListedPage {
  const page = readListing(new TextDecoder().decode(bytes), PREFIX);
  if (page === null) throw new StoreRefusal(status, "NoListing");
  return page;
}

function orNothing(error: unknown): null {
  if (error instanceof StoreRefusal && error.code === "NoSuchKey") return null;
  throw error;
}

/** Sends one signed call. Errors never contain a key, a URL or the store's own message. */
async function sendOnce(store: S3Config, { method, key, query = {}, body }: Call, signal: AbortSignal): Promise<Answer> {
  const { AwsV4Signer } = await import("aws4fetch");
  const { endpoint, bucket, ...signedBy } = store;
  const address = new URL(`${endpoint}/${bucket}${key === undefined ? "" : `/${PREFIX}${key}`}`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const bodyHash = createHash("sha256")
    .update(body ?? "")
    .digest("hex");
  const headers = { "X-Amz-Content-Sha256": bodyHash, ...(body && { "Content-Type": "application/octet-stream" }) };
  const signed = await new AwsV4Signer({ ...signedBy, service: "s3", method, url: address.href, headers }).sign();

  const answer = await reach(() =>
    fetch(signed.url, { method, headers: signed.headers, body: body as BodyInit, redirect: "manual", signal }),
  );
  const bytes = await reach(async () => new Uint8Array(await answer.arrayBuffer()));
  if (answer.ok) return { status: answer.status, bytes };
  const refusal = new StoreRefusal(answer.status, refusalCodeIn(new TextDecoder().decode(bytes)));
  throw answer.status === 429 || answer.status >= 500 ? new Unreachable(refusal.message) : refusal;
}

async function reach<T>(talk: () => Promise<T>): Promise<T> {
  try {
    return await talk();
  } catch (error) {
    const { name, cause }: { name?: unknown; cause?: unknown } = Object(error);
    const { code }: { code?: unknown } = Object(cause);
    const reason = typeof code === "string" && /^[A-Z0-9_]{3,50}$/.test(code) ? code : String(name);
    throw new Unreachable(`the file store cannot be reached (${reason})`);
  }
}
