import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { KeyedText } from "#messages/keyed-text.ts";
import { catalogueOf, type Language } from "#messages/languages.ts";
import { sentenceIn } from "#messages/sentence-in.ts";
import type { Refusal } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import type { ApiEnv } from "./api-env.ts";

/** The body of every refusal and failure. */
const ErrorJson = z
  .object({
    error: z.string().openapi({ description: "The sentence, in English.", example: catalogueOf("en").refusals.orderNotFound }),
    code: z
      .string()
      .openapi({ description: "The name of the sentence. It stays the same when the wording changes.", example: "orderNotFound" }),
    sentence: z.string().optional().openapi({
      description: "The sentence in the visitor's language, if it asks for another one by cookie, `?lang=` or `Accept-Language`.",
    }),
    field: z.string().optional().openapi({ description: "The field it is about." }),
    alsoWrong: z
      .array(z.object({ field: z.string(), error: z.string(), code: z.string(), sentence: z.string().optional() }))
      .optional()
      .openapi({ description: "The other wrong fields of the form, each with its sentence." }),
    incident: z.string().optional().openapi({ description: "The number under which the shop logged its own failure." }),
  })
  .openapi("Error");

/** A successful answer in the OpenAPI document. */
export function answers<S extends z.ZodType>(description: string, schema: S) {
  return { description, content: { "application/json": { schema } } };
}

/**
 * A request body in the OpenAPI document. The handler parses it with `readJson` or similar, so that
 * the API refuses it in the same words as the pages.
 */
export function takes(form: z.ZodType, ...mediaTypes: string[]) {
  const { $schema, ...schema } = z.toJSONSchema(form, { io: "input", unrepresentable: "any" });
  const types = mediaTypes.length > 0 ? mediaTypes : ["application/json"];
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema: schema as object }])) };
}

/** All other answers in the OpenAPI document: the same shape, whatever the status. */
export const refusals = {
  "4XX": answers("The shop says no, and why.", ErrorJson),
  default: answers("The shop failed. Try again later.", ErrorJson),
};

const RETRY_AFTER_SECONDS = 5;

/**
 * Answers a refusal in English with the status of its kind, and `Retry-After` if trying again may
 * help.
 */
export function say(c: Context<ApiEnv>, refusal: Refusal, more: object = {}) {
  const { kind, field, alsoWrong, retryAfter } = refusal;
  const others = alsoWrong?.map(({ field: other, ...text }) => ({ field: other, ...errorOf(text, c.var.language) }));
  if (kind === "limited" || kind === "busy") c.header("Retry-After", String(retryAfter ?? RETRY_AFTER_SECONDS));
  const fields = { ...(field !== undefined && { field }), ...(others && { alsoWrong: others }) };
  return c.json({ ...errorOf(refusal, c.var.language), ...fields, ...more }, refusalStatus[kind]);
}

/**
 * The sentence of a refusal in English and its code, which programs read; and the sentence for a
 * visitor who asked for another language. [S11.3]
 */
export function errorOf(text: KeyedText, language: Language | null = null): { error: string; code: string; sentence?: string } {
  const error = { error: sentenceIn("en", text), code: text.code };
  return language === null || language === "en" ? error : { ...error, sentence: sentenceIn(language, text) };
}
