import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { continueArchiveSet, drawArchiveSet, type KeyRecipe, openKeyring } from "./archive-key.server.ts";
import { openByteReader } from "./byte-reader.ts";
import { chunked, unchunked } from "./chunks.server.ts";
import type { Part } from "./parts.ts";
import { openArchive } from "./read-archive.server.ts";
import { archived, writeArchive } from "./write-archive.server.ts";

const PASSPHRASE = "a passphrase of some length";
const big = randomBytes(900_000);

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-archive-"));
  file = join(folder, "it");
  return () => rm(folder, { recursive: true, force: true });
});

async function* someParts(): AsyncGenerator<Part> {
  yield { head: { kind: "table", name: "words", columns: ["a", "b"] }, content: [Buffer.from("one\n"), Buffer.from("two\n")] };
  yield { head: { kind: "file", name: "empty" }, content: [] };
  yield { head: { kind: "file", name: "big" }, content: [big] };
}

async function partsOf(path: string, passphrase = ""): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {};
  const archive = await openArchive(
    path,
    openKeyring(async () => passphrase),
  );
  await archive.read(async ({ name }, content) => {
    found[name] = await joined(content);
  });
  return found;
}

test("what was put into an archive comes out again, encrypted or not, for its owner alone", async () => {
  for (const passphrase of [null, PASSPHRASE]) {
    await writeArchive(file, passphrase, someParts());
    const parts = await partsOf(file, passphrase ?? "");
    expect(parts).toEqual({ words: Buffer.from("one\ntwo\n"), empty: Buffer.alloc(0), big });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["it"]);
    if (passphrase !== null) await expect(partsOf(file, "another passphrase")).rejects.toThrow("The passphrase is wrong.");
    await rm(file);
  }
});

test("archives of a set share one derivation and have a key each, and a passphrase that changed begins another set", async () => {
  const set = await drawArchiveSet(PASSPHRASE);
  const [one, other] = await Promise.all([1, 2].map(() => joined(archived(set, someParts(), { isPacked: true }))));
  let asked = 0;
  const keyOf = openKeyring(async () => {
    asked += 1;
    return PASSPHRASE;
  });
  const recipes: KeyRecipe[] = [];
  const keys: string[] = [];
  for (const bytes of [one, other]) {
    const found: Record<string, Buffer> = {};
    const archive = await openArchive(bytes ?? Buffer.alloc(0), async (recipe) => {
      const key = await keyOf(recipe);
      recipes.push(recipe);
      keys.push(key.toString("hex"));
      return key;
    });
    await archive.read(async ({ name }, content) => {
      found[name] = await joined(content);
    });
    expect(found.big).toEqual(big);
  }
  expect(asked).toBe(1);
  expect(new Set(keys).size).toBe(2);
  const [recipe] = recipes;
  if (!recipe) throw new Error("no recipe");
  expect(recipes[1]?.salt).toBe(recipe.salt);
  expect(await continueArchiveSet(PASSPHRASE, recipe)).toMatchObject({ id: set.id });
  expect(await continueArchiveSet("another passphrase", recipe)).toBeNull();
  await expect(
    openArchive(
      one ?? Buffer.alloc(0),
      openKeyring(async () => "another"),
    ),
  ).rejects.toThrow("The passphrase is wrong.");
});

test("an archive is described by its contents, and parts can be skipped", async () => {
  await writeArchive(file, null, someParts());
  const archive = await openArchive(
    file,
    openKeyring(async () => ""),
  );
  const names: string[] = [];
  const parts = await archive.read(async ({ name }) => void names.push(name));
  expect(names).toEqual(["words", "empty", "big"]);
  expect(parts.map(({ bytes }) => bytes)).toEqual([8, 0, big.length]);
});

test("a file that is there already is not written over", async () => {
  await writeFile(file, "mine");
  await expect(writeArchive(file, null, someParts())).rejects.toThrow("EEXIST");
  expect(await readFile(file, "utf8")).toBe("mine");
  expect(await readdir(folder)).toEqual(["it"]);
});

