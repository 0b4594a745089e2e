import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { quoted } from "#platform/database/table-shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openVault, type Vault } from "#platform/encryption/vault.server.ts";
import { makeInvitation } from "#shop/accounts/invitations/make-invitation.server.ts";
import { readInvitation } from "#shop/accounts/invitations/read-invitation.server.ts";
import { sessions } from "#shop/accounts/tables.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { type EncryptedColumn, encryptedColumns, namesOfEncrypted, placeIn } from "#shop/encrypted-columns.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { eraseOld } from "#shop/orders/retention/erase-old-orders.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { encryptedValues } from "#tests/support/secret/encrypted-shop.ts";
import {
  aStoppedShop,
  expectFactor,
  expectWhole,
  FIRST,
  type Place,
  rotation,
  SECOND,
  secretsIn,
  THIRD,
  whileOpen,
} from "#tests/support/secret/secret-shop.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aHelper } from "#tests/support/shop/builders.ts";
import { openShopOn } from "#tests/support/shop/opened-shop.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { byteColumns } from "./byte-columns.server.ts";
import { rotateSecret } from "./rotate-secret.server.ts";

/** Each test creates shops of its own, and one kills processes. */
vi.setConfig({ testTimeout: 90_000 });

test("[S13.11] a helper keeps the rights and logs in again, and an open invitation still works", async () => {
  const place = await aStoppedShop();
  const helper = await whileOpen(place, async (services) => {
    const { url } = await madeInvitation(services, place.of.admin);
    return { ...(await aHelper({ services }, ["see-ids", "decide-orders"])), token: url.split("/").at(-1) ?? "" };
  });
  await rotateSecret(place, rotation(FIRST, SECOND));
  await whileOpen(place, async (services) => {
    const { rows } = await services.db.$client.query("select role, rights from users where id = $1", [helper.userId]);
    expect(rows).toEqual([{ role: "helper", rights: ["see-ids", "decide-orders"] }]);
    expect(await services.db.$count(sessions)).toBe(0);
    expect(await readInvitation(services, helper.token, new Headers())).toMatchObject({ ok: true });
    expect(await faultsOf({ services })).toEqual([]);
  });
});

async function madeInvitation(services: Parameters<typeof makeInvitation>[0], admin: Admin) {
  const form = { name: "Ravi", rights: ["see-ids" as const], email: null };
  const made = await makeInvitation(services, { ...admin, hasShownPassword: true }, form, "https://shop.example");
  if (!made.ok) throw new Error(made.code);
  return made.value;
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
    expect(await services.db.$count(auditEntries, eq(auditEntries.action, "secret-changed"))).toBe(1);
    const { admin, productId } = place.of;
    expect(await addIds(services, admin, { productId, ids: encryptedValues.erasedId }), "it was erased").toMatchObject({
      value: { added: 1 },
    });
    const ids = await reservedValuesOf(services, place.of.paid.requestCode);
    const approval = { ids, faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
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
    const held = await reservedValuesOf(services, pending.requestCode);
    const approval = { ids: [deliveredId, held[0] ?? ""], faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
    expect(await approveOrder(services, admin, pending.requestCode, approval)).toMatchObject({ code: "idWithOtherOrder" });
    expect(await faultsOf({ services })).toEqual([]);
  });
});

test("every column of bytes stands in the one list, and what it calls encrypted is re-encrypted", async () => {
  const place = await aStoppedShop();
  const others = Object.entries(byteColumns).flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`));
  const listed = [...namesOfEncrypted, ...others];
  await withClient(place.databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = current_schema() and (data_type = 'bytea' or udt_name = '_bytea')`,
    );
    expect(rows.map(({ name }) => name).sort(), "a column that the list does not know").toEqual(listed.sort());
  });

  await rotateSecret(place, rotation(FIRST, SECOND));
  const vaults = { first: openVault(FIRST), second: openVault(SECOND) };
  for (const column of namesOfEncrypted) {
    const stored = await encryptedIn(place.databaseUrl, column);
    expect(stored.length, `${column} is tried`).toBeGreaterThan(0);
    for (const one of stored) {
      expect(opens(vaults.second, one), column).toBe(true);
      expect(opens(vaults.first, one), column).toBe(false);
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

/** The values of an encrypted column, with their places. */
async function encryptedIn(databaseUrl: string, column: EncryptedColumn): Promise<Stored[]> {
  const [table, name] = column.split(".");
  const selected = [...encryptedColumns[column], `${name} as "the value"`].join(", ");
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(`select ${selected} from ${table} where ${name} is not null`);
    return rows.map((row) => ({ place: placeIn(column, row), value: row["the value"] }));
  });
}

type Stored = { place: { column: string; row: string }; value: Buffer };

function opens(vault: Vault, { place, value }: Stored): boolean {
  try {
    vault.decrypt(place, value);
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
  const words = [resolve("tests/support/secret/rotate-and-die.ts"), databaseUrl, dataDir, FIRST, SECOND, step];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(await once(child, "exit"), step).toEqual([null, "SIGKILL"]);
  await untilAlone(databaseUrl);
}

/**
 * The database takes a moment to notice that a killed client is gone and to roll its transaction
 * back.
 */
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

test("an operator's secret is not written down, and the earlier one opens the shop no more", async () => {
  const place = await aStoppedShop(FIRST);
  await rotateSecret(place, { from: FIRST, to: SECOND, isStored: false });
  expect(await secretsIn(place.dataDir)).toEqual([]);
  await expect(openShopOn(place.databaseUrl, { dataDir: place.dataDir, secret: FIRST })).rejects.toThrow(
    /^SECRET does not fit.*after rotate-secret the new one/,
  );
  await whileOpen(place, (services) => expectWhole(services, place.of), SECOND);
});
