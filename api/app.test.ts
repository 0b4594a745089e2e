import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openApi, refusalIn } from "#tests/support/api/api.ts";
import { english } from "#tests/support/english.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
});
afterAll(() => shop.close());

const adminCalls = [
  ["GET", "/api/admin/orders"],
  ["GET", "/api/admin/orders/events"],
  ["POST", "/api/admin/orders/REQ-1/approval"],
  ["POST", "/api/admin/orders/REQ-1/rejection"],
  ["POST", "/api/admin/orders/REQ-1/proof-check"],
  ["POST", "/api/admin/orders/REQ-1/payment"],
  ["POST", "/api/admin/orders/REQ-1/replacement"],
  ["GET", "/api/admin/orders/REQ-1/proof"],
  ["GET", "/api/admin/messages"],
  ["GET", "/api/admin/orders/REQ-1/messages"],
  ["POST", "/api/admin/orders/REQ-1/messages"],
  ["POST", "/api/admin/orders/REQ-1/no-answer-needed"],
  ["GET", "/api/admin/orders/REQ-1/messages/1/picture"],
  ["GET", "/api/admin/claims"],
  ["POST", "/api/admin/claims/p/swap"],
  ["POST", "/api/admin/claims/p/refusal"],
  ["POST", "/api/admin/claims/p/refund"],
  ["POST", "/api/admin/products"],
  ["PUT", "/api/admin/products/p"],
  ["DELETE", "/api/admin/products/p"],
  ["GET", "/api/admin/products/p/ids"],
  ["POST", "/api/admin/products/p/ids"],
  ["POST", "/api/admin/id-check"],
  ["GET", "/api/admin/deliveries/events"],
  ["GET", "/api/admin/settings"],
  ["PUT", "/api/admin/settings"],
  ["POST", "/api/admin/orders/REQ-1/payment-request"],
  ["GET", "/api/admin/payments"],
  ["POST", "/api/admin/payments"],
  ["POST", "/api/admin/payments/p/match"],
  ["POST", "/api/admin/payments/p/refund"],
  ["POST", "/api/admin/payments/p/ignore"],
  ["GET", "/api/admin/payment-methods"],
  ["PUT", "/api/admin/payment-methods/upi"],
  ["PUT", "/api/admin/payment-methods/razorpay"],
  ["GET", "/api/admin/pages/terms"],
  ["PUT", "/api/admin/pages/terms"],
  ["POST", "/api/admin/statements"],
  ["GET", "/api/admin/statements/s-1"],
  ["POST", "/api/admin/statements/s-1/confirmation"],
  ["GET", "/api/admin/products/p/instructions"],
  ["PUT", "/api/admin/products/p/instructions"],
  ["GET", "/api/admin/alert-forwarders"],
  ["POST", "/api/admin/alert-forwarders"],
  ["DELETE", "/api/admin/alert-forwarders/p"],
  ["GET", "/api/admin/sales"],
  ["GET", "/api/admin/suppliers"],
  ["POST", "/api/admin/suppliers"],
  ["GET", "/api/admin/people"],
  ["POST", "/api/admin/people"],
  ["PUT", "/api/admin/people/p"],
  ["DELETE", "/api/admin/people/p"],
  ["DELETE", "/api/admin/invitations/p"],
  ["POST", "/api/admin/imports/p/recall"],
  ["POST", "/api/admin/imports/p/recall/undo"],
] as const;

/** What stands in these calls for a parameter of the described path. */
const parameters = { "REQ-1": "requestCode", terms: "slug", razorpay: "name", "s-1": "statementId", p: "id", 1: "number" };

