import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { expect, test, vi } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import type { Listener } from "#platform/live/listener.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { type LedgerRow, ledgerColumns, macOf } from "#shop/ledger/ledger-row.server.ts";
import { rotateSecret } from "#shop/secret/rotate-secret.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import {
  aStoppedShop,
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
import { openShopOn } from "#tests/support/shop/opened-shop.ts";

/** Each test creates shops of its own, and one kills processes. */
vi.setConfig({ testTimeout: 90_000 });

test("with a wrong secret, a fault in the ledger, or a value that cannot be decrypted, nothing is written", async () => {
  const place = await aStoppedShop();
  const before = await everyRow(place.databaseUrl);
  await expect(rotateSecret(place, rotation(SECOND, THIRD))).rejects.toThrow("The secret does not fit this database. Nothing was changed.");
  expect(await everyRow(place.databaseUrl)).toEqual(before);
  expect(await secretsIn(place.dataDir)).toEqual(["secret"]);

  const [unit] = await unitsOf(place);
  const another = openVault(FIRST).encrypt(placeOf("units.value", unit?.fingerprint ?? ""), "another ID");
  const ofUnit = `where id = ${unit?.id}`;
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
      `update units set value = (select secrets from payment_methods where name = 'razorpay') ${ofUnit}`,
      "",
      /^ID \d+ cannot be read with this shop's secret/,
    ],
    [`update units set value = '\\x${another.toString("hex")}' ${ofUnit}`, "", /^ID \d+: its value is not the one of its fingerprint/],
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

function unitsOf({ databaseUrl }: Place): Promise<{ id: string; fingerprint: Buffer }[]> {
  const units = "select id, fingerprint from units where value is not null order by id";
  return withClient(databaseUrl, async (client) => (await client.query(units)).rows);
}

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
      await client.query(`create schema kept; create table kept.ledger as table ledger; create table kept.stock as table product_stock;
        alter table kept.stock drop column is_mostly_held`);
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

/**
 * Appends a row as an attacker with the old secret could, and adjusts the end of the product's
 * chain as well as they can.
 */
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

/** Changes the database directly, with triggers disabled. */
async function behind({ databaseUrl }: Place, work: (client: Client) => Promise<unknown>): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await work(client);
  });
}
