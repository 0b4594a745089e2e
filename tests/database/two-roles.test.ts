import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#platform/config.server.ts";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { openWorker } from "#platform/jobs/worker.server.ts";
import { openSource } from "#server/start/database-source.ts";
import { type OpenServices, openServices } from "#server/start/services.ts";
import { workAsOwner } from "#server/start/work-as-owner.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { makeBackup } from "#shop/backups/make-backup.server.ts";
import { requireEmptyTarget } from "#shop/backups/require-empty-target.server.ts";
import { restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { exportFolder } from "#shop/export/export-folder.server.ts";
import { importFolder } from "#shop/export/import-folder.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rotateSecret } from "#shop/secret/rotate-secret.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { laterMigrations } from "#tests/support/database/later-migrations.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { settled } from "#tests/support/shop/settled.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";

/** Whole shops are opened one after another. */
vi.setConfig({ testTimeout: 90_000 });

/**
 * An operator's database with two roles, neither of them a superuser: the owner, and one for the
 * shop without any rights yet. Both are dropped after the test.
 */
async function twoRoles(databaseUrl: string): Promise<{ DATABASE_URL: string; DATABASE_OWNER_URL: string }> {
  const [owner, shop] = ["owner", "shop"].map((name) => `${name}_${crypto.randomUUID().slice(0, 8)}`);
  const as = (role = "") => Object.assign(new URL(databaseUrl), { username: role, password: "word" }).href;
  const name = new URL(databaseUrl).pathname.slice(1);
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `create role ${owner} login password 'word'; create role ${shop} login password 'word'; alter database ${name} owner to ${owner}`,
    );
    const { rows } = await client.query<{ statement: string }>(`
      select format('alter table %s owner to ${owner}', oid::regclass) as statement from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      union all select format('alter function %s owner to ${owner}', p.oid::regprocedure) from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`);
    for (const { statement } of rows) await client.query(statement);
  });
  const server = Object.assign(new URL(databaseUrl), { pathname: "/postgres" }).href;
  onTestFinished(() =>
    withClient(server, async (client) => {
      await client.query(`alter database ${name} owner to trackside`);
      await withClient(databaseUrl, (own) => own.query(`reassign owned by ${owner} to trackside; drop owned by ${owner}, ${shop} cascade`));
      await client.query(`drop role ${owner}, ${shop}`);
    }),
  );
  return { DATABASE_URL: as(shop), DATABASE_OWNER_URL: as(owner) };
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-roles-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Place = Awaited<ReturnType<typeof aPlace>>;

async function aPlace(databaseUrl: string) {
  const roles = await twoRoles(databaseUrl);
  const dataDir = await aFolder();
  const config = readConfig({
    ...roles,
    DATA_DIR: dataDir,
    SECRET: TEST_SECRET,
    LOG_LEVEL: "silent",
    SMTP_URL: "smtp://127.0.0.1:9",
    APP_URL: "http://localhost",
  });
  return { config, dataDir, ownerUrl: roles.DATABASE_OWNER_URL, files: openDiskFiles(join(dataDir, "files")) };
}

