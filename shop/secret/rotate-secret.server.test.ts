import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { eq } from "drizzle-orm";
import type { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { quoted } from "#platform/database/shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import type { Listener } from "#platform/live/listener.server.ts";
import { openVault, type Vault } from "#platform/vault.server.ts";
import type { OpenServices } from "#server/services.ts";
import { checkCode } from "#shop/accounts/check-code.server.ts";
import { codeOf, stepAt } from "#shop/accounts/one-time-code.server.ts";
import { isResetOpen } from "#shop/accounts/reset-password.server.ts";
import { sessions } from "#shop/accounts/tables.server.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { listMessages } from "#shop/contact/messages.server.ts";
import { type LedgerRow, ledgerColumns, macOf } from "#shop/ledger/ledger-row.server.ts";
import { findAdminOrder } from "#shop/orders/admin-orders.server.ts";
import { approveOrder } from "#shop/orders/approve-order.server.ts";
import { eraseOld } from "#shop/orders/erase-old.server.ts";
import { listLetters } from "#shop/orders/list-letters.server.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { placeOrder } from "#shop/orders/place-order.server.ts";
import { showLetter } from "#shop/orders/show-letter.server.ts";
import { addIds } from "#shop/stock/add-ids.server.ts";
import { faultsOf } from "#tests/support/books.ts";
import { aGuest, anOrderForm } from "#tests/support/builders.ts";
import { anEmptyDatabase } from "#tests/support/empty-database.ts";
import { everyRow } from "#tests/support/every-row.ts";
import { setLimits } from "#tests/support/limits.ts";
import { aDataFolder, openShopOn } from "#tests/support/opened-shop.ts";
import { aSealedShop, type SealedShop, sealed } from "#tests/support/sealed-shop.ts";
import { bytesKept, columnsThatAre } from "./bytes-kept.ts";
import { rotateSecret } from "./rotate-secret.server.ts";

/** Each opens shops of its own, and one kills processes. */
vi.setConfig({ testTimeout: 90_000 });

const FIRST = "the first secret, Kx81-qPz";
const SECOND = "the second secret, Wm52-tRb";
const THIRD = "the third secret, Yc37-nLd";
const ORIGIN = "https://shop.example";

type Place = { databaseUrl: string; dataDir: string; of: SealedShop };

/** A full shop that is stopped, with a secret of its own, or of its operator. */
async function aStoppedShop(operators?: string): Promise<Place> {
  const [databaseUrl, dataDir] = [await anEmptyDatabase({ isMigrated: true }), await aDataFolder()];
  if (!operators) await writeFile(join(dataDir, "secret"), FIRST);
  const of = await whileOpen({ databaseUrl, dataDir }, aSealedShop, operators);
  return { databaseUrl, dataDir, of };
}

/** Works on a shop that is opened as by a start, and stops it again. */
async function whileOpen<T>(
  { databaseUrl, dataDir }: Omit<Place, "of">,
  work: (services: OpenServices) => Promise<T>,
  operators?: string,
): Promise<T> {
  const services = await openShopOn(databaseUrl, { dataDir, ...(operators && { secret: operators }) });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

const secretsIn = async (dataDir: string) => (await readdir(dataDir)).filter((name) => name.startsWith("secret")).sort();
const rotation = (from: string, to: string) => ({ from, to, isKept: true });

/** All that the shop promises of what the secret touches. */
async function expectWhole(services: OpenServices, of: SealedShop): Promise<void> {
  const shop = { services };
  const { pending, approved, paid, admin, productId } = of;
  expect(await faultsOf(shop)).toEqual([]);

  expect(await findAdminOrder(services, paid.requestCode)).toMatchObject({ giftCardCode: sealed.giftCardCode });
  expect((await findAdminOrder(services, pending.requestCode))?.email).toBe(sealed.guest);
  const messages = await listMessages(services, { state: "all", after: null });
  expect(messages.rows.map(({ email }) => email)).toEqual([sealed.writer]);
  const letters = await listLetters(services, admin);
  expect(letters.ok && letters.value.rows.map(({ to }) => to)).toContain(sealed.guest);

  const withLink = aGuest({ accessKey: approved.accessKey });
  const link = `/order-status/${approved.requestCode}/key/${approved.accessKey}`;
  expect(await findOrder(services, withLink, approved.requestCode)).toMatchObject({
    delivered: { deliveredIds: [of.deliveredId] },
    privatePath: link,
  });
  const letter = letters.ok && letters.value.rows.find(({ kind }) => kind === "order-approved");
  const shown = await showLetter(services, admin, letter ? letter.id : "", ORIGIN);
  expect(shown.ok && shown.value.text).toContain(`${ORIGIN}${link}`);
  expect(await isResetOpen(services, of.resetToken)).toBe(true);
  const reset = await showLetter(services, admin, of.resetLetterId, ORIGIN);
  expect(reset).toMatchObject({ value: { isNeeded: true } });
  expect(reset.ok && reset.value.text).toContain(`/reset-password/${of.resetToken}`);

  const known = await addIds(services, admin, { productId, ids: "unit-0\nunit-1\nunit-instead" });
  expect(known).toMatchObject({ ok: true, value: { added: 0, skipped: 3 } });
  const repeat = () =>
    placeOrder(services, aGuest(), anOrderForm({ productId, quantity: 2, email: sealed.guest }), {
      ...{ idempotencyKey: sealed.idempotencyKey, network: sealed.network },
    });
  expect(await repeat()).toMatchObject({ ok: true, value: { requestCode: pending.requestCode, accessKey: pending.accessKey } });
  await setLimits(shop, "pending_orders_max = 0, held_ids_max = 2");
  const held = await placeOrder(services, aGuest(), anOrderForm({ productId }), { network: sealed.network });
  expect(held).toMatchObject({ ok: false, code: "tooManyIdsHeld" });
  await setLimits(shop, "pending_orders_max = 0, held_ids_max = 0");
}

async function expectFactor(services: OpenServices, { admin: { userId }, factorKey }: SealedShop): Promise<void> {
  const at = services.now();
  const typed = codeOf(factorKey, stepAt(at));
  const passed = await services.db.transaction((tx) => checkCode(services, tx, { userId, typed, at }));
  expect(passed).toEqual({ ok: true, value: "app" });
}

test("a secret is changed twice: everything is readable, known again and whole, and a new shop on the database goes on", async () => {
  const place = await aStoppedShop();
  await whileOpen(place, (services) => expectWhole(services, place.of));
  const rotated = await rotateSecret(place, rotation(FIRST, SECOND));
  expect(rotated.ids).toBe(12);
  expect(rotated.others).toBeGreaterThan(8);
  expect(await readFile(join(place.dataDir, "secret"), "utf8")).toBe(SECOND);
  expect(await secretsIn(place.dataDir)).toEqual(["secret"]);

  await whileOpen(place, async (services) => {
    await expectWhole(services, place.of);
    await expectFactor(services, place.of);
    expect(await services.db.$count(sessions), "everybody logs in again").toBe(0);
    expect(await services.db.$count(auditEntries, eq(auditEntries.deed, "secret-changed"))).toBe(1);
    const { admin, productId } = place.of;
    expect(await addIds(services, admin, { productId, ids: sealed.erasedId }), "it was erased").toMatchObject({ value: { added: 1 } });
    const ids = ((await findAdminOrder(services, place.of.paid.requestCode))?.reservedIds ?? []).map(({ value }) => value);
    const approval = { ids, faulty: [], downloadLink: null, confirmed: true };
    expect(await approveOrder(services, admin, place.of.paid.requestCode, approval)).toMatchObject({ ok: true });
    expect(await faultsOf({ services })).toEqual([]);
  });
  await rotateSecret(place, rotation(SECOND, THIRD));
  await whileOpen(place, (services) => expectWhole(services, place.of));
});

test("an ID that was erased is known again after the secret was changed twice, and the books stay whole", async () => {
  const place = await aStoppedShop();
  const inAYear = () => new Date(Date.now() + 366 * 24 * 60 * 60 * 1_000);
  await whileOpen(place, async (services) => {
    await services.db.$client.query("update shop_settings set erase_ids_days = 30");
    expect(await eraseOld({ ...services, now: inAYear })).toBe(1);
  });
  expect((await rotateSecret(place, rotation(FIRST, SECOND))).ids).toBe(10);
  await rotateSecret(place, rotation(SECOND, THIRD));
  await whileOpen(place, async (services) => {
    const { admin, productId, deliveredId, pending } = place.of;
    expect(await addIds(services, admin, { productId, ids: deliveredId })).toMatchObject({ value: { added: 0, skipped: 1 } });
    const held = ((await findAdminOrder(services, pending.requestCode))?.reservedIds ?? []).map(({ value }) => value);
    const approval = { ids: [deliveredId, held[0] ?? ""], faulty: [], downloadLink: null, confirmed: true };
    expect(await approveOrder(services, admin, pending.requestCode, approval)).toMatchObject({ code: "idWithOtherOrder" });
    expect(await faultsOf({ services })).toEqual([]);
  });
});

test("every column of bytes stands in the one list, and what it calls sealed is sealed anew", async () => {
  const place = await aStoppedShop();
  const listed = Object.entries(bytesKept).flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`));
  await withClient(place.databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = current_schema() and (data_type = 'bytea' or udt_name = '_bytea')`,
    );
    expect(rows.map(({ name }) => name).sort(), "a column that the list does not know").toEqual(listed.sort());
  });

  await rotateSecret(place, rotation(FIRST, SECOND));
  const vaults = { first: openVault(FIRST), second: openVault(SECOND) };
  for (const { table, column } of columnsThatAre("sealed")) {
    const values = await valuesOf(place.databaseUrl, table, column);
    expect(values.length, `${table}.${column} is tried`).toBeGreaterThan(0);
    for (const value of values) expect(opens(vaults.second, value), `${table}.${column}`).toBe(true);
  }
  for (const [table, columns] of Object.entries(bytesKept)) {
    for (const column of Object.keys(columns)) {
      for (const value of await valuesOf(place.databaseUrl, table, column))
        expect(opens(vaults.first, value), `${table}.${column}`).toBe(false);
    }
  }
  const rows = JSON.stringify(await everyRow(place.databaseUrl));
  for (const id of ["unit-0", "unit-instead"]) {
    const print = vaults.second.fingerprint(id).toString("hex");
    expect(rows).toContain(print);
  }
  const fingerprints = await valuesOf(place.databaseUrl, "units", "fingerprint");
  expect(fingerprints.some((print) => print.equals(vaults.first.fingerprint("unit-0")))).toBe(false);
});

