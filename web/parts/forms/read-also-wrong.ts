import type { SaidFields } from "#web/say.ts";

/**
 * The other wrong fields in an answer of the API, each with its sentence in the visitor's language,
 * or in English. What is of another shape is left out.
 */
export function readAlsoWrong(given: unknown): SaidFields {
  return Array.isArray(given) ? { alsoWrong: given.flatMap(readOne) } : {};
}

function readOne(one: unknown): { field: string; sentence: string }[] {
  const { field, error, sentence = error }: Record<string, unknown> = Object(one);
  return typeof field === "string" && typeof sentence === "string" ? [{ field, sentence }] : [];
}
