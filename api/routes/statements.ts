import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { rupeesFromPaise } from "#shop/money.ts";
import { confirmStatement } from "#shop/orders/payment/statements/confirm-statement.server.ts";
import { findStatement, type ShownLine, type StatementInDepth } from "#shop/orders/payment/statements/find-statements.server.ts";
import { ConfirmationForm, StatementForm } from "#shop/orders/payment/statements/statement-form.ts";
import { type StatementFile, uploadStatement } from "#shop/orders/payment/statements/upload-statement.server.ts";
import { parsed } from "#shop/parse.ts";
import { lineVerdicts } from "#shop/payments/payment.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { adminsOr } from "../gates/security.ts";
import { readFields } from "./place-order.ts";

const counts = { certain: z.int(), likely: z.int(), conflict: z.int(), other: z.int() };

const UploadedJson = z
  .object({ id: z.string(), ...counts, unreadable: z.int().openapi({ description: "Rows whose date or amount can't be read." }) })
  .openapi("UploadedStatement");

const LineJson = z.object({
  id: z.string(),
  kind: z.enum(lineVerdicts),
  date: z.string().openapi({ description: "The bank's day.", example: "2026-11-26" }),
  amount: z.number().openapi({ description: "Rupees.", example: 498.99 }),
  utr: z.string().nullable(),
  requestCode: z.string().nullable(),
  reason: z.string().nullable().openapi({ description: "Why it is a conflict." }),
});

const StatementJson = z
  .object({
    id: z.string(),
    ...counts,
    confirmed: z.int().openapi({ description: "Lines that were confirmed." }),
    lines: z.array(LineJson).openapi({ description: "At most 50 of each kind. `kind` and `after` read on." }),
  })
  .openapi("Statement");

const InPath = z.object({
  statementId: z
    .string()
    .max(100)
    .openapi({ param: { name: "statementId", in: "path" } }),
});

const LinesAfter = z.object({
  kind: z.enum(lineVerdicts).optional().openapi({ description: "The kind to read on. The other kinds begin with their first lines." }),
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .openapi({ description: "The id of the last line of this kind that was read.", example: "50" }),
});

const upload = createRoute({
  method: "post",
  path: "/api/admin/statements",
  security: adminsOr("handle-money"),
  summary: "Read a bank statement and compare it with the orders",
  description: "Nothing changes until it is confirmed. A line from an earlier statement isn't added again.",
  middleware: failsWith("failedToProcessRequest"),
  request: { body: takes(StatementForm.extend({ file: z.string() }), "application/json", "multipart/form-data") },
  responses: { 201: answers("How many payments mean what.", UploadedJson), ...refusals },
});

const one = createRoute({
  method: "get",
  path: "/api/admin/statements/{statementId}",
  security: adminsOr("handle-money"),
  summary: "A bank statement with its lines",
  middleware: failsWith("failedToLoadStatements"),
  request: { params: InPath, query: LinesAfter },
  responses: { 200: answers("The statement.", StatementJson), ...refusals },
});

const confirmation = createRoute({
  method: "post",
  path: "/api/admin/statements/{statementId}/confirmation",
  security: adminsOr("handle-money"),
  summary: "Confirm the certain payments of a statement, and the named likely ones",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: InPath, body: takes(ConfirmationForm) },
  responses: { 200: answers("The statement as it is now.", StatementJson), ...refusals },
});

/** The calls for bank statements; `adminsAlone` runs before them. [S10.13] */
export function addStatementCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(upload, async (c) => {
    const { services, visitor } = c.var;
    const read = await readStatement(c.req.raw);
    if (!read.ok) return say(c, read);
    const { form, file } = read.value;
    const uploaded = await uploadStatement(services, visitor, form, file);
    if (!uploaded.ok) return say(c, uploaded);
    const { statementId, unreadable } = uploaded.value;
    const statement = await findStatement(services, visitor, statementId);
    if (!statement) return say(c, refused("statementNotFound"));
    const { certain, likely, conflict, other } = statement.counts;
    return c.json({ id: statementId, certain, likely, conflict, other, unreadable }, 201, {
      Location: `/api/admin/statements/${statementId}`,
    });
  });

  api.openapi(one, async (c) => {
    const { kind, after } = c.req.valid("query");
    const from = kind && after ? { kind, after: Number(after) } : null;
    const statement = await findStatement(c.var.services, c.var.visitor, c.req.valid("param").statementId, from);
    return statement ? c.json(statementJson(statement), 200) : say(c, refused("statementNotFound"));
  });

  api.openapi(confirmation, async (c) => {
    const { statementId } = c.req.valid("param");
    const form = await readJson(c.req.raw, ConfirmationForm);
    if (!form.ok) return say(c, form);
    const confirmed = await confirmStatement(c.var.services, c.var.visitor, statementId, form.value);
    if (!confirmed.ok) return say(c, confirmed);
    const statement = await findStatement(c.var.services, c.var.visitor, statementId);
    return statement ? c.json(statementJson(statement), 200) : say(c, refused("statementNotFound"));
  });
}

/** Reads a statement: JSON with the file's text, or a multipart form with the file. */
async function readStatement(request: Request): Promise<Result<{ form: StatementForm; file: StatementFile }>> {
  const input = await readFields(request);
  if (!input.ok) return input;
  const body: Record<string, unknown> = typeof input.value === "object" ? { ...input.value } : {};
  const { file = null, bank, columns } = body;
  const given = typeof file === "string" && file !== "" ? new File([file], "") : file;
  if (!(given instanceof File)) return about(refused("statementFileMissing"), "file");
  const form = parsed(StatementForm, { bank, columns: readColumns(columns) });
  return form.ok ? ok({ form: form.value, file: { name: given.name, size: given.size, stream: () => given.stream() } }) : form;
}

/** In a multipart form the chosen columns are JSON in a field. */
function readColumns(columns: unknown): unknown {
  if (columns === "") return undefined;
  if (typeof columns !== "string") return columns;
  try {
    return JSON.parse(columns);
  } catch {
    return columns;
  }
}

function statementJson({ id, counts: { certain, likely, conflict, other, used }, shown }: StatementInDepth): z.infer<typeof StatementJson> {
  return {
    id,
    certain,
    likely,
    conflict,
    other,
    confirmed: used,
    lines: lineVerdicts.flatMap((kind) => shown[kind].map((line) => lineJson(line, kind))),
  };
}

function lineJson({ id, day, paise, utr, order, reason }: ShownLine, kind: (typeof lineVerdicts)[number]): z.infer<typeof LineJson> {
  return { id, kind, date: day, amount: rupeesFromPaise(paise), utr, requestCode: order?.requestCode ?? null, reason };
}
