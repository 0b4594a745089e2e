import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { previewRecall } from "#shop/orders/recalls/read-recall.server.ts";
import { RecallForm } from "#shop/orders/recalls/recall.ts";
import { recallImport, undoRecall } from "#shop/orders/recalls/recall-import.server.ts";
import { refused } from "#shop/refusal.ts";
import { answers, refusals, say, takes } from "../../answers.ts";
import type { ApiEnv } from "../../api-env.ts";
import { failsWith } from "../../failure.ts";
import { readJson } from "../../gates/read-body.ts";
import { adminsOr } from "../../gates/security.ts";
import { ImportInPath } from "../parameters.ts";

const RecallJson = z
  .object({
    isRecalled: z.boolean().openapi({ description: "False for a preview." }),
    free: z.int().openapi({ description: "IDs that leave the stock at once." }),
    reserved: z.int().openapi({ description: "IDs that are exchanged for free ones of other imports." }),
    reservedOrders: z.int().openapi({ description: "The pending orders that reserve them." }),
    orders: z.array(z.string()).openapi({ description: "The first 20 of those orders, for who may read orders." }),
    deliveredInTime: z.int().openapi({ description: "Delivered IDs that their buyers may still claim." }),
    deliveredBefore: z.int().openapi({ description: "Delivered IDs whose time to claim is over." }),
  })
  .openapi("Recall");

const recalling = createRoute({
  method: "post",
  path: "/api/admin/imports/{id}/recall",
  security: adminsOr("manage-stock"),
  summary: "Recall an import, or see what that would do",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: ImportInPath, body: takes(RecallForm) },
  responses: { 200: answers("What it meets. The steps after the first go on after the answer.", RecallJson), ...refusals },
});

const undoing = createRoute({
  method: "post",
  path: "/api/admin/imports/{id}/recall/undo",
  security: adminsOr("manage-stock"),
  summary: "Undo the recall of an import",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: ImportInPath },
  responses: { 200: answers("Its IDs come back to the stock after the answer.", z.object({ id: z.string() })), ...refusals },
});

/** The calls on recalls of imports. [S15.11] */
export function addRecallCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(recalling, async (c) => {
    const form = await readJson(c.req.raw, RecallForm);
    if (!form.ok) return say(c, form);
    const { services, visitor } = c.var;
    const { id } = c.req.valid("param");
    const found = await previewRecall(services, visitor, id);
    if (!found) return say(c, refused("batchNotFound"));
    const recalled = form.value.preview ? null : await recallImport(services, visitor, id, form.value);
    if (recalled?.ok === false) return say(c, recalled);
    const { codes, inTime, before, ...counts } = found;
    return c.json({ isRecalled: recalled !== null, ...counts, orders: codes, deliveredInTime: inTime, deliveredBefore: before }, 200);
  });

  api.openapi(undoing, async (c) => {
    const { id } = c.req.valid("param");
    const undone = await undoRecall(c.var.services, c.var.visitor, id);
    return undone.ok ? c.json({ id }, 200) : say(c, undone);
  });
}
