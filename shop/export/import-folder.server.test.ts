import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import type { OpenServices } from "#server/start/services.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { goOnRecalls } from "#shop/orders/recalls/go-on-recalls.server.ts";
import { readRecall } from "#shop/orders/recalls/read-recall.server.ts";
import { recallImport, undoRecall } from "#shop/orders/recalls/recall-import.server.ts";
import { eraseOld } from "#shop/orders/retention/erase-old-orders.server.ts";
import { changePage } from "#shop/pages/change-page.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { findBatch } from "#shop/stock/imports/find-batches.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyFile, everyRow } from "#tests/support/database/every-row.ts";
import { anEncryptedShop, type EncryptedShop } from "#tests/support/secret/encrypted-shop.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, aHelper, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { asSuggested, checkedImport } from "#tests/support/shop/imports.ts";
import { aDataFolder, openShopOn } from "#tests/support/shop/opened-shop.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { paidOnline, settled as payingWith, someMoney } from "#tests/support/shop/payments.ts";
import { settled } from "#tests/support/shop/settled.ts";
import { exportFolder } from "./export-folder.server.ts";
import { importFolder } from "./import-folder.server.ts";

/** Each test creates shops of its own. */
vi.setConfig({ testTimeout: 90_000 });

type ShopLocation = { databaseUrl: string; dataDir: string };
const aLocation = async (): Promise<ShopLocation> => ({
  databaseUrl: await anEmptyDatabase({ isMigrated: true }),
  dataDir: await aDataFolder(),
});

/** Starts a shop for some work and stops it again. */
async function whileOpen<T>({ databaseUrl, dataDir }: ShopLocation, work: (services: OpenServices) => Promise<T>): Promise<T> {
  const services = await openShopOn(databaseUrl, { dataDir });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-export-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A shop with all kinds of rows and one hidden product, and the folder of its export. */
async function anExport(): Promise<{ location: ShopLocation; folder: string; of: EncryptedShop }> {
  const [location, folder] = [await aLocation(), await aFolder()];
  await chmod(folder, 0o755);
  const of = await whileOpen(location, async (services) => {
    const made = await anEncryptedShop(services);
    await aProduct({ services }, { name: "=2*3", ids: ["-1", "'=x", 'ID, with  "quotes"'] });
    await services.db.$client.query(
      "insert into credentials (id, account_id, provider_id, user_id, password, created_at, updated_at) values ('c', $1, 'credential', $1, 'salt:hash', now(), now())",
      [made.admin.userId],
    );
    const till = { kind: "admin", rights: "all", userId: "api-key:till", email: "API key “Till” of the owner" } as const;
    expect(await addIds(services, till, { productId: made.productId, ids: ["'+by-key"] }, undefined, "api")).toMatchObject({ ok: true });
    await services.db.$client.query(
      `insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, unlocked_by,
          created_at, processed_at, approved_by, is_from_old_shop, short_by)
        values ('old', 'REQ-1', 'approved', $1, 'Of the shop before', 1, 100, 7, 'request', '{}', '1970-01-01Z', '9999-12-31 23:59:59.999999Z', $2, true, 1)`,
      [made.productId, till.userId],
    );
    await services.db.$client.query(
      `insert into emails (id, kind, facts, state, created_at) values ('odd', 'order-placed', '{"__proto__": {"a": null}, "n": 0.1}', 'kept', now())`,
    );
    await services.db.$client.query(
      "update shop_settings set name = 'Asha’s shop', erase_ids_days = 1, erase_codes_days = 1, updated_at = now()",
    );
    const terms = { title: "Terms", html: "<p>Pay first.</p>", isPublished: true };
    for (const language of ["en", "hi"])
      expect(await changePage(services, made.admin, { slug: "terms", language }, terms)).toMatchObject({ ok: true });
    const gone = await aPendingOrder({ services }, { productId: made.productId });
    const ids = await reservedValuesOf(services, gone.requestCode);
    await approveOrder(services, made.admin, gone.requestCode, {
      ids,
      faulty: [],
      downloadLink: null,
      confirmed: true,
      idsConfirmed: true,
    });
    await services.db.$client.query("update orders set processed_at = processed_at - interval '9 days' where request_code = $1", [
      gone.requestCode,
    ]);
    await services.db.$client.query(
      "update order_units set delivered_at = delivered_at - interval '9 days' where order_id = (select id from orders where request_code = $1)",
      [gone.requestCode],
    );
    forgetSettings(services);
    expect(await eraseOld(services)).toBe(1);
    return made;
  });
  await exported(location, folder);
  return { location, folder, of };
}

const exported = (location: ShopLocation, folder: string) =>
  whileOpen(location, (services) => exportFolder({ ...services, databaseUrl: location.databaseUrl }, folder));

/** Creates an empty shop, with a secret of its own, and imports a folder into it. */
async function imported(folder: string): Promise<ShopLocation> {
  const location = await aLocation();
  await importInto(location, folder);
  return location;
}

async function importInto(location: ShopLocation, folder: string): Promise<void> {
  const { vault, longJobsFiles: files } = await whileOpen(location, async (services) => services);
  await importFolder({ databaseUrl: location.databaseUrl, vault, files }, folder);
  await whileOpen(location, settled);
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name !== "export.json") contents[path.slice(folder.length)] = await readFile(path, "latin1");
  }
  return contents;
}

