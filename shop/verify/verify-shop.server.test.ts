import { rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { idFingerprint } from "#shop/stock/books/id-fingerprint.server.ts";
import { asOwner, behindTheRules, faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aHelper, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
  const { rows } = await query(
    `select table_name as name, string_agg(column_name, ', ') as columns from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  );
  for (const { name, columns } of rows) if (columnsOf.has(name)) columnsOf.set(name, columns);
});
afterAll(() => shop.close());

type Names = { product: string; pending: string; approved: string; id: string; orderId: string };

/**
 * A product with 3 free IDs, an order with 2 reserved ones, and an order with 2 delivered ones, one
 * of them replaced.
 */
async function aSmallShop(): Promise<Names> {
  const { id: product } = await aProduct(shop, { ids: Array.from({ length: 8 }, (_, n) => `secret-${crypto.randomUUID()}-${n}`) });
  const approved = await aPendingOrder(shop, { productId: product, quantity: 2 });
  const ids = await reservedValuesOf(shop.services, approved.requestCode);
  await approveOrder(shop.services, admin, approved.requestCode, {
    ids,
    faulty: [],
    downloadLink: null,
    confirmed: true,
    idsConfirmed: true,
  });
  await replaceId(shop.services, admin, approved.requestCode, { faulty: ids[0] ?? "", id: null });
  const pending = await aPendingOrder(shop, { productId: product, quantity: 2 });
  const { rows: free } = await query("select unit_id::text as id from free_units where product_id = $1 order by unit_id limit 1", [
    product,
  ]);
  return { product, pending: pending.requestCode, orderId: pending.id, approved: approved.requestCode, id: free[0]?.id };
}

/** The tables that tests damage and repair, with their columns. */
const columnsOf = new Map(
  ["ledger", "product_stock", "units", "free_units", "orders", "order_units", "replacements", "claims", "emails"].map((name) => [
    name,
    "*",
  ]),
);

const query = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values);

/**
 * Changes the shop with triggers disabled and restores it afterwards, so that each fault is seen on
 * its own.
 */
async function whileBroken(text: string, check: () => Promise<void>): Promise<void> {
  const each = (statements: (name: string, columns: string) => string) =>
    [...columnsOf].map(([name, columns]) => statements(name, columns)).join(";");
  await behindTheRules(shop, `create schema kept; ${each((name) => `create table kept.${name} as table ${name}`)}; ${text}`);
  try {
    await check();
  } finally {
    const back = each(
      (name, columns) =>
        `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
    );
    await behindTheRules(shop, `${back}; drop schema kept cascade`);
  }
}

test("a whole shop has no fault", async () => {
  await aSmallShop();
  expect(await faultsOf(shop)).toEqual([]);
});

const book = (of: Names, name: string, counter: number, count: number) =>
  `product ${of.product}: ${name} is ${counter} by the counter and ${count} by counting`;

const withoutCheckOfTotal = `do $$ begin execute (select 'alter table orders drop constraint ' || conname from pg_constraint
  where conrelid = 'orders'::regclass and pg_get_constraintdef(oid) like '%total_paise = (price_paise%'); end $$`;

const ofOrder = (requestCode: string) => `order_id = (select id from orders where request_code = '${requestCode}')`;

