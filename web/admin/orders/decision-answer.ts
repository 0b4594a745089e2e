import { data } from "react-router";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import type { say } from "#web/say.ts";

/** What an admin had typed in a refused form, for the page without JavaScript. */
type Typed = { ids: string; downloadLink: string; reason: string; note: string; faulty: string[] };

/** The answer to an approval, rejection or proof check; a refusal includes what was typed. */
export type DecisionAnswer = Answer & { typed?: Typed };

/** Reads what was typed, as text. Pass a clone of the request. */
export async function typedIn(request: Request): Promise<Typed> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: Exclude<keyof Typed, "faulty">) => form.getAll(name).map(String).join("\n");
  const faulty = form.getAll("faulty").map(String);
  return { ids: text("ids"), downloadLink: text("downloadLink"), reason: text("reason"), note: text("note"), faulty };
}

/** Adds what was typed to a refusal. */
export function withTyped(said: ReturnType<typeof say>, typed: Typed) {
  return data<DecisionAnswer>(said.data.ok ? said.data : { ...said.data, typed }, said.init ?? undefined);
}