async function valuesOf(databaseUrl: string, table: string, column: string): Promise<Buffer[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ value: Buffer | Buffer[] | null }>(`select ${quoted(column)} as value from ${quoted(table)}`);
    return rows.flatMap(({ value }) => value ?? []);
  });
}

function opens(vault: Vault, value: Buffer): boolean {
  try {
    vault.open(value);
    return true;
  } catch {
    return false;
  }
}

test("killed at any step, the shop starts with the one secret or the other, whole, and can be changed again", async () => {
  const place = await aStoppedShop();
  for (const step of ["IDs 12", "orders 1", "writing it down 0"]) {
    const before = await everyRow(place.databaseUrl);
    await dieAt(place, step);
    expect(await everyRow(place.databaseUrl), step).toEqual(before);
  }
  expect(await secretsIn(place.dataDir), "the next secret lay there already").toEqual(["secret", "secret.next"]);
  await whileOpen(place, (services) => expectWhole(services, place.of));
  expect(await readFile(join(place.dataDir, "secret"), "utf8")).toBe(FIRST);

  await dieAt(place, "putting the secret in its place 0");
  expect(await readFile(join(place.dataDir, "secret"), "utf8"), "not in its place yet").toBe(FIRST);
  await whileOpen(place, (services) => expectWhole(services, place.of));
  expect(await readFile(join(place.dataDir, "secret"), "utf8")).toBe(SECOND);
  expect(await secretsIn(place.dataDir)).toEqual(["secret"]);
});

