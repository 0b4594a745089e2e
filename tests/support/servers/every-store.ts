import { expect, test } from "vitest";
import type { Files } from "#platform/files/files.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Collects a listing. */
export async function allOf<T>(listed: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of listed) all.push(one);
  return all;
}

/** The contract of every file store. `files` is called in each test. */
export function testsOfEveryStore(files: () => Files): void {
  test("[S7.3] a file comes back as it was put, is replaced as a whole and is gone after removal", async () => {
    await files().put("proofs/a1.webp", bytes("first"));
    await files().put("proofs/a1.webp", bytes("second"));
    expect(Buffer.from((await files().get("proofs/a1.webp")) ?? [])).toEqual(Buffer.from("second"));

    await files().remove("proofs/a1.webp");
    await files().remove("proofs/a1.webp");
    expect(await files().get("proofs/a1.webp")).toBeNull();
  });

  test("[S7.3] bytes of every value come back, and a file may be empty", async () => {
    const all = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
    await files().put("all-bytes", all);
    await files().put("empty", new Uint8Array());
    expect(Buffer.from((await files().get("all-bytes")) ?? []).equals(all)).toBe(true);
    expect(await files().get("empty")).toHaveLength(0);
  });

  test("[S7.3] a file that was never put is missing, which is no failure", async () => {
    expect(await files().get("nowhere")).toBeNull();
    expect(await files().get("no-folder/nothing.webp")).toBeNull();
  });

  test("[S7.3] every file is listed with the time it was stored", async () => {
    const keys = ["listed/a.webp", "listed/b.webp", "listed-c"];
    for (const key of keys) await files().put(key, bytes("x"));
    const found = await allOf(files().list());
    expect(found.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    for (const { storedAt } of found) expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000);
  });

  test("[S7.3] what could lead out of the store is no key", async () => {
    const before = await allOf(files().list());
    for (const key of noKeys) {
      await expect(files().put(key, bytes("x")), key).rejects.toThrow("not a file key");
      await expect(files().get(key), key).rejects.toThrow("not a file key");
      await expect(files().remove(key), key).rejects.toThrow("not a file key");
    }
    expect(await allOf(files().list())).toEqual(before);
  });
}

const noKeys = [
  "../out",
  "a/../../out",
  "/etc/passwd",
  "a//b",
  "",
  ".",
  "..",
  ".hidden",
  "a/.b",
  "a/",
  "%2e%2e/x",
  "a\\b",
  "a\0b",
  "a b",
  "a?list-type=2",
  "a#b",
  "a".repeat(201),
];