async function whileOpen<T>({ config }: Pick<Place, "config">, work: (services: OpenServices) => Promise<T>): Promise<T> {
  const source = await openSource(config, () => {});
  const services = await openServices(config, source, { say: () => {} });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** The shop sells, takes back and runs a job, as a role with no more rights than it needs. */
async function works(services: OpenServices): Promise<void> {
  const { id } = await aProduct({ services }, { ids: [crypto.randomUUID(), crypto.randomUUID()] });
  const customer = await aCustomer({ services });
  const order = await aPendingOrder({ services }, { productId: id, visitor: customer });
  expect(await cancelOrder(services, customer, order.requestCode)).toMatchObject({ ok: true });
  await aPendingOrder({ services }, { productId: id });

  const done: string[] = [];
  const worker = openWorker(services, [{ tasks: { look: async ({ word = "" }) => void done.push(word) }, atOnce: 1 }], { pollMs: 50 });
  await inTransaction(services.db, (tx) => services.jobs.add(tx, { task: "look", payload: { word: id }, key: id }));
  await expect.poll(() => done, { timeout: 10_000 }).toEqual([id]);
  await worker.close(1_000);

  for (const statement of [
    "alter table units disable trigger all",
    "delete from ledger",
    "create table mine ()",
    "create temp table units ()",
    "update units set fingerprint = fingerprint",
  ])
    await expect(services.db.$client.query(statement), statement).rejects.toMatchObject({ code: "42501" });
  // The earlier shop's data contains an account whose password is not a valid hash.
  const faults = await faultsOf({ services });
  expect(faults.filter((fault) => !fault.startsWith("password of account asha"))).toEqual([]);
}

test("with DATABASE_OWNER_URL the shop works as a role that owns nothing, on an empty database and on its own", async () => {
  const empty = await aPlace(await anEmptyDatabase());
  await whileOpen(empty, works);
  await whileOpen(empty, works);
});

test("what a later migration creates is open to the shop's role as well, which owns none of it", async () => {
  const place = await aPlace(await anEmptyDatabase());
  await whileOpen(place, async (services) => {
    const folder = await laterMigrations(["9001-later.sql", "create table later_rows (n integer)"]);
    const source = await openSource(place.config, () => {});
    await workAsOwner(source, services.longJobsDb, ledgerSettings(services), (owner) => migrate(owner, folder));
    await source.close();

    await services.db.$client.query("insert into later_rows values (1)");
    await expect(services.db.$client.query("drop table later_rows")).rejects.toMatchObject({ code: "42501" });
  });
});

test("an owner that may make no schemas is told before a restore or an import of an export writes anything, unless the job queue is there", async () => {
  const databaseUrl = await anEmptyDatabase();
  const place = await aPlace(databaseUrl);
  await withClient(databaseUrl, async (client) => {
    const [name, owner] = [new URL(databaseUrl).pathname.slice(1), new URL(place.ownerUrl).username];
    await client.query(`alter database ${name} owner to trackside; revoke create on database ${name} from public`);
    await client.query(`grant usage, create on schema public to ${owner}`);
  });
  await withClient(place.ownerUrl, (client) =>
    expect(requireEmptyTarget(client)).rejects.toThrow(
      /may not make schemas in the database .* Make it the owner .* Nothing was changed\./,
    ),
  );
  await withClient(databaseUrl, (client) =>
    client.query("create schema graphile_worker; create table graphile_worker.migrations (id integer primary key)"),
  );
  await withClient(place.ownerUrl, (client) => requireEmptyTarget(client));
});

test("it does so after its secret was changed, after a backup was restored and after an export was taken in", async () => {
  const place = await aPlace(await anEmptyDatabase());
  await whileOpen(place, works);
  const { dataDir, ownerUrl, config } = place;
  const next = "another secret of the shop, 32 bytes or more";
  await wait(100);
  await rotateSecret({ databaseUrl: ownerUrl, dataDir }, { from: TEST_SECRET, to: next, isStored: false });
  const rotated = { ...place, config: { ...config, secret: next } };
  await whileOpen(rotated, works);

  const file = join(await aFolder(), "shop.backup");
  const source = { databaseUrl: ownerUrl, files: place.files, now: () => new Date(), secret: { value: next, isOperators: true } };
  await makeBackup(source, file, { passphrase: null, seen: () => {} });
  const other = await aPlace(await anEmptyDatabase());
  await restoreBackup(
    { databaseUrl: other.ownerUrl, dataDir: other.dataDir, files: other.files },
    await checkBackup(file, async () => "", next),
  );
  const restored = { config: { ...other.config, secret: next } };
  await whileOpen(restored, settled);
  await whileOpen(restored, works);

  const folder = join(await aFolder(), "export");
  await whileOpen(rotated, (services) => exportFolder({ ...services, databaseUrl: ownerUrl }, folder));
  const third = await aPlace(await anEmptyDatabase());
  const vault = await whileOpen(third, async (services) => services.vault);
  await importFolder({ databaseUrl: third.ownerUrl, vault, files: third.files }, folder);
  await whileOpen(third, settled);
  await whileOpen(third, works);
});