async function dieAt({ databaseUrl, dataDir }: Place, step: string): Promise<void> {
  const words = [resolve("tests/support/rotate-and-die.ts"), databaseUrl, dataDir, FIRST, SECOND, step];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(await once(child, "exit"), step).toEqual([null, "SIGKILL"]);
  await untilAlone(databaseUrl);
}

/** The database notices only after a moment that whoever was connected is dead, and takes back what was not committed. */
async function untilAlone(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await expect
      .poll(
        async () => {
          const { rows } = await client.query(
            "select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
          );
          return rows[0].n;
        },
        { timeout: 30_000 },
      )
      .toBe(0);
  });
}

test("with a wrong secret, a fault in the ledger, or a value that cannot be opened, nothing is written", async () => {
  const place = await aStoppedShop();
  const before = await everyRow(place.databaseUrl);
  await expect(rotateSecret(place, rotation(SECOND, THIRD))).rejects.toThrow("The secret does not fit this database. Nothing was changed.");
  expect(await everyRow(place.databaseUrl)).toEqual(before);
  expect(await secretsIn(place.dataDir)).toEqual(["secret"]);

  const broken: [string, string, RegExp][] = [
    [
      "update product_stock set ledger_mac = sha256('x') where ledger_seq > 0",
      "update product_stock s set ledger_mac = l.mac from ledger l where l.product_id = s.product_id and l.seq = s.ledger_seq",
      /ledger of product .* Nothing was changed\.$/,
    ],
    [
      "update contact_messages set email = set_byte(email, 20, get_byte(email, 20) # 1)",
      "update contact_messages set email = set_byte(email, 20, get_byte(email, 20) # 1)",
      /^contact_messages .*: its email cannot be read with this shop's secret/,
    ],
    [
      "update units set value = (select min(value) from units) where fingerprint = (select max(fingerprint) from units where value <> (select min(value) from units))",
      "",
      /^ID \d+: its value is not the one of its fingerprint/,
    ],
  ];
  for (const [breakIt, mendIt, says] of broken) {
    await withClient(place.databaseUrl, (client) => client.query(breakIt));
    const asBroken = await everyRow(place.databaseUrl);
    await expect(rotateSecret(place, rotation(FIRST, SECOND))).rejects.toThrow(says);
    expect(await everyRow(place.databaseUrl)).toEqual(asBroken);
    await withClient(place.databaseUrl, (client) => client.query(mendIt));
  }
  expect(await readFile(join(place.dataDir, "secret"), "utf8")).toBe(FIRST);
});

