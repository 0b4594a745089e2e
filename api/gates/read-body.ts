import type { z } from "zod";
import { parsed } from "#shop/parse.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { JSON_VALUES_MAX } from "./constants.ts";
import { isShapely } from "./json-shape.ts";

/**
 * Parses a JSON body with a schema. Refuses another media type (415), a body that is not JSON in
 * UTF-8 (400), and what the schema refuses.
 */
export async function readJson<T>(request: Request, schema: z.ZodType<T>): Promise<Result<T>> {
  if (mediaTypeOf(request) !== "application/json") return refused("unsupportedBody");
  const input = await readJsonText(request);
  return input.ok ? parsed(schema, input.value) : input;
}

/**
 * Parses a JSON body in UTF-8. A body that is too deep or has too many values is refused before it
 * is parsed, because parsing it would block the process.
 */
export async function readJsonText(request: Request, valuesMax = JSON_VALUES_MAX): Promise<Result<unknown, "bodyUnreadable">> {
  const bytes = await readBytes(request);
  if (!bytes.ok) return bytes;
  try {
    if (!isShapely(bytes.value, valuesMax)) return refused("bodyUnreadable");
    const input: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.value));
    return ok(input);
  } catch {
    return refused("bodyUnreadable");
  }
}

/** Reads a body of any type. */
export async function readBytes(request: Request): Promise<Result<Uint8Array, "bodyUnreadable">> {
  try {
    return ok(new Uint8Array(await request.arrayBuffer()));
  } catch {
    return refused("bodyUnreadable");
  }
}

/** Parses a multipart form: each field's value, or a list of them if it occurs more than once. */
export async function readMultipart(request: Request): Promise<Result<Record<string, unknown>, "bodyUnreadable">> {
  try {
    const entries = [...(await request.formData())];
    if (entries.some(([, value]) => isMisread(value))) return refused("bodyUnreadable");
    const fields = [...Map.groupBy(entries, ([name]) => name)].map(([name, same]) => [name, same.map(([, value]) => value)] as const);
    return ok(Object.fromEntries(fields.map(([name, values]) => [name, values.length === 1 ? values[0] : values])));
  } catch {
    return refused("bodyUnreadable");
  }
}

/**
 * The media type of a body without its parameters; empty if the body is compressed or not in UTF-8,
 * which the API does not read.
 */
export function mediaTypeOf({ headers }: Request): string {
  const [essence = "", ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  const isPlain = (headers.get("content-encoding") ?? "identity") === "identity";
  return isPlain && (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) ? essence.trim() : "";
}

/** The form parser puts this character in place of bytes that are not UTF-8. */
function isMisread(value: unknown): boolean {
  return typeof value === "string" && value.includes("\ufffd");
}
