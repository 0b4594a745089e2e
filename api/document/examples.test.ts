import { createHmac, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { staticAssets } from "#server/http/files/static-assets.ts";
import { createHost } from "#server/http/host.ts";
import { setPassword } from "#shop/accounts/passwords/set-password.server.ts";
import { sessionCookieName } from "#shop/accounts/sessions/cookies.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { openClaims } from "#shop/orders/claims/open-claims.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { writeAsBuyer, writeAsShop } from "#shop/orders/messages/write-message.server.ts";
import { uploadStatement } from "#shop/orders/payment/statements/upload-statement.server.ts";
import { changePage } from "#shop/pages/change-page.server.ts";
import type { PageSlug } from "#shop/pages/page.ts";
import { payments } from "#shop/payments/tables.server.ts";
import { rightNames, scopeNames } from "#shop/rights.ts";
import { changeSettings } from "#shop/settings/change-settings.server.ts";
import type { SettingsForm } from "#shop/settings/settings-form.ts";
import { anApiKey } from "#tests/support/accounts/api-key.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { switchRazorpayOn } from "#tests/support/shop/razorpay.ts";
import { openTestShop, TEST_SECRET } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";
import { createApi } from "../app.ts";
import { callDescriptions } from "./call-descriptions.ts";
import { examples, statementExample } from "./examples.ts";

const ORIGIN = "http://localhost:4700";
const NEW_YEAR = new Date("2026-01-01T00:00:00Z");

type Media = { schema?: object; example?: unknown };
type Operation = {
  operationId?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema?: object; example?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};

const { api, document: describe } = createApi();
const document = JSON.parse(JSON.stringify(describe()));
const calls = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, method, path, operation })),
);

/** The hash of the owner's password, made once for all shops. */
let passwordHash: Promise<string> | undefined;

