import { createHash, randomUUID } from "node:crypto";
import type { Coding } from "#web/coding.ts";
import { type PutWord, packed, packedWithGap, unpacked } from "./bytes-with-gap.ts";
import { policyByHashes } from "./headers.ts";

/** An answer that only has to be sent: its headers by name and value, its body, and how that takes a new key each time where the page has a form. */
export type ReadyAnswer = { headers: string[]; etag: string | null; bytes: number; body: Buffer; putKey: PutWord | null };

/** Of an answer that says nothing new, these are left out. */
const ofTheBody = new Set(["content-type", "content-encoding", "content-length"]);

/**
 * Makes an answer ready that was made for nobody in particular, with `formKey` in its form. A page's scripts and styles are then known by their hashes, for a nonce that many are
 * given could be learned. Null for what must not be kept: anything but a good answer, and what is for one visitor, unless it was made to be kept for that one alone.
 */
export async function readyAnswer(
  answer: Response,
  { formKey, coding, isForOne }: { formKey: string; coding: Coding | null; isForOne: boolean },
): Promise<ReadyAnswer | null> {
  const text = await answer.text();
  if (answer.status !== 200 || answer.headers.has("set-cookie")) return null;
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  const isStored = !answer.headers.get("cache-control")?.includes("no-store");
  if (isPage && isStored === isForOne) return null;

  const headers = new Headers(answer.headers);
  const shown = isPage ? withoutNonce(text, headers) : text;
  if (shown === null) return null;

  const isSmall = shown.length < WORTH_PACKING;
  if (!isSmall && !isPage) headers.append("Vary", "Accept-Encoding");
  if (!isSmall && coding) headers.set("Content-Encoding", coding);
  const bytes = Buffer.from(shown);
  if (shown.includes(formKey)) return withKey(bytes, formKey, headers, coding);

  const body = await packed(bytes, isSmall ? null : coding);
  const etag = isStored
    ? `"${createHash("sha256")
        .update(coding ?? "")
        .update(bytes)
        .digest("base64url")
        .slice(0, 22)}"`
    : null;
  if (etag) headers.set("ETag", etag);
  return { headers: listed(headers, body.length), etag, bytes: body.length, body, putKey: null };
}

/** Less than this fits into a packet with its headers. */
const WORTH_PACKING = 600;

/** Each visitor gets another page, so there is no telling whether one is known already. */
async function withKey(
  text: Buffer,
  formKey: string,
  headers: Headers,
  coding: Coding | null,
  isTight = false,
): Promise<ReadyAnswer | null> {
  const ready = await packedWithGap(text, formKey, coding, isTight);
  if (!ready) return null;
  const { bytes: body, put: putKey } = ready;
  return { headers: listed(headers, body.length), etag: null, bytes: body.length, body, putKey };
}

/** The same answer with its bytes packed as tightly as can be; null where it is as small as it gets. */
export async function tightened(ready: ReadyAnswer, coding: Coding | null): Promise<ReadyAnswer | null> {
  if (coding !== "br" || !ready.headers.includes("content-encoding")) return null;
  const key = randomUUID();
  const bytes = Buffer.from(ready.body);
  ready.putKey?.(key, bytes, 0);
  const text = await unpacked(bytes);
  const headers = new Headers(pairs(ready.headers));
  if (ready.putKey) return withKey(text, key, headers, coding, true);
  const body = await packed(text, coding, true);
  return { ...ready, headers: listed(headers, body.length), bytes: body.length, body };
}

/** The page without its nonce, and in its headers the hashes of what carried it: of nothing else. Null where it stands in the page in some other way. */
function withoutNonce(page: string, headers: Headers): string | null {
  const policy = headers.get("content-security-policy") ?? "";
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
  if (nonce === "") return null;

  const carried = (tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}((?: [^>]*)?)>([^]*?)</${tag}>`, "g"))]
      .filter(([, attributes = ""]) => attributes.includes(`nonce="${nonce}"`))
      .map(([, , text = ""]) => createHash("sha256").update(text).digest("base64"));
  headers.set("Content-Security-Policy", policyByHashes(policy, { scripts: carried("script"), styles: carried("style") }));
  const shown = page.replaceAll(` nonce="${nonce}"`, "");
  return shown.includes(nonce) ? null : shown;
}

/** Names and values by turns, as Node takes them fastest. */
function listed(headers: Headers, length: number): string[] {
  headers.set("Content-Length", String(length));
  return [...headers].flat();
}

function pairs(list: string[]): [string, string][] {
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ""]] : []));
}

/** The headers for somebody who has this answer already. */
export function unchangedHeaders({ headers }: ReadyAnswer): string[] {
  return headers.filter((_, at) => !ofTheBody.has(headers[at - (at % 2)] ?? ""));
}
