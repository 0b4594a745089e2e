import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "#shop/accounts/tables.server.ts";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { oldAccounts } from "#tests/support/old-shop/old-accounts.ts";
import { aCustomer, aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { dropUploads, readUploads, storeFile } from "../uploads/uploads.server.ts";
import type { UploadKind } from "../uploads/uploads.ts";
import { lockMigration, unlockMigration } from "./migration-run.server.ts";
import { listRowsWithWarnings, readNewestRun, readReport } from "./read-runs.server.ts";
import { startMigration } from "./start-migration.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const sample = (name: string) => readFile(new URL(`../../tests/support/old-shop/${name}`, import.meta.url));
const store = (kind: UploadKind, bytes: Uint8Array<ArrayBuffer>, visitor: Visitor = admin, more: object = {}) =>
  storeFile(shop.services, visitor, { kind, name: "file.json", size: bytes.length, bytes: new Blob([bytes]).stream(), ...more });

/** Uploads the sample files of these kinds whole. */
async function upload(kinds: UploadKind[] = ["database", "accounts", "hashConfig"]): Promise<void> {
  const files = { database: "old-store-export.json", accounts: "old-accounts.json", hashConfig: "old-hash-config.json", proofs: "" };
  await dropUploads(shop.services, admin);
  for (const kind of kinds) expect(await store(kind, await sample(files[kind]))).toMatchObject({ ok: true });
}

async function run(isPreview: boolean) {
  const started = await startMigration(shop.services, admin, { isPreview });
  if (!started.ok) return started.code;
  await started.value.ended;
  const newest = await readNewestRun(shop.services, admin);
  return newest.ok ? newest.value : null;
}

async function reportOf(runId: string, format: "json" | "csv"): Promise<string> {
  const report = await readReport(shop.services, admin, runId, format);
  if (!report.ok) throw new Error(report.code);
  let text = "";
  for await (const piece of report.value) text += piece;
  return text;
}

test("[S3.5] [S3.6] an admin uploads, looks at the preview and imports the old shop: every customer has the own orders, and the files are gone", async () => {
  await upload();
  const preview = await run(true);
  expect(preview).toMatchObject({ state: "done", isPreview: true, byName: admin.email });
  expect(await shop.services.db.$count(orders)).toBe(0);
  expect(await shop.services.db.$count(users)).toBe(1);

  const imported = await run(false);
  expect(imported).toMatchObject({ state: "done", isPreview: false, problem: null });
  if (typeof imported === "string" || typeof preview === "string") throw new Error("refused");
  expect(imported?.summary).toEqual(preview?.summary);
  expect(imported?.summary?.counts).toContainEqual({ kind: "account", outcome: "imported", rows: 8 });
  const owned = await shop.services.db.select({ userId: orders.userId }).from(orders).where(isNotNull(orders.userId));
  expect(owned).toHaveLength(30);
  expect(owned.every(({ userId }) => oldAccounts.some(({ localId }) => localId === userId))).toBe(true);
  expect(await readUploads(shop.services, admin)).toMatchObject({ value: { database: { files: 0 }, accounts: { files: 0 } } });
});

test("accounts that come after their orders find them; a report lists every row, in JSON and in CSV", async () => {
  const [customer] = oldAccounts;
  await shop.services.db.delete(users).where(eq(users.id, customer?.localId ?? ""));
  await upload();
  const again = await run(false);
  if (typeof again === "string" || !again) throw new Error("refused");
  const total = again.summary?.counts.reduce((sum, { rows }) => sum + rows, 0) ?? 0;
  expect(total).toBeGreaterThan(200);

  const json = JSON.parse(await reportOf(again.id, "json"));
  expect(json.summary).toEqual(again.summary);
  expect(json.rows).toHaveLength(total);
  expect(json.rows).toContainEqual({
    kind: "account",
    path: "users/0",
    outcome: "skipped",
    odd: [{ wrong: "deleted here since", done: "skipped: stays deleted" }],
  });
  const lines = (await reportOf(again.id, "csv")).split("\r\n");
  expect(lines[0]).toBe("kind,path,outcome,wrong,done");
  expect(lines).toHaveLength(total + 2);
  expect(lines).toContain("account,users/0,skipped,deleted here since,skipped: stays deleted");
  const warned = await listRowsWithWarnings(shop.services, admin, { runId: again.id, after: 0 });
  expect(warned.ok && warned.value.rows.every(({ warnings }) => warnings.length > 0)).toBe(true);
});

test("a file that cannot be read fails with where it is wrong, and writes nothing", async () => {
  await upload();
  await store("accounts", Buffer.from('{"users": [\n  {"localId": "x",}\n]}'));
  expect(await run(true)).toMatchObject({
    state: "failed",
    problem: { code: "accountsNotJson", words: { problem: { words: { line: 2, column: 19, wrong: { code: "jsonNameExpected" } } } } },
  });
  await store("database", Buffer.from("{"));
  expect(await run(false)).toMatchObject({
    state: "failed",
    problem: { code: "exportNotJson", words: { problem: { words: { line: 1, column: 2 } } } },
  });
  expect(await readUploads(shop.services, admin), "to be mended").toMatchObject({ value: { database: { files: 1 } } });
});

test("nothing begins without the database's export, with accounts in part, or while another one is under way", async () => {
  await upload([]);
  expect(await run(true)).toBe("migrationFileMissing");
  await upload(["database", "accounts"]);
  expect(await run(true)).toBe("migrationAccountsIncomplete");
  await upload();
  const another = await shop.services.db.$client.connect();
  await lockMigration(another);
  expect(await run(true)).toBe("migrationUnderway");
  // Unlocks explicitly, because PostgreSQL releases the lock of a cut connection only when it
  // notices.
  await unlockMigration(another);
  another.release(true);
});

test("a name that leads elsewhere is refused, and a proof keeps its own", async () => {
  await upload([]);
  for (const name of ["../up", "a/b", "..", ".hidden", "", "a\0b"])
    expect(await store("proofs", Buffer.from("x"), admin, { name })).toMatchObject({ code: "migrationFileNameInvalid" });
  expect(await store("proofs", Buffer.from("xyz"), admin, { name: "REQ-1_a b.png" })).toMatchObject({ ok: true });
  expect(await readUploads(shop.services, admin)).toMatchObject({ value: { proofs: { files: 1, bytes: 3 } } });
});

test("two admins who send at once do not mix their files: the one that is complete last stays", async () => {
  await upload([]);
  const [goOn, isHalf] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* slowly() {
    yield Buffer.from("one ");
    isHalf.resolve();
    await goOn.promise;
    yield Buffer.from("one");
  }
  const first = store("database", Buffer.from("one one"), admin, { bytes: slowly() });
  await isHalf.promise;
  expect(await readUploads(shop.services, admin), "half a file is none").toMatchObject({ value: { database: { files: 0 } } });
  await store("database", Buffer.from("TWO TWO"), await anAdmin(shop));
  const stored = () => readFile(join(shop.services.uploadsDir, "old-shop", "database"), "utf8");
  expect(await stored()).toBe("TWO TWO");
  goOn.resolve();
  expect(await first).toMatchObject({ ok: true });
  expect(await stored()).toBe("one one");
});

test("[S6.3] all of it is for admins alone", async () => {
  for (const visitor of [aGuest(), await aCustomer(shop)]) {
    const answers = await Promise.all([
      store("database", Buffer.from("{}"), visitor),
      readUploads(shop.services, visitor),
      dropUploads(shop.services, visitor),
      startMigration(shop.services, visitor, { isPreview: true }),
      readNewestRun(shop.services, visitor),
      readReport(shop.services, visitor, "run", "json"),
      listRowsWithWarnings(shop.services, visitor, { runId: "run", after: 0 }),
    ]);
    expect(answers.map((answer) => !answer.ok && answer.code)).toEqual(answers.map(() => "rightMissing"));
  }
});
