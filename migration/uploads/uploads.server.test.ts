import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { noSmallDisk, openSmallDisk } from "#tests/support/processes/small-disk.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { lockMigration, unlockMigration } from "../runs/migration-run.server.ts";
import { MIGRATION_FILE_MAX_BYTES } from "./constants.ts";
import { sweepUploads } from "./sweep-uploads.server.ts";
import { dropUploads, readUploads, storeFile, type UploadedFile } from "./uploads.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());
beforeEach(async () => void (await dropUploads(shop.services, admin)));

const folder = () => join(shop.services.uploadsDir, "old-shop");
const aFile = (fields: Partial<UploadedFile> = {}): UploadedFile => ({
  kind: "database",
  name: "export.json",
  size: 3,
  bytes: new Blob(["{ }"]).stream(),
  ...fields,
});

/** Sets a file's age. */
async function age(name: string, ms: number): Promise<void> {
  const at = new Date(Date.now() - ms);
  await utimes(join(folder(), name), at, at);
}

async function whileImporting(work: () => Promise<void>): Promise<void> {
  const client = await shop.services.db.$client.connect();
  await lockMigration(client);
  try {
    await work();
  } finally {
    // Unlocks explicitly, because PostgreSQL releases the lock of a cut connection only when it
    // notices.
    await unlockMigration(client);
    client.release(true);
  }
}

test("a file of more than 100 MB is refused before it is read, and one that goes beyond its size is too; nothing is stored", async () => {
  const store = (fields: Partial<UploadedFile>) => storeFile(shop.services, admin, aFile(fields));
  expect(await store({ size: MIGRATION_FILE_MAX_BYTES + 1 })).toMatchObject({ code: "migrationFileTooBig", kind: "tooLarge" });
  expect(existsSync(folder())).toBe(false);
  expect(await store({ size: 2 })).toMatchObject({ code: "migrationFileTooBig" });
  expect(await readdir(folder())).toEqual([]);
});

test("a file of which less came than announced is refused, and so is one whose import began meanwhile: the earlier file stays", async () => {
  await storeFile(shop.services, admin, aFile());
  const replace = (fields: Partial<UploadedFile>) =>
    storeFile(shop.services, admin, aFile({ bytes: new Blob(["[ ]"]).stream(), ...fields }));
  expect(await replace({ size: 4 })).toMatchObject({ code: "migrationFileIncomplete", kind: "invalid" });
  await whileImporting(async () => expect(await replace({})).toMatchObject({ code: "migrationUnderway" }));
  const client = await shop.services.db.$client.connect();
  async function* arriving() {
    yield Buffer.from("[ ");
    await lockMigration(client);
    yield Buffer.from("]");
  }
  expect(await replace({ bytes: arriving() })).toMatchObject({ code: "migrationUnderway" });
  await unlockMigration(client);
  client.release(true);

  expect(await readdir(folder())).toEqual(["database"]);
  expect(await readFile(join(folder(), "database"), "utf8")).toBe("{ }");
});

test("nothing is left of a file that broke off", async () => {
  async function* breaking() {
    yield Buffer.from("{");
    throw new Error("the connection broke");
  }
  await expect(storeFile(shop.services, admin, aFile({ bytes: breaking() }))).rejects.toThrow("the connection broke");
  expect(await readdir(folder())).toEqual([]);
});

test.skipIf(noSmallDisk !== "")(`a file that would leave the database too little room is refused${noSmallDisk}`, async () => {
  const disk = await openSmallDisk(1_100);
  onTestFinished(() => disk.close());
  const services = { ...shop.services, uploadsDir: disk.folder };
  expect(await storeFile(services, admin, aFile({ size: MIGRATION_FILE_MAX_BYTES }))).toMatchObject({ code: "migrationUploadDiskFull" });
  expect(await readdir(join(disk.folder, "old-shop"))).toEqual([]);
  expect(await storeFile(services, admin, aFile())).toMatchObject({ ok: true });
});

test("files that nobody imported are gone three days after the last one came, and a broken-off one after some hours", async () => {
  await storeFile(shop.services, admin, aFile());
  await storeFile(shop.services, admin, aFile({ kind: "accounts" }));
  await mkdir(join(folder(), "proofs"));
  await writeFile(join(folder(), "proofs", `${randomUUID()}.part`), "half");
  await age("database", 4 * DAY_MS);
  const [unfinished = ""] = await readdir(join(folder(), "proofs"));
  expect(await sweepUploads(shop.services)).toBe(0);
  await age(join("proofs", unfinished), 7 * HOUR_MS);
  expect(await sweepUploads(shop.services)).toBe(1);
  expect((await readdir(folder())).sort()).toEqual(["accounts", "database", "proofs"]);

  await age("accounts", 4 * DAY_MS);
  await whileImporting(async () => expect(await sweepUploads(shop.services)).toBe(0));
  expect(await sweepUploads(shop.services)).toBe(2);
  expect(existsSync(folder())).toBe(false);
  expect(await sweepUploads(shop.services)).toBe(0);
});

test("a picture whose own name ends like that of a broken-off file is a picture: it is counted, and stays as long as the others", async () => {
  await storeFile(shop.services, admin, aFile({ kind: "proofs", name: "REQ-1_proof.part" }));
  await age(join("proofs", "REQ-1_proof.part"), 7 * HOUR_MS);
  await storeFile(shop.services, admin, aFile());
  expect(await sweepUploads(shop.services)).toBe(0);
  expect(await readUploads(shop.services, admin)).toMatchObject({ value: { proofs: { files: 1 } } });
  const name = `${randomUUID()}.part`;
  expect(await storeFile(shop.services, admin, aFile({ kind: "proofs", name }))).toMatchObject({ code: "migrationFileNameInvalid" });
});

test("while files are read, none is removed and none begins", async () => {
  await storeFile(shop.services, admin, aFile());
  await whileImporting(async () => {
    expect(await dropUploads(shop.services, admin)).toMatchObject({ code: "migrationUnderway" });
    expect(await storeFile(shop.services, admin, aFile({ kind: "accounts" }))).toMatchObject({ code: "migrationUnderway" });
  });
  expect(await readUploads(shop.services, admin)).toMatchObject({ value: { database: { files: 1 }, accounts: { files: 0 } } });
});

test("a picture's name may be as long as the disk allows, counted in bytes, and one that is longer is refused in words", async () => {
  const named = (name: string) => storeFile(shop.services, admin, aFile({ kind: "proofs", name }));
  const longest = `${"प".repeat(83)}12.jpg`;
  expect(Buffer.byteLength(longest)).toBe(255);
  expect(await named(longest)).toEqual({ ok: true, value: null });
  expect(await readdir(join(folder(), "proofs"))).toEqual([longest]);
  for (const name of [`1${longest}`, "प".repeat(100), "../up", "a/b", "a\0b", "..", ""]) {
    expect(await named(name), JSON.stringify(name)).toMatchObject({ code: "migrationFileNameInvalid" });
  }
});
