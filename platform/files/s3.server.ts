import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
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
const PUT_MAX_BYTES = 5 * 1024 ** 3;
const NOTHING_SHA256 = createHash("sha256").digest("hex");

/** `body` is what is sent; `to` is the local file that the answer is written to. */
type Call = { method: "GET" | "PUT" | "DELETE"; key?: string; query?: Record<string, string>; body?: Body; to?: string };
type Body = { content: Uint8Array | Blob; sha256: string };
type Answer = { status: number; bytes: Uint8Array };
type Options = { pastime?: Pastime; pageSize?: number; prefix?: string };

/** A store that also takes and gives local files, of any size up to 5 GB. */
export type S3Files = Files & {
  /** Stores a local file, whole or not at all. Throws at once if it has more than 5 GB. */
  putFile(key: string, path: string): Promise<void>;
  /**
   * Writes a stored file to a local path. Returns false if there is none. Throws an error of this
   * machine, such as a full disk, as it is.
   */
  getFile(key: string, path: string): Promise<boolean>;
};

/**
 * Stores files on S3-compatible storage. Calls are signed (version 4), with the bucket in the path,
 * which every such server supports. Temporary failures are retried (a broken or unresponsive
 * connection, 429, 5xx), then thrown as `Unreachable`. The signing library is loaded with the first
 * call. [S7.3] [S9.4]
 */
export function openS3Files(
  store: S3Config,
  retryTimes: S3RetryTimes,
  { pastime = realTime, pageSize = LISTED_AT_ONCE, prefix = PREFIX }: Options = {},
): S3Files {
  const send = (call: Call, within: RetryTimes) => retry((signal) => sendOnce(store, prefix, call, signal), within, pastime);

  return {
    async put(key, bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await send({ method: "PUT", key: checkedKey(key), body: { content: bytes, sha256 } }, retryTimes.upload);
    },
    async putFile(key, path) {
      if ((await stat(path)).size > PUT_MAX_BYTES) throw new Error("the file has more than the 5 GB that a file store takes");
      const hash = createHash("sha256");
      await pipeline(createReadStream(path), hash);
      const body = { content: await openAsBlob(path), sha256: hash.digest("hex") };
      await send({ method: "PUT", key: checkedKey(key), body }, retryTimes.upload);
    },
    async getFile(key, path) {
      const answer = await send({ method: "GET", key: checkedKey(key), to: path }, retryTimes.upload).catch(orNothing);
      return answer !== null;
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
        const page: ListedPage = pageIn(await send(listing(prefix, pageSize, from), retryTimes.other), prefix);
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
  pageIn(await sendOnce(store, PREFIX, listing(PREFIX, 1, null), AbortSignal.timeout(timeoutMs)), PREFIX);
}

const realTime: Pastime = { nowMs: () => performance.now(), wait: (ms) => wait(ms), random: Math.random };

function listing(prefix: string, pageSize: number, from: string | null): Call {
  const page = { "list-type": "2", "max-keys": String(pageSize), prefix };
  return { method: "GET", query: from === null ? page : { ...page, "continuation-token": from } };
}

function pageIn({ status, bytes }: Answer, prefix: string): ListedPage {
  const page = readListing(new TextDecoder().decode(bytes), prefix);
  if (page === null) throw new StoreRefusal(status, "NoListing");
  return page;
}

function orNothing(error: unknown): null {
  if (error instanceof StoreRefusal && error.code === "NoSuchKey") return null;
  throw error;
}

/** Sends one signed call. Errors never contain a key, a URL or the store's own message. */
async function sendOnce(
  store: S3Config,
  prefix: string,
  { method, key, query = {}, body, to }: Call,
  signal: AbortSignal,
): Promise<Answer> {
  const { AwsV4Signer } = await import("aws4fetch");
  const { endpoint, bucket, ...signedBy } = store;
  const address = new URL(`${endpoint}/${bucket}${key === undefined ? "" : `/${prefix}${key}`}`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const headers = { "X-Amz-Content-Sha256": body?.sha256 ?? NOTHING_SHA256, ...(body && { "Content-Type": "application/octet-stream" }) };
  const signed = await new AwsV4Signer({ ...signedBy, service: "s3", method, url: address.href, headers }).sign();

  const answer = await reach(() =>
    fetch(signed.url, { method, headers: signed.headers, body: body?.content as BodyInit, redirect: "manual", signal }),
  );
  if (answer.ok && answer.body && to !== undefined) {
    await pipeline(chunksOf(answer.body), createWriteStream(to));
    return { status: answer.status, bytes: new Uint8Array() };
  }
  const bytes = await reach(async () => new Uint8Array(await answer.arrayBuffer()));
  if (answer.ok) return { status: answer.status, bytes };
  const refusal = new StoreRefusal(answer.status, refusalCodeIn(new TextDecoder().decode(bytes)));
  throw answer.status === 429 || answer.status >= 500 ? new Unreachable(refusal.message) : refusal;
}

/** Only what the store does wrong counts as such, not where its bytes are written. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let read = await reach(() => reader.read()); !read.done; read = await reach(() => reader.read())) yield read.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
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
