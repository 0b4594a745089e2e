import type { z } from "zod";
import { JSON_VALUES_MAX } from "#shop/constants.ts";
import { parsed } from "#shop/parse.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { isShapely } from "./json-shape.ts";

/** Reads a JSON body by a schema. Refuses another type (415) and what is no JSON in UTF-8 (400), and then what the schema refuses. */
export async function readJson<T>(request: Request, schema: z.ZodType<T>): Promise<Result<T>> {
  if (mediaTypeOf(request) !== "application/json") return refused("unsupportedBody");
  const input = await readJsonText(request);
  return input.ok ? parsed(schema, input.value) : input;
}

/** A JSON body as it is, in UTF-8. One that is nested deeper, or of more values, than any of ours is not even taken apart: that alone would keep everybody waiting. */
export async function readJsonText(request: Request, valuesMax = JSON_VALUES_MAX): Promise<Result<unknown, "bodyUnreadable">> {
  try {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (!isShapely(bytes, valuesMax)) return refused("bodyUnreadable");
    const input: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return granted(input);
  } catch {
    return refused("bodyUnreadable");
  }
}

/** A multipart form that arrived whole: each field's value, or the list of them where it came more than once. */
export async function readMultipart(request: Request): Promise<Result<Record<string, unknown>, "bodyUnreadable">> {
  try {
    const entries = [...(await request.formData())];
    if (entries.some(([, value]) => isMisread(value))) return refused("bodyUnreadable");
    const fields = [...Map.groupBy(entries, ([name]) => name)].map(([name, same]) => [name, same.map(([, value]) => value)] as const);
    return granted(Object.fromEntries(fields.map(([name, values]) => [name, values.length === 1 ? values[0] : values])));
  } catch {
    return refused("bodyUnreadable");
  }
}

/** The type of a body without its parameters; empty where it is packed or not in UTF-8, which nobody here reads. */
export function mediaTypeOf({ headers }: Request): string {
  const [essence = "", ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  const isPlain = (headers.get("content-encoding") ?? "identity") === "identity";
  return isPlain && (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) ? essence.trim() : "";
}

/** The form's reader puts this character where the bytes were no UTF-8. */
function isMisread(value: unknown): boolean {
  return typeof value === "string" && value.includes("\ufffd");
}