test("when a part cannot be read nothing is left behind", async () => {
  async function* failing(): AsyncGenerator<Part> {
    yield* someParts();
    throw new Error("the disk is gone");
  }
  await expect(writeArchive(file, null, failing())).rejects.toThrow("the disk is gone");
  expect(await readdir(folder)).toEqual([]);
});

test("another file and a newer format are each named", async () => {
  await writeArchive(file, null, someParts());
  const bytes = await readFile(file);
  await writeFile(file, Buffer.from(bytes.toString("latin1").replace('"format":1', '"format":3'), "latin1"));
  await expect(partsOf(file)).rejects.toThrow("newer version");
  await writeFile(file, "something else");
  await expect(partsOf(file)).rejects.toThrow("no backup");
});

test("a file that ends early is noticed wherever it was cut", async () => {
  await writeArchive(file, null, someParts());
  const bytes = await readFile(file);
  const begin = bytes.indexOf("\n") + 1;
  for (const length of [begin, begin + 2, begin + 100, afterChunk(bytes, begin), bytes.length - 1]) {
    await writeFile(file, bytes.subarray(0, length));
    await expect(partsOf(file), `cut at ${length}`).rejects.toThrow("cut off");
  }
  await writeFile(file, Buffer.concat([bytes, Buffer.from("more")]));
  await expect(partsOf(file)).rejects.toThrow("damaged");
});

test("a changed bit is noticed wherever it stands, also where nothing is encrypted", async () => {
  await writeArchive(file, null, someParts());
  const bytes = await readFile(file);
  for (let at = bytes.indexOf("\n") + 5; at < bytes.length; at += 60_011) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await writeFile(file, changed);
    await expect(partsOf(file), `changed at ${at}`).rejects.toThrow(/damaged|cut off/);
  }
});

const encryption = { key: randomBytes(32), beginning: Buffer.from("beginning") };
const decrypt = async (bytes: Buffer, by = encryption) => joined(unchunked(openByteReader(stream(bytes)), by));

test("encrypted chunks decrypt whole or not at all: changed, cut off, moved, marked as last or of another beginning", async () => {
  const bytes = await joined(chunked(stream(big), encryption));
  expect(bytes.includes(big.subarray(0, 16))).toBe(false);
  expect(await decrypt(bytes)).toEqual(big);

  const second = afterChunk(bytes, 0);
  const third = afterChunk(bytes, second);
  await expect(decrypt(bytes.subarray(0, second)), "cut between two chunks").rejects.toThrow("cut off");
  await expect(decrypt(bytes.subarray(0, third - 1)), "cut inside of one").rejects.toThrow("cut off");
  await expect(decrypt(bytes.subarray(second)), "the first taken away").rejects.toThrow("damaged");
  const swapped = Buffer.concat([bytes.subarray(second, third), bytes.subarray(0, second), bytes.subarray(third)]);
  await expect(decrypt(swapped), "in another order").rejects.toThrow("damaged");
  const shortened = Buffer.from(bytes.subarray(0, second));
  shortened.writeUInt32BE(shortened.readUInt32BE() + 0x8000_0000);
  await expect(decrypt(shortened), "the first marked as the last").rejects.toThrow("damaged");
  for (let at = 4; at < bytes.length; at += 50_021) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await expect(decrypt(changed), `changed at ${at}`).rejects.toThrow(/damaged|cut off/);
  }
  await expect(decrypt(bytes, { ...encryption, beginning: Buffer.from("another") })).rejects.toThrow("damaged");
});

async function* stream(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function joined(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const block of source) blocks.push(block);
  return Buffer.concat(blocks);
}

function afterChunk(bytes: Buffer, at: number): number {
  return at + 4 + (bytes.readUInt32BE(at) & 0x7fff_ffff);
}
