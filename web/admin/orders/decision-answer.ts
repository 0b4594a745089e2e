import { data } from "react-router";
import type { Answer } from "#web/parts/use-answer.ts";
import type { say } from "#web/say.ts";

/** What an admin had typed when the shop said no; a page without script shows it again. */
export type Typed = { ids: string; downloadLink: string; reason: string; note: string; faulty: string[] };

/** What comes back of approving, rejecting or checking: in words, and with what was typed where it was refused. */
export type RequestAnswer = Answer & { typed?: Typed };

/** Reads back what was typed, as text. Give it a clone of the request. */
export async function typedIn(request: Request): Promise<Typed> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: Exclude<keyof Typed, "faulty">) => form.getAll(name).map(String).join("\n");
  const faulty = form.getAll("faulty").map(String);
  return { ids: text("ids"), downloadLink: text("downloadLink"), reason: text("reason"), note: text("note"), faulty };
}

/** The answer with what was typed, unless it was granted. */
export function withTyped(said: ReturnType<typeof say>, typed: Typed) {
  return data<RequestAnswer>(said.data.ok ? said.data : { ...said.data, typed }, said.init ?? undefined);
}