/** A shop, on New Year's Day, with everything that the examples mention. */
async function openExampleShop() {
  const shop = await openTestShop();
  const { services } = shop;
  const auth = openAuth(services, { appUrl: ORIGIN, secret: TEST_SECRET });
  const pages = async () => new Response();
  const host = createHost({ services, config: { appUrl: ORIGIN, trustProxy: 0 }, auth }, { api, pages, assets: staticAssets(null) });
  const query = (text: string, values: unknown[] = []) => services.db.$client.query(text, values);
  const admin = await anAdmin(shop, { email: "owner@shop.example" });
  const customer = await aCustomer(shop, { email: "asha@example.com" });

  shop.setNow(new Date(NEW_YEAR.getTime() - DAY_MS));
  const { id: productId } = examples["GET /api/products/{id}"].parameters;
  const ids = Array.from({ length: 5 }, (_, n) => `RA-${1001 + n}`);
  await aProduct(shop, { id: productId, name: "Regular account ID", price: 99, description: "<p>One traveller.</p>", ids });
  await aProduct(shop, { id: examples["DELETE /api/admin/products/{id}"].parameters.id, name: "Old account ID", ids: ["OA-1"] });
  const bought = await aPendingOrder(shop, { visitor: customer, productId });
  const form = { ids: ["RA-1001"], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(services, admin, bought.requestCode, form)).toMatchObject({ ok: true });
  await rename(bought.requestCode, examples["POST /api/admin/orders/{requestCode}/payment"].parameters.requestCode);

  const set = examples["GET /api/admin/settings"].answer;
  await changeSettings(services, admin, {
    ...set,
    takesUpi: undefined,
    takesRazorpay: undefined,
    takesStripe: undefined,
    changedAt: undefined,
  } as SettingsForm);
  await switchUpiOn(shop);
  const { slug, language, title, html } = examples["GET /api/admin/pages/{slug}"].answer;
  await changePage(services, admin, { slug: slug as PageSlug, language }, { title, html, isPublished: true });
  await switchRazorpayOn(shop);

  shop.setNow(NEW_YEAR);
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
  const card = { paymentMethod: "amazon" as const, giftCardCode: "ABCD1234EFGH", proof: { filename: "card.png", bytes } };
  const waiting = await aPendingOrder(shop, { visitor: aGuest(), productId, quantity: 2, email: "asha@example.com", ...card });
  await rename(waiting.requestCode, examples["GET /api/orders/{requestCode}"].parameters.requestCode);
  const buyer = aGuest({ accessKey: waiting.accessKey });
  const { requestCode: aboutCode } = examples["GET /api/orders/{requestCode}/messages"].parameters;
  const [asked, question] = examples["GET /api/orders/{requestCode}/messages"].answer.messages.map(({ text }) => text);
  await writeAsBuyer(services, buyer, aboutCode, { text: asked ?? "", picture: { filename: "card.png", bytes } });
  await writeAsShop(services, admin, aboutCode, { text: question ?? "", asks: "words" });
  await aProduct(shop, { id: "day", name: "Day account ID", price: 149, ids: ["DA-1", "DA-2"] });
  const byUpi = await aPendingOrder(shop, { visitor: aGuest(), productId: "day", paymentMethod: "upi" });
  await rename(byUpi.requestCode, examples["POST /api/orders/{requestCode}/utr"].parameters.requestCode);
  const toAsk = await aPendingOrder(shop, { visitor: aGuest(), productId: "day" });
  await rename(toAsk.requestCode, examples["POST /api/admin/orders/{requestCode}/payment-request"].parameters.requestCode);
  await query("update products set hidden_at = $1 where id = 'day'", [NEW_YEAR]);
  const { id, reference, payer, amount } = examples["GET /api/admin/payments"].answer.payments[0];
  await services.db.insert(payments).values({
    id,
    reference,
    paise: amount * 100,
    source: "upi",
    currency: "INR",
    paidAt: NEW_YEAR,
    receivedAt: NEW_YEAR,
    payer: services.vault.encrypt(placeOf("payments.payer", id), payer),
    state: "review",
    problem: "unknown",
  });
  const file = { name: "nov.csv", size: statementExample.length, stream: () => new Blob([statementExample]).stream() };
  const uploaded = await uploadStatement(services, admin, { bank: "hdfc", columns: {} }, file);
  const { statementId } = examples["GET /api/admin/statements/{statementId}"].parameters;
  await query(
    `with renamed as (insert into statements select $2, bank, file_name, state, columns, lines, known_lines, admin_id, uploaded_at
       from statements where id = $1 returning id)
     update statement_lines set statement_id = renamed.id from renamed`,
    [uploaded.ok && uploaded.value.statementId, statementId],
  );
  await aProduct(shop, { id: "week", name: "Week account ID", price: 199, ids: ["WA-1"] });
  const byProvider = await aPendingOrder(shop, { visitor: aGuest(), productId: "week", paymentMethod: "razorpay" });
  await rename(byProvider.requestCode, examples["POST /api/orders/{requestCode}/payment-attempts"].parameters.requestCode);
  await query("update products set hidden_at = $1 where id = 'week'", [NEW_YEAR]);
  const { parameters, body: doesNotWork } = examples["POST /api/orders/{requestCode}/claims"];
  expect(await openClaims(services, customer, parameters.requestCode, doesNotWork)).toMatchObject({ ok: true });
  await addPeople();
  const [forwarder] = examples["GET /api/admin/alert-forwarders"].answer.forwarders;
  await query(
    "insert into alert_forwarders (id, name, secret_hash, senders, account_digits, made_by, made_at) values ($1, $2, sha256('secret'), $3, $4, $5, $6)",
    [forwarder?.id, forwarder?.name, forwarder?.senders, forwarder?.accountDigits, admin.userId, NEW_YEAR],
  );
  await query(
    "insert into batches (id, product_id, way, state, created_at) select id, $1, 'page', 'added', $2 from unnest($3::text[]) as id",
    ["week", NEW_YEAR, ["i-ravi-1", "i-ravi-2"]],
  );
  await query("insert into recalls (id, batch_id, at, by, reason, scope) values ('r', 'i-ravi-2', $1, $2, 'used', 'none')", [
    NEW_YEAR,
    admin.userId,
  ]);
  const [supplier] = examples["GET /api/admin/suppliers"].answer.suppliers;
  await query("insert into suppliers (id, name) values ($1, $2)", [supplier?.id, supplier?.name]);
  const cookies = { admin: await sessionOf(admin.userId), customer: await sessionOf(customer.userId) };

  async function addPeople(): Promise<void> {
    const { currentPassword } = examples["POST /api/admin/people"].body;
    passwordHash ??= auth.hash(currentPassword);
    const row = { userId: admin.userId, passwordHash: await passwordHash, at: NEW_YEAR };
    await inTransaction(services.db, (tx) => setPassword(tx, row));
    // Those who switched the payment methods on.
    await query("update users set role = 'customer' where role = 'admin' and id <> $1", [admin.userId]);
    const { people, invitations } = examples["GET /api/admin/people"].answer;
    const [helper, open] = [people[1], invitations[0]];
    await query(
      "insert into users (id, name, email, role, rights, disabled, created_at, updated_at) values ($1, $2, $3, 'helper', $4, false, $5, $5)",
      [helper?.id, helper?.name, helper?.email, helper?.rights, NEW_YEAR],
    );
    await query(
      "insert into invitations (id, token_hash, name, rights, made_by, made_at, expires_at) values ($1, sha256('token'), $2, $3, $4, $5, $6)",
      [open?.id, open?.name, open?.rights, admin.userId, NEW_YEAR, open?.expiresAt],
    );
  }

  async function rename(code: string, toCode: string): Promise<void> {
    await query("update orders set request_code = $2 where request_code = $1", [code, toCode]);
  }

  async function sessionOf(userId: string): Promise<string> {
    const token = randomUUID().replaceAll("-", "");
    const [now, end] = [services.now(), new Date(services.now().getTime() + DAY_MS)];
    await query(
      "insert into sessions (id, token_hash, user_id, created_at, updated_at, last_seen_at, expires_at) values ($1, sha256(convert_to($2, 'UTF8')), $3, $4, $4, $4, $5)",
      [randomUUID(), token, userId, now, end],
    );
    const signature = createHmac("sha256", TEST_SECRET).update(token).digest("base64");
    return `${sessionCookieName(false)}=${encodeURIComponent(`${token}.${signature}`)}`;
  }

  const ofCall = [
    ["/utr", byUpi],
    ["/payment-attempts", byProvider],
  ] as const;

  /**
   * The credentials that the document names for a call: a key with the required scope that reads
   * whole IDs and codes, as the examples show them, else a
   * session; a buyer's access key if nobody else may.
   */
  async function credentialFor({ path, operation: { security = [] } }: (typeof calls)[number]): Promise<Record<string, string>> {
    const scope = security.flatMap(({ apiKey = [] }) => apiKey)[0] as (typeof scopeNames)[number] | undefined;
    if (scope) return (await anApiKey(shop, admin.userId, [scope, "see-ids", "handle-money"])).headers;
    if (path.startsWith("/api/account/") || path.endsWith("/withdrawal")) return { Cookie: cookies.customer, Origin: ORIGIN };
    const { accessKey: key } = ofCall.find(([end]) => path.endsWith(end))?.[1] ?? waiting;
    if (security.some(({ accessKey }) => accessKey) && key) return { "X-Access-Key": key };
    return security.some((one) => Object.keys(one).length === 0) ? {} : { Cookie: cookies.admin, Origin: ORIGIN };
  }

  return { shop, host, credentialFor };
}

