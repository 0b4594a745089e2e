import { data } from "react-router";
import type { say } from "#web/say.ts";
import type { Answer } from "./use-answer.ts";

/** What was typed into a refused form, by its fields, for the page without JavaScript. */
export type TypedFields = Readonly<Record<string, string>>;

/** The answer to a form; a refusal includes what was typed. */
export type TypedAnswer = Answer & { typed?: TypedFields };

/** Reads what was typed, as text, without files. Pass a clone of the request. */
export async function typedFields(request: Request): Promise<TypedFields> {
  return textsOf(await request.formData().catch(() => new FormData()));
}

/** The fields of a form, without files. */
export function textsOf(form: FormData): TypedFields {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** `typedFields` without those that are secret. */
export const typedFieldsBut = (secrets: readonly string[]) => async (request: Request) =>
  Object.fromEntries(Object.entries(await typedFields(request)).filter(([name]) => !secrets.includes(name)));

/** Adds what was typed to a refusal. */
export function withTypedFields(said: ReturnType<typeof say>, typed: TypedFields) {
  return data<TypedAnswer>(said.data.ok ? said.data : { ...said.data, typed }, said.init ?? undefined);
}