test("the secret of a shop that runs is left alone, and one that runs on all the same cannot change the stock", async () => {
  const place = await aStoppedShop();
  await whileOpen(place, async () => {
    await expect(rotateSecret(place, rotation(FIRST, SECOND))).rejects.toThrow("A shop is running on this database. Stop it first.");
  });

  const services = await openShopOn(place.databaseUrl, { dataDir: place.dataDir });
  try {
    await (services.live as Listener).close();
    await withClient(place.databaseUrl, (client) =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'trackside'",
      ),
    );
    await rotateSecret(place, rotation(FIRST, SECOND));
    const { admin, productId } = place.of;
    await expect(addIds(services, admin, { productId, ids: "late" })).rejects.toMatchObject({
      cause: { message: "the key of this connection is that of an earlier secret" },
    });
  } finally {
    await services.close();
  }
  await whileOpen(place, (opened) => expectWhole(opened, place.of));
});

test("an operator's secret is not written down, and the earlier one opens the shop no more", async () => {
  const place = await aStoppedShop(FIRST);
  await rotateSecret(place, { from: FIRST, to: SECOND, isKept: false });
  expect(await secretsIn(place.dataDir)).toEqual([]);
  await expect(openShopOn(place.databaseUrl, { dataDir: place.dataDir, secret: FIRST })).rejects.toThrow(
    /^SECRET does not fit.*after rotate-secret the new one/,
  );
  await whileOpen(place, (services) => expectWhole(services, place.of), SECOND);
});