let reading: Awaited<ReturnType<typeof openExampleShop>>;
beforeAll(async () => {
  reading = await openExampleShop();
});
afterAll(() => reading.shop.close());

/** Marks what was approved as paid, so that there is something to refund. */
function payForApproved({ services }: Awaited<ReturnType<typeof openExampleShop>>["shop"]) {
  return services.db.$client.query("update orders set paid_at = processed_at where status = 'approved'");
}

/** Makes a call as in the document's example, in a shop of its own if it changes something. */
async function make(one: (typeof calls)[number]): Promise<Response> {
  const { host, shop, credentialFor } = one.method === "get" ? reading : await openExampleShop();
  if (one.path.endsWith("/claims/{id}/refund")) await payForApproved(shop);
  if (one.method !== "get") onTestFinished(() => shop.close());
  const { parameters = [], requestBody } = one.operation;
  const url = new URL(ORIGIN + one.path.replaceAll(/\{(\w+)\}/g, (_, name) => parameters.find((one) => one.name === name)?.example ?? ""));
  const headers = new Headers(await credentialFor(one));
  for (const { name, in: location, example } of parameters) {
    if (example === undefined) continue;
    if (location === "query") url.searchParams.set(name, example);
    if (location === "header") headers.set(name, example);
  }
  const body = requestBody?.content["application/json"]?.example;
  if (body !== undefined) headers.set("Content-Type", "application/json");
  return host.request(url, { method: one.method.toUpperCase(), headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

/** Fields whose values are random or counted, and so differ each time. */
const drawn = new Set([
  "secret",
  "id",
  "unitId",
  "accessKey",
  "statusUrl",
  "url",
  "privateUrl",
  "eventsUrl",
  "proofId",
  "userId",
  "approvedBy",
  "changedAt",
]);

/** An answer with those values replaced by a placeholder. */
function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === "reservedIds") return [name, Object.values(part as object)];
      const isDrawn = drawn.has(name) || (name === "requestCode" && "accessKey" in value);
      return [name, isDrawn && part !== null ? typeof part : steady(part)];
    }),
  );
}

