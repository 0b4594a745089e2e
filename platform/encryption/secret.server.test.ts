import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { StartProblem } from "../start-problem.ts";
import { activateNextSecret, dropNextSecret, findSecret, recordSecret, storeNextSecret } from "./secret.server.ts";
import { openVault } from "./vault.server.ts";

const OWN = "the operator's own secret";
const place = { column: "units.value", row: "1" };
let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ asOwner: true });
});
afterAll(() => shop.close());
beforeEach(async () => void (await shop.services.db.$client.query("delete from key_check")));

async function aDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-secret-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

/** Finds and records the secret, as a start does. */
async function secretFor(dataDir: string, secret: string | null = null, encrypted: Buffer | null = null): Promise<string> {
  const source = { dataDir, secret };
  const found = await findSecret(source, shop.databaseUrl, async () => encrypted && { place, value: encrypted });
  await recordSecret(source, shop.services.db.$client, found);
  return found;
}

test("a secret is made once and stored for its owner alone", async () => {
  const dataDir = await aDataDir();
  const made = await Promise.all([1, 2, 3].map(() => secretFor(dataDir)));
  expect(new Set(made).size).toBe(1);
  expect(made[0]).toHaveLength(43);
  expect(await secretFor(dataDir)).toBe(made[0]);
  expect((await stat(join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(["secret"]);
});

test("the operator's secret is taken as it is and not written down", async () => {
  const dataDir = await aDataDir();
  expect(await secretFor(dataDir, OWN)).toBe(OWN);
  await expect(readFile(join(dataDir, "secret"))).rejects.toThrow("ENOENT");
});

test("a damaged secret stops the start instead of making another", async () => {
  const dataDir = await aDataDir();
  await secretFor(dataDir);
  await writeFile(join(dataDir, "secret"), "");
  await expect(secretFor(dataDir)).rejects.toThrow("damaged");
});

test("a secret that the database was not written with stops the start, and says what to do", async () => {
  const dataDir = await aDataDir();
  const stored = await secretFor(dataDir);
  await expect(secretFor(dataDir, OWN)).rejects.toThrow(/^SECRET does not fit this database/);
  await writeFile(join(dataDir, "secret"), "another secret of some length");
  await expect(secretFor(dataDir)).rejects.toThrow(/does not fit this database.*Bring back the file/);
  await rm(join(dataDir, "secret"));
  await expect(secretFor(dataDir)).rejects.toThrow("is missing");
  expect(await readdir(dataDir), "no other one was made").toEqual([]);
  await expect(secretFor(dataDir, OWN)).rejects.toThrow(StartProblem);
  await writeFile(join(dataDir, "secret"), stored);
  expect(await secretFor(dataDir)).toBe(stored);
});

test("of two that start together with different secrets one is refused", async () => {
  const dataDir = await aDataDir();
  const starts = await Promise.allSettled([secretFor(dataDir, OWN), secretFor(dataDir, `${OWN}, changed`)]);
  expect(starts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a database from before the check is known by what was encrypted in it", async () => {
  const dataDir = await aDataDir();
  const encrypted = openVault(OWN).encrypt(place, "ID-1");
  await expect(secretFor(dataDir, "a wrong secret of some length", encrypted)).rejects.toThrow("SECRET does not fit");
  await expect(secretFor(dataDir, null, encrypted)).rejects.toThrow("is missing");
  expect(await secretFor(dataDir, OWN, encrypted)).toBe(OWN);
  await expect(secretFor(dataDir, "a wrong secret of some length")).rejects.toThrow("SECRET does not fit");
});

test("of the stored secret and the next one the one that fits the database is taken, whichever that is", async () => {
  const dataDir = await aDataDir();
  const stored = await secretFor(dataDir);
  await storeNextSecret(dataDir, "the next secret, longer than 16");
  expect(await secretFor(dataDir), "a crash before the database was written").toBe(stored);

  await shop.services.db.$client.query("delete from key_check");
  await secretFor(dataDir, "the next secret, longer than 16");
  expect(await secretFor(dataDir), "a crash after it").toBe("the next secret, longer than 16");
  expect(await readFile(join(dataDir, "secret"), "utf8")).toBe("the next secret, longer than 16");
  expect(await readdir(dataDir)).toEqual(["secret"]);

  await storeNextSecret(dataDir, "a third secret, longer than 16");
  await dropNextSecret(dataDir);
  expect(await readdir(dataDir)).toEqual(["secret"]);
  await storeNextSecret(dataDir, "a third secret, longer than 16");
  await activateNextSecret(dataDir);
  expect(await readFile(join(dataDir, "secret"), "utf8")).toBe("a third secret, longer than 16");
});
