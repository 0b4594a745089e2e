import { z } from "zod";
import { parsed } from "#shop/parse.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { nestedFields } from "./nested-fields.ts";

/**
 * Parses a posted form, urlencoded or multipart, with a schema. The refusal names the first invalid
 * field. The schema's `error` strings are keys of the message catalogue (`shop/parse.ts`), as in
 * the JSON API. A repeated field becomes a list, and so does a single one if the schema wants a
 * list; `translations.hi.name` becomes an object in an object. An empty file field counts as
 * missing. Refuses `unsupportedBody` and `bodyUnreadable`.
 */
export async function readForm<T>(schema: z.ZodType<T>, request: Request): Promise<Result<T>> {
  const form = await readFields(request);
  return form.ok ? parsed(schema, gathered(schema, form.value)) : form;
}

async function readFields(request: Request): Promise<Result<FormData>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)) return refused("unsupportedBody");
  try {
    return ok(await request.formData());
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
  return nestedFields(
    [...fields].map(([name, entries]) => {
      const values = entries.map(([, value]) => value);
      return [name, values.length > 1 || wantsList(schema, name) ? values : values[0]];
    }),
  );
}

/** For a file field without a file, browsers send an empty file without a name. */
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
