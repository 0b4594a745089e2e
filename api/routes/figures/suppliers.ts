import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { rupeesFromPaise } from "#shop/money.ts";
import { type ListedSupplier, listSuppliers } from "#shop/orders/suppliers/read-suppliers.server.ts";
import { addSupplier } from "#shop/stock/suppliers/change-supplier.server.ts";
import { SupplierForm } from "#shop/stock/suppliers/supplier.ts";
import { answers, refusals, say, takes } from "../../answers.ts";
import type { ApiEnv } from "../../api-env.ts";
import { failsWith } from "../../failure.ts";
import { readJson } from "../../gates/read-body.ts";
import { adminsOr } from "../../gates/security.ts";
import { dayInQuery, ListCursor } from "../parameters.ts";

const SupplierJson = z
  .object({
    id: z.string(),
    name: z.string(),
    hidden: z.boolean().openapi({ description: "Whether imports no longer offer it." }),
    imports: z.int().openapi({ description: "Imports that came in the days that were asked for." }),
    ids: z.int().openapi({ description: "Their IDs." }),
    delivered: z.int().openapi({ description: "IDs that were delivered in these days, whenever they came; replacements too." }),
    claims: z.int().openapi({ description: "Claims that were opened in these days." }),
    claimMs: z.number().nullable().openapi({ description: "Half of the claims were opened within so many ms of the delivery." }),
    dead: z.int().openapi({ description: "Delivered IDs that were replaced as faulty." }),
    deadCost: z.number().openapi({ description: "What the dead IDs cost, in rupees, as far as it is known." }),
  })
  .openapi("Supplier");

const listing = createRoute({
  method: "get",
  path: "/api/admin/suppliers",
  security: adminsOr("manage-stock"),
  summary: "The suppliers by name, with what came of their IDs",
  middleware: failsWith("failedToLoadSuppliers"),
  request: {
    query: ListCursor.extend({
      from: dayInQuery("The first day of the numbers, in the shop's time zone. Without days they are of all time."),
      to: dayInQuery("The last day, which is included. By default today."),
    }),
  },
  responses: { 200: answers("A page.", z.object({ suppliers: z.array(SupplierJson), next: z.string().nullable() })), ...refusals },
});

const adding = createRoute({
  method: "post",
  path: "/api/admin/suppliers",
  security: adminsOr("manage-stock"),
  summary: "Add a supplier",
  middleware: failsWith("failedToProcessRequest"),
  request: { body: takes(SupplierForm) },
  responses: { 201: answers("The supplier.", z.object({ id: z.string(), name: z.string() })), ...refusals },
});

/** The calls on suppliers. [S15.10] */
export function addSupplierCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(listing, async (c) => {
    const { after, from, to } = c.req.valid("query");
    const found = await listSuppliers(c.var.services, c.var.visitor, { after: after ?? "", from, to });
    if (!found.ok) return say(c, found);
    return c.json({ suppliers: found.value.rows.map(supplierJson), next: found.value.next }, 200);
  });

  api.openapi(adding, async (c) => {
    const form = await readJson(c.req.raw, SupplierForm);
    if (!form.ok) return say(c, form);
    const added = await addSupplier(c.var.services, c.var.visitor, form.value.name);
    return added.ok ? c.json({ id: added.value.id, name: form.value.name }, 201) : say(c, added);
  });
}

function supplierJson({ hiddenAt, deadCostPaise, ...row }: ListedSupplier) {
  return { ...row, hidden: hiddenAt !== null, deadCost: rupeesFromPaise(deadCostPaise) };
}