test("[S7.3] a whole shop is exported, imported into an empty one under another secret, and exported again: equal row by row and file by file", async () => {
  const { location, folder, of } = await anExport();
  const other = await imported(folder);
  const again = await aFolder();
  await exported(other, again);
  expect(await contentsOf(again)).toEqual(await contentsOf(folder));
  expect(Object.keys(await contentsOf(folder)).filter((name) => name.startsWith("/files/"))).toHaveLength(1);
  expect(await readFile(join(other.dataDir, "secret"))).not.toEqual(await readFile(join(location.dataDir, "secret")));

  await whileOpen(other, async (services) => {
    expect(await faultsOf({ services })).toEqual([]);
    const link = aGuest({ accessKey: of.approved.accessKey });
    expect(await findOrder(services, link, of.approved.requestCode)).toMatchObject({ deliveredIds: [{ value: of.deliveredId }] });
    const admin = await anAdmin({ services });
    const own = asSuggested(await readFile(join(folder, "ids.csv"), "utf8"));
    const checked = await checkIds(services, admin, { productId: of.productId, supplier: "", note: "", cost: null, ...own });
    const report = checked.ok ? (await findBatch(services, anOwner, checked.value.batchId))?.report : null;
    expect(report, "of its own export nothing is new, wherever an ID is").toEqual({ inStock: 10, elsewhere: 3, handedOver: 2 });
    expect(await addIds(services, admin, { productId: of.productId, ids: of.deliveredId })).toMatchObject({
      value: { added: 0, skipped: 1 },
    });
    const later = await addIds(services, admin, { productId: of.productId, ids: "later" });
    expect(later).toMatchObject({ value: { added: 1 } });
    expect(await faultsOf({ services })).toEqual([]);
    expect(await everyFile(services.files)).toEqual(await whileOpen(location, ({ files }) => everyFile(files)));
  });
});

test("[S6.5] nobody else may read what is exported, nothing secret is in it, and a folder that holds something is left alone", async () => {
  const { location, folder, of } = await anExport();
  for (const path of ["", "export.json", "ids.csv", "ids.json", "passwords.json"])
    expect((await stat(join(folder, path))).mode & 0o077, path).toBe(0);
  const secret = await readFile(join(location.dataDir, "secret"), "utf8");
  const all = Object.values(await contentsOf(folder)).join("\n");
  for (const hidden of [secret, of.factorKey, of.resetToken, of.approved.accessKey ?? secret]) expect(all).not.toContain(hidden);
  await expect(exported(location, folder)).rejects.toThrow("is not empty");
});

