import { curlOf } from "./api-curl.ts";
import type { ApiDocument, ApiMedia, ApiMethod, ApiOperation, ApiSchema } from "./api-document.ts";

/** A section of the API page. */
type Chapter = { name: string; text: string; calls: ApiCall[] };

/** A call as the API page shows it. `schemas` names the types that its response consists of. */
export type ApiCall = {
  id: string;
  method: string;
  path: string;
  summary: string;
  text: string;
  who: Who[];
  parameters: Field[];
  body: Field[];
  mediaTypes: string[];
  curl: string;
  answer: { text: string; type: string; example: string | null; schemas: string[] };
};
/** One way to be allowed to make a call. */
type Who = { words: string; scope?: string };
/** A parameter, or a field of a body or type. */
export type Field = { name: string; type: string; isRequired: boolean; text: string };
/** A named type that several responses share. */
type Shape = { name: string; fields: Field[] };

const methods: ApiMethod[] = ["get", "post", "put", "delete"];

/** The document's calls by tag, in its order, each with an example for a shell. */
export function chaptersOf({ tags = [], paths = {}, components = {} }: ApiDocument, origin: string): Chapter[] {
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation
        ? [{ tag: operation.tags?.[0], call: callOf(method, path, operation, { origin, schemas: components.schemas ?? {} }) }]
        : [];
    }),
  );
  return tags.map(({ name, description = "" }) => ({
    name,
    text: description,
    calls: calls.flatMap(({ tag, call }) => (tag === name ? [call] : [])),
  }));
}

/** The named types of a document. */
export function shapesOf({ components = {} }: ApiDocument): Shape[] {
  const schemas = components.schemas ?? {};
  return Object.entries(schemas).map(([name, schema]) => ({ name, fields: fieldsOf(schema, schemas) }));
}

type Schemas = Record<string, ApiSchema>;

function callOf(
  method: ApiMethod,
  path: string,
  operation: ApiOperation,
  { origin, schemas }: { origin: string; schemas: Schemas },
): ApiCall {
  const { operationId = "", summary = "", description = "", parameters = [], requestBody, responses, security = [] } = operation;
  const good = Object.entries(responses).find(([status]) => status.startsWith("2"));
  const [type = "", media] = Object.entries(good?.[1].content ?? {})[0] ?? [];
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    text: description,
    who: security.map((requirement) => whoIs(requirement, path)),
    parameters: parameters.map(({ name, in: location, required = false, description: text = "", schema }) => ({
      name,
      type: `${typeOf(schema)}, in the ${location}`,
      isRequired: required,
      text,
    })),
    body: fieldsOf(Object.values(requestBody?.content ?? {})[0]?.schema, schemas),
    mediaTypes: Object.keys(requestBody?.content ?? {}),
    curl: curlOf(method, path, operation, origin),
    answer: { text: `${good?.[0]}: ${good?.[1].description ?? ""}`, type, example: exampleOf(media), schemas: schemasIn(media?.schema) },
  };
}

function whoIs(requirement: Record<string, string[]>, path: string): Who {
  const [scheme, [scope] = []] = Object.entries(requirement)[0] ?? [];
  if (scheme === "apiKey") return { words: "API key with", ...(scope && { scope }) };
  if (scheme === "accessKey") return { words: "Access key of the order" };
  if (scheme === "session") return { words: path.startsWith("/api/admin/") ? "Logged-in admin" : "Logged-in customer or admin" };
  return { words: "Everyone" };
}

function exampleOf(media: ApiMedia | undefined): string | null {
  return media?.example === undefined ? null : JSON.stringify(media.example, null, 2);
}

/** The fields of a type, including those of the types that it extends. */
function fieldsOf(schema: ApiSchema | undefined, schemas: Schemas): Field[] {
  const fields = new Map<string, Field>();
  for (const { properties = {}, required = [] } of partsOf(schema, schemas))
    for (const [name, part] of Object.entries(properties))
      fields.set(name, { name, type: typeOf(part), isRequired: required.includes(name), text: part.description ?? "" });
  return [...fields.values()];
}

function partsOf(schema: ApiSchema = {}, schemas: Schemas): ApiSchema[] {
  const { $ref, allOf = [] } = schema;
  return $ref ? partsOf(schemas[nameOf($ref)], schemas) : [...allOf.flatMap((part) => partsOf(part, schemas)), schema];
}

/** A type in a few words: `text`, `list of text`, `pending | approved`, `number or null`. */
export function typeOf(schema: ApiSchema | undefined): string {
  const words = new Set(wordsOf(schema));
  return words.size === 0 ? "anything" : [...words].join(" or ");
}

const plainWords: Record<string, string> = { string: "text", integer: "whole number", boolean: "true or false", object: "object" };

function wordsOf(schema: ApiSchema = {}): string[] {
  const { $ref, enum: values, anyOf, oneOf, type, format, items, additionalProperties } = schema;
  if ($ref) return [nameOf($ref)];
  if (values) return [values.filter((value) => value !== "").join(" | ")];
  const choices = anyOf ?? oneOf;
  if (choices) return choices.filter((choice) => !isBoxOfForm(choice, choices)).flatMap(wordsOf);
  return [type ?? []].flat().map((one) => {
    if (one === "array") return `list of ${typeOf(items)}`;
    if (one === "object" && typeof additionalProperties === "object") return `object of ${typeOf(additionalProperties)}`;
    return one === "string" && format ? format : (plainWords[one] ?? one);
  });
}

/** Whether these values are how a form's checkbox sends a boolean, which programs need not know. */
function isBoxOfForm({ enum: values }: ApiSchema, choices: ApiSchema[]): boolean {
  const isBox = values?.every((value) => ["", "on", "true", "false"].includes(String(value))) ?? false;
  return isBox && choices.some(({ type }) => type === "boolean");
}

/** The named types in a schema, each once. */
function schemasIn(schema: ApiSchema = {}): string[] {
  const { $ref, anyOf = [], oneOf = [], items, properties = {}, additionalProperties } = schema;
  if ($ref) return [nameOf($ref)];
  const inner = [...anyOf, ...oneOf, ...(items ? [items] : []), ...Object.values(properties)];
  if (typeof additionalProperties === "object") inner.push(additionalProperties);
  return [...new Set(inner.flatMap(schemasIn))];
}

function nameOf($ref: string): string {
  return $ref.split("/").at(-1) ?? $ref;
}
