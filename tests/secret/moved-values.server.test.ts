import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type EncryptedColumn, encryptedColumns, namesOfEncrypted, placeIn } from "#shop/encrypted-columns.server.ts";
import { openApi } from "#tests/support/api/api.ts";
import { anEncryptedShop, type EncryptedShop } from "#tests/support/secret/encrypted-shop.ts";
import { behindTheRules, faultsOf } from "#tests/support/shop/books.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

vi.setConfig({ testTimeout: 60_000 });

let shop: TestShop;
let of: EncryptedShop;
beforeAll(async () => {
  shop = await openTestShop({ asOwner: true });
  of = await anEncryptedShop(shop.services);
  // The only value that no test shop has: its secret was never rotated.
  const place = { column: "earlier_keys.keys", row: "1" };
  await query("insert into earlier_keys (number, keys) overriding system value values (1, $1)", [
    shop.services.vault.encrypt(place, "the keys of an earlier secret"),
  ]);
});
afterAll(() => shop.close());

const query = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values).then(({ rows }) => rows);

type Stored = { column: EncryptedColumn; value: Buffer; row: Record<string, unknown> };

async function storedIn(column: EncryptedColumn): Promise<Stored[]> {
  const [table, name] = column.split(".");
  const rows = await query(
    `select ${[...encryptedColumns[column], `${name} as "the value"`].join(", ")} from ${table} where ${name} is not null`,
  );
  return rows.map(({ "the value": value, ...row }) => ({ column, value, row }));
}

/** What the buyer's page and the API answer for the order that was approved. */
async function shownOfOrder(): Promise<string> {
  const call = openApi(shop.services);
  const { requestCode, accessKey } = of.approved;
  if (accessKey === null) throw new Error("the order has no link");
  const answer = await call(`/api/orders/${requestCode}`, { headers: { "X-Access-Key": accessKey } }).catch(
    (failure: Error) => new Response(failure.message, { status: 500 }),
  );
  return `${answer.status} ${await answer.text()}`;
}

/** Puts a value in the place of the delivered ID while `look` looks. */
async function inPlaceOfTheId<T>(value: Buffer, look: () => Promise<T>): Promise<T> {
  const delivered = "id in (select unit_id from order_units where order_id = $1 and delivered_at is not null)";
  const before = await query(`select id, value from units where ${delivered}`, [of.approved.id]);
  await query(`update units set value = $2 where ${delivered}`, [of.approved.id, value]);
  try {
    return await look();
  } finally {
    for (const { id, value: its } of before) await query("update units set value = $2 where id = $1", [id, its]);
  }
}

test("[S10.16] a value of any encrypted column that is copied into an ID is not shown with the order, and verify names the ID", async () => {
  expect(await shownOfOrder()).toContain("unit-instead");
  for (const column of namesOfEncrypted) {
    const [copied] = (await storedIn(column)).filter(({ row }) => !isOfDelivered(row));
    if (!copied) throw new Error(`${column} has no value`);
    const text = shop.services.vault.decrypt(placeIn(column, copied.row), copied.value);
    const { shown, faults } = await inPlaceOfTheId(copied.value, async () => ({
      shown: await shownOfOrder(),
      faults: await faultsOf(shop),
    }));
    expect(shown, column).toMatch(/^500 /);
    expect(shown, column).not.toContain(text);
    expect(faults, column).toContainEqual(expect.stringMatching(/^ID \d+: its value cannot be read with this shop's secret$/));
  }
  expect(await shownOfOrder()).toContain("unit-instead");
});

function isOfDelivered({ fingerprint }: Record<string, unknown>): boolean {
  return fingerprint instanceof Buffer && fingerprint.equals(shop.services.vault.fingerprint("unit-instead"));
}

test("each value is decrypted in its own row and column, in no other of any table, and verify names the place that it was moved to", async () => {
  const stored = (await Promise.all(namesOfEncrypted.map(storedIn))).flat();
  const { vault } = shop.services;
  expect(new Set(stored.map(({ column }) => column)).size, "every column is tried").toBe(namesOfEncrypted.length);
  for (const { column, value, row } of stored) {
    expect(vault.decrypt(placeIn(column, row), value), column).not.toBe("");
    for (const other of stored) {
      const place = placeIn(other.column, other.row);
      const isSame = other.column === column && place.row === placeIn(column, row).row;
      if (!isSame) expect(() => vault.decrypt(place, value), `${column} in ${other.column}`).toThrow(/belongs to another place/);
    }
  }

  expect(await faultsOf(shop)).toEqual([]);
  for (const [n, column] of namesOfEncrypted.entries()) {
    const [table, name] = column.split(".");
    const own = stored.find((one) => one.column === column);
    const moved = stored.find((one) => one.column === namesOfEncrypted[(n + 1) % namesOfEncrypted.length]);
    if (!own || !moved) throw new Error(`${column} has no value`);
    const where = encryptedColumns[column].map((key, at) => `${key} = $${at + 2}`).join(" and ") || "true";
    const values = encryptedColumns[column].map((key) => own.row[key]);
    await setValue(`update ${table} set ${name} = $1 where ${where}`, [moved.value, ...values]);
    const faults = await faultsOf(shop);
    expect(faults.filter((fault) => fault.includes("cannot be read with this shop's secret")).length, column).toBe(1);
    await setValue(`update ${table} set ${name} = $1 where ${where}`, [own.value, ...values]);
  }
  expect(await faultsOf(shop)).toEqual([]);
});

const setValue = (text: string, values: unknown[]) => behindTheRules(shop, text, values);
