import { expect, test } from "vitest";
import { chaptersOf, shapesOf, typeOf } from "./api-chapters.ts";
import type { ApiDocument } from "./api-document.ts";

const ORIGIN = "https://shop.example";
const document: ApiDocument = {
  info: {},
  tags: [{ name: "Orders", description: "For buyers." }, { name: "Empty" }],
  paths: {
    "/api/admin/orders/{requestCode}/rejection": {
      post: {
        operationId: "rejectOrder",
        tags: ["Orders"],
        summary: "Reject",
        security: [{ session: [] }, { apiKey: ["decide-orders"] }],
        parameters: [
          { name: "requestCode", in: "path", required: true, schema: { type: "string" }, example: "REQ-1" },
          { name: "why", in: "query", schema: { type: "string" }, example: "a & b" },
          { name: "later", in: "query", schema: { type: "string" } },
        ],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { reason: { type: "string", description: "Read by `the buyer`." } },
                required: ["reason"],
              },
              example: { reason: "It's $(used) `up`" },
            },
          },
        },
        responses: {
          "200": {
            description: "The order.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Order" }, example: { id: "1" } } },
          },
          default: { description: "No." },
        },
      },
    },
    "/api/products": {
      get: { operationId: "listProducts", tags: ["Orders"], security: [{}, { apiKey: ["read-catalogue"] }], responses: { "200": {} } },
    },
  },
  components: { schemas: { Order: { properties: { id: { type: "string" } }, required: ["id"] } } },
};

test("a call is described with who may make it, what it takes, and what it answers", () => {
  const [orders, empty] = chaptersOf(document, ORIGIN);
  expect([orders?.name, orders?.text, empty?.calls]).toEqual(["Orders", "For buyers.", []]);
  expect(orders?.calls.map(({ id }) => id)).toEqual(["rejectOrder", "listProducts"]);
  expect(orders?.calls[0]).toMatchObject({
    method: "POST",
    path: "/api/admin/orders/{requestCode}/rejection",
    summary: "Reject",
    who: [{ words: "Logged-in admin" }, { words: "API key with", scope: "decide-orders" }],
    body: [{ name: "reason", type: "text", isRequired: true, text: "Read by `the buyer`." }],
    answer: { text: "200: The order.", example: '{\n  "id": "1"\n}', schemas: ["Order"] },
  });
  expect(orders?.calls[0]?.parameters[0]).toEqual({ name: "requestCode", type: "text, in the path", isRequired: true, text: "" });
  expect(shapesOf(document)).toEqual([{ name: "Order", fields: [{ name: "id", type: "text", isRequired: true, text: "" }] }]);
});

test("a schema that extends another one is described with all its fields", () => {
  const Bought = {
    allOf: [{ $ref: "#/components/schemas/Order" }, { type: "object", properties: { at: { type: "integer" } }, required: ["at"] }],
  };
  const [, bought] = shapesOf({ info: {}, components: { schemas: { ...document.components?.schemas, Bought } } });
  expect(bought?.fields.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ["id", "text", true],
    ["at", "whole number", true],
  ]);
});

test("an example can be pasted into a shell: nothing in it means anything there, and secrets are left to variables", () => {
  const [orders] = chaptersOf(document, ORIGIN);
  expect(orders?.calls.map(({ curl }) => curl)).toEqual([
    [
      "curl -X POST 'https://shop.example/api/admin/orders/REQ-1/rejection?why=a+%26+b' \\",
      '  -H "Authorization: Bearer $API_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d '{"reason":"It'\\''s $(used) \`up\`"}'`,
    ].join("\n"),
    "curl https://shop.example/api/products",
  ]);
});

test("types are described in plain words", () => {
  const nothing = { type: "null" };
  expect(typeOf({ type: ["string", "null"] })).toBe("text or null");
  expect(typeOf({ anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }, nothing] })).toBe(
    "text or list of text or null",
  );
  expect(typeOf({ anyOf: [{ anyOf: [{ type: "boolean" }, { type: "string", enum: ["", "on"] }] }, nothing] })).toBe(
    "true or false or null",
  );
  expect(typeOf({ type: "string", enum: ["", "pending", "approved"] })).toBe("pending | approved");
  expect(typeOf({ type: "object", additionalProperties: { $ref: "#/components/schemas/Order" } })).toBe("object of Order");
  expect(typeOf({ type: "integer" })).toBe("whole number");
  expect(typeOf({ type: "string", format: "date" })).toBe("date");
  expect(typeOf({})).toBe("anything");
});