test("a shop that lives is never written over, and a folder that is not whole, or was changed, changes nothing", async () => {
  const { location, folder } = await anExport();
  const before = await everyRow(location.databaseUrl);
  await expect(importInto(location, folder)).rejects.toThrow("A shop lives here already");
  expect(await everyRow(location.databaseUrl)).toEqual(before);

  const empty = await aLocation();
  await whileOpen(empty, async () => {});
  const asItWas = await everyRow(empty.databaseUrl);
  const refuses = async (change: (copy: string) => Promise<unknown>, why: string | RegExp) => {
    const copy = await aFolder();
    await cp(folder, copy, { recursive: true });
    await change(copy);
    await expect(importInto(empty, copy)).rejects.toThrow(why);
    expect(await everyRow(empty.databaseUrl)).toEqual(asItWas);
    expect(await readdir(join(empty.dataDir, "files")).catch(() => [])).toEqual([]);
  };
  const replaced = (name: string, from: string | RegExp, to: string) => async (copy: string) => {
    const text = await readFile(join(copy, name), "utf8");
    expect(text.replace(from, to)).not.toBe(text);
    await writeFile(join(copy, name), text.replace(from, to));
  };
  await refuses((copy) => rm(join(copy, "export.json")), "not the folder of an export, or not whole");
  await refuses(replaced("export.json", '"format": 2', '"format": 9'), "of a newer version");
  await refuses(
    replaced("export.json", /"emails": \d+,\s*/, ""),
    "export.json does not say how many rows emails.json has. Nothing was changed.",
  );
  await refuses(replaced("ids.json", "\n]\n", ""), /ids\.json, line \d+: the file is cut off/);
  await refuses(replaced("orders.json", /"quantity":\d+/, '"quantity":"two"'), "orders.json, line 2: quantity is missing or wrong");
  await refuses(
    replaced("orders.json", /"quantity":2,"pricePaise":(\d+),"totalPaise":\d+/, '"quantity":1,"pricePaise":$1,"totalPaise":$1'),
    /pending for 1 IDs, and holds 2/,
  );
  await refuses(
    replaced("products.json", /\n\{.*\},/, ""),
    /products\.json has \d rows, and export\.json says \d|(imports|ids|orders)\.json, line \d+: .* does not take/,
  );
  await refuses(replaced("orders.json", /"proofKey":"[^"]+"/, '"proofKey":"../../secret"'), "not where a picture may lie");
  await refuses((copy) => rm(join(copy, "emails.json")), "emails.json is missing");
  await refuses((copy) => rm(join(copy, "files"), { recursive: true }), /^files\/\S+ is missing/);
  await refuses(async (copy) => {
    await rename(join(copy, "files"), join(copy, "elsewhere"));
    await symlink(join(copy, "elsewhere"), join(copy, "files"));
  }, /^files\/\S+ is a link/);
  await importInto(empty, folder);
});

/** Changes the row on a line of a file, or repeats the line. */
async function changeRow(folder: string, name: string, line: number, change: object | "twice"): Promise<void> {
  const lines = (await readFile(join(folder, name), "utf8")).split("\n");
  const text = lines[line - 1]?.replace(/,$/, "") ?? "";
  const isLast = !lines[line - 1]?.endsWith(",");
  const row = change === "twice" ? text : JSON.stringify({ ...JSON.parse(text), ...change });
  lines[line - 1] = `${change === "twice" ? `${text},\n` : ""}${row}${isLast ? "" : ","}`;
  await writeFile(join(folder, name), lines.join("\n"));
}

test("[S15.13] a recall comes along with its claims: its IDs stay out in the new shop until it is undone there", async () => {
  const [location, folder] = [await aLocation(), await aFolder()];
  const { productId, importId } = await whileOpen(location, async (services) => {
    const [shop, admin] = [{ services }, await anAdmin({ services })];
    const { id: productId } = await aProduct(shop, { ids: [] });
    const importId = await checkedImport(shop, admin, productId, ["bad-1", "bad-2", "bad-3", "bad-4"]);
    expect(await addBatch(services, admin, importId, ["new"])).toMatchObject({ ok: true });
    const { requestCode } = await aPendingOrder(shop, { productId });
    const given = { ids: ["bad-1"], faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
    expect(await approveOrder(services, admin, requestCode, given)).toMatchObject({ ok: true });
    await aPendingOrder(shop, { productId });
    expect(await recallImport(services, admin, importId, { reason: "used", delivered: "all" })).toMatchObject({ ok: true });
    await goOnRecalls(services);
    return { productId, importId };
  });
  await exported(location, folder);
  const other = await imported(folder);
  await whileOpen(other, async (services) => {
    expect(await faultsOf({ services })).toEqual([]);
    const read = await readRecall(services, anOwner, importId);
    expect(read).toMatchObject({ reason: "used", scope: "all", withdrawn: 2, reserved: 1, claims: 1, undoneAt: null });
    expect(read?.finishedAt).toEqual(expect.any(Date));
    expect(await undoRecall(services, await anAdmin({ services }), importId)).toMatchObject({ ok: true });
    await goOnRecalls(services);
    expect(await booksOf({ services }, productId)).toMatchObject({ free: 2, counter: 2, held: 1, delivered: 1, withdrawn: 0 });
    expect(await faultsOf({ services })).toEqual([]);
  });
});

test("[S13.11] helpers come along with their rights and log in anew; invitations stay behind", async () => {
  const [location, folder] = [await aLocation(), await aFolder()];
  const { owner, helper } = await whileOpen(location, async (services) => {
    const owner = await anAdmin({ services });
    const helper = await aHelper({ services }, ["decide-orders", "see-ids"]);
    await services.db.$client.query(
      `insert into sessions (id, token_hash, user_id, created_at, updated_at, last_seen_at, expires_at)
        values ('s', sha256('s'), $1, now(), now(), now(), now() + interval '1 hour')`,
      [helper.userId],
    );
    await services.db.$client.query(
      `insert into invitations (id, token_hash, name, rights, made_by, made_at, expires_at)
        values ('i', sha256('i'), 'An invited person', '{see-ids}', $1, now(), now() + interval '1 hour')`,
      [owner.userId],
    );
    return { owner, helper };
  });
  await exported(location, folder);
  expect(
    Object.entries(await contentsOf(folder)).filter(([name, text]) => name.includes("invit") || text.includes("invited person")),
  ).toEqual([]);
  await whileOpen(await imported(folder), async (services) => {
    const { rows } = await services.db.$client.query(
      `select role, rights, (select count(*)::integer from sessions) as sessions, (select count(*)::integer from invitations) as invitations
        from users where id = any($1) order by role`,
      [[owner.userId, helper.userId]],
    );
    const none = { sessions: 0, invitations: 0 };
    expect(rows).toEqual([
      { role: "admin", rights: [], ...none },
      { role: "helper", rights: ["decide-orders", "see-ids"], ...none },
    ]);
    expect(await faultsOf({ services })).toEqual([]);
  });
});

test("[S7.3] a row that no form accepts, whose key is there already or that points at nothing is refused with its file and line, and nothing is written", async () => {
  const { folder } = await anExport();
  const empty = await aLocation();
  await whileOpen(empty, async () => {});
  const asItWas = await everyRow(empty.databaseUrl);
  const refusals: [name: string, line: number, change: object | "twice", wrong: RegExp][] = [
    ["settings.json", 2, { timeZone: "Mars/Olympus" }, /timeZone is missing or wrong/],
    ["products.json", 3, { description: '<meta http-equiv="refresh" content="0;url=//evil.example">' }, /description holds HTML/],
    ["products.json", 2, { image: "/product-images/../x.webp" }, /image is no picture/],
    ["ids.json", 3, { id: "" }, /id is no ID/],
    ["ids.json", 4, { id: "one\ntwo" }, /id is no ID/],
    ["ids.json", 2, { number: Number.MAX_SAFE_INTEGER }, /number is missing or wrong/],
    ["ids.json", 3, { productId: "nowhere" }, /violates foreign key/],
    ["audit.json", 3, { action: "unknown-action" }, /action is no action of the shop/],
    ["orders.json", 3, { downloadLink: "javascript:alert(1)" }, /downloadLink is no web address/],
    ["customers.json", 2, { role: "owner" }, /the database does not take this .*violates check constraint "users_role_check"/],
    ["customers.json", 2, { role: "helper", rights: ["everything"] }, /rights has an unknown right/],
    ["customers.json", 2, { role: "customer", rights: ["see-ids"] }, /rights is not empty, of a customer/],
    ["customers.json", 2, { role: "admin", rights: ["see-ids"] }, /rights is not empty, of an owner/],
    ["orders.json", 2, { userId: "nobody" }, /violates foreign key/],
    ["payment-fingerprints.json", 2, { orderId: "nowhere" }, /violates foreign key/],
  ];
  for (const [name, line, change, wrong] of refusals) {
    const copy = await aFolder();
    await cp(folder, copy, { recursive: true });
    await changeRow(copy, name, line, change);
    const refusal = await importInto(empty, copy).then(String, (error: Error) => error.message);
    expect(refusal).toMatch(wrong);
    expect(refusal).toMatch(new RegExp(`^${name}, line ${line}: .* Nothing was changed\\.$`));
    expect(await everyRow(empty.databaseUrl), name).toEqual(asItWas);
  }
  const copy = await aFolder();
  await cp(folder, copy, { recursive: true });
  await changeRow(copy, "passwords.json", 2, { password: "old$77$c2FsdA==$aGFzaA==" });
  await expect(importInto(empty, copy)).rejects.toThrow(
    /password of account \S+: its key of old passwords is missing\. Nothing was changed/,
  );
  expect(await everyRow(empty.databaseUrl)).toEqual(asItWas);
  for (const name of ["ids.json", "orders.json", "customers.json", "products.json"]) {
    const copy = await aFolder();
    await cp(folder, copy, { recursive: true });
    await changeRow(copy, name, 2, "twice");
    await expect(importInto(empty, copy), name).rejects.toThrow(new RegExp(`^${name}, line 3: .*(duplicate key|is that of number)`));
    expect(await everyRow(empty.databaseUrl), name).toEqual(asItWas);
  }
});

test("[S7.3] [S10.15] a refund that an earlier version gave no credit note has the next one after the import", async () => {
  const [location, folder] = [await aLocation(), await aFolder()];
  await whileOpen(location, async (services) => {
    const order = await paidOnline({ services }, await aPendingOrder({ services }));
    const { paymentId } = await payingWith(services, someMoney(order.id));
    for (const amount of [100, 200]) {
      const form = { how: "by hand", reference: "NEFT", reason: null, left: null, amount } as const;
      expect(await refundPayment(services, await anAdmin({ services }), paymentId ?? "", form)).toMatchObject({ ok: true });
    }
  });
  await withClient(location.databaseUrl, (client) =>
    client.query("delete from credit_notes where number = 2; update credit_note_counters set last = 1"),
  );
  await exported(location, folder);
  const other = await imported(folder);
  const { rows } = await withClient(other.databaseUrl, (client) =>
    client.query("select number, paise::integer from credit_notes order by 1"),
  );
  expect(rows).toEqual([
    { number: 1, paise: 100 },
    { number: 2, paise: 200 },
  ]);
  await whileOpen(other, async (services) => expect(await faultsOf({ services })).toEqual([]));
});

test("a picture that was missing when the shop was exported does not prevent its import", async () => {
  const { location } = await anExport();
  await rm(join(location.dataDir, "files"), { recursive: true });
  const without = await aFolder();
  const { missingFiles } = await exported(location, without);
  expect(missingFiles).toHaveLength(1);
  const again = await aFolder();
  expect(await exported(await imported(without), again)).toMatchObject({ missingFiles });
  expect(await contentsOf(again)).toEqual(await contentsOf(without));
});