test("[S6.3] every call under /api/admin that the API describes is among those checked here", async () => {
  const { paths } = await (await call("/api/openapi.json")).json();
  const described = Object.entries(paths as Record<string, object>).flatMap(([path, calls]) =>
    path.startsWith("/api/admin/") ? Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`) : [],
  );
  const describedPart = (part: string) => (part in parameters ? `{${parameters[part as keyof typeof parameters]}}` : part);
  const checked = adminCalls.map(([method, path]) => `${method} ${path.split("/").map(describedPart).join("/")}`);
  expect(described.filter((one) => !checked.includes(one))).toEqual([]);
});

test("[S6.3] every admin call asks a guest to sign in and refuses a customer, before it reads anything", async () => {
  const customer = await aCustomer(shop);
  for (const [method, path] of adminCalls) {
    expect(await refusalIn(await call(path, { method, as: aGuest() })), path).toEqual({
      status: 401,
      code: "signInFirst",
      error: english("signInFirst"),
    });
    expect(await refusalIn(await call(path, { method, as: customer })), path).toEqual({
      status: 403,
      code: "adminsOnly",
      error: english("adminsOnly"),
    });
  }
});

test("an unknown address of the API is a 404 in JSON", async () => {
  for (const path of ["/api", "/api/", "/api/nothing", "/api/orders/REQ-1/nothing", "/products_database/other.json", "/api/products/"]) {
    expect(await refusalIn(await call(path)), path).toEqual({ status: 404, code: "notFound", error: english("notFound") });
  }
});

test("a wrong method is a 405 that names the right ones", async () => {
  const expected = [
    ["DELETE", "/api/orders", "POST"],
    ["GET", "/api/orders", "POST"],
    ["PATCH", "/api/products/p", "GET, HEAD"],
    ["POST", "/products_database/products.json", "GET, HEAD"],
    ["PUT", "/api/orders/REQ-1/cancellation", "POST"],
    ["OPTIONS", "/api/get-stock/p", "GET, HEAD"],
  ] as const;
  for (const [method, path, allow] of expected) {
    const answer = await call(path, { method });
    expect(answer.headers.get("allow"), path).toBe(allow);
    expect(await refusalIn(answer)).toEqual({ status: 405, code: "methodNotAllowed", error: english("methodNotAllowed") });
  }
  const answer = await call("/api/admin/products/p", { method: "POST", as: await anAdmin(shop) });
  expect(answer.headers.get("allow")).toBe("DELETE, PUT");
});

test("an address with a control character, or a parameter that came twice or is none of its choices, is a 400", async () => {
  const admin = await anAdmin(shop);
  const paths = [
    "/api/get-stock/%00",
    "/api/products/a%00b",
    "/api/orders/REQ-%00",
    "/api/orders/%00/events",
    "/api/account/orders?after=a&after=b",
    "/api/admin/orders?status=lost",
    "/api/admin/orders?status=pending&status=approved",
    "/api/admin/orders?search=%00",
  ];
  for (const path of paths) {
    expect(await refusalIn(await call(path, { as: admin })), path).toEqual({
      status: 400,
      code: "invalidInput",
      error: english("invalidInput"),
    });
  }
});

test("a parameter that is too long is a 400, an id that no product or order can have a 404", async () => {
  const admin = await anAdmin(shop);
  const long = "x".repeat(400);
  for (const path of [`/api/account/orders?after=${long}`, `/api/admin/orders?search=${long}`]) {
    expect(await refusalIn(await call(path, { as: admin })), path).toMatchObject({ status: 400, code: "fieldTooLong" });
  }
  for (const path of [`/api/products/${long}`, "/api/get-stock/%ff", "/api/products/%F0%9F%98%80", "/api/products/constructor"]) {
    expect(await refusalIn(await call(path)), path).toEqual({ status: 404, code: "productNotFound", error: "Product not found" });
  }
  for (const path of [`/api/orders/${long}`, "/api/orders/req-1", "/api/orders/REQ-%27", `/api/orders/REQ-${"9".repeat(20)}`]) {
    expect(await refusalIn(await call(path)), path).toEqual({ status: 404, code: "orderNotFound", error: "Order not found" });
  }
});

test("each call has a heading of its own on the page about the API", async () => {
  const { paths } = await (await call("/api/openapi.json")).json();
  const summaries = Object.values<Record<string, { summary: string }>>(paths).flatMap((calls) =>
    Object.values(calls).map(({ summary }) => summary),
  );
  expect(summaries.filter((one, at) => summaries.indexOf(one) !== at)).toEqual([]);
});

test("the API describes itself, every call with what it takes and answers", async () => {
  const answer = await call("/api/openapi.json");
  expect(answer.status).toBe(200);
  const { openapi, paths, components } = await answer.json();
  expect(openapi).toBe("3.1.0");
  const described = Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(
    [
      "DELETE /api/admin/alert-forwarders/{id}",
      "DELETE /api/admin/invitations/{id}",
      "GET /api/admin/alert-forwarders",
      "POST /api/admin/alert-forwarders",
      "DELETE /api/admin/people/{id}",
      "GET /api/admin/pages/{slug}",
      "GET /api/admin/payment-methods",
      "GET /api/admin/payments",
      "GET /api/admin/people",
      "GET /api/admin/sales",
      "GET /api/admin/suppliers",
      "POST /api/admin/suppliers",
      "POST /api/admin/people",
      "PUT /api/admin/people/{id}",
      "GET /api/admin/products/{id}/instructions",
      "GET /api/admin/statements/{statementId}",
      "GET /api/pages",
      "POST /api/admin/orders/{requestCode}/payment-request",
      "POST /api/admin/payments",
      "POST /api/admin/payments/{id}/ignore",
      "POST /api/admin/payments/{id}/match",
      "POST /api/admin/payments/{id}/refund",
      "POST /api/admin/statements",
      "POST /api/admin/statements/{statementId}/confirmation",
      "POST /api/orders/{requestCode}/payment-attempts",
      "POST /api/orders/{requestCode}/utr",
      "GET /api/orders/{requestCode}/messages",
      "GET /api/orders/{requestCode}/messages/{number}/picture",
      "POST /api/orders/{requestCode}/messages",
      "PUT /api/admin/pages/{slug}",
      "PUT /api/admin/payment-methods/upi",
      "PUT /api/admin/payment-methods/{name}",
      "PUT /api/admin/products/{id}/instructions",
      "DELETE /api/admin/products/{id}",
      "GET /api/account/orders",
      "GET /api/account/orders/events",
      "GET /api/admin/claims",
      "GET /api/admin/deliveries/events",
      "GET /api/admin/messages",
      "GET /api/admin/orders",
      "GET /api/admin/orders/events",
      "GET /api/admin/orders/{requestCode}/messages",
      "GET /api/admin/orders/{requestCode}/messages/{number}/picture",
      "GET /api/admin/orders/{requestCode}/proof",
      "GET /api/admin/products/{id}/ids",
      "GET /api/admin/settings",
      "GET /api/get-stock/{productId}",
      "GET /api/orders/{requestCode}",
      "GET /api/orders/{requestCode}/events",
      "GET /api/products",
      "GET /api/products/{id}",
      "GET /api/settings",
      "GET /api/waits",
      "GET /products_database/products.json",
      "POST /api/admin/orders/{requestCode}/approval",
      "POST /api/admin/orders/{requestCode}/messages",
      "POST /api/admin/orders/{requestCode}/no-answer-needed",
      "POST /api/admin/orders/{requestCode}/payment",
      "POST /api/admin/orders/{requestCode}/proof-check",
      "POST /api/admin/orders/{requestCode}/rejection",
      "POST /api/admin/orders/{requestCode}/replacement",
      "POST /api/admin/products",
      "POST /api/admin/products/{id}/ids",
      "POST /api/admin/claims/{id}/refusal",
      "POST /api/admin/claims/{id}/refund",
      "POST /api/admin/claims/{id}/swap",
      "POST /api/admin/id-check",
      "POST /api/admin/imports/{id}/recall",
      "POST /api/admin/imports/{id}/recall/undo",
      "POST /api/orders",
      "POST /api/orders/{requestCode}/cancellation",
      "POST /api/orders/{requestCode}/claims",
      "POST /api/orders/{requestCode}/claims/{number}/withdrawal",
      "PUT /api/admin/products/{id}",
      "PUT /api/admin/settings",
    ].sort(),
  );
  const body = paths["/api/orders"].post.requestBody.content["application/json"].schema;
  expect(body.required).toEqual(["productId", "quantity", "paymentMethod"]);
  expect(Object.keys(components.schemas)).toContain("Error");
});

test("[S8.4] a call that fails says its own sentence and the number under which the cause is logged", async () => {
  const db = openDatabase(shop.databaseUrl);
  await closeDatabase(db);
  const logged: unknown[] = [];
  const log = { info: () => {}, warn: () => {}, error: (...facts: unknown[]) => logged.push(facts) };
  const broken = openApi({ ...shop.services, db, log });
  const expected = [
    ["/api/get-stock/p", "Failed to fetch stock"],
    ["/api/products", "Network response was not ok"],
    ["/products_database/products.json", "Network response was not ok"],
    ["/api/orders/REQ-1", "Failed to load order details"],
  ] as const;
  for (const [path, error] of expected) {
    const answer = await broken(path, { as: aGuest() });
    expect(answer.status, path).toBe(503);
    expect(await answer.json()).toMatchObject({ error, incident: "TEST2345" });
  }
  const order = { productId: "p", quantity: 1, paymentMethod: "request" };
  const answer = await broken("/api/orders", { json: order, as: aGuest() });
  expect(await answer.json()).toMatchObject({ error: "Failed to create request. Please try again.", code: "failedToCreateRequest" });
  expect(logged).toHaveLength(5);
});

test("[S7.4] [S8.4] a storage failure says the sentence of what was attempted, and no details", async () => {
  const broken = () => Promise.reject(Object.assign(new Error("EACCES: storage/unauthorized /srv/files"), { code: "EACCES" }));
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const services = { ...shop.services, log, files: { ...shop.services.files, put: broken, get: broken } };
  const { id } = await aProduct(shop);
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
  const proof = { filename: "p.png", bytes };
  const amazon = { productId: id, quantity: 1, paymentMethod: "amazon" as const, giftCardCode: "ABCD1234" };
  const { requestCode } = await aPendingOrder(shop, { ...amazon, proof });
  const uploading = { ...amazon, paymentProof: `data:image/png;base64,${bytes.toString("base64")}` };

  const shopWithout = openApi(services);
  const answers = [
    [await shopWithout("/api/orders", { json: uploading, as: aGuest() }), "Failed to create request. Please try again."],
    [await shopWithout(`/api/admin/orders/${requestCode}/proof`, { as: await anAdmin(shop) }), "Failed to load order details"],
  ] as const;
  for (const [answer, error] of answers) {
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).error], text).toEqual([500, error]);
    expect(text).not.toMatch(/EACCES|storage|srv/);
  }
});

test("nothing shown to one visitor may be stored on the way", async () => {
  for (const path of ["/api/orders/REQ-1", "/api/account/orders", "/api/admin/orders", "/api/get-stock/p"]) {
    expect((await call(path)).headers.get("cache-control"), path).toBe("no-store");
  }
});