test.each(calls)("the example of $call works as it is written, and is answered as the document says", async (one) => {
  const { call, operation } = one;
  const answer = await make(one);
  const text = answer.headers.get("content-type")?.startsWith("text/event-stream") ? "" : await answer.text();
  await answer.body?.cancel().catch(() => {});
  const [[status, response] = ["", undefined]] = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  expect([call, answer.status, answer.ok ? "" : text]).toEqual([call, Number(status), ""]);

  const [[type, media] = ["", undefined]] = Object.entries(response?.content ?? {});
  expect(answer.headers.get("content-type")).toMatch(new RegExp(`^${type}`));
  if (type !== "application/json") return;
  expect(schemaOf(media?.schema).safeParse(JSON.parse(text)).error, "it is of the documented shape").toBeUndefined();
  expect(steady(JSON.parse(text))).toEqual(steady(media?.example));
});

test("what is refused is answered as the document says of every call", async () => {
  const { default: refusal } = calls[0]?.operation.responses ?? {};
  const answer = await reading.host.request(`${ORIGIN}/api/orders/REQ-NOTHING`);
  const said = await answer.json();
  expect([answer.status, said]).toEqual([404, refusal?.content?.["application/json"]?.example]);
  expect(schemaOf(refusal?.content?.["application/json"]?.schema).safeParse(said).error).toBeUndefined();
});

/**
 * A schema of the document with its references resolved. Formats and patterns are validated by the
 * calls themselves.
 */
function schemaOf(schema: object = {}) {
  const whole = JSON.parse(
    JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll("#/components/schemas/", "#/$defs/"),
  );
  return z.fromJSONSchema(whole);
}

test("every call has a name of its own, a chapter, and an example of each part that it needs", () => {
  expect(calls.map(({ call }) => call).sort()).toEqual(Object.keys(callDescriptions).sort());
  expect(Object.keys(examples).sort()).toEqual(Object.keys(callDescriptions).sort());
  const names = calls.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { call, operation } of calls) {
    const { parameters = [], requestBody, tags = [] } = operation;
    expect([call, document.tags.map(({ name }: { name: string }) => name)]).toEqual([call, expect.arrayContaining(tags)]);
    expect([call, tags.length]).toEqual([call, 1]);
    expect([call, parameters.filter(({ required, example }) => required && example === undefined)]).toEqual([call, []]);
    if (requestBody) expect([call, requestBody.content["application/json"]?.example]).toEqual([call, expect.any(Object)]);
  }
});

test("the document is of OpenAPI 3.1: what may be null says so by its type", async () => {
  expect(document.openapi).toBe("3.1.0");
  expect(JSON.stringify(document)).not.toContain('"nullable"');
  const answer = await reading.host.request(`${ORIGIN}/api/openapi.json`);
  expect(await answer.json()).toEqual(document);
});

test("every example in the document, wherever it stands, is one that its own schema takes", () => {
  let found = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const part = value as { schema?: object; example?: unknown; type?: unknown };
    if ("example" in part && (part.schema || part.type)) {
      found += 1;
      const { error } = schemaOf(part.schema ?? part).safeParse(part.example);
      expect([part.example, error]).toEqual([part.example, undefined]);
    }
    for (const [name, inner] of Object.entries(value)) if (name !== "example") visit(inner);
  };
  visit(document);
  expect(found).toBeGreaterThan(40);
});

test("[S13.1] every value that a field chooses from is in snake_case, but rights, symbols of a currency and names of languages", () => {
  const values = new Set<string>();
  JSON.stringify(document, (name, value) => {
    if (name === "enum" || name === "const") for (const one of [value].flat()) if (typeof one === "string") values.add(one);
    return value;
  });
  expect(values).toContain("refund_due");
  expect(values).toContain("by_hand");
  expect([...values].filter((value) => !/^[a-z0-9_]*$/.test(value) && !["$", "₹", ...rightNames].includes(value))).toEqual([]);
});

test("the ways to say who asks and the scopes are named, and every call names one of them", () => {
  const { apiKey, ...others } = document.components.securitySchemes;
  expect(Object.keys(others)).toEqual(["session", "accessKey"]);
  expect(apiKey).toMatchObject({ type: "http", scheme: "bearer" });
  for (const scope of scopeNames) expect(apiKey.description).toContain(`\`${scope}\``);
  for (const { call, operation } of calls) {
    const named = (operation.security ?? []).flatMap((one) => Object.entries(one));
    expect([call, operation.security?.length]).not.toEqual([call, undefined]);
    for (const [scheme, scopes] of named) {
      expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
      expect(scheme === "apiKey" ? scopeNames : []).toEqual(expect.arrayContaining(scopes));
    }
  }
});
