import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BODY_MAX_BYTES } from "#server/http/constants.ts";
import { openRefusedCalls, type RefusedCalls } from "#tests/support/api/refused-calls.ts";
import { aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";

let refused: RefusedCalls;
let call: RefusedCalls["call"];
let productId: string;
let png: RefusedCalls["png"];
let expectRefused: RefusedCalls["expectRefused"];
beforeAll(async () => {
  refused = await openRefusedCalls();
  ({ call, productId, png, expectRefused } = refused);
});
afterAll(() => refused.close());

test("[S5.1] a quantity that is no whole number from 1 on is a 422, and nothing is written", async () => {
  const quantities = [
    0,
    -1,
    1.5,
    "1e9",
    "1e0",
    "0x1",
    "NaN",
    "",
    " ",
    "1.0",
    "-1",
    "+1",
    "½",
    null,
    true,
    [],
    [1],
    {},
    1e308,
    2 ** 53,
    1001,
    "99999999999",
  ];
  for (const quantity of quantities)
    await expectRefused(422, "/api/orders", { json: refused.anOrder({ quantity }) }, JSON.stringify(quantity));
  for (const raw of ["1e999", "-0", "0.9999999999999999"]) {
    const body = JSON.stringify(refused.anOrder({ quantity: 7777 })).replace("7777", raw);
    await expectRefused(422, "/api/orders", { body, headers: { "content-type": "application/json" } }, raw);
  }
});

test("a field of the wrong type, missing, too long or with text that cannot be stored is a 422, and nothing is written", async () => {
  const bad = [
    { productId: undefined },
    { productId: 5 },
    { productId: ["a"] },
    { productId: "" },
    { productId: "x".repeat(101) },
    { productId: "a\0b" },
    { productId: "\ud800" },
    { paymentMethod: "card" },
    { paymentMethod: undefined },
    { paymentMethod: ["request"] },
    { giftCardCode: 12345678901234 },
    { giftCardCode: ["A"] },
    { giftCardCode: "123456789012345" },
    { giftCardCode: "<b>" },
    { giftCardCode: "A\0" },
    { email: "nobody" },
    { email: "a\0@example.com" },
    { email: {} },
    { email: `${"x".repeat(300)}@example.com` },
    { expectedPrice: "free" },
    { expectedPrice: -1 },
    { expectedPrice: 1e300 },
    { expectedPrice: 0.001 },
    { paymentProof: 5 },
    { paymentProof: {} },
    { paymentProof: ["a", "b"] },
    { paymentMethod: "amazon" },
    { paymentMethod: "amazon", giftCardCode: "A1" },
  ];
  for (const fields of bad) await expectRefused(422, "/api/orders", { json: refused.anOrder(fields) }, JSON.stringify(fields));
  for (const json of [null, [], [refused.anOrder()], "text", 5, true])
    await expectRefused(422, "/api/orders", { json }, JSON.stringify(json));
});

test("a body that is no JSON in UTF-8 is a 400, and nothing is written", async () => {
  const headers = { "content-type": "application/json" };
  const text = JSON.stringify(refused.anOrder());
  const bodies = [
    "",
    "{",
    text.slice(0, -1),
    `${text}x`,
    "NaN",
    '{"quantity": NaN}',
    "\0",
    "productId=1&quantity=1",
    Buffer.from(text, "utf16le"),
    Buffer.concat([Buffer.from('{"productId":"'), Buffer.from([0xe9, 0xff]), Buffer.from('"}')]),
    "[".repeat(BODY_MAX_BYTES - 10),
  ];
  for (const body of bodies) await expectRefused(400, "/api/orders", { method: "POST", body, headers }, String(body).slice(0, 40));
});

test("JSON nested deeper than anybody reads is refused, not choked on", async () => {
  const deep = "[".repeat(500_000) + "]".repeat(500_000);
  const headers = { "content-type": "application/json" };
  const parse = vi.spyOn(JSON, "parse");
  await expectRefused(400, "/api/orders", { body: deep, headers }, "deep");
  await expectRefused(400, "/api/orders", { body: `{"productId":${deep}}`, headers }, "deep product");
  await expectRefused(400, "/api/orders", { body: `[${"1,".repeat(5_000)}1]`, headers }, "many values");
  expect(parse.mock.calls.filter(([text]) => text.length > 5_000)).toEqual([]);
  parse.mockRestore();
});

test("another type of body, another encoding or a packed one is a 415, and nothing is written", async () => {
  const body = JSON.stringify(refused.anOrder());
  const types = [
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "application/json; charset=utf-16",
    "application/jsonp",
    "multipart/mixed; boundary=x",
    "",
  ];
  for (const type of types) await expectRefused(415, "/api/orders", { body, headers: { "content-type": type } }, type);
  await expectRefused(415, "/api/orders", { body, headers: { "content-type": "application/json", "content-encoding": "gzip" } }, "gzip");
  await expectRefused(415, "/api/orders", { method: "POST" }, "no body");
});

test("[S5.5] [S5.6] an admin's body is held to the same rules, and nothing is written", async () => {
  const as = await anAdmin(refused.shop);
  const { requestCode } = await aPendingOrder(refused.shop, { productId, quantity: 2 });
  const approval = `/api/admin/orders/${requestCode}/approval`;
  const approvals = [
    {},
    { ids: 5 },
    { ids: [5, 6] },
    { ids: ["a"] },
    { ids: "a\na" },
    { ids: ["a\0", "b"] },
    { ids: ["\udfff", "b"] },
    { ids: "x" },
    { ids: [`${"x".repeat(501)}`, "b"] },
  ];
  for (const json of approvals) await expectRefused(422, approval, { json, as }, JSON.stringify(json));
  for (const json of [
    { downloadLink: "javascript:alert(1)" },
    { downloadLink: 5 },
    { faulty: ["x"] },
    { faulty: ["999999"] },
    { confirmed: "maybe" },
  ]) {
    await expectRefused(422, approval, { json: { ids: ["a", "b"], ...json }, as }, JSON.stringify(json));
  }
  for (const json of [
    {},
    { reason: "" },
    { reason: " \n" },
    { reason: 5 },
    { reason: null },
    { reason: "x".repeat(1001) },
    { reason: "a\0" },
  ]) {
    await expectRefused(422, `/api/admin/orders/${requestCode}/rejection`, { json, as }, JSON.stringify(json));
  }
  for (const json of [{}, { verified: "yes" }, { verified: 1 }, { verified: true, note: 5 }, { verified: true, note: "x".repeat(2001) }]) {
    await expectRefused(422, `/api/admin/orders/${requestCode}/proof-check`, { json, as }, JSON.stringify(json));
  }
  for (const noun of ["approval", "rejection", "proof-check"]) {
    const path = `/api/admin/orders/${requestCode}/${noun}`;
    await expectRefused(400, path, { body: "{", headers: { "content-type": "application/json" }, as }, noun);
    await expectRefused(415, path, { body: "reason=x", headers: { "content-type": "application/x-www-form-urlencoded" }, as }, noun);
    const known = { ids: ["a", "b"], reason: "r", verified: false };
    await expectRefused(404, `/api/admin/orders/REQ-NOBODY/${noun}`, { json: known, as }, noun);
  }
});

test("[S5.8] a product is held to the same rules, and nothing is written", async () => {
  const as = await anAdmin(refused.shop);
  const good = { name: "New", price: 10, description: "", image: "", ids: ["N-1"] };
  const bad = [
    { name: "" },
    { name: 5 },
    { name: "x".repeat(201) },
    { name: "a\0" },
    { name: "\ud83d" },
    { price: -1 },
    { price: "1e3" },
    { price: 1.005 },
    { price: 1_000_000.01 },
    { price: null },
    { price: [1] },
    { description: 5 },
    { description: "x".repeat(20_001) },
    { image: "javascript:alert(1)" },
    { image: "not a link" },
    { image: 5 },
    { ids: 5 },
    { ids: ["x".repeat(501)] },
    { ids: ["a\0"] },
  ];
  for (const fields of bad) {
    const json = { ...good, ...fields };
    await expectRefused(422, "/api/admin/products", { json, as }, JSON.stringify(fields).slice(0, 50));
    await expectRefused(422, `/api/admin/products/${productId}`, { method: "PUT", json, as }, JSON.stringify(fields).slice(0, 50));
  }
  for (const ids of [[], " \n ", undefined]) await expectRefused(422, "/api/admin/products", { json: { ...good, ids }, as }, "no ids");
  await expectRefused(404, "/api/admin/products/nobody", { method: "PUT", json: good, as }, "unknown");
  await expectRefused(404, "/api/admin/products/nobody", { method: "DELETE", as }, "unknown");
  await expectRefused(404, "/api/admin/products/nobody/ids", { json: { ids: ["a"] }, as }, "unknown");
  await expectRefused(422, `/api/admin/products/${productId}/ids`, { json: { ids: "" }, as }, "no ids");
  await expectRefused(409, "/api/admin/products", { json: { ...good, ids: ["ID-1"] }, as }, "another's ID");
});

test("whatever is sent to place an order, the answer is never a failure, and each refusal writes nothing", async () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\0", "\ud800", "1", "request", "amazon", "ABCD1234", productId));
  const value = fc.oneof(
    text,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(text, { maxLength: 3 }),
    fc.jsonValue(),
  );
  const body = fc.record(
    {
      productId: fc.oneof(fc.constant(productId), value),
      quantity: fc.oneof(fc.constantFrom(1, "1"), value),
      paymentMethod: fc.oneof(fc.constantFrom("request", "amazon"), value),
      giftCardCode: fc.oneof(fc.constant("ABCD1234"), value),
      paymentProof: fc.oneof(fc.constant(`data:image/png;base64,${png.toString("base64")}`), value),
      email: fc.oneof(fc.constant("a@example.com"), value),
      expectedPrice: value,
    },
    { requiredKeys: ["productId", "quantity"] },
  );
  const asJson = body.map((fields) => ({ json: fields }));
  const asForm = body.map((fields) => {
    const form = new FormData();
    for (const [name, one] of Object.entries(fields))
      for (const each of [one].flat()) form.append(name, typeof each === "object" ? new File([png], "p.png") : String(each));
    return { body: form };
  });
  const asBytes = fc.record({
    body: fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
    headers: fc.constantFrom({ "content-type": "application/json" }, { "content-type": "multipart/form-data; boundary=line" }),
  });

  await fc.assert(
    fc.asyncProperty(fc.oneof(asJson, asForm, asBytes), async (given) => {
      const before = await refused.footprint();
      const answer = await call("/api/orders", { method: "POST", ...given, as: aGuest() });
      expect(answer.status).toBeLessThan(500);
      if (answer.status === 201) return;
      expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/\w/), code: expect.stringMatching(/^\w+$/) });
      expect(await refused.footprint()).toBe(before);
    }),
    { numRuns: 300 },
  );
}, 60_000);
