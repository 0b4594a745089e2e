import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { languages } from "#messages/languages.ts";
import { changeInstructions, readInstructions } from "#shop/catalogue/instructions/change-instructions.server.ts";
import { InstructionsForm } from "#shop/catalogue/instructions/instructions-form.ts";
import { refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { adminsOr } from "../gates/security.ts";
import { ProductInPath } from "./parameters.ts";

const InstructionsJson = z
  .object({
    language: z.string().openapi({ description: "The language of the text.", example: "en" }),
    html: z.string().openapi({ description: "Simple HTML. Scripts and styles are removed. Empty: none." }),
  })
  .openapi("Instructions");

const inLanguage = z.object({
  lang: z
    .enum(languages)
    .optional()
    .openapi({ param: { name: "lang", in: "query" }, description: "The language of the text. By default the shop's own." }),
});

const reading = createRoute({
  method: "get",
  path: "/api/admin/products/{id}/instructions",
  security: adminsOr("manage-stock"),
  summary: "A product's instructions in one language",
  middleware: failsWith("failedToLoadProductDetails"),
  request: { params: ProductInPath, query: inLanguage },
  responses: { 200: answers("The instructions.", InstructionsJson), ...refusals },
});

const changing = createRoute({
  method: "put",
  path: "/api/admin/products/{id}/instructions",
  security: adminsOr("manage-stock"),
  summary: "Change a product's instructions in one language",
  middleware: failsWith("failedToSavePage"),
  request: { params: ProductInPath, query: inLanguage, body: takes(InstructionsForm) },
  responses: { 200: answers("The instructions as they are now.", InstructionsJson), ...refusals },
});

/** The calls on the instructions of a product, for admins and their programs. [S10.15] */
export function addInstructionsCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(reading, async (c) => {
    const { services, visitor } = c.var;
    const written = await readInstructions(services, visitor, c.req.valid("param").id);
    if (!written) return say(c, refused("productNotFound"));
    const language = c.req.valid("query").lang ?? (await readSettings(services)).language;
    return c.json({ language, html: written.saved.find((one) => one.language === language)?.html ?? "" }, 200);
  });

  api.openapi(changing, async (c) => {
    const { services, visitor } = c.var;
    const form = await readJson(c.req.raw, InstructionsForm);
    if (!form.ok) return say(c, form);
    const language = c.req.valid("query").lang ?? (await readSettings(services)).language;
    const changed = await changeInstructions(services, visitor, { productId: c.req.valid("param").id, language }, form.value);
    return changed.ok ? c.json(changed.value, 200) : say(c, changed);
  });
}
