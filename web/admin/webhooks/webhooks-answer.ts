import { data } from "react-router";
import type { Answer } from "#web/parts/use-answer.ts";
import type { say } from "#web/say.ts";

/** What was typed into a form that was refused, but for a token; `form` is which one. */
export type TypedListener = { form: "webhook" | "chat"; address: string; events: string[] };

/** What comes back of a form of this page. */
export type WebhooksAnswer = Answer & { typed?: TypedListener };

/** The secret in an answer, which is shown this once. */
export function secretIn(answer: WebhooksAnswer | undefined): { id: string; secret: string } | null {
  if (!answer?.ok || typeof answer.value !== "object" || answer.value === null) return null;
  const { id, secret } = answer.value as { id?: unknown; secret?: unknown };
  return typeof id === "string" && typeof secret === "string" ? { id, secret } : null;
}

/** Why a test did not arrive, in an answer that says so. */
export function problemIn(answer: WebhooksAnswer | undefined): string | null {
  if (!answer?.ok || typeof answer.value !== "object" || answer.value === null) return null;
  const { problem } = answer.value as { problem?: unknown };
  return typeof problem === "string" ? problem : null;
}

/** Answers with what was typed where it was refused, so that it stays on a page without script. */
export function withTyped(said: ReturnType<typeof say>, typed: TypedListener) {
  return data<WebhooksAnswer>(said.data.ok ? said.data : { ...said.data, typed }, said.init ?? undefined);
}

/** Reads what was typed, whatever it is. */
export async function typedListener(request: Request, form: TypedListener["form"]): Promise<TypedListener> {
  const fields = await request.formData().catch(() => new FormData());
  return { form, address: String(fields.get(form === "chat" ? "chatId" : "url") ?? ""), events: fields.getAll("events").map(String) };
}