/** Direct changes to the database, and every fault that `verify` then reports. */
const broken: [string, (of: Names) => string, (of: Names) => string[]][] = [
  [
    "a lost ID",
    ({ id }) => `delete from free_units where unit_id = ${id}`,
    (of) => [`ID ${of.id}: neither available, reserved, delivered nor withdrawn`, book(of, "available", 3, 2), book(of, "free", 3, 2)],
  ],
  [
    "an ID that is free and held",
    ({ id, orderId }) => `insert into order_units (unit_id, order_id) values (${id}, '${orderId}')`,
    (of) => [
      `ID ${of.id}: at once available and in order ${of.pending}`,
      `ID ${of.id}: reserved, and the ledger says imported`,
      `order ${of.pending}: pending for 2 IDs, and holds 3 and was given 0`,
      book(of, "reserved", 2, 3),
    ],
  ],
  [
    "an ID that is free and faulty",
    ({ id }) => `update units set withdrawn = 'faulty', withdrawn_at = now() where id = ${id}`,
    (of) => [`ID ${of.id}: at once available and faulty`, `ID ${of.id}: faulty, and the ledger says imported`, book(of, "withdrawn", 1, 2)],
  ],
  [
    "a counter that lies",
    ({ product }) => `update product_stock set available = 9 where product_id = '${product}'`,
    (of) => [book(of, "available", 9, 3)],
  ],
  [
    "an erased ID",
    ({ id }) => `delete from free_units where unit_id = ${id}; delete from units where id = ${id}`,
    (of) => [
      `ledger of product ${of.product}: an ID that was imported is not in the books`,
      book(of, "available", 3, 2),
      book(of, "free", 3, 2),
      book(of, "imported", 8, 7),
    ],
  ],
  [
    "an ID that nobody imported",
    ({ product }) => `insert into units (product_id, value, fingerprint, imported_at, withdrawn, withdrawn_at)
      overriding system value select product_id, value, sha256(fingerprint), now(), 'removed', now() from units where product_id = '${product}' limit 1`,
    (of) => [
      expect.stringMatching(/^ID \d+: its value cannot be read with this shop's secret$/) as unknown as string,
      expect.stringMatching(/^ID \d+: removed, and the ledger knows nothing of it$/) as unknown as string,
      book(of, "imported", 8, 9),
      book(of, "withdrawn", 1, 2),
    ],
  ],
  [
    "a value that was changed",
    ({ id }) => `update units set value = '\\x01ff' where id = ${id}`,
    (of) => [`ID ${of.id}: its value cannot be read with this shop's secret`],
  ],
  [
    "an email whose address was changed",
    () =>
      "insert into emails (id, kind, recipient, facts, state, created_at, sent_at) values ('e1', 'order-placed', '\\x01ff', '{}', 'sent', now(), now())",
    () => ["email e1: recipient cannot be read with this shop's secret"],
  ],
  [
    "a total that is wrong",
    ({ approved }) => `${withoutCheckOfTotal}; update orders set total_paise = 1 where request_code = '${approved}'`,
    (of) => [`order ${of.approved}: its total is not its price times its quantity`],
  ],
  [
    "an approval without IDs",
    ({ pending }) => `update orders set status = 'approved', processed_at = now(), approved_by = 'x' where request_code = '${pending}'`,
    (of) => [
      `order ${of.pending}: approved with 2 IDs, and was given 0 and holds 2`,
      `order ${of.pending}: approved, and it has no receipt`,
    ],
  ],
  [
    "IDs that outlive their order",
    ({ pending }) => `update orders set status = 'cancelled', cancelled_at = now() where request_code = '${pending}'`,
    (of) => [`order ${of.pending}: cancelled, and has 2 IDs`],
  ],
  [
    "a replacement that is forgotten",
    ({ approved }) => `update replacements set unit_id = 0 where order_id = (select id from orders where request_code = '${approved}')`,
    () => [expect.stringMatching(/^replacement \d+: its order does not have the new ID$/) as unknown as string],
  ],
  [
    "a claim that is missing",
    ({ approved }) => `update claims set number = 3 where ${ofOrder(approved)}`,
    (of) => [`claims of order ${of.approved}: 1 claims, of which the last is number 3`],
  ],
  [
    "a claim of an order that is not approved",
    ({ approved, orderId }) => `update claims set order_id = '${orderId}', state = 'withdrawn' where ${ofOrder(approved)}`,
    (of) => [`claim ${of.pending}-C1: of an order that is not approved`],
  ],
  [
    "a claim whose message is gone",
    ({ approved }) => `update claims set message_number = 1 where ${ofOrder(approved)}`,
    (of) => [`claim ${of.approved}-C1: its message is missing`],
  ],
  [
    "a swapped claim whose ID was not replaced",
    ({ approved }) => `update claims set position = 1 where ${ofOrder(approved)}`,
    (of) => [`claim ${of.approved}-C1: swapped, and its ID was not replaced`],
  ],
  [
    "an open claim of an ID that is gone",
    ({ approved }) => `update claims set state = 'open', decided_at = null, decided_by = null where ${ofOrder(approved)}`,
    (of) => [`claim ${of.approved}-C1: open, and its ID is not in its place in the order`],
  ],
  [
    "an open claim of erased IDs",
    ({ approved }) => `update claims c set state = 'open', decided_at = null, decided_by = null, unit_id = h.unit_id from order_units h
      where h.order_id = c.order_id and h.position = c.position and c.${ofOrder(approved)};
      update orders set ids_erased_at = now() where request_code = '${approved}'`,
    (of) => [
      ...[1, 2, 3].map(() => expect.stringMatching(/^ID \d+: its order says that it was erased$/) as unknown as string),
      `claim ${of.approved}-C1: open, and the IDs of its order are erased`,
    ],
  ],
  [
    "a changed row of the ledger",
    ({ product }) => `update ledger set admin_id = 'another' where product_id = '${product}' and seq = 3`,
    (of) => [`ledger of product ${of.product}, row 3: changed, or not written by this shop`],
  ],
  [
    "a missing row of the ledger",
    ({ product }) => `delete from ledger where product_id = '${product}' and seq = 2`,
    (of) => [`ledger of product ${of.product}: row 2 is missing`],
  ],
  [
    "a ledger whose end was cut off",
    ({ product }) => `delete from ledger where product_id = '${product}' and seq > 6`,
    (of) => [...heldUnrecorded, `ledger of product ${of.product}: row 7 is missing`],
  ],
  [
    "a ledger whose end was cut off, and the stock row made to fit",
    ({ product }) => `delete from ledger where product_id = '${product}' and seq > 6;
      update product_stock s set ledger_seq = 6, ledger_mac = (select mac from ledger l where l.product_id = s.product_id and seq = 6) where product_id = '${product}'`,
    (of) => [...heldUnrecorded, `ledger of product ${of.product}: its end was changed: rows may have been cut off`],
  ],
  [
    "a row that somebody added to the ledger",
    ({ product }) =>
      `insert into ledger select product_id, 8, 'reserved', fingerprints, order_id, null, at, mac from ledger where product_id = '${product}' and seq = 7`,
    (of) => [
      ...[1, 2].map(() => expect.stringMatching(/^ID \d+: row 8 of the ledger says reserved after reserved$/) as unknown as string),
      `ledger of product ${of.product}, row 8: changed, or not written by this shop`,
      `ledger of product ${of.product}: it has 8 rows, and its end says 7`,
    ],
  ],
];
/**
 * Moves a delivered ID out of its order and another one in, as plain SQL could before the database
 * forbade it; then runs `then`.
 */
const outOfItsOrder = ({ product, approved, id }: Names, then: string) => `set session_replication_role = origin;
  alter table order_units disable trigger delivered_for_good;
  create temp table given as select u.*, h.order_id, h.position from order_units h join units u on u.id = h.unit_id
    where h.order_id = (select id from orders where request_code = '${approved}') order by h.position limit 1;
  begin;
  delete from order_units where unit_id = (select id from given);
  delete from free_units where unit_id = ${id};
  insert into order_units (unit_id, order_id, delivered_at, position) select ${id}, order_id, now(), position from given;
  update replacements set unit_id = ${id} where unit_id = (select id from given);
  ${then.replaceAll("PRODUCT", product)};
  commit;
  alter table order_units enable trigger delivered_for_good; drop table given`;

const backInStock = [
  [
    "a delivered ID whose row was deleted and entered anew",
    `delete from units where id = (select id from given);
     insert into units (product_id, value, fingerprint, imported_at) select product_id, value, fingerprint, now() from given;
     set local session_replication_role = replica;
     insert into free_units select u.product_id, u.id from units u join given using (fingerprint);
     update product_stock set free = free + 1 where product_id = 'PRODUCT'`,
    ["imported after erased, and it was delivered once"],
  ],
  [
    "a delivered ID that was taken out of the stock and restored",
    `update units set withdrawn = 'removed', withdrawn_at = now() where id = (select id from given);
     update units set withdrawn = null, withdrawn_at = null where id = (select id from given);
     insert into free_units select 'PRODUCT', id from given`,
    ["removed after replaced", "restored after removed, and it was delivered once"],
  ],
] as const;

test.each(backInStock)("%s is named, though books and ledger end alike", async (_name, then, wrong) => {
  const of = await aSmallShop();
  await whileBroken(outOfItsOrder(of, then), async () => {
    const said = await faultsOf(shop);
    expect(said).toEqual(
      wrong.map((what) => expect.stringMatching(new RegExp(`^ID \\d+: row \\d+ of the ledger says ${what}$`)) as unknown as string),
    );
  });
  expect(await faultsOf(shop)).toEqual([]);
});

test("an ID that another product has sold is named", async () => {
  const of = await aSmallShop();
  const { id: other } = await aProduct(shop, { ids: [] });
  const sold = `(select fingerprint from units u join order_units h on h.unit_id = u.id where h.delivered_at is not null and u.product_id = '${of.product}' limit 1)`;
  await whileBroken(
    `set session_replication_role = origin; select ledger_write('${other}', 'imported', null, array[${sold}], 0, 0, 0, 0)`,
    async () => {
      const both = expect.stringContaining(": the ledger has it in the products ");
      expect(await faultsOf(shop)).toEqual([both, `ledger of product ${other}: an ID that was imported is not in the books`]);
    },
  );
});

test("a rule of the database that is switched off is named", async () => {
  await asOwner(shop, (client) => client.query("alter table units disable trigger units_changed"));
  expect(await faultsOf(shop)).toEqual(["table units: its rule units_changed is switched off"]);
  await asOwner(shop, (client) => client.query("alter table units enable trigger units_changed"));
  expect(await faultsOf(shop)).toEqual([]);
});

const heldUnrecorded = [1, 2].map(() => expect.stringMatching(/^ID \d+: reserved, and the ledger says imported$/) as unknown as string);

test.each(broken)("%s is named", async (_name, breakIt, faults) => {
  const of = await aSmallShop();
  await whileBroken(breakIt(of), async () => {
    const said = await faultsOf(shop);
    expect(said).toEqual(faults(of));
    expect(said.join()).not.toContain("secret-");
  });
  expect(await faultsOf(shop)).toEqual([]);
});

test("a picture that is missing and one that belongs to nobody are named", async () => {
  const { id: productId } = await aProduct(shop);
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const proof = { filename: "a.jpg", bytes };
  const order = await aPendingOrder(shop, { productId, paymentMethod: "amazon", giftCardCode: "ABCDEFGHIJKLMN", proof });
  const { rows } = await query("select proof_key as key from orders where id = $1", [order.id]);
  const key: string = rows[0].key;
  const forgotten = `proofs/${"f".repeat(48)}.webp`;
  await shop.services.files.put(forgotten, bytes);
  expect(await faultsOf(shop)).toEqual([]);

  const long = new Date("2020-01-01");
  for (const file of [key, forgotten]) await utimes(join(shop.filesFolder, file), long, long);
  expect(await faultsOf(shop)).toEqual([`file ${forgotten}: nothing in the shop has it`]);
  await rm(join(shop.filesFolder, key));
  await shop.services.files.remove(forgotten);
  expect(await faultsOf(shop)).toEqual([`order ${order.requestCode}: its file ${key} is missing`]);
  await shop.services.files.put(key, bytes);
});

test("[S13.11] rights of a customer, an unknown right, an owner with a list and a helper without one are named", async () => {
  const [customer, owner] = [await aCustomer(shop), await anAdmin(shop)];
  const [known, unable] = [await aHelper(shop, ["see-ids"]), await aHelper(shop, ["see-ids"])];
  expect(await faultsOf(shop)).toEqual([]);
  const constraint = "alter table users drop constraint users_rights_check";
  const give = (userId: string, rights: string) => `update users set rights = '${rights}' where id = '${userId}'`;
  await behindTheRules(
    shop,
    [
      constraint,
      give(customer.userId, "{read-orders}"),
      give(owner.userId, "{read-orders}"),
      give(known.userId, "{everything}"),
      give(unable.userId, "{}"),
    ].join(";"),
  );
  expect((await faultsOf(shop)).sort()).toEqual(
    [
      `account ${customer.userId}: rights is not empty, of a customer`,
      `account ${owner.userId}: rights is not empty, of an owner`,
      `account ${known.userId}: rights has an unknown right`,
      `account ${unable.userId}: rights is empty, of a helper`,
    ].sort(),
  );
  const ids = [customer, owner, known, unable].map(({ userId }) => `'${userId}'`).join();
  await behindTheRules(shop, `delete from users where id in (${ids})`);
});

test("[S7.4] a password of the old shop whose key is missing is named", async () => {
  const { userId } = await aCustomer(shop);
  await query(
    "insert into credentials (id, account_id, provider_id, user_id, password, created_at, updated_at) values ($1, $1, 'credential', $1, 'old$77$c2FsdA==$aGFzaA==', now(), now())",
    [userId],
  );
  expect(await faultsOf(shop)).toEqual([`password of account ${userId}: its key of old passwords is missing`]);
  await query("delete from credentials where id = $1", [userId]);
});

test("it checks one snapshot while orders come in", async () => {
  const { id } = await aProduct(shop, { ids: Array.from({ length: 60 }, (_, n) => `rush-${n}`) });
  const orders = Array.from({ length: 30 }, () => aPendingOrder(shop, { productId: id, quantity: 2 }));
  const checks = [faultsOf(shop), faultsOf(shop)];
  await Promise.all(orders);
  for (const check of checks) expect(await check).toEqual([]);
});

test("[S3.9] an ID that waits to be handed over and is longer than forms take is named", async () => {
  const { id } = await aProduct(shop, { ids: ["short"] });
  const long = "x".repeat(501);
  const print = idFingerprint(shop.services.vault, long);
  await behindTheRules(shop, "update units set value = $2, fingerprint = $3 where product_id = $1", [
    id,
    shop.services.vault.encrypt(placeOf("units.value", print), long),
    print,
  ]);
  const { rows } = await query("select id from units where product_id = $1", [id]);
  expect(await faultsOf(shop)).toContain(`ID ${rows[0].id}: its value is no ID that a form accepts`);
});
