import { randomUUID } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { type ReadyAnswer, readyAnswer, tightened } from "./ready-answer.ts";

const formKey = randomUUID();
const words = Array.from({ length: 3_000 }, (_, n) => `<p class="word-${(n * 7_919) % 613}">₹ ${(n * 104_729) % 9_973}</p>`).join("");
const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
  "content-security-policy": "script-src 'nonce-abc'; style-src 'nonce-abc'",
};
const ready = async (more: string, coding: "br" | "gzip" | null = "br") =>
  readyAnswer(new Response(words + more, { headers }), { formKey, coding, isForOne: false });

function sent(answer: ReadyAnswer | null, key = formKey): Buffer {
  const body = Buffer.from(answer?.body ?? "");
  answer?.putKey?.(key, body, 0);
  return body;
}
const header = (answer: ReadyAnswer | null, name: string) => answer?.headers[answer.headers.indexOf(name) + 1];

test("an answer is packed more tightly, and says the same", async () => {
  const before = await ready("the end");
  const after = before && (await tightened(before, "br"));
  expect(brotliDecompressSync(sent(after)).toString()).toBe(`${words}the end`);
  expect(sent(after).length).toBeLessThan(sent(before).length);
  expect([header(after, "content-length"), after?.bytes]).toEqual([String(sent(after).length), sent(after).length]);
  expect([after?.etag, header(after, "etag")]).toEqual([before?.etag, before?.etag]);
});

test("a page with a form takes another key each time, packed tightly as well", async () => {
  const before = await ready(`<input value="${formKey}"/>the end`);
  const after = before && (await tightened(before, "br"));
  const [one, other] = [randomUUID(), randomUUID()];
  for (const key of [one, other]) expect(brotliDecompressSync(sent(after, key)).toString()).toBe(`${words}<input value="${key}"/>the end`);
  expect(sent(after, one).length).toBeLessThan(sent(before, one).length);
  expect(header(after, "content-length")).toBe(String(sent(after, one).length));
  expect(after?.etag).toBeNull();
});

test("what is not packed with Brotli stays as it is", async () => {
  for (const coding of ["gzip", null] as const) {
    const before = await ready("the end", coding);
    expect(before && (await tightened(before, coding))).toBeNull();
  }
});
