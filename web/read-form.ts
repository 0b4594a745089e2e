import { z } from "zod";
import { parsed } from "#shop/parse.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";

/**
 * Reads a posted form, urlencoded or multipart, by a schema; the refusal names the first field at fault. A schema's `error` strings are keys of
 * the message catalogue (see `shop/parse.ts`), the same for the JSON API. A field that came more than once is a list, and so is a single one
 * where the schema wants a list; a file field that was left empty is missing. Another kind of body is `unsupportedBody`.
 */
export async function readForm<T>(schema: z.ZodType<T>, request: Request): Promise<Result<T>> {
  const form = await readFields(request);
  return form.ok ? parsed(schema, gathered(schema, form.value)) : form;
}

async function readFields(request: Request): Promise<Result<FormData>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)) return refused("unsupportedBody");
  try {
    return granted(await request.formData());
  } catch (error) {
    if (request.signal.aborted) throw error;
    return refused("bodyUnreadable");
  }
}

function gathered(schema: z.ZodType, form: FormData): Record<string, unknown> {
  const fields = Map.groupBy(
    [...form].filter(([, value]) => !isEmptyFile(value)),
    ([name]) => name,
  );
  return Object.fromEntries(
    [...fields].map(([name, entries]) => {
      const values = entries.map(([, value]) => value);
      return [name, values.length > 1 || wantsList(schema, name) ? values : values[0]];
    }),
  );
}

/** A browser sends a nameless, empty file for a file field in which nothing was chosen. */
function isEmptyFile(value: FormDataEntryValue): boolean {
  return typeof value !== "string" && value.size === 0 && value.name === "";
}

function wantsList(schema: z.ZodType, name: string): boolean {
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name) && isList(schema.shape[name]);
}

function isList(field: unknown): boolean {
  if (field instanceof z.ZodArray) return true;
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault) return isList(field.unwrap());
  return field instanceof z.ZodPipe ? isList(field.in) : false;
}
