import { randomBytes, randomUUID } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { packedWithGap, type Ready } from "./bytes-with-gap.ts";

const open = { br: brotliDecompressSync, gzip: gunzipSync, plain: (bytes: Buffer) => bytes };
const text = (word: string) =>
  `<p>${"₹ 499, a page about many things. ".repeat(400)}<input value="${word}"/>${"And its end. ₹ ".repeat(300)}`;

/** A copy with another word, that begins behind other bytes. */
function filled(ready: Ready | null, word: string): Buffer {
  const copy = Buffer.concat([Buffer.from("before"), ready?.bytes ?? Buffer.alloc(0)]);
  ready?.put(word, copy, 6);
  return copy.subarray(6);
}

test.each(["br", "gzip", "plain"] as const)("a word is filled into a text that was packed before: %s", async (coding) => {
  const word = randomUUID();
  const ready = await packedWithGap(Buffer.from(text(word)), word, coding === "plain" ? null : coding);
  const others = [randomUUID(), randomUUID(), word];
  const sent = others.map((other) => filled(ready, other));
  expect(sent.map((bytes) => open[coding](bytes).toString())).toEqual(others.map(text));
  expect(open[coding](ready?.bytes ?? Buffer.alloc(0)).toString()).toBe(text(word));
  if (coding !== "plain") expect(sent[0]?.length).toBeLessThan(1_000);
});

test("any bytes around the word come out as they were", async () => {
  for (const length of [0, 1, 2, 100, 70_000]) {
    const word = randomUUID();
    const [before, after] = [randomBytes(length), Buffer.concat([Buffer.from('">'), randomBytes(length)])];
    for (const coding of ["br", "gzip"] as const) {
      const ready = await packedWithGap(Buffer.concat([before, Buffer.from(word), after]), word, coding);
      const other = randomUUID();
      const opened = open[coding](filled(ready, other));
      expect(opened.equals(Buffer.concat([before, Buffer.from(other), after]))).toBe(true);
    }
  }
});

test("a word that is not there, or twice, or last, is no gap", async () => {
  for (const odd of ["nothing here", "twice WORD and WORD again", "last WORD"]) {
    expect(await packedWithGap(Buffer.from(odd), "WORD", "br"), odd).toBeNull();
  }
});

test("what leans on the word before it is not packed", async () => {
  const word = "abcdefghijklmnopqrstuvwxyz";
  const leaning = Buffer.from(
    `<p>${word}</p>${Array.from(word, (_, at) => word.slice(at) + word.slice(0, at))
      .join(" ")
      .slice(1)}`,
  );
  expect(await packedWithGap(leaning, word, "br")).toBeNull();
});