test("a chain that was cut off, changed or gone on with the earlier key after the secret was changed is named", async () => {
  const place = await aStoppedShop();
  await rotateSecret(place, rotation(FIRST, SECOND));
  const { productId } = place.of;
  const product = `ledger of product ${productId}`;
  const rotatedAt = "(select min(seq) from ledger where product_id = $1 and event = 'rotated')";
  const broken: [(client: Client) => Promise<unknown>, string][] = [
    [
      (client) =>
        client.query(
          `with cut as (delete from ledger where product_id = $1 and seq >= ${rotatedAt})
            update product_stock s set ledger_seq = ${rotatedAt} - 1,
              ledger_mac = (select mac from ledger where product_id = $1 and seq = ${rotatedAt} - 1) where product_id = $1`,
          [productId],
        ),
      `${product}: its end was changed: rows may have been cut off`,
    ],
    [
      (client) => client.query("update ledger set admin_id = 'another' where product_id = $1 and seq = 2", [productId]),
      `${product}, row 2: changed, or not written by this shop`,
    ],
    [
      (client) =>
        client.query(
          `update ledger set fingerprints = fingerprints[3:4] || fingerprints[1:2] || fingerprints[5:]
            where product_id = $1 and event = 'rotated' and cardinality(fingerprints) > 4`,
          [productId],
        ),
      "changed, or not written by this shop",
    ],
    [(client) => goOnWith(FIRST, client, productId), "changed, or not written by this shop"],
  ];
  for (const [breakIt, says] of broken) {
    await behind(place, async (client) => {
      await client.query("create schema kept; create table kept.ledger as table ledger; create table kept.stock as table product_stock");
      await breakIt(client);
    });
    expect((await whileOpen(place, (services) => faultsOf({ services }))).join("\n")).toContain(says);
    await behind(place, (client) =>
      client.query(`delete from ledger; insert into ledger table kept.ledger; delete from product_stock;
        insert into product_stock table kept.stock; drop schema kept cascade`),
    );
  }
  expect(await whileOpen(place, (services) => faultsOf({ services }))).toEqual([]);
});

/** Adds a row as somebody would who has the secret of before, and makes the product's end fit as far as he can. */
async function goOnWith(secret: string, client: Client, productId: string): Promise<void> {
  const { rows } = await client.query<LedgerRow>(
    `select ${ledgerColumns} from ledger where product_id = $1 order by ledger.seq desc limit 1`,
    [productId],
  );
  const [last] = rows;
  if (!last) throw new Error("no ledger");
  const row = { ...last, seq: String(Number(last.seq) + 1), event: "erased", fingerprints: [openVault(secret).fingerprint("unit-0")] };
  const mac = macOf(openVault(secret).derive("ledger", ""), last.mac, row);
  await client.query(
    "insert into ledger select product_id, seq + 1, 'erased', $2, null, admin_id, at, $3 from ledger where product_id = $1 order by seq desc limit 1",
    [productId, row.fingerprints, mac],
  );
  await client.query("update product_stock set ledger_seq = ledger_seq + 1, ledger_mac = $2 where product_id = $1", [productId, mac]);
}

/** Works on the database past the shop, with its rules off. */
async function behind({ databaseUrl }: Place, work: (client: Client) => Promise<unknown>): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await work(client);
  });
}
